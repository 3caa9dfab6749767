"""Recursive division by weight: the weights choose the direction of the walls.

In a room of width w and height h, a wall is horizontal with probability proportional to h times the
horizontal weight, vertical in proportion to w times the vertical weight: high vertical weights give
vertical walls and so vertical passages. The two directions of an axis count together. A room
belongs to the zone of its middle cell. ``recursive_division.py`` describes the algorithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.generators.recursive_division import build_horizontal_wall, build_vertical_wall
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word, pick_below
from mazegame.engine.weights import balance_axes

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


def carve(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Build the walls of a perfect maze into an open grid, in place."""
    axes = balance_axes(rules.weights)
    _divide(
        grid.buffer,
        np.empty(3 * (grid.cols + grid.rows), np.uint32),
        np.array([number for weights in axes for number in weights[:2]], np.uint64),
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows,
    )


@kernel
def _divide(
    grid: Buffer,
    rooms: Buffer,
    axes: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cols: int,
    rows: int,
) -> None:
    """Divide rooms until all are one cell wide; see ``recursive_division.py``.

    Args:
        grid: uint8, the bordered open grid; changed in place.
        rooms: uint32 (3 * (cols + rows),), the stack of undivided rooms.
        axes: uint64 (2 * zones,), the vertical and the horizontal weight of each zone.
        zones: uint8, the zone of each cell.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        reach: See ``CarvingRules.zone_index_mask``.
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
        middle = corner + (height >> one) * stride + (width >> one)
        zone = u64(zones[middle & reach]) << one
        vertical, horizontal = u64(axes[zone]) * width, u64(axes[zone + one]) * height
        while vertical + horizontal >= u64(1) << u64(32):  # `pick_below` takes up to 32 bits
            vertical, horizontal = vertical >> one, horizontal >> one
        side, state = pick_below(state, vertical + horizontal)
        word, state = next_word(state)
        where, gap = word >> u64(32), word & u64(0xFFFF_FFFF)
        if side < horizontal:
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
