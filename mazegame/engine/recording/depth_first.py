"""Recording of the recursive backtracker, and of hunt and kill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.events import CELL_SHIFT, EventKind
from mazegame.engine.recording.recorder import (
    Emit,
    Recorder,
    TreeGrid,
    Words,
    get_word,
    set_word,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_PUSH: Final = int(EventKind.PUSH)
_POP: Final = int(EventKind.POP)
_BACKTRACK: Final = int(EventKind.BACKTRACK)
_HUNT: Final = int(EventKind.HUNT)


class BacktrackingRecorder(Recorder):
    """Records the recursive backtracker."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        grid = TreeGrid(views["grid"], self.stride, self.events.append)
        return {
            "grid": grid,
            "stack": _Stack(views["stack"], grid, self.stride, self.events.append),
        }


class _Stack(Words):
    """The stack: every cell is written, and kept if it has another free side."""

    def __init__(self, _view: memoryview[int], grid: TreeGrid, stride: int, emit: Emit) -> None:
        self._grid = grid
        self._stride = stride
        self._emit = emit

    def __setitem__(self, depth: int, cell: int) -> None:  # type: ignore[override]
        grid, stride = self._grid, self._stride
        free = (
            (grid[cell - stride] >> 7)
            + (grid[cell + 1] >> 7)
            + (grid[cell + stride] >> 7)
            + (grid[cell - 1] >> 7)
        )
        if free > 1:
            self._emit(_PUSH | cell << CELL_SHIFT)
        set_word(self, depth, cell)

    def __getitem__(self, depth: int) -> int:  # type: ignore[override]
        cell = get_word(self, depth)
        self._emit(_POP | cell << CELL_SHIFT)
        self._emit(_BACKTRACK | cell << CELL_SHIFT)
        return cell


class HuntingRecorder(Recorder):
    """Records hunt and kill."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        return {"grid": _HuntedGrid(views["grid"], self.stride, self.events.append)}


class _HuntedGrid(TreeGrid):
    """The grid of hunt and kill: a cell not joined to the walk's last cell was found by a hunt."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view, stride, emit)
        self._here = 0

    def carved(self, cell: int, side: int, reached: int) -> None:
        """See ``TreeGrid``."""
        if self._here not in {cell, 0}:
            self._emit(_HUNT | reached << CELL_SHIFT)
        super().carved(cell, side, reached)
        self._here = reached
