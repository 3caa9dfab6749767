"""The recorder: runs a kernel in plain Python over buffers that record what it does.

What lives here: the base class of all recorders, and buffers that several of them share. What does
not: the meaning of an algorithm's buffers (the other modules of this package).

A recorder takes the place of the carving grid's buffer. When a kernel is called with it, it
replaces some of the kernel's buffers, by the names of the arguments, runs the kernel's plain
function, and copies the result back. A recording buffer is a ``bytearray`` or an ``array``; reads
that no event depends on keep the speed of C.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias

import numpy as np

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.events import CELL_SHIFT, OTHER_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.jit import Observer
from mazegame.engine.progress import CANCEL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from mazegame.engine.jit import Argument, Buffer

if TYPE_CHECKING:
    IntArray: TypeAlias = array[int]
else:
    IntArray = array  # it cannot be subscripted before Python 3.12

Emit: TypeAlias = "Callable[[int], None]"
"""Records one packed event."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8

OPPOSITE: Final = (0, SOUTH, WEST, 0, NORTH, 0, 0, 0, EAST)
"""The opposite side, by the bit of a side."""

VISIT: Final = int(EventKind.VISIT)
CARVE: Final = int(EventKind.CARVE)

set_byte: Final = bytearray.__setitem__
set_word: Final = array.__setitem__
get_word: Final = array.__getitem__


class TooManyEventsError(Exception):
    """A recording exceeds its limit of events."""


def moves_by_side(stride: int) -> tuple[int, ...]:
    """Return the offset of the neighbour on a side, by the bit of the side."""
    return (0, -stride, 1, 0, stride, 0, 0, 0, -1)


class Recorder(Observer):
    """Runs kernels over recording buffers.

    Attributes:
        flat: uint8, the flat carving grid; kernels leave their result in it.
        stride: Distance from a cell to the one below it.
        first: uint8, the grid before the first event.
        events: The packed events: see ``events.py``.
        limit: Largest number of events.
    """

    def __init__(self, flat: NDArray[np.uint8], stride: int, limit: int) -> None:
        """Prepare a recording.

        Args:
            flat: uint8, the flat carving grid.
            stride: Distance from a cell to the one below it.
            limit: Largest number of events.
        """
        self.flat = flat
        self.stride = stride
        self.first = _open_sides(flat)
        self._recording = False
        self.events: array[int] = array("Q")
        self.limit = limit

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """Return the recording buffers of one call of a kernel.

        Args:
            views: The arguments of the kernel by name, buffers as ``memoryview``.

        Returns:
            The buffers that replace arguments; none for a kernel that only prepares the grid.
        """
        raise NotImplementedError

    def finish(self) -> None:
        """Record what is known only at the end."""

    def run(self, plain: Callable[..., Any], args: tuple[Argument, ...]) -> int:
        """See ``Observer``.

        Raises:
            TooManyEventsError: If there are more events than the limit.
        """
        names = plain.__code__.co_varnames
        views: dict[str, Any] = {}
        for name, given in zip(names, args, strict=False):
            value = self.flat if given is self else given
            views[name] = value.data if isinstance(value, np.ndarray) else value
        recording = self.buffers(views)
        if recording and not self._recording:
            self.first = _open_sides(self.flat)
            self._recording = True
        replaced: dict[str, Any] = dict(recording)
        if "token" in views:
            replaced.setdefault("token", LimitedPulse(views["token"], self.events, self.limit))
        result = plain(*(views | replaced).values())
        for name, buffer in recording.items():
            if not isinstance(buffer, LimitedPulse):
                views[name][:] = buffer
        return int(result or 0)


class LimitedPulse:
    """The progress words of a recorded kernel: reading CANCEL raises after too many events."""

    def __init__(self, words: memoryview[int], events: array[int], limit: int) -> None:
        self.words = words
        self._events = events
        self._limit = limit

    def __getitem__(self, index: int) -> int:
        if index == CANCEL and len(self._events) > self._limit:
            raise TooManyEventsError
        return self.words[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.words[index] = value

    def __len__(self) -> int:
        return len(self.words)


class TreeGrid(bytearray):
    """A grid on which a tree grows by one cell at a time."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._moves = moves_by_side(stride)

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        if self[cell] >= UNVISITED:
            back = value & 15
            if back:
                self.carved(cell + self._moves[back], OPPOSITE[back], cell)
            else:
                self._emit(VISIT | cell << CELL_SHIFT)
        set_byte(self, cell, value)

    def carved(self, cell: int, side: int, reached: int) -> None:  # noqa: ARG002  for subclasses
        """Record that an unvisited cell is joined to the maze.

        Args:
            cell: The cell of the maze.
            side: The side of it that is opened.
            reached: The cell on that side.
        """
        self._emit(CARVE | side << SIDE_SHIFT | cell << CELL_SHIFT)


class Words(IntArray):
    """A copy of a view as an array of integers of the same width."""

    def __new__(cls, view: memoryview[int], *_: object) -> Self:
        """Copy a view."""
        return super().__new__(cls, view.format, view.tobytes())


def _open_sides(flat: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the open sides of each cell of a carving grid; unvisited cells have none."""
    return np.where(flat >= UNVISITED, 0, flat & 15).astype(np.uint8)


def pair(kind: EventKind, cell: int, other: int) -> int:
    """Pack an event of two cells."""
    return int(kind) | cell << CELL_SHIFT | other << OTHER_SHIFT
