"""Aldous-Broder: a random walk that carves on its first visit to each cell.

Method. From a random cell, step to a random neighbour, visited or not. At the first visit to a
cell, open the passage that the walk came through. Stop when every cell has been visited.

Texture. Uniform: every perfect maze of this size has the same probability, exactly and whatever
the start. 29 % dead ends, short twisted branches, no preferred direction.

Time. The walk finds the last cells by chance: about (log N)^2 steps per cell, far more than the
other algorithms take. Wilson's algorithm has the same distribution and is faster.

Memory. None besides the maze.

Source. David Aldous, "The random walk construction of uniform spanning trees and uniform labelled
trees" (1990); Andrei Broder, "Generating random spanning trees" (1989).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.carving_grid import ANY_SIDE, UNVISITED, random_cell
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word
from mazegame.engine.walk_steps import cover_steps, walk_length

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    cols, rows = grid.cols, grid.rows
    work = cover_steps(cols * rows, walk_length(cols, rows))
    carve_cells(grid.buffer, grid.steps, grid.sides, grid.rng, grid.progress, cols, rows, work=work)


@kernel(cost=0.15)
def carve_cells(
    grid: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Walk at random, and carve into every cell that is entered for the first time.

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
    left = cols * rows - one
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    while left > u64(0) and token[CANCEL] == 0:
        token[DONE] = cols * rows - left
        word, state = next_word(state)
        for _ in range(32):
            choice = u64(ANY_SIDE) | word & u64(3)
            word >>= u64(2)
            there = cell + u64(steps[choice])
            seen = u64(grid[there])
            if seen == u64(UNVISITED):
                grid[cell] |= sides[choice]
                grid[there] = sides[u64(256) + choice]
                left -= one
            # A visited cell has a passage. The border is 0: there the walk stays, and draws again.
            cell = there if seen != u64(0) else cell


ALGORITHM = Algorithm(
    name="aldous-broder",
    title="Aldous-Broder",
    masks=True,
    about=(
        "Wander at random over the whole grid; a cell entered for the first time is joined to "
        "the one before it."
    ),
    feel="Every maze equally likely: short twisted branches, no bias to lean on.",
    reference="Aldous (1990) and Broder (1989), uniform spanning trees by random walk",
    carve=carve,
    bytes_per_cell=1.1,
)
