"""``Carving``: a show of the carving of a maze, with the active parts of its algorithm.

Its texts are in ``stories.py``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mazegame.drawing import Ink, Scene
from mazegame.engine import ALGORITHMS, Cell, EventKind, Trace
from mazegame.lab.sets import SetColours
from mazegame.lab.show import Count, Indices, Show
from mazegame.lab.stories import CARVING, Sentences, carving_story

_NORTH: Final = 1
"""The bit of an open north side."""

_EAST: Final = 2
"""The bit of an open east side."""

_COUNTED: Final = {
    EventKind.REJECT: "rejected",
    EventKind.HUNT: "hunts",
    EventKind.SPLIT: "splits",
    EventKind.LEAVE: "left sets",
    EventKind.NEW_ROW: "rows",
    EventKind.BRAID: "loops",
}
"""Events that are counted in every algorithm, and their labels."""

_BOTH_SIDES: Final = frozenset(
    {EventKind.CONSIDER, EventKind.REJECT, EventKind.JOIN, EventKind.WALL, EventKind.BRAID}
)
"""Kinds of events that concern both cells of an edge."""

_GOES_ON: Final = frozenset({EventKind.CARVE, EventKind.WALK})
"""Kinds of events after which the cell across the side is active."""


class Carving(Show):
    """The carving of a maze, as recorded by a trace."""

    def __init__(self, trace: Trace) -> None:
        self.recipe = recipe = trace.recipe
        self._frame = frame = trace.frame()
        algorithm = ALGORITHMS[recipe.algorithm]
        self.facts = (algorithm.about, algorithm.feel)
        self._text = text = trace.text
        story = carving_story(recipe, text)
        super().__init__(trace.log, Scene(frame.passages), algorithm.title, story)
        self._presentation = text.presentation
        self._sentences = Sentences(CARVING, text.presentation)
        self._remembers = text.walks_leave_marks
        self._walks = self.log.count_of(EventKind.WALK) > 0 and not self._remembers
        self._by_rows = self.log.count_of(EventKind.NEW_ROW) > 0
        self._sets = SetColours(self.log, frame.flat.size) if self._presentation.sets else None
        self._cells = int(np.count_nonzero(trace.maze_at(len(trace)).passages)) or 1
        self._row = -1
        roots = self.log.places(EventKind.VISIT)
        self._root = (int(roots[0]), int(self.log.cells[roots[0]])) if len(roots) else None
        kinds = self.log.kinds
        self._stacked = np.flatnonzero((kinds == EventKind.PUSH) | (kinds == EventKind.POP))
        pushed = kinds[self._stacked] == EventKind.PUSH
        self._stacked = self._stacked.astype(np.int32)
        steps = np.where(pushed, np.int32(1), np.int32(-1))
        self._longest = np.maximum.accumulate(np.cumsum(steps, dtype=np.int32))
        self.legend = self._legend()
        _ = self.counts  # find the places of all kinds of events, which takes long

    def seek(self, position: int) -> list[Cell] | None:
        touched = self._frame.seek(position)
        self.position = position
        cells: list[Indices] = [self._spotted()]
        if self._sets is not None:
            renamed = self._sets.go_to(self.log.count_of(EventKind.CARVE, position))
            if renamed is None:
                touched = None
            else:
                cells.append(renamed)
            if self._by_rows:
                cells.append(self._rows_left())
        spots = self._active()
        if touched is not None:
            cells.append(touched)
            if sum(map(len, cells)) > self._frame.flat.size // 4:  # painting all is faster
                touched = None
        if touched is None:
            self._paint(np.arange(self._frame.flat.size, dtype=np.int32), slice(None))
        else:
            changed = np.concatenate(cells)
            self._paint(changed, changed)
        self._spot(spots)
        if touched is None:
            return None
        return self._cells_of(np.concatenate([*cells, *(spot for spot, _ in spots)]))

    def _rows_left(self) -> Indices:
        """Return the cells of the rows that are finished, if a new row has begun."""
        last = self._last(EventKind.NEW_ROW)
        row = -1 if last is None else int(self.log.cells[last]) // self.log.stride
        if row == self._row:
            return np.zeros(0, np.int64)
        stride = self.log.stride
        rows = sorted({self._row, self._row + 1, row, row + 1} - {-1, 0})
        self._row = row
        return np.add.outer(np.array(rows, np.int64) * stride, np.arange(stride)).reshape(-1)

    def _paint(self, cells: Indices, where: Indices | slice) -> None:
        """Paint cells without the active ones' spots; ``where`` they are, all as a slice."""
        frame = self._frame
        inks = np.zeros(len(cells), np.uint8)
        signs = np.zeros(len(cells), np.uint8)
        waits = frame.pending[where] > 0
        if self._presentation.pending == "frontier":
            inks[waits & (frame.flat[where] == 0)] = Ink.FRONTIER
        else:
            inks[waits] = Ink.STACK
        if self._root is not None and self._root[0] < self.position:
            inks[(cells == self._root[1]) & (frame.flat[where] == 0)] = Ink.SEEN
        marks = frame.marks[where]
        inks[marks > 0] = Ink.WALK
        signs[marks > 0] = marks[marks > 0]
        if self._sets is not None:
            joined = frame.flat[where] > 0
            if self._by_rows:
                rows = cells // self.log.stride
                joined &= (rows == self._row) | (rows == self._row + 1)
            inks[joined] = self._sets.inks(cells[joined])
            signs[joined] = self._sets.letters(cells[joined])
        self._paint_layer[where] = inks
        self._signs[where] = signs

    def _active(self) -> list[tuple[Indices, Ink]]:
        """Return the active cells and their inks, the last ones on top."""
        position, log = self.position, self.log
        if not position or position == len(log):
            return []
        last = position - 1
        kind, cell = int(log.kinds[last]), int(log.cells[last])
        spots: list[tuple[Indices, Ink]] = []
        if self._walks:
            spots.append((log.cells[max(position - 24, 0) : position], Ink.WALK))
        if kind != EventKind.BRAID:
            spots += self._room()
            if self._presentation.runs:
                spots.append((self._run(), Ink.STACK))
        if kind == EventKind.HUNT:
            row = cell - cell % log.stride
            spots.append((np.arange(row + 1, cell), Ink.SCAN))
        there = cell + int(self._moves[log.sides[last]])
        if kind in _BOTH_SIDES:
            spots.append((np.array([cell, there]), Ink.CURRENT))
        elif kind in _GOES_ON and not self._by_rows:
            marked = self._remembers and kind == EventKind.CARVE
            spots.append((np.array([cell if marked else there]), Ink.CURRENT))
        elif kind != EventKind.SPLIT:
            spots.append((np.array([cell]), Ink.CURRENT))
        return spots

    def _room(self) -> list[tuple[Indices, Ink]]:
        """Return the room that is being divided, or was taken last."""
        log = self.log
        if not log.count_of(EventKind.SPLIT):
            return []
        last = self._last(EventKind.SPLIT, EventKind.POP)
        if last is None or not log.others[last]:
            return []
        first, far = int(log.cells[last]), int(log.others[last])
        width = (far - first) % log.stride + 1
        rows = np.arange(first, far + 1, log.stride)
        return [(np.add.outer(rows, np.arange(width)).reshape(-1), Ink.SCAN)]

    def _run(self) -> Indices:
        """Return the cells of the present run: those after its last passage north."""
        log, position = self.log, self.position
        least = (log.last(EventKind.NEW_ROW, position) or 0) + 1
        first = position
        if first <= least or log.sides[first - 1] != _EAST:  # a run has just ended: show that one
            first -= 1
        while first > least and log.sides[first - 1] == _EAST:
            first -= 1
        part = slice(first, position)
        joined = log.cells[part][log.sides[part] == _EAST]
        up = log.cells[part][log.sides[part] == _NORTH]
        return np.unique(np.concatenate((joined, joined + 1, up))).astype(np.int64)

    @property
    def sentence(self) -> str:
        if self.position == self.length:
            done = f"Done: {self._cells:,} cells, {self._cells - 1:,} passages, no loop."
            loops = self.log.count_of(EventKind.BRAID)
            return f"{done} {loops:,} more were opened for loops." if loops else done
        event = self.event
        if event is None and self._text.builds_walls:
            return "The floor is open: only walls will be built."
        if event is None:
            return "Nothing is carved yet."
        return self._sentences.on(event, number=self.so_far(event.kind), pending=self.pending)

    @property
    def pending(self) -> int:
        """The number of entries in the stack, the list or the frontier."""
        return self.so_far(EventKind.PUSH) - self.so_far(EventKind.POP)

    @property
    def counts(self) -> list[Count]:
        so_far, total = self.so_far, self.log.count_of
        counts = []
        if total(EventKind.CARVE):
            counts.append(Count("carved", so_far(EventKind.CARVE), self._cells - 1))
        if total(EventKind.WALL):
            counts.append(Count("walls", so_far(EventKind.WALL), total(EventKind.WALL)))
        if total(EventKind.PUSH):
            counts.append(Count(self._presentation.pending, self.pending))
            before = int(np.searchsorted(self._stacked, self.position))
            counts.append(Count("longest", int(self._longest[before - 1]) if before else 0))
        if self._remembers:
            taken = so_far(EventKind.CARVE) + so_far(EventKind.WALL)
            walked, erased = so_far(EventKind.WALK), so_far(EventKind.ERASE)
            counts.append(Count("walk", walked - erased - taken))
            counts.append(Count("steps", walked))
            counts.append(Count("erased", erased))
        elif total(EventKind.WALK):
            counts.append(Count("steps", so_far(EventKind.WALK) + so_far(EventKind.CARVE)))
        if self._sets is not None and not self._by_rows:
            counts.append(Count("sets", self._cells - so_far(EventKind.CARVE)))
            counts.append(Count("considered", so_far(EventKind.CONSIDER)))
        counts += [Count(label, so_far(kind)) for kind, label in _COUNTED.items() if total(kind)]
        return counts

    def _legend(self) -> list[tuple[Ink, str]]:
        total, waits = self.log.count_of, self._presentation.pending
        entries = [(Ink.CURRENT, "active now")]
        if total(EventKind.PUSH) and not total(EventKind.SPLIT):
            entries.append((Ink.FRONTIER if waits == "frontier" else Ink.STACK, waits))
        if self._presentation.runs:
            entries.append((Ink.STACK, "the present run"))
        if self._walks or self._remembers:
            entries.append((Ink.WALK, "the walk" if self._remembers else "the latest steps"))
        if total(EventKind.HUNT):
            entries.append((Ink.SCAN, "the row hunted through"))
        elif total(EventKind.SPLIT):
            entries.append((Ink.SCAN, "the room to split"))
        return entries
