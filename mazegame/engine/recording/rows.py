"""Recording of binary tree and sidewinder: rows, from the first to the last.

Both write a cell with all its sides at once. A passage is recorded when the cell is written whose
random bit decides it: on its north or west side in binary tree, on its east side or where the run
opens north in sidewinder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.recording.recorder import (
    CARVE,
    EAST,
    NORTH,
    WEST,
    Emit,
    Recorder,
    set_byte,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_NEW_ROW: Final = int(EventKind.NEW_ROW)


class BinaryTreeRecorder(Recorder):
    """Records binary tree."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        return {"grid": _RowGrid(views["grid"], self.stride, self.events.append)}


class SidewinderRecorder(Recorder):
    """Records sidewinder."""

    _grid: _RunGrid

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        self._grid = _RunGrid(views["grid"], self.stride, self.events.append)
        return {"grid": self._grid}

    def finish(self) -> None:
        """Record the passages of the last row if it is the first row too: it has no passage up."""
        self._grid.join_until(self.flat.size)


class _RowGrid(bytearray):
    """A grid that is written row by row."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._stride = stride
        self._begun = stride  # the border before the row below the last one that was begun

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        if value and cell > self._begun:
            self.begin_row(cell - cell % self._stride + 1)
        opened = value & ~self[cell] & (NORTH | WEST)
        set_byte(self, cell, value)
        if opened:
            self.opened(cell, opened)

    def begin_row(self, first: int) -> None:
        """Record that a row begins, with its first cell."""
        self._begun = first + self._stride - 1
        self._emit(_NEW_ROW | first << CELL_SHIFT)

    def opened(self, cell: int, side: int) -> None:
        """Record that the north or west side of a cell is opened."""
        self._emit(CARVE | side << SIDE_SHIFT | cell << CELL_SHIFT)


class _RunGrid(_RowGrid):
    """The grid of sidewinder.

    Its random bits come by the word. A run is recorded as a whole, from west to east, when it opens
    north.
    """

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view, stride, emit)
        self._joined: list[int] = []

    def begin_row(self, first: int) -> None:
        """See ``_RowGrid``."""
        self.join_until(first)
        super().begin_row(first)

    def opened(self, cell: int, side: int) -> None:
        """See ``_RowGrid``."""
        if side & WEST:
            self._joined.append(cell - 1)
        if side & NORTH:
            end = cell
            while self[end] & EAST:
                end += 1
            self.join_until(end)
            self._emit(CARVE | NORTH << SIDE_SHIFT | cell << CELL_SHIFT)

    def join_until(self, end: int) -> None:
        """Record that the cells before another are joined to their east neighbours."""
        joined = self._joined
        count = 0
        while count < len(joined) and joined[count] < end:
            self._emit(CARVE | EAST << SIDE_SHIFT | joined[count] << CELL_SHIFT)
            count += 1
        del joined[:count]
