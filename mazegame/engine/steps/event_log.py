"""Events: the steps of an algorithm, in order; ``EventLog`` stores each in ten bytes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.model.maze import Cell, Direction


class EventKind(IntEnum):
    """The kind of an event. Each kind has one meaning for all algorithms."""

    VISIT = 1
    """The first cell of a maze, the root, is visited; or a search visits a cell."""
    CARVE = 2
    """The passage on a side of a cell is opened: one event per passage."""
    WALL = 3
    """The passage on a side of a cell is closed: one event per passage."""
    WALK = 4
    """A walk leaves a cell by a side. In Wilson's build=walls the cell stands for the post at its
    south-east corner."""
    ERASE = 5
    """A walk has closed a loop: the side by which it left a cell is erased."""
    BACKTRACK = 6
    """An algorithm goes back to a cell; a search that walks steps back through a side."""
    PUSH = 7
    """A cell is added to the stack, the list, the frontier or the queue. With a side: the edge
    there, which leads to the maze or to where the search came from. With another cell: the room
    between the two corners."""
    POP = 8
    """An entry that a PUSH added is removed."""
    CONSIDER = 9
    """A cell, or the edge on a side of it, is considered."""
    REJECT = 10
    """An edge is not opened, or not walked: its cells are connected already."""
    JOIN = 11
    """Two sets are joined; the cell and the other are members of each."""
    LEAVE = 12
    """A cell leaves its set."""
    HUNT = 13
    """A hunt finds a cell."""
    NEW_ROW = 14
    """A row begins; the cell is its first."""
    SPLIT = 15
    """A room, from one corner cell to the other, is divided by a wall on that side of some of its
    cells: south of a row, or east of a column."""
    BRAID = 16
    """Braiding opens the passage on a side of a dead end."""
    FILL = 17
    """A dead end is filled: the path to B does not use the cell."""
    ARRIVE = 18
    """A search finds B; the cell is B, or where the two halves of a search meet."""
    PATH = 19
    """The path leaves a cell by a side; from B back to A, once B is found."""


class Event(NamedTuple):
    """One step of an algorithm."""

    kind: EventKind
    """The kind of event."""
    cell: Cell
    """The cell, as (row, col)."""
    side: Direction | None = None
    """The side of the cell, if the event has one."""
    other: Cell | None = None
    """The other cell, if the event has one: see ``EventKind``."""

    def __str__(self) -> str:
        side = f" {self.side.name}" if self.side is not None else ""
        other = f" {self.other[0]},{self.other[1]}" if self.other is not None else ""
        return f"{self.kind.name.lower()} {self.cell[0]},{self.cell[1]}{side}{other}"


# An event is one integer while it is recorded: from the lowest bits up the kind, the side (as many
# bits), the cell and the other cell. Cells are indices of the bordered grid; 0 stands for none.
KIND_MASK: Final = 0xFF
SIDE_SHIFT: Final = 8
CELL_SHIFT: Final = 16
OTHER_SHIFT: Final = 40

_UNPACKED_AT_ONCE: Final = 1 << 16
"""Number of events that are unpacked at a time; they fit the cache."""

_DIRECTIONS: Final = {int(side): side for side in Direction}
_KINDS: Final = {int(kind): kind for kind in EventKind}


class EventLog(Sequence[Event]):
    """Events in order, ten bytes each.

    Attributes:
        stride: The columns of the maze plus 2, which the cells' indices are based on.
        kinds: uint8 (events,): the values of ``EventKind``.
        sides: uint8 (events,): N=1, E=2, S=4, W=8, 0 for none.
        cells: int32 (events,): indices of the bordered flat grid.
        others: int32 (events,): indices of the other cells, 0 for none.
    """

    __slots__ = ("_places", "cells", "kinds", "others", "sides", "stride")

    def __init__(self, packed: array[int] | NDArray[np.uint64], cols: int) -> None:
        """Store recorded events."""
        words = np.asarray(packed, np.uint64)
        count = len(words)
        self.stride = cols + 2
        self.kinds: NDArray[np.uint8] = np.empty(count, np.uint8)
        self.sides: NDArray[np.uint8] = np.empty(count, np.uint8)
        self.cells: NDArray[np.int32] = np.empty(count, np.int32)
        self.others: NDArray[np.int32] = np.empty(count, np.int32)
        for begin in range(0, count, _UNPACKED_AT_ONCE):
            where = slice(begin, begin + _UNPACKED_AT_ONCE)
            some = words[where]
            self.kinds[where] = some & KIND_MASK
            self.sides[where] = some >> SIDE_SHIFT & KIND_MASK
            self.cells[where] = some >> CELL_SHIFT & (1 << OTHER_SHIFT - CELL_SHIFT) - 1
            self.others[where] = some >> OTHER_SHIFT
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
        return next(self._events([index]))

    def __iter__(self) -> Iterator[Event]:
        return self._events(slice(None))

    def places(self, kind: EventKind) -> NDArray[np.int64]:
        """Return the indices of the events of a kind: int64, ascending."""
        places = self._places.get(kind)
        if places is None:
            places = self._places[kind] = np.flatnonzero(self.kinds == kind)
        return places

    def count_of(self, kind: EventKind, before: int | None = None) -> int:
        """Return the number of events of a kind, of those ``before`` an index if it is given."""
        places = self.places(kind)
        return len(places) if before is None else int(np.searchsorted(places, before))

    def last(self, kind: EventKind, before: int) -> int | None:
        """Return the index of a kind's last event ``before`` an index; None without one."""
        count = self.count_of(kind, before)
        return int(self.places(kind)[count - 1]) if count else None

    def cell_at(self, index: int) -> Cell:
        """Return the cell of an index of the bordered flat grid."""
        return index // self.stride - 1, index % self.stride - 1

    def _events(self, which: slice | list[int]) -> Iterator[Event]:
        columns = (self.kinds, self.cells, self.sides, self.others)
        for kind, cell, side, other in zip(*(c[which].tolist() for c in columns), strict=True):
            there = self.cell_at(other) if other else None
            yield Event(_KINDS[kind], self.cell_at(cell), _DIRECTIONS.get(side), there)
