"""Recursive backtracker: walks at random into unvisited cells and steps back when it is stuck.

Method. From a random cell, carve into a random unvisited neighbour and go there. If there is none,
go back to the last cell that still has one. Stop when every cell has been visited.

Texture. A river: long winding corridors, few and deep dead ends (10 % of the cells). The path from
corner to corner takes a fifth of the maze.

Memory. A stack; there is no recursion. A cell is pushed only if it has another unvisited neighbour,
which keeps the peak at 0.11 to 0.28 entries per cell. Memory that is not touched costs nothing.

Source. Depth-first search as a maze generator is folklore; see Walter Pullen, "Think Labyrinth:
Maze Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import free_sides, random_cell
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, kernel, prefetch, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, roll

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    stack = np.empty(grid.cols * grid.rows, np.uint32)
    carve_cells(
        grid.buffer, stack, grid.steps, grid.sides, grid.rng, grid.progress, grid.cols, grid.rows
    )


@kernel
def carve_cells(
    grid: Buffer,
    stack: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Walk until stuck and step back, until every cell is carved.

    Args:
        grid: uint8, the bordered unvisited grid, flat; changed in place.
        stack: uint32 (cols * rows,), the way back; written.
        steps: int64 (256,), see ``direction_tables``.
        sides: uint8 (512,), see there.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    dice = new_dice(state)
    depth, done = u64(0), one
    grid[cell] = 0
    here = u64(0)  # the byte of the current cell, so that it is not read back
    while True:
        prefetch(grid, cell - stride - stride)  # cells that the next step may read
        prefetch(grid, cell + stride + stride)
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            token[DONE] = done
            if depth == u64(0) or token[CANCEL] != 0:
                return
            depth -= one
            cell = u64(stack[depth])
            here = u64(grid[cell])
            continue
        digit, dice = roll(dice)
        choice = free + digit
        # Push always, keep it only if this cell has another free side: no branch.
        stack[depth] = cell
        depth += u64((free & (free - one)) != u64(0))
        grid[cell] = here | sides[choice]
        here = u64(sides[u64(256) + choice])
        cell += u64(steps[choice])
        grid[cell] = here
        done += one


ALGORITHM = Algorithm(
    name="recursive-backtracker",
    title="recursive backtracker",
    masks=True,
    about=(
        "Walk into random unvisited cells until stuck, then step back to the last cell that "
        "still has one beside it."
    ),
    feel="A river: long winding corridors, and wrong turns that reveal themselves late.",
    reference="Depth-first search; Walter Pullen, Think Labyrinth: Maze Algorithms",
    carve=carve,
    bytes_per_cell=2.25,
)
