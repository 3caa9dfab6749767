"""Events: what an algorithm did, one after another, in the words of the field.

What lives here: ``EventKind``, ``Event``, and ``EventLog``, which holds millions of events in a few
bytes each. What does not: who writes them (``recording/`` and ``searching/``), and what a maze
looks like after the first k of them (``tracing.py``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.maze import Cell, Direction


class EventKind(IntEnum):
    """What happened. Each kind has one meaning, whatever the algorithm."""

    VISIT = 1
    """The first cell of a maze, a root, is taken in; or a search looks at a cell."""
    CARVE = 2
    """The passage on a side of a cell was opened: one event for each passage."""
    WALL = 3
    """The passage on a side of a cell was closed: one event for each passage."""
    WALK = 4
    """A walk left a cell by a side. In Wilson's build=walls the cell stands for the post at its
    south-eastern corner."""
    ERASE = 5
    """A walk forgot that it left a cell by a side: it has closed a loop."""
    BACKTRACK = 6
    """An algorithm went back to a cell; a search that walks stepped back through a side."""
    PUSH = 7
    """A cell was put on the stack, the list, the frontier or the queue. With a side: the edge
    there, which leads to the maze or back to where the search came from. With another cell: the
    room between the two corners."""
    POP = 8
    """What a PUSH put there was taken off again."""
    CONSIDER = 9
    """A cell, or the edge on a side of it, is looked at."""
    REJECT = 10
    """An edge was not opened, or not walked: both its sides are joined already."""
    JOIN = 11
    """Two sets became one; the cell and the other are one of each."""
    LEAVE = 12
    """A cell left its set."""
    HUNT = 13
    """A hunt found a cell."""
    NEW_ROW = 14
    """A row begins; the cell is its first one."""
    SPLIT = 15
    """A room, from one corner cell to the other, is to be split by a wall on that side of some of
    its cells: south of a row of them, or east of a column."""
    BRAID = 16
    """One more passage was opened, so that a dead end is none any more."""
    FILL = 17
    """A dead end was filled: the way to B does not go through the cell."""
    ARRIVE = 18
    """A search found B; the cell is B, or where the two halves of a search meet."""
    PATH = 19
    """The path leaves a cell by a side; from B back to A, once B is found."""


class Event(NamedTuple):
    """One thing that an algorithm did."""

    kind: EventKind
    """What."""
    cell: Cell
    """Where, as (row, col)."""
    side: Direction | None = None
    """On which side of the cell, if it is about a side."""
    other: Cell | None = None
    """The other cell, if it is about two: see ``EventKind``."""

    def __str__(self) -> str:
        side = f" {self.side.name}" if self.side is not None else ""
        other = f" {self.other[0]},{self.other[1]}" if self.other is not None else ""
        return f"{self.kind.name.lower()} {self.cell[0]},{self.cell[1]}{side}{other}"


# An event is one integer while it is recorded: kind, side, cell and other cell, from the lowest
# bits up. Cells are indices of the bordered grid, and 0, which is its corner, stands for none.
KIND_MASK: Final = 0xFF
"""The lowest bits of a packed event are its kind; the next ones, of the same number, its side."""

SIDE_SHIFT: Final = 8
"""The bits of a packed event from here on are the side."""

CELL_SHIFT: Final = 16
"""The bits of a packed event from here on are the cell's index."""

OTHER_SHIFT: Final = 40
"""The bits of a packed event from here on are the other cell's index."""

_CELL_MASK: Final = (1 << (OTHER_SHIFT - CELL_SHIFT)) - 1

_DIRECTIONS: Final = {int(side): side for side in Direction}
_KINDS: Final = {int(kind): kind for kind in EventKind}


class EventLog(Sequence[Event]):
    """Events in the order in which they happened, ten bytes each.

    Attributes:
        stride: The columns of the maze, plus 2: what the cells' indices are made with.
        kinds: uint8 (events,): the values of ``EventKind``.
        sides: uint8 (events,): N=1, E=2, S=4, W=8, 0 for none.
        cells: int32 (events,): indices of the flat grid with its border of one cell.
        others: int32 (events,): the same, 0 for none.
    """

    __slots__ = ("_places", "cells", "kinds", "others", "sides", "stride")

    def __init__(self, packed: array[int], cols: int) -> None:
        """Take over what was recorded.

        Args:
            packed: Integers of 64 bits, one for each event.
            cols: The columns of the maze.
        """
        words = np.frombuffer(packed, np.uint64) if packed else np.zeros(0, np.uint64)
        self.stride = cols + 2
        self.kinds: NDArray[np.uint8] = (words & KIND_MASK).astype(np.uint8)
        self.sides: NDArray[np.uint8] = (words >> SIDE_SHIFT & KIND_MASK).astype(np.uint8)
        self.cells: NDArray[np.int32] = (words >> CELL_SHIFT & _CELL_MASK).astype(np.int32)
        self.others: NDArray[np.int32] = (words >> OTHER_SHIFT).astype(np.int32)
        self._places: dict[EventKind, NDArray[np.int64]] = {}

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            return list(self._events(index))
        other = int(self.others[index])
        return Event(
            _KINDS[int(self.kinds[index])],
            self._cell(int(self.cells[index])),
            _DIRECTIONS.get(int(self.sides[index])),
            self._cell(other) if other else None,
        )

    def __iter__(self) -> Iterator[Event]:
        return self._events(slice(None))

    def places(self, kind: EventKind) -> NDArray[np.int64]:
        """Where the events of a kind are: int64, ascending."""
        places = self._places.get(kind)
        if places is None:
            places = self._places[kind] = np.flatnonzero(self.kinds == kind)
        return places

    def count_of(self, kind: EventKind, before: int | None = None) -> int:
        """How many of the first events are of a kind.

        Args:
            kind: Which kind.
            before: How many of the events are looked at; all if None.
        """
        places = self.places(kind)
        return len(places) if before is None else int(np.searchsorted(places, before))

    def last(self, kind: EventKind, before: int) -> int | None:
        """The index of the last event of a kind among the first ones; None if there is none."""
        count = self.count_of(kind, before)
        return int(self.places(kind)[count - 1]) if count else None

    def _cell(self, index: int) -> Cell:
        return index // self.stride - 1, index % self.stride - 1

    def _events(self, which: slice) -> Iterator[Event]:
        columns = (self.kinds, self.cells, self.sides, self.others)
        for kind, cell, side, other in zip(*(c[which].tolist() for c in columns), strict=True):
            yield Event(
                _KINDS[kind],
                self._cell(cell),
                _DIRECTIONS.get(side),
                self._cell(other) if other else None,
            )
