"""Recursive division: divides an open room by walls with one gap each, down to corridors.

Method. Begin with all sides open. Divide a room by a straight wall with one gap. The wall is
horizontal with probability height / (width + height), so that it mostly cuts the longer side.
Divide both parts in the same way until all rooms are one cell wide.

Texture. Long straight walls and rooms inside rooms: the first walls stay visible, and their gaps
give the path away. 35 % of the cells are straights.

Memory. A stack of undivided rooms, at most one per row and column.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms" (recursive division, a wall adder).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word, pick_below

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Build the walls of a perfect maze into an open grid, in place."""
    rooms = np.empty(3 * (grid.cols + grid.rows), np.uint32)
    divide(grid.buffer, rooms, grid.rng, grid.progress, grid.cols, grid.rows)


@kernel
def divide(grid: Buffer, rooms: Buffer, rng: Buffer, token: Buffer, cols: int, rows: int) -> None:
    """Divide rooms until all are one cell wide.

    Args:
        grid: uint8, the bordered open grid; changed in place.
        rooms: uint32 (3 * (cols + rows),), the stack of undivided rooms: the index of the corner in
            the grid, the width, the height.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    state = load_state(rng)
    corner, width, height = stride + one, cols, rows
    waiting = u64(0)
    done = u64(0)
    while True:
        if min(width, height) == one:
            done += width * height
            if waiting == u64(0):
                return
            if token[CANCEL] != 0:
                return
            token[DONE] = done
            waiting -= u64(3)
            corner, width, height = (
                u64(rooms[waiting]),
                u64(rooms[waiting + one]),
                u64(rooms[waiting + u64(2)]),
            )
            continue
        side, state = pick_below(state, width + height)
        word, state = next_word(state)
        where, gap = word >> u64(32), word & u64(0xFFFF_FFFF)
        if side < height:
            above = where * (height - one) >> u64(32)
            wall = corner + above * stride
            build_horizontal_wall(grid, wall, stride, width, gap * width >> u64(32))
            rooms[waiting] = wall + stride
            rooms[waiting + one] = width
            rooms[waiting + u64(2)] = height - above - one
            height = above + one
        else:
            before = where * (width - one) >> u64(32)
            build_vertical_wall(grid, corner + before, stride, height, gap * height >> u64(32))
            rooms[waiting] = corner + before + one
            rooms[waiting + one] = width - before - one
            rooms[waiting + u64(2)] = height
            width = before + one
        waiting += u64(3)


@device
def build_horizontal_wall(grid: Buffer, wall: int, stride: int, width: int, gap: int) -> None:
    """Build a wall below some cells of a row, with one gap.

    Args:
        grid: uint8, the bordered grid; changed in place.
        wall: The westernmost of the cells above the wall.
        stride: Distance from a cell to the one below it.
        width: Length of the wall in cells.
        gap: Position of the gap, counted from ``wall``.
    """
    for col in range(width):
        keep = u64(col == gap)
        grid[wall + col] &= u64(251) | keep << u64(2)
        grid[wall + stride + col] &= u64(254) | keep


@device
def build_vertical_wall(grid: Buffer, wall: int, stride: int, height: int, gap: int) -> None:
    """Build a wall east of some cells of a column, with one gap; see ``build_horizontal_wall``."""
    one = u64(1)
    for row in range(height):
        keep = u64(row == gap)
        grid[wall] &= u64(253) | keep << one
        grid[wall + one] &= u64(247) | keep << u64(3)
        wall += stride


ALGORITHM = Algorithm(
    name="recursive-division",
    title="recursive division",
    about="Split an open room by a wall with one gap, and its parts again, down to corridors.",
    feel="Rooms inside rooms with long straight walls: find the doors of the outer walls first.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    carve=carve,
    bytes_per_cell=1.1,
    fill=15,
)
