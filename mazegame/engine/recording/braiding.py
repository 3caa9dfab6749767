"""Recording of braiding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.recording.recorder import (
    OPPOSITE,
    Emit,
    Recorder,
    moves_by_side,
    set_byte,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_BRAID: Final = int(EventKind.BRAID)


class BraidRecorder(Recorder):
    """Records braiding."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        return {"grid": _BraidedGrid(views["grid"], self.stride, self.events.append)}


class _BraidedGrid(bytearray):
    """A grid whose passages open first on the side of the dead end, then on the other."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._moves = moves_by_side(stride)

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        side = value & ~self[cell]
        if not self[cell + self._moves[side]] & OPPOSITE[side]:
            self._emit(_BRAID | side << SIDE_SHIFT | cell << CELL_SHIFT)
        set_byte(self, cell, value)
