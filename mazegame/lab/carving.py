"""A carving as a show: the partly carved maze, with the active parts of its algorithm.

What lives here: painting the cells at a step, and the counters. What does not: the texts
(``stories.py``, ``sentences.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import Ink, Scene
from mazegame.engine import ALGORITHMS, EventKind
from mazegame.lab.sentences import carving_sentence
from mazegame.lab.sets import SetColours
from mazegame.lab.show import Count, Layers, Show
from mazegame.lab.stories import carving_story

if TYPE_CHECKING:
    from mazegame.engine import Cell, Trace
    from mazegame.lab.show import Indices

RECENT_STEPS: Final = 24
"""Steps shown behind a walk without memory (Aldous-Broder)."""

_NORTH, _EAST = 1, 2

_PENDING: Final = {
    "recursive-backtracker": "stack",
    "growing-tree": "list",
    "recursive-division": "rooms kept",
    "prim": "frontier",
    "simple-prim": "frontier",
    "true-prim": "frontier",
}
"""The name of each algorithm's list of pending entries."""

_COUNTED: Final = {
    EventKind.REJECT: "rejected",
    EventKind.HUNT: "hunts",
    EventKind.SPLIT: "splits",
    EventKind.LEAVE: "left sets",
    EventKind.NEW_ROW: "rows",
    EventKind.BRAID: "loops",
}
"""Events that are counted in every algorithm, and their labels."""

_FRONTIERS: Final = frozenset({"prim", "simple-prim", "true-prim"})
_BOTH_SIDES: Final = frozenset(
    {
        EventKind.CONSIDER,
        EventKind.REJECT,
        EventKind.JOIN,
        EventKind.WALL,
        EventKind.BRAID,
    }
)
"""Kinds of events that concern both cells of an edge."""

_GOES_ON: Final = frozenset({EventKind.CARVE, EventKind.WALK})
"""Kinds of events after which the cell across the side is active."""


