"""Recording of recursive division: rooms that are divided by walls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.events import CELL_SHIFT, OTHER_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.recording.recorder import (
    EAST,
    SOUTH,
    Emit,
    Recorder,
    Words,
    get_word,
    set_byte,
    set_word,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_PUSH: Final = int(EventKind.PUSH)
_POP: Final = int(EventKind.POP)
_WALL: Final = int(EventKind.WALL)
_SPLIT: Final = int(EventKind.SPLIT)


class DivisionRecorder(Recorder):
    """Records recursive division."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        emit = self.events.append
        rooms = _Rooms(views["rooms"], self.stride, views["cols"], views["rows"], emit)
        return {"grid": _WalledGrid(views["grid"], rooms, emit), "rooms": rooms}


class _Rooms(Words):
    """The stack of undivided rooms, three numbers each: the corner, the width and the height."""

    def __init__(
        self, _view: memoryview[int], stride: int, cols: int, rows: int, emit: Emit
    ) -> None:
        self._emit = emit
        self._stride = stride
        self._room = (stride + 1, cols, rows)
        self._whole = True  # the room at work has not been split yet

    def split(self, side: int) -> None:
        """Record, at a wall's first piece, that the current room is divided."""
        if self._whole:
            self._emit(_SPLIT | side << SIDE_SHIFT | self._packed(*self._room))
            self._whole = False

    def __setitem__(self, index: int, value: int) -> None:  # type: ignore[override]
        set_word(self, index, value)
        if index % 3 == 2:
            corner, width, height = get_word(self, index - 2), get_word(self, index - 1), value
            self._emit(_PUSH | self._packed(corner, width, height))
            first, full_width, full_height = self._room
            if width == full_width:
                self._room = (first, width, full_height - height)
            else:
                self._room = (first, full_width - width, height)
            self._whole = True

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        value = get_word(self, index)
        if index % 3 == 2:
            self._room = (get_word(self, index - 2), get_word(self, index - 1), value)
            self._emit(_POP | self._packed(*self._room))
            self._whole = True
        return value

    def _packed(self, corner: int, width: int, height: int) -> int:
        far = corner + (height - 1) * self._stride + width - 1
        return corner << CELL_SHIFT | far << OTHER_SHIFT


class _WalledGrid(bytearray):
    """The grid: a piece of a wall is recorded on its north or west side."""

    def __init__(self, view: memoryview[int], rooms: _Rooms, emit: Emit) -> None:
        super().__init__(view)
        self._rooms = rooms
        self._emit = emit

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        closed = self[cell] & ~value & (EAST | SOUTH)
        if closed:
            self._rooms.split(closed)
            self._emit(_WALL | closed << SIDE_SHIFT | cell << CELL_SHIFT)
        set_byte(self, cell, value)
