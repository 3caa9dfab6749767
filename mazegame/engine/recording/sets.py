"""Recording of Kruskal and Eller: sets of joined cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.progress import DONE
from mazegame.engine.recording.recorder import (
    CARVE,
    EAST,
    SOUTH,
    VISIT,
    Emit,
    LimitedPulse,
    Recorder,
    Words,
    get_word,
    pair,
    set_byte,
    set_word,
)

if TYPE_CHECKING:
    from array import array
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_CONSIDER: Final = int(EventKind.CONSIDER)
_REJECT: Final = int(EventKind.REJECT)
_LEAVE: Final = int(EventKind.LEAVE)
_NEW_ROW: Final = int(EventKind.NEW_ROW)


class KruskalRecorder(Recorder):
    """Records Kruskal."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        emit = self.events.append
        grid = _EdgeGrid(views["grid"], emit)
        edges = _Edges(views["edges"], grid, emit)
        return {"grid": grid, "edges": edges, "parents": _Parents(views["parents"], emit)}


class _EdgeGrid(bytearray):
    """A grid whose edges are opened one by one, each first on its north or west cell.

    Attributes:
        considered: The last edge considered, as a packed event without its kind, until it is
            opened.
    """

    def __init__(self, view: memoryview[int], emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self.considered = 0

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        opened = value & ~self[cell] & (EAST | SOUTH)
        if opened:
            self.considered = 0
            self._emit(CARVE | opened << SIDE_SHIFT | cell << CELL_SHIFT)
        elif not value:  # the only cell of a maze
            self._emit(VISIT | cell << CELL_SHIFT)
        set_byte(self, cell, value)


class _Edges(Words):
    """The edges in order: a read considers the next one."""

    def __init__(self, _view: memoryview[int], grid: _EdgeGrid, emit: Emit) -> None:
        self._grid = grid
        self._emit = emit

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        if self._grid.considered:
            self._emit(_REJECT | self._grid.considered)
        edge = get_word(self, index)
        packed = (SOUTH if edge & 1 else EAST) << SIDE_SHIFT | edge >> 1 << CELL_SHIFT
        self._emit(_CONSIDER | packed)
        self._grid.considered = packed
        return edge


class _Parents(Words):
    """The pointers towards the roots: two sets are joined when a root points to another."""

    def __init__(self, _view: memoryview[int], emit: Emit) -> None:
        for cell in range(len(self)):
            set_word(self, cell, cell)
        self._emit = emit

    def __setitem__(self, cell: int, parent: int) -> None:  # type: ignore[override]
        if cell != parent and get_word(self, cell) == cell:
            self._emit(pair(EventKind.JOIN, cell, parent))
        set_word(self, cell, parent)


class EllerRecorder(Recorder):
    """Records Eller, with weights or without."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        emit = self.events.append
        cols = self.stride - 2
        if "token" not in views:  # the last row is closed by a kernel of its own
            emit(_NEW_ROW | views["rows"] * self.stride + 1 << CELL_SHIFT)
            return {"grid": _SetGrid(views["grid"], emit)}
        token = _RowPulse(views["token"], self.events, self.limit, cols)
        return {
            "grid": _SetGrid(views["grid"], emit),
            "right": _Links(views["right"], token, emit),
            "token": token,
        }


class _SetGrid(bytearray):
    """The grid of Eller: opening a cell's east side joins two sets."""

    def __init__(self, view: memoryview[int], emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        opened = value & ~self[cell] & (EAST | SOUTH)
        if opened:
            self._emit(CARVE | opened << SIDE_SHIFT | cell << CELL_SHIFT)
            if opened == EAST:
                self._emit(pair(EventKind.JOIN, cell, cell + 1))
        set_byte(self, cell, value)


class _RowPulse(LimitedPulse):
    """Progress words that record every row.

    Attributes:
        first: The first cell of the row.
    """

    def __init__(self, words: memoryview[int], events: array[int], limit: int, cols: int) -> None:
        super().__init__(words, events, limit)
        self._cols = cols
        self.first = 0

    def __setitem__(self, index: int, value: int) -> None:
        if index == DONE:
            self.first = (value // self._cols + 1) * (self._cols + 2) + 1
            self._events.append(_NEW_ROW | self.first << CELL_SHIFT)
        super().__setitem__(index, value)


class _Links(Words):
    """The links to the east, written in pairs; the current column's comes last.

    If the column is then linked to itself, it has left its set.
    """

    def __init__(self, _view: memoryview[int], token: _RowPulse, emit: Emit) -> None:
        self._token = token
        self._emit = emit
        self._second = False

    def __setitem__(self, col: int, after: int) -> None:  # type: ignore[override]
        if self._second and col == after:
            self._emit(_LEAVE | self._token.first + col << CELL_SHIFT)
        self._second = not self._second
        set_word(self, col, after)