class Carving(Show):
    """The making of a maze.

    Args:
        trace: The recording.
    """

    def __init__(self, trace: Trace) -> None:
        self.recipe = trace.recipe
        self.name = self.recipe.algorithm
        self.title = ALGORITHMS[self.name].title
        self.log = trace.log
        self.story = carving_story(self.recipe)
        self._frame = frame = trace.frame()
        self._layers = Layers(self.log.stride, frame.flat.size)
        self.scene = Scene(frame.passages)
        self.scene.paint = self._layers.view(self._layers.paint)
        self.scene.signs = self._layers.view(self._layers.signs)
        in_sets = self.name in {"kruskal", "eller"}
        self._sets = SetColours(self.log, frame.flat.size) if in_sets else None
        self._cells = int(np.count_nonzero(trace.maze_at(len(trace)).passages)) or 1
        self._row = -1
        roots = self.log.places(EventKind.VISIT)
        self._root = (int(roots[0]), int(self.log.cells[roots[0]])) if len(roots) else None
        self._most = _Most(trace)

    @property
    def position(self) -> int:
        """See ``Show``."""
        return self._frame.position

    def seek(self, position: int) -> list[Cell] | None:
        """See ``Show``."""
        touched = self._frame.seek(position)
        cells: list[Indices] = [self._layers.spotted]
        if self._sets is not None:
            renamed = self._sets.go_to(self.log.count_of(EventKind.CARVE, position))
            if renamed is None:
                touched = None
            else:
                cells.append(renamed)
            if self.name == "eller":
                cells.append(self._rows_left())
        spots = self._spots()
        if touched is None:
            self._paint(np.arange(self._frame.flat.size))
        else:
            cells.append(touched)
            self._paint(np.concatenate(cells))
        self._layers.spot(spots)
        if touched is None:
            return None
        return self._cells_of(np.concatenate([*cells, *(spot for spot, _ in spots)]))

    def _rows_left(self) -> Indices:
        """Return the cells of Eller's finished rows, if a new row has begun."""
        last = self.log.last(EventKind.NEW_ROW, self.position)
        row = -1 if last is None else int(self.log.cells[last]) // self.log.stride
        if row == self._row:
            return np.zeros(0, np.int64)
        stride = self.log.stride
        rows = sorted({self._row, self._row + 1, row, row + 1} - {-1, 0})
        self._row = row
        cells = (np.arange(at * stride, (at + 1) * stride) for at in rows)
        return np.concatenate([*cells, np.zeros(0, np.int64)]).astype(np.int64)

    def _paint(self, cells: Indices) -> None:
        """Paint cells without the active ones' spots."""
        frame = self._frame
        inks = np.zeros(len(cells), np.uint8)
        signs = np.zeros(len(cells), np.uint8)
        waits = frame.pending[cells] > 0
        if self.name in _FRONTIERS:
            inks[waits & (frame.flat[cells] == 0)] = Ink.FRONTIER
        else:
            inks[waits] = Ink.STACK
        if self._root is not None and self._root[0] < self.position:
            inks[(cells == self._root[1]) & (frame.flat[cells] == 0)] = Ink.SEEN
        marks = frame.marks[cells]
        inks[marks > 0] = Ink.WALK
        signs[marks > 0] = marks[marks > 0]
        if self._sets is not None:
            joined = frame.flat[cells] > 0
            if self.name == "eller":
                rows = cells // self.log.stride
                joined &= (rows == self._row) | (rows == self._row + 1)
            inks[joined] = self._sets.inks(cells[joined])
            signs[joined] = self._sets.letters(cells[joined])
        self._layers.paint[cells] = inks
        self._layers.signs[cells] = signs

    def _spots(self) -> list[tuple[Indices, Ink]]:
        """Return the active cells and their inks, the last ones on top."""
        position, log = self.position, self.log
        if not position or position == len(log):
            return []
        last = position - 1
        kind, cell = int(log.kinds[last]), int(log.cells[last])
        spots: list[tuple[Indices, Ink]] = []
        match self.name:
            case "aldous-broder":
                spots.append((log.cells[max(position - RECENT_STEPS, 0) : position], Ink.WALK))
            case "recursive-division" if kind != EventKind.BRAID:
                spots += self._room()
            case "sidewinder" if kind != EventKind.BRAID:
                spots.append((self._run(), Ink.STACK))
            case "hunt-and-kill" if kind == EventKind.HUNT:
                row = cell - cell % log.stride
                spots.append((np.arange(row + 1, cell), Ink.SCAN))
        there = cell + self._move(int(log.sides[last]))
        if kind in _BOTH_SIDES:
            spots.append((np.array([cell, there]), Ink.CURRENT))
        elif kind in _GOES_ON and self.name not in {"binary-tree", "eller", "sidewinder"}:
            marked = self.name == "wilson" and kind == EventKind.CARVE
            spots.append((np.array([cell if marked else there]), Ink.CURRENT))
        elif kind != EventKind.SPLIT:
            spots.append((np.array([cell]), Ink.CURRENT))
        return spots

    def _room(self) -> list[tuple[Indices, Ink]]:
        """Return the room that is being split, or that was taken last."""
        log = self.log
        kinds = (EventKind.SPLIT, EventKind.POP)
        found = [at for kind in kinds if (at := log.last(kind, self.position)) is not None]
        if not found:
            return []
        first, far = int(log.cells[max(found)]), int(log.others[max(found)])
        stride = log.stride
        width = (far - first) % stride + 1
        rows = np.arange(first, far + 1, stride)
        return [((rows[:, np.newaxis] + np.arange(width)).reshape(-1), Ink.SCAN)]

    def _run(self) -> Indices:
        """Return the cells of sidewinder's present run: those after its last passage north."""
        log, position = self.log, self.position
        last_row = log.last(EventKind.NEW_ROW, position) or 0
        first = position
        while first > last_row + 1 and log.sides[first - 1] == _EAST:
            first -= 1
        if first == position:  # a run has just ended: show that one
            first -= 1
            while first > last_row + 1 and log.sides[first - 1] == _EAST:
                first -= 1
        part = slice(first, position)
        joined = log.cells[part][log.sides[part] == _EAST]
        up = log.cells[part][log.sides[part] == _NORTH]
        return np.unique(np.concatenate((joined, joined + 1, up))).astype(np.int64)

    def _move(self, side: int) -> int:
        return {1: -self.log.stride, 2: 1, 4: self.log.stride, 8: -1}.get(side, 0)

    @property
    def heading(self) -> Cell | None:
        """See ``Show``."""
        event = self.event
        return None if event is None else event.cell

    @property
    def sentence(self) -> str:
        """See ``Show``."""
        if self.position == self.length:
            return f"Done: {self._cells:,} cells, {self._cells - 1:,} passages, no loop." + (
                f" {self.log.count_of(EventKind.BRAID):,} more were opened for loops."
                if self.log.count_of(EventKind.BRAID)
                else ""
            )
        return carving_sentence(self.recipe, self.event, self)

    def so_far(self, kind: EventKind) -> int:
        """Return how many of the events so far are of a kind."""
        return self.log.count_of(kind, self.position)

    @property
    def pending(self) -> int:
        """The number of entries in the stack, the list or the frontier."""
        return self.so_far(EventKind.PUSH) - self.so_far(EventKind.POP)

    @property
    def counts(self) -> list[Count]:
        """See ``Show``."""
        so_far, total = self.so_far, self.log.count_of
        counts = []
        if total(EventKind.CARVE):
            counts.append(Count("carved", so_far(EventKind.CARVE), self._cells - 1))
        if total(EventKind.WALL):
            counts.append(Count("walls", so_far(EventKind.WALL), total(EventKind.WALL)))
        if total(EventKind.PUSH):
            name = _PENDING.get(self.name, "list")
            counts.append(Count(name, self.pending))
            counts.append(Count("longest", self._most.at(self.position)))
        if self.name == "wilson":
            taken = so_far(EventKind.CARVE) + so_far(EventKind.WALL)
            walked, erased = so_far(EventKind.WALK), so_far(EventKind.ERASE)
            counts.append(Count("walk", walked - erased - taken))
            counts.append(Count("steps", walked))
            counts.append(Count("erased", erased))
        elif total(EventKind.WALK):
            counts.append(Count("steps", so_far(EventKind.WALK) + so_far(EventKind.CARVE)))
        if self.name == "kruskal":
            counts.append(Count("sets", self._cells - so_far(EventKind.CARVE)))
            counts.append(Count("considered", so_far(EventKind.CONSIDER)))
        for kind, label in _COUNTED.items():
            if total(kind):
                counts.append(Count(label, so_far(kind)))
        return counts


class _Most:
    """The largest number of entries up to each step."""

    def __init__(self, trace: Trace) -> None:
        kinds = trace.log.kinds
        self._places = np.flatnonzero((kinds == EventKind.PUSH) | (kinds == EventKind.POP))
        steps = np.where(kinds[self._places] == EventKind.PUSH, 1, -1)
        self._most = np.maximum.accumulate(np.cumsum(steps)) if steps.size else steps

    def at(self, position: int) -> int:
        """Return the largest number up to a step."""
        before = int(np.searchsorted(self._places, position))
        return int(self._most[before - 1]) if before else 0
