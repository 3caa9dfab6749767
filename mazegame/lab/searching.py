"""A search as a show: the visited cells, their distances, and the queue.

The searches are in ``engine/searching/``.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict, deque
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import End, Ink, Scene, Walker
from mazegame.drawing.areas import heat_bands
from mazegame.engine import EventKind
from mazegame.lab.show import Count, PendingCells, Show
from mazegame.lab.stories import SEARCHING, Sentences, Story

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Search, Tree
    from mazegame.lab.show import Indices

_STEPS: Final = (EventKind.WALK, EventKind.BACKTRACK)
LISTED: Final = 400
"""Most cells of the queue that are listed: more than a terminal has lines."""

_NEVER: Final = np.iinfo(np.int64).max


class Searching(Show):
    """A search for B, as it was recorded."""

    def __init__(self, search: Search) -> None:
        self.search = search
        method, maze = search.method, search.maze
        self.facts = (method.about, method.law)
        ends = (End(goal, "B", Ink.GOAL) for goal in search.goals)
        scene = Scene(maze.passages, [End(search.start, "A", Ink.START), *ends])
        super().__init__(search.events, scene, method.title, Story(*method.story))
        self._sentences = Sentences(SEARCHING, method.presentation)
        self._pending = method.presentation.pending
        self._last_first = self._pending == "stack"
        size = maze.grid.size
        self._pushes = self.log.places(EventKind.PUSH)
        self._seen_at, self.distances = self._first_looks(size)
        self._popped_at = self._pops()
        self._visits = np.zeros(size, np.int32)
        self._route = np.zeros(size, np.uint8)
        self._numbers = np.full(size, -1, np.int32)
        scene.path = self._inside(self._route)
        self.walker = Walker(search.start if method.walks else None)
        scene.walkers.append(self.walker)
        self._has_distances = not method.walks and bool((self.distances > 0).any())
        if self._has_distances:
            scene.heat = True
            scene.field = self._inside(self._numbers)
            scene.numbers = scene.field
            scene.heat_range = (0, max(int(self.distances.max()), 1))
            scene.keeps_heat_range = True
        self.legend = self._legend()
        self._paint(np.array([self._index(search.start)]))

    # Computed once

    def _first_looks(self, size: int) -> tuple[Indices, NDArray[np.int32]]:
        """Return the event at which each cell is first seen, and its distance, -1 for none.

        A cell's distance is one more than that of the cell from which the search sees it.
        """
        log = self.log
        seen_at = np.full(size, _NEVER)
        distances = np.full(size, -1, np.int32)
        events = np.flatnonzero(np.isin(log.kinds, (EventKind.PUSH, EventKind.VISIT)))
        np.minimum.at(seen_at, log.cells[events], events)
        if not self.search.method.walks:
            cells, sides = log.cells[self._pushes], log.sides[self._pushes]
            for cell, side in zip(cells.tolist(), sides.tolist(), strict=True):
                before = int(distances[cell + self._moves[side]]) if side else -1
                if distances[cell] < 0 or before + 1 < distances[cell]:
                    distances[cell] = before + 1
        return seen_at, distances

    def _pops(self) -> Indices:
        """Return, for each event that puts a cell into the queue, the one that takes it out."""
        log, numbers = self.log, count()
        popped_at = np.full(len(self._pushes), _NEVER)
        waiting: defaultdict[tuple[int, int], deque[int]] = defaultdict(deque)
        events = np.flatnonzero(np.isin(log.kinds, (EventKind.PUSH, EventKind.POP)))
        columns = (column[events].tolist() for column in (log.kinds, log.cells, log.sides))
        for at, kind, *entry in zip(events.tolist(), *columns, strict=True):
            entries = waiting[tuple(entry)]
            if kind == EventKind.PUSH:
                entries.append(next(numbers))
            elif entries:
                popped_at[entries.popleft()] = at
        return popped_at

    @cached_property
    def tree(self) -> Tree | None:
        """The maze as a tree that hangs from A; None for a maze with loops."""
        with contextlib.suppress(ValueError):
            return self.search.maze.tree(self.search.start)
        return None

    @property
    def ends(self) -> tuple[int, ...]:
        """The numbers of A and B, as the tree has them."""
        cols = self.search.maze.cols
        return tuple(row * cols + col for row, col in (self.search.start, *self.search.goals))

    def cell_inks(self) -> NDArray[np.uint8]:
        """Return the ink of every cell now, uint8 (cells,): FLOOR for those that were not seen."""
        scene = self.scene
        inks = np.zeros(scene.shape, np.uint8)
        if self._has_distances and scene.field is not None:
            inks = heat_bands(scene, scene.field)
        paint = self._inside(self._paint_layer)
        inks = np.where(paint != 0, paint, inks)
        inks = np.where((self._inside(self._route) != 0) & (inks != Ink.CURRENT), Ink.PATH, inks)
        return inks.reshape(-1).astype(np.uint8)

    def marks(self) -> list[tuple[int, str, Ink]]:
        """Return the cells with a letter, the last ones on top; the walker's is empty."""
        start, *goals = self.ends
        marks = [(start, "A", Ink.START), *((goal, "B", Ink.GOAL) for goal in goals)]
        if self.walker.cell is not None:
            row, col = self.walker.cell
            marks.append((row * self.search.maze.cols + col, "", Ink.PLAYER))
        return marks

    # Going to a step

    def seek(self, position: int) -> list[Cell] | None:
        begin, end = sorted((self.position, position))
        way = 1 if position > self.position else -1
        log = self.log
        kinds, cells, sides = (column[begin:end] for column in (log.kinds, log.cells, log.sides))
        there = cells + self._moves[sides]
        stepped = np.isin(kinds, _STEPS)
        np.add.at(self._visits, there[stepped], way)
        on_path = kinds == EventKind.PATH
        np.bitwise_xor.at(self._route, cells[on_path], sides[on_path])
        opposite = (sides[on_path] << 2 | sides[on_path] >> 2) & 15
        np.bitwise_xor.at(self._route, there[on_path], opposite.astype(np.uint8))
        self.position = position
        before, self.walker.cell = self.walker.cell, self._walker_cell()
        touched = np.concatenate((cells, there, self._spotted())).astype(np.int64)
        self._paint(touched)
        spots = self._active()
        self._spot(spots)
        walkers = [self._index(cell) for cell in (before, self.walker.cell) if cell is not None]
        spot_cells = [spot for spot, _ in spots]
        return self._cells_of(np.concatenate([touched, *spot_cells, np.array(walkers, np.int64)]))

    def _walker_cell(self) -> Cell | None:
        if not self.search.method.walks:
            return None
        last = self._last(*_STEPS)
        if last is None:
            return self.search.start
        return self.log.cell_at(int(self.log.cells[last] + self._moves[self.log.sides[last]]))

    def _paint(self, cells: Indices) -> None:
        """Paint cells without the active ones' spots."""
        position = self.position
        inks = np.zeros(len(cells), np.uint8)
        if self.search.method.walks:
            visits = self._visits[cells]
            inks[visits == 1] = Ink.SEEN
            inks[visits > 1] = Ink.FILLED
        elif not self._has_distances:
            inks[self._seen_at[cells] < position] = Ink.SEEN
            fills = self.log.places(EventKind.FILL)
            filled = fills[: np.searchsorted(fills, position)]
            inks[np.isin(cells, self.log.cells[filled])] = Ink.FILLED
        waits = np.isin(cells, self.log.cells[self._pushes[self._pending_places()]])
        inks[waits] = Ink.STACK if self._last_first else Ink.FRONTIER
        if self._has_distances:
            seen = self._seen_at[cells] < position
            self._numbers[cells] = np.where(seen, self.distances[cells], -1)
        self._paint_layer[cells] = inks
        self._signs[cells] = 0

    def _pending_places(self) -> Indices:
        """Return the pushes whose cells are in the queue now, in order."""
        count = int(np.searchsorted(self._pushes, self.position))
        return np.flatnonzero(self._popped_at[:count] >= self.position)

    def _active(self) -> list[tuple[Indices, Ink]]:
        if not self.position or self.position == self.length or self.search.method.walks:
            return []
        last = self.position - 1
        return [(self.log.cells[last : last + 1], Ink.CURRENT)]

    def _index(self, cell: Cell) -> int:
        return (cell[0] + 1) * self.log.stride + cell[1] + 1

    # Values for the panel

    @property
    def heading(self) -> Cell | None:
        return super().heading if self.walker.cell is None else self.walker.cell

    def _looked_at(self) -> int:
        if self.search.method.walks:
            own = self._index(self.search.start)
            return int(np.count_nonzero(self._visits)) + int(self._visits[own] == 0)
        return int(np.count_nonzero(self._seen_at < self.position))

    @property
    def counts(self) -> list[Count]:
        cells = int(np.count_nonzero(self.search.maze.passages)) or 1
        counts = [Count("looked at", self._looked_at(), cells)]
        if self.search.method.walks:
            counts.append(Count("steps", sum(self.so_far(kind) for kind in _STEPS)))
            if len(self._pushes):
                counts.append(Count(self._pending, len(self._pending_places())))
            counts.append(Count("stepped back", self.so_far(EventKind.BACKTRACK)))
        elif len(self._pushes):
            counts.append(Count(self._pending, len(self._pending_places())))
            last = self._last(EventKind.POP)
            far = 0 if last is None else int(self.distances[self.log.cells[last]])
            counts.append(Count("distance", far))
        else:
            counts.append(Count("filled", self.so_far(EventKind.FILL)))
        if self.so_far(EventKind.ARRIVE):
            counts.append(Count("path", len(self.search.path) - 1))
        return counts

    def _legend(self) -> list[tuple[Ink, str]]:
        entries = []
        if self.search.method.walks:
            entries += [(Ink.SEEN, "walked once"), (Ink.FILLED, "walked again")]
        else:
            entries.append((Ink.CURRENT, "active now"))
            if not self._has_distances:
                entries.append((Ink.SEEN, "looked at"))
                if self.log.count_of(EventKind.FILL):
                    entries.append((Ink.FILLED, "filled"))
        if len(self._pushes):
            entries.append((Ink.STACK if self._last_first else Ink.FRONTIER, self._pending))
        return entries

    @property
    def queue(self) -> PendingCells | None:
        if not len(self._pushes):
            return None
        places = self._pending_places()
        cells = self.log.cells[self._pushes[places]]
        last = self._last(EventKind.POP)
        fresh = self.so_far(EventKind.PUSH) - self.log.count_of(EventKind.PUSH, last or 0)
        if self._last_first:
            places, cells = places[::-1], cells[::-1]
        elif self.search.method.by_estimate:
            order = np.lexsort((places, -self.distances[cells], self._estimates(cells)))
            cells = cells[order]
        half = LISTED // 2
        shown = cells if len(cells) <= LISTED else np.r_[cells[:half], cells[-half:]]
        return PendingCells(
            name=self._pending,
            size=len(cells),
            cells=[self.log.cell_at(cell) for cell in shown.tolist()],
            notes=self._notes(shown),
            taken=None if last is None else self.log.cell_at(int(self.log.cells[last])),
            fresh=0 if self.search.method.by_estimate else fresh,
            fresh_first=self._last_first,
        )

    def _notes(self, cells: NDArray[np.int32]) -> list[str]:
        if self.search.method.walks:
            return [""] * len(cells)
        steps = self._estimates(cells) if self.search.method.by_estimate else self.distances[cells]
        return [*map(str, steps.tolist())]

    def _estimates(self, cells: NDArray[np.int32]) -> Indices:
        """Return the steps to some cells plus the Manhattan distance from there to B."""
        stride = self.log.stride
        rows, cols = cells // stride - 1, cells % stride - 1
        lines = [abs(rows - row) + abs(cols - col) for row, col in self.search.goals]
        onward = np.min(lines, axis=0) if lines else 0
        return np.asarray(self.distances[cells] + onward, np.int64)

    @property
    def sentence(self) -> str:
        found = self.search
        if self.position == self.length:
            if not found.arrived:
                return found.method.never_arrives if found.goals else "There is no B to find."
            away, visited = f"{len(found.path) - 1:,}", f"{len(found.visited):,}"
            walked = f", {found.steps:,} steps walked" if found.method.walks else ""
            return f"B is {away} steps away on this path. {visited} cells were looked at{walked}."
        event = self.event
        if event is None:
            return "The search begins at A."
        return self._sentences.on(event, away=int(self.distances[self._index(event.cell)]))
