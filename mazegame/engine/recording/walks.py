"""Recording of Wilson and Aldous-Broder: random walks.

Wilson's walk stores for every cell only the side by which it left last. When the walk returns to
one of its cells, the loop since then is erased: the recorder keeps the walk without its loops as a
list, and records one ERASE for each cell of a loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.carving_grid import ANY_SIDE, UNVISITED
from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.recording.recorder import (
    CARVE,
    EAST,
    NORTH,
    OPPOSITE,
    SOUTH,
    VISIT,
    WEST,
    Emit,
    Recorder,
    moves_by_side,
    set_byte,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_WALK: Final = int(EventKind.WALK)
_ERASE: Final = int(EventKind.ERASE)
_WALL: Final = int(EventKind.WALL)

_get_byte: Final = bytearray.__getitem__


class AldousBroderRecorder(Recorder):
    """Records Aldous-Broder."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        return {"grid": _WanderedGrid(views["grid"], self.stride, self.events.append)}

    def finish(self) -> None:
        """Remove the steps of the walk after all cells have been visited."""
        while self.events and self.events[-1] & 0xFF == _WALK:
            self.events.pop()


class _WanderedGrid(bytearray):
    """A grid on which a walk reads every cell that it may step to."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._here = 0
        self._moves = moves_by_side(stride)
        self._walks = {
            move: _WALK | side << SIDE_SHIFT for side, move in enumerate(self._moves) if move
        }

    def __getitem__(self, cell: int) -> int:  # type: ignore[override]
        value = _get_byte(self, cell)
        here = self._here
        if cell != here and 0 < value < UNVISITED and here:
            self._emit(self._walks[cell - here] | here << CELL_SHIFT)
            self._here = cell
        return value

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        if _get_byte(self, cell) == UNVISITED:
            if value:
                side = OPPOSITE[value]
                self._emit(CARVE | side << SIDE_SHIFT | self._here << CELL_SHIFT)
            else:
                self._emit(VISIT | cell << CELL_SHIFT)
            self._here = cell
        set_byte(self, cell, value)


class WilsonRecorder(Recorder):
    """Records Wilson with either value of ``build``."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        emit = self.events.append
        if "posts" in views:
            return {"grid": bytearray(views["grid"]), "posts": _Posts(views, self.stride, emit)}
        if "rng" in views:
            return {"grid": _WilsonGrid(views["grid"], self.stride, emit)}
        return {}  # the floor is laid


class _Walk:
    """A walk and the sides that it has stored."""

    def __init__(self, stride: int, emit: Emit) -> None:
        self._emit = emit
        self._moves = moves_by_side(stride)
        self._left: list[int] = []
        self._places: dict[int, int] = {}
        self._last = self._side = 0

    def leave(self, cell: int, side: int) -> None:
        """Note that a walk is about to leave a cell by a side.

        Whether it does is known only when it leaves the next cell: across the boundary it does not.
        """
        if self._last and cell != self._last:
            self._step()
            self._forget_loop(cell)
        self._last, self._side = cell, side

    def end(self) -> None:
        """Note that the walk has met the maze."""
        if self._last:
            self._step()
            self._last = 0
            self._left.clear()
            self._places.clear()

    def _step(self) -> None:
        cell, side = self._last, self._side
        event = side << SIDE_SHIFT | cell << CELL_SHIFT
        self._places[cell] = len(self._left)
        self._left.append(event)
        self._emit(_WALK | event)

    def _forget_loop(self, cell: int) -> None:
        place = self._places.get(cell)
        if place is None:
            return
        while len(self._left) > place:
            event = self._left.pop()
            del self._places[event >> CELL_SHIFT]
            self._emit(_ERASE | event)


class _WilsonGrid(bytearray):
    """The grid of Wilson: a cell of the walk stores the side by which it was left."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._walk = _Walk(stride, emit)

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        if value >= UNVISITED:
            self._walk.leave(cell, 1 << (value & 3))
        else:
            before = self[cell]
            if before > UNVISITED:
                self._walk.end()
                side = 1 << (before & 3)
                self._emit(CARVE | side << SIDE_SHIFT | cell << CELL_SHIFT)
            elif before == UNVISITED:  # the root
                self._emit(VISIT | cell << CELL_SHIFT)
        set_byte(self, cell, value)


_WALL_BY_WAY: Final = (
    (0, 0, EAST),  # what to add to the post: rows, columns; the side that the wall closes
    (0, 1, SOUTH),
    (1, 1, WEST),
    (1, 0, NORTH),
)
"""The wall on each way, N, E, S, W, from a post: on the cell to the left of it, facing that way."""


class _Posts(bytearray):
    """The posts of Wilson: each stores the direction of the walk; 0 in a wall.

    A wall is recorded when its post is set to 0, right after the wall is built.
    """

    def __init__(self, views: Mapping[str, Any], stride: int, emit: Emit) -> None:
        super().__init__(views["posts"])
        self._emit = emit
        self._walk = _Walk(stride, emit)
        self._walls = tuple(
            (rows * stride + cols, _WALL | side << SIDE_SHIFT) for rows, cols, side in _WALL_BY_WAY
        )

    def __setitem__(self, post: int, value: int) -> None:  # type: ignore[override]
        if value >= ANY_SIDE:
            self._walk.leave(post, 1 << (value & 3))
        else:
            self._walk.end()
            move, wall = self._walls[self[post] & 3]
            self._emit(wall | post + move << CELL_SHIFT)
        set_byte(self, post, value)
