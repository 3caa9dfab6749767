"""A search as a show: the visited cells, their distances, and the queue.

What lives here: painting the cells at a step, the counters and the queue. What does not: the
searches (``engine/searching/``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import End, Ink, Scene, Walker
from mazegame.engine import EventKind
from mazegame.engine.layers import VISITED
from mazegame.lab.sentences import SIDE_NAMES, name_cell
from mazegame.lab.show import Count, Layers, Show, Waiting
from mazegame.lab.stories import SEARCHES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Event, Search
    from mazegame.lab.show import Indices

_STEPS: Final = (EventKind.WALK, EventKind.BACKTRACK)
_NEVER: Final = np.iinfo(np.int64).max
_LISTED: Final = 400
"""Most cells of a queue that are listed."""


class Searching(Show):
    """A search for B.

    Args:
        search: The recording.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.name = search.method.name
        self.title = search.method.title
        self.log = search.events
        self.story = SEARCHES[self.name]
        maze = search.maze
        size, stride = maze.grid.size, self.log.stride
        self._position = 0
        self._moves = np.array([0, -stride, 1, 0, stride, 0, 0, 0, -1])
        self._layers = Layers(stride, size)
        ends = [End(search.start, "A", Ink.START)]
        ends += [End(goal, "B", Ink.GOAL) for goal in search.goals]
        self._seen_at, self.distances = self._first_looks(size)
        self._pushes, self._popped_at = self._stays()
        self._visits = np.zeros(size, np.int32)
        self._route = np.zeros(size, np.uint8)
        self._numbers = np.full(size, -1, np.int32)
        self.scene = scene = Scene(maze.passages, ends)
        scene.paint = self._layers.view(self._layers.paint)
        scene.signs = self._layers.view(self._layers.signs)
        scene.path = self._route.reshape(-1, stride)[1:-1, 1:-1]
        self.walker = Walker(search.start if search.method.walks else None)
        scene.walkers.append(self.walker)
        self._has_distances = not search.method.walks and bool((self.distances > 0).any())
        if self._has_distances:
            scene.heat = True
            scene.field = self._numbers.reshape(-1, stride)[1:-1, 1:-1]
            scene.numbers = scene.field
            scene.heat_range = (0, max(int(self.distances.max()), 1))
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
            pushes = log.places(EventKind.PUSH)
            cells, sides = log.cells[pushes], log.sides[pushes]
            for cell, side in zip(cells.tolist(), sides.tolist(), strict=True):
                before = int(distances[cell + self._moves[side]]) if side else -1
                if distances[cell] < 0 or before + 1 < distances[cell]:
                    distances[cell] = before + 1
        return seen_at, distances

    def _stays(self) -> tuple[Indices, Indices]:
        """Return the events that put cells into the queue, and those that take them out."""
        log = self.log
        pushes = log.places(EventKind.PUSH)
        popped_at = np.full(len(pushes), _NEVER)
        waiting: dict[tuple[int, int], list[int]] = {}
        events = np.flatnonzero(np.isin(log.kinds, (EventKind.PUSH, EventKind.POP)))
        number = 0
        for at, kind, cell, side in zip(
            events.tolist(),
            log.kinds[events].tolist(),
            log.cells[events].tolist(),
            log.sides[events].tolist(),
            strict=True,
        ):
            if kind == EventKind.PUSH:
                waiting.setdefault((cell, side), []).append(number)
                number += 1
            else:
                popped_at[waiting[cell, side].pop(0)] = at
        return pushes, popped_at

    # Going to a step

    @property
    def position(self) -> int:
        """See ``Show``."""
        return self._position

    def seek(self, position: int) -> list[Cell] | None:
        """See ``Show``."""
        begin, end = sorted((self._position, position))
        way = 1 if position > self._position else -1
        log = self.log
        kinds, cells, sides = (column[begin:end] for column in (log.kinds, log.cells, log.sides))
        there = cells + self._moves[sides]
        stepped = np.isin(kinds, _STEPS)
        np.add.at(self._visits, there[stepped], way)
        on_path = kinds == EventKind.PATH
        np.bitwise_xor.at(self._route, cells[on_path], sides[on_path])
        opposite = (sides[on_path] << 2 | sides[on_path] >> 2) & 15
        np.bitwise_xor.at(self._route, there[on_path], opposite.astype(np.uint8))
        on_route = np.unique(np.concatenate((cells[on_path], there[on_path])))
        self._route[on_route] &= 15
        self._route[on_route] |= np.where(self._route[on_route], VISITED, 0).astype(np.uint8)
        self._position = position
        before, self.walker.cell = self.walker.cell, self._walker_cell()
        spotted = self._layers.spotted
        touched = np.concatenate((cells, there, spotted)).astype(np.int64)
        self._paint(touched)
        spots = self._spots()
        self._layers.spot(spots)
        walkers = [self._index(cell) for cell in (before, self.walker.cell) if cell is not None]
        spot_cells = [spot for spot, _ in spots]
        return self._cells_of(np.concatenate([touched, *spot_cells, np.array(walkers, np.int64)]))

    def _walker_cell(self) -> Cell | None:
        if not self.search.method.walks:
            return None
        steps = [at for kind in _STEPS if (at := self.log.last(kind, self._position)) is not None]
        if not steps:
            return self.search.start
        last = max(steps)
        return self._cell(int(self.log.cells[last] + self._moves[self.log.sides[last]]))

    def _paint(self, cells: Indices) -> None:
        """Paint cells without the active ones' spots."""
        position = self._position
        inks = np.zeros(len(cells), np.uint8)
        if self.search.method.walks:
            visits = self._visits[cells]
            inks[visits == 1] = Ink.SEEN
            inks[visits > 1] = Ink.FILLED
        elif not self._has_distances:
            inks[self._seen_at[cells] < position] = Ink.SEEN
            inks[self._filled(cells)] = Ink.FILLED
        waits = np.isin(cells, self._waiting_cells())
        inks[waits] = Ink.STACK if self.name == "dfs" else Ink.FRONTIER
        if self._has_distances:
            seen = self._seen_at[cells] < position
            self._numbers[cells] = np.where(seen, self.distances[cells], -1)
        self._layers.paint[cells] = inks
        self._layers.signs[cells] = 0

    def _filled(self, cells: Indices) -> NDArray[np.bool_]:
        """Return which cells are filled: bool."""
        fills = self.log.places(EventKind.FILL)
        count = int(np.searchsorted(fills, self._position))
        return np.isin(cells, self.log.cells[fills[:count]])

    def _waiting_places(self) -> Indices:
        """Return the pushes whose cells are in the queue now, in order."""
        count = int(np.searchsorted(self._pushes, self._position))
        return np.flatnonzero(self._popped_at[:count] >= self._position)

    def _waiting_cells(self) -> NDArray[np.int32]:
        cells: NDArray[np.int32] = self.log.cells[self._pushes[self._waiting_places()]]
        return cells

    def _spots(self) -> list[tuple[Indices, Ink]]:
        """Return the active cell and its ink."""
        if not self._position or self._position == self.length or self.search.method.walks:
            return []
        last = self._position - 1
        return [(self.log.cells[last : last + 1].astype(np.int64), Ink.CURRENT)]

    def _index(self, cell: Cell) -> int:
        return (cell[0] + 1) * self.log.stride + cell[1] + 1

    # Values for the panel

    @property
    def heading(self) -> Cell | None:
        """See ``Show``."""
        if self.walker.cell is not None:
            return self.walker.cell
        event = self.event
        return None if event is None else event.cell

    def _so_far(self, kind: EventKind) -> int:
        return self.log.count_of(kind, self._position)

    @property
    def looked_at(self) -> int:
        """The number of visited cells."""
        if self.search.method.walks:
            own = self._index(self.search.start)
            return int(np.count_nonzero(self._visits)) + int(self._visits[own] == 0)
        return int(np.count_nonzero(self._seen_at < self._position))

    @property
    def steps(self) -> int:
        """The number of steps walked, or of path cells traced back."""
        return sum(self._so_far(kind) for kind in _STEPS)

    @property
    def counts(self) -> list[Count]:
        """See ``Show``."""
        cells = int(np.count_nonzero(self.search.maze.passages)) or 1
        counts = [Count("looked at", self.looked_at, cells)]
        if self.search.method.walks:
            counts.append(Count("steps", self.steps))
            if self.name == "dfs":
                counts.append(Count("stack", len(self._waiting_places())))
            counts.append(Count("stepped back", self._so_far(EventKind.BACKTRACK)))
        elif len(self._pushes):
            counts.append(Count("queue", len(self._waiting_places())))
            last = self.log.last(EventKind.POP, self._position)
            far = 0 if last is None else int(self.distances[self.log.cells[last]])
            counts.append(Count("distance", far))
        else:
            counts.append(Count("filled", self._so_far(EventKind.FILL)))
        if self._so_far(EventKind.ARRIVE):
            counts.append(Count("path", len(self.search.path) - 1))
        return counts

    @property
    def waiting(self) -> Waiting | None:
        """See ``Show``."""
        if not len(self._pushes):
            return None
        places = self._waiting_places()
        cells = self.log.cells[self._pushes[places]]
        fresh = self._fresh()
        if self.name == "dfs":
            places, cells = places[::-1], cells[::-1]
        elif self.name == "a-star":
            order = np.lexsort((places, -self.distances[cells], self._estimates(cells)))
            cells = cells[order]
        shown = cells[:_LISTED].tolist()
        notes = [self._note(cell) for cell in shown]
        return Waiting(
            name="stack" if self.name == "dfs" else "queue",
            cells=[self._cell(cell) for cell in shown],
            notes=notes,
            taken=self._taken(),
            fresh=fresh if self.name != "a-star" else 0,
            fresh_first=self.name == "dfs",
        )

    def _note(self, cell: int) -> str:
        if self.name == "dfs":
            return ""
        steps = int(self.distances[cell])
        if self.name == "a-star":
            return f"{int(self._estimates(np.array([cell]))[0])}"
        return f"{steps}"

    def _estimates(self, cells: NDArray[np.int32]) -> Indices:
        """Return A*'s f of some cells: the steps so far plus the Manhattan distance to B."""
        stride = self.log.stride
        rows, cols = cells // stride - 1, cells % stride - 1
        lines = [abs(rows - row) + abs(cols - col) for row, col in self.search.goals]
        return np.asarray(self.distances[cells] + np.min(lines, axis=0), np.int64)

    def _taken(self) -> Cell | None:
        """Return the cell that was taken out last, while its neighbours are put in."""
        last = self.log.last(EventKind.POP, self._position)
        return None if last is None else self._cell(int(self.log.cells[last]))

    def _fresh(self) -> int:
        """Return how many cells were put in since the last one was taken out."""
        last = self.log.last(EventKind.POP, self._position)
        since = 0 if last is None else last
        return self._so_far(EventKind.PUSH) - self.log.count_of(EventKind.PUSH, since)

    @property
    def sentence(self) -> str:
        """See ``Show``."""
        found = self.search
        if self._position == self.length:
            if not found.arrived:
                return _NEVER_ARRIVES.get(self.name, "B was not found.")
            return (
                f"B is {len(found.path) - 1:,} steps away on this path. "
                f"{len(found.visited):,} cells were looked at"
                + (f", {found.steps:,} steps walked." if found.method.walks else ".")
            )
        return search_sentence(self.name, self.event, self)

    def distance(self, cell: Cell) -> int:
        """Return the distance of a cell from the start of its flood; -1 if unknown."""
        return int(self.distances[self._index(cell)])


