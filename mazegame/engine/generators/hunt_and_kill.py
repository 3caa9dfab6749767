"""Hunt and kill: walks at random until it is stuck, then hunts for a cell to begin the next walk.

Method. From a random cell, carve into a random unvisited neighbour and go there, until there is
none. Then hunt: scan row by row from the top left for an unvisited cell beside a visited one; join
it to one of its visited neighbours at random, and walk on from there.

Texture. Long corridors with few dead ends (9 %), like the recursive backtracker's, but hunts
interrupt them: the path from corner to corner takes a twentieth of the maze, not a fifth.

No row is scanned twice, where a naive scan takes quadratic time. There are two cases. If the top
left cell is visited, the hunt returns the first unvisited cell: all cells before it are visited,
and its north or west neighbour is one of them. If not, all cells before the first visited one are
unvisited. The hunt then returns the cell left of the first visited cell, or the cell above the
first visited one below the top row, whichever comes first. The kernel keeps these three positions
up to date.

Memory. None besides the maze.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.carving_grid import UNVISITED, free_sides, random_cell
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import MASK64, Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, roll

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    carve_cells(grid.buffer, grid.steps, grid.sides, grid.rng, grid.progress, grid.cols, grid.rows)


@kernel
def carve_cells(
    grid: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Walk until stuck, hunt, and walk on, until every cell is carved.

    Args:
        grid: uint8, the bordered unvisited grid, flat; changed in place.
        steps: int64 (256,), see ``direction_tables``.
        sides: uint8 (512,), see there.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    left = cols * rows - one
    cell, state = random_cell(load_state(rng), cols, rows)
    dice = new_dice(state)
    below = stride + stride  # the index before the second row's first cell
    visited = cell  # the first visited cell
    second = (cell - below) & MASK64  # the first one below the top row; wraps if there is none
    unvisited = stride + one  # all cells before it are visited, once the first cell is
    grid[cell] = 0
    while True:
        free = free_sides(grid, cell, stride)
        while free != u64(0):
            digit, dice = roll(dice)
            choice = free + digit
            grid[cell] |= sides[choice]
            cell += u64(steps[choice])
            grid[cell] = sides[u64(256) + choice]
            visited = min(visited, cell)
            second = min(second, (cell - below) & MASK64)
            left -= one
            free = free_sides(grid, cell, stride)
        token[DONE] = cols * rows - left
        if left == u64(0) or token[CANCEL] != 0:
            return
        cell, unvisited = hunt(grid, stride, visited, second, unvisited)
        digit, dice = roll(dice)
        choice = carved_sides(grid, cell, stride) + digit
        grid[cell] = sides[choice]
        grid[cell + u64(steps[choice])] |= sides[u64(256) + choice]
        visited = min(visited, cell)
        second = min(second, (cell - below) & MASK64)
        left -= one


@device
def hunt(grid: Buffer, stride: int, visited: int, second: int, unvisited: int) -> tuple[int, int]:
    """Find the first unvisited cell beside a visited one.

    Args:
        grid: uint8, the bordered grid.
        stride: Distance from a cell to the one below it.
        visited: The first visited cell.
        second: The first visited cell below the top row, minus the index before the second row's
            first cell.
        unvisited: Start of the scan: once the first cell is visited, all cells before it are.

    Returns:
        The cell, and the start of the next scan.
    """
    one = u64(1)
    if visited > stride + one:
        return min(visited - one - stride, second) + stride, unvisited
    while u64(grid[unvisited]) != u64(UNVISITED):
        unvisited += one
    return unvisited, unvisited


@device
def carved_sides(grid: Buffer, cell: int, stride: int) -> int:
    """Return the sides on which a carved cell lies, coded like ``free_sides``.

    A carved cell is 1 to 15, so adding 15 sets bit 4; the border is 0 and does not set it.
    """
    low = u64(15)
    return (
        ((u64(grid[cell - stride]) & low) + low & u64(16)) << u64(3)
        | ((u64(grid[cell + u64(1)]) & low) + low & u64(16)) << u64(2)
        | ((u64(grid[cell + stride]) & low) + low & u64(16)) << u64(1)
        | ((u64(grid[cell - u64(1)]) & low) + low & u64(16))
    )


ALGORITHM = Algorithm(
    name="hunt-and-kill",
    title="hunt and kill",
    masks=True,
    about=(
        "Walk into a random unvisited cell until stuck, then scan for the first unvisited cell "
        "beside the maze and walk on from there."
    ),
    feel="Long winding corridors but a short path: wrong turns are long as well.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    carve=carve,
    bytes_per_cell=1.1,
)
