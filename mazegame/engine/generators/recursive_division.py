"""Recursive division: divides an open room by walls with one gap each, down to corridors.

Method. Begin with all sides open. Divide a room by a straight wall with one gap. The wall is
horizontal with probability height / (width + height), so that it mostly cuts the longer side.
Divide both parts in the same way until all rooms are one cell wide.

By weight the wall is horizontal with probability proportional to the height times the horizontal
weight, vertical in proportion to the width times the vertical weight: high vertical weights give
vertical walls and so vertical passages. The two directions of an axis count together. A room
belongs to the zone of its middle cell.

Memory. A stack of undivided rooms, at most one per row and column.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms" (recursive division, a wall adder).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import EAST, SOUTH
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.draws import Draw, Part, Tables
from mazegame.engine.carving.emitting import POP, PUSH, SPLIT, WALL, pair
from mazegame.engine.carving.rng import load_state, next_word, pick_below
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.carving.weights import balance_axes
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, u64
from mazegame.engine.steps.presentation import Presentation


@device
def even_axes(weights: Tables, middle: int, width: int, height: int) -> tuple[int, int]:
    """Return how much counts for a vertical and for a horizontal wall: the sides of the room."""
    return width, height


@device
def weighted_axes(weights: Tables, middle: int, width: int, height: int) -> tuple[int, int]:
    """Return how much counts for either by the weights of the room's middle cell: see ``_axes``."""
    axes, zones, reach = weights
    zone = u64(zones[middle & reach]) << u64(1)
    vertical, horizontal = u64(axes[zone]) * width, u64(axes[zone + u64(1)]) * height
    while vertical + horizontal >= u64(1) << u64(32):  # `pick_below` takes up to 32 bits
        vertical, horizontal = vertical >> u64(1), horizontal >> u64(1)
    return vertical, horizontal


@device
def room(corner: int, width: int, height: int, stride: int) -> int:
    """Return a room as the cell of an event: its corners north-west and south-east."""
    one = u64(1)
    packed: int = pair(corner, corner + (height - one) * stride + width - one)
    return packed


def make(choose: Part, emit: Part) -> Carve:
    """Make the kernel.

    The scratch is the stack of undivided rooms, three uint32 each: the corner's index in the grid,
    the width, the height.
    """

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        (rooms,) = scratch
        _, _, cols, rows, _, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        state = load_state(rng)
        corner, width, height = stride + one, cols, rows
        waiting = u64(0)
        done = u64(0)
        while True:
            if min(width, height) == one:
                done += width * height
                if waiting == u64(0) or token[CANCEL] != 0:
                    return
                token[DONE] = done
                waiting -= u64(3)
                corner, width, height = (
                    u64(rooms[waiting]),
                    u64(rooms[waiting + one]),
                    u64(rooms[waiting + u64(2)]),
                )
                emit(log, POP, room(corner, width, height, stride))
                continue
            middle = corner + (height >> one) * stride + (width >> one)
            vertical, horizontal = choose(weights, middle, width, height)
            side, state = pick_below(state, vertical + horizontal)
            word, state = next_word(state)
            where, gap = word >> u64(32), word & u64(0xFFFF_FFFF)
            if side < horizontal:
                above = where * (height - one) >> u64(32)
                wall = corner + above * stride
                gap = gap * width >> u64(32)
                emit(log, SPLIT, room(corner, width, height, stride), SOUTH)
                for i in range(width):
                    if u64(i) != gap:
                        emit(log, WALL, wall + u64(i), SOUTH)
                build_horizontal_wall(grid, wall, stride, width, gap)
                rooms[waiting] = wall + stride
                rooms[waiting + one] = width
                rooms[waiting + u64(2)] = height - above - one
                emit(log, PUSH, room(wall + stride, width, height - above - one, stride))
                height = above + one
            else:
                before = where * (width - one) >> u64(32)
                wall = corner + before
                gap = gap * height >> u64(32)
                emit(log, SPLIT, room(corner, width, height, stride), EAST)
                for i in range(height):
                    if u64(i) != gap:
                        emit(log, WALL, wall + u64(i) * stride, EAST)
                build_vertical_wall(grid, wall, stride, height, gap)
                rooms[waiting] = wall + one
                rooms[waiting + one] = width - before - one
                rooms[waiting + u64(2)] = height
                emit(log, PUSH, room(wall + one, width - before - one, height, stride))
                width = before + one
            waiting += u64(3)

    return carve


@device
def build_horizontal_wall(grid: Buffer, wall: int, stride: int, width: int, gap: int) -> None:
    """Build a wall below some cells of a row, of which ``wall`` is the first, with one gap."""
    for col in range(width):
        keep = u64(col == gap)
        grid[wall + col] &= u64(251) | keep << u64(2)
        grid[wall + stride + col] &= u64(254) | keep


@device
def build_vertical_wall(grid: Buffer, wall: int, stride: int, height: int, gap: int) -> None:
    """Build a wall east of some cells of a column, of which ``wall`` is the first, with one gap."""
    one = u64(1)
    for row in range(height):
        keep = u64(row == gap)
        grid[wall] &= u64(253) | keep << one
        grid[wall + one] &= u64(247) | keep << u64(3)
        wall += stride


def _axes(_: CarvingTask, rules: CarvingRules) -> Tables:
    """Return the vertical and the horizontal weight of each zone, the zones, and the index mask."""
    axes = [number for weights in balance_axes(rules.weights) for number in weights[:2]]
    return np.array(axes, np.uint64), rules.zones, rules.zone_index_mask


_STORY: Final = (
    "begin with one open room",
    ("split the room by a wall", "split"),
    ("  with one gap", "wall"),
    ("  and keep one part for later", "push"),
    "until a room is one cell wide:",
    ("  then take one that was kept", "pop"),
)

_PRESENTATION: Final = Presentation(
    "rooms kept",
    sentences={
        "push": "Keep the part at {cell} for later: {pending} are kept.",
        "pop": "One cell wide: done. Take the room at {cell}, kept last.",
    },
)

_TEXT: Final = Text(
    make, Draw((even_axes,), (weighted_axes,), _axes),
    lambda task: (np.empty(3 * (task.cols + task.rows), np.uint32),),
    fill=15, story=_STORY, presentation=_PRESENTATION,
)  # fmt: skip

ALGORITHM = Algorithm(
    name="recursive-division",
    title="recursive division",
    about="Split an open room by a wall with one gap, and its parts again, down to corridors.",
    feel="Rooms inside rooms with long straight walls: find the doors of the outer walls first.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    text=_TEXT,
    also_called=("division",),
    no_masks="goes room by room",
    bytes_per_cell=1.1,
)
