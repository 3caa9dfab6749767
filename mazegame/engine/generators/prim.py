"""Modified Prim: the maze grows by a cell drawn at random from all that touch it.

Story. A cell is in the maze, on the frontier (outside, beside a cell of the maze) or virgin. From
a random cell, draw a frontier cell uniformly, join it to one of its neighbours in the maze,
uniformly, and put its virgin neighbours on the frontier. A frontier cell counts once, however
many of its neighbours are in the maze; there lies the difference to simple Prim, which draws
edges.

Texture. The bushiest of all: 36 % dead ends, many crossings, and short ways to everywhere.

Memory. The list of the frontier, four bytes a cell. It grows with the edge of the maze, not with
its area: at its peak it holds 2 % of the cells at 300x300, 0.2 % at 2048x2048.

Source. "Modified Prim" in Walter Pullen, "Think Labyrinth: Maze Algorithms", after Robert Prim,
"Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_grid import random_cell
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, prefetch, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid

IN: Final = 16
"""The bit of a cell in the maze while it grows. A frontier cell is 0, a virgin one UNVISITED."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    # Up to four cells are written behind the last before they count.
    frontier = np.empty(grid.cols * grid.rows + 4, np.uint32)
    words = np.empty(8, np.uint64)
    _carve(
        grid.buffer,
        frontier,
        words,
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        grid.cols,
        grid.rows,
    )


@kernel
def _carve(
    grid: Buffer,
    frontier: Buffer,
    words: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve.

    A draw takes the low bits of a word, and again if they are not below the number of cells: as
    fair as a product and no slower. So it is known well before which cells may come. The words
    wait in a ring of eight, and the cells that they point to are fetched ahead, which saves a
    tenth of the time at 4096x4096, more where caches are small.
    """
    one, ring = u64(1), u64(7)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    for i in range(8):
        words[i], state = next_word(state)
    grid[cell] = IN
    many = list_frontier(grid, frontier, u64(0), cell, stride)
    done, turn, mask = one, u64(0), u64(3)
    while many > u64(0):
        while many > mask:
            mask = mask << one | one
        while many <= mask >> one:
            mask >>= one
        word = u64(words[turn & ring])
        words[turn & ring], state = next_word(state)
        turn += one
        soon = u64(words[turn + u64(5) & ring]) >> u64(32) & mask
        soon = u64(frontier[soon if soon < many else u64(0)])
        prefetch(grid, soon - stride)
        prefetch(grid, soon)
        prefetch(grid, soon + stride)
        pick = word >> u64(32) & mask
        if pick >= many:
            continue
        cell = u64(frontier[pick])
        many -= one
        frontier[pick] = frontier[many]
        inside = (
            u64(grid[cell - stride]) << u64(3) & u64(128)
            | u64(grid[cell + one]) << u64(2) & u64(64)
            | u64(grid[cell + stride]) << one & u64(32)
            | u64(grid[cell - one]) & u64(16)
        )
        choice = inside + ((word & u64(0xFFFF_FFFF)) * u64(12) >> u64(32))
        grid[cell] = u64(IN) | u64(sides[choice])
        grid[cell + u64(steps[choice])] |= sides[u64(256) + choice]
        many = list_frontier(grid, frontier, many, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            pulse[DONE] = done
            if pulse[CANCEL] != 0:
                return
    for i in range(len(grid)):
        grid[i] &= 15


@device
def list_frontier(grid: Buffer, frontier: Buffer, many: int, cell: int, stride: int) -> int:
    """Append the virgin neighbours of a cell, and return how many frontier cells there are now.

    Each is written always, and counted only if it was virgin: no branch to mispredict.
    """
    one, top, low = u64(1), u64(7), u64(127)
    for there in (cell - stride, cell + one, cell + stride, cell - one):
        value = u64(grid[there])
        frontier[many] = there
        many += value >> top
        grid[there] = value & low
    return many


ALGORITHM = Algorithm(
    name="prim",
    title="Prim, modified",
    masks=True,
    about=(
        "Draw a cell at random from all that touch the maze, and join it to one of its "
        "neighbours in the maze."
    ),
    feel="Bushy: countless short dead ends, and a way that runs nearly straight to B.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms; Robert Prim (1957)",
    carve=carve,
    bytes_per_cell=1.1,
)