_NEVER_ARRIVES: Final = {
    "left-hand": "Back where it began, facing the same way: it circles, and B is elsewhere.",
    "right-hand": "Back where it began, facing the same way: it circles, and B is elsewhere.",
    "random-mouse": "Cut off: the mouse has had enough steps.",
}
"""Sentences on why a search ended without B."""


def search_sentence(name: str, event: Event | None, show: Searching) -> str:
    """Return a sentence on the last step of a search."""
    if event is None:
        return "The search begins at A."
    cell = name_cell(event.cell)
    side = "" if event.side is None else SIDE_NAMES[event.side]
    there = cell if event.side is None else name_cell(event.side.step(event.cell))
    match event.kind:
        case EventKind.PUSH if name == "dfs":
            return f"{cell} goes onto the stack."
        case EventKind.PUSH:
            away = show.distance(event.cell)
            return f"{cell} was not seen before: {away} steps away, to the end of the queue."
        case EventKind.POP if name == "dfs":
            return f"Every passage of {cell} is known: it goes off the stack."
        case EventKind.POP:
            return f"Take {cell} out of the queue, {show.distance(event.cell)} steps away."
        case EventKind.REJECT:
            return f"{cell} was taken before, by a shorter path: leave it."
        case EventKind.WALK:
            return f"Step {side} from {cell} to {there}."
        case EventKind.BACKTRACK:
            return f"Step back {side} from {cell} to {there}."
        case EventKind.VISIT:
            return f"Look at {cell}."
        case EventKind.FILL:
            return f"{cell} is a dead end: fill it. It opened {side}."
        case EventKind.ARRIVE if name == "bidirectional":
            return f"Both floods have seen {cell}: there the path is closed."
        case EventKind.ARRIVE:
            return f"{cell} is B."
        case EventKind.PATH:
            return f"Back towards A: from {cell} {side} to {there}."
        case _:
            return ""
