"""Binary tree: every cell opens north or west, by one coin.

Story. Each cell tosses a coin and opens its north or its west side. The top row can only open
west, the first column only north; the corner where they meet opens neither and is the root.

Texture. A slope: dead ends, straights, turns and T-junctions are a quarter each, and no cell is
a crossing. The top row and the first column are two long corridors. Following north and west
openings always leads to the root, so from corner to corner no way is shorter.

Memory. The coins of a few rows; nothing per cell.

Source. Jamis Buck, "Mazes for Programmers" (2015); Walter Pullen, "Think Labyrinth: Maze
Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bands import carve_bands
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL
from mazegame.engine.rng import load_state, next_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.rng import State

_PLANES: Final = np.array([0, 1, 2, 4, 8, 16, 32, 64, 128], np.uint8)
"""Nothing, then the eight bits of a byte of coins: one for each of eight rows."""


_BAND_CELLS: Final = 1 << 20
"""The rows of a band: many, for a band costs some microseconds besides."""

_THREADS_FROM: Final = 1 << 24
"""Below, a thread takes longer to start than it saves."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into a grid, in place; every cell is written once."""

    def carve_band(rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> None:
        coins = np.zeros(2 * 8 * (grid.cols // 8 + 1), np.uint8)
        _carve(
            grid.buffer,
            coins,
            _PLANES,
            rng,
            grid.progress,
            grid.cols,
            first,
            rows,
            lane,
            work=grid.cols * rows,
        )

    carve_bands(grid, carve_band, _BAND_CELLS, _THREADS_FROM)


@kernel
def _carve(
    grid: Buffer,
    coins: Buffer,
    planes: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    first: int,
    many: int,
    lane: int,
) -> None:
    """Carve a band row by row; a word of 64 coins serves eight columns in eight rows.

    A byte of ``coins`` is a column and its bits are rows, a set bit meaning north: a row is then
    the same byte operations in every column, which the compiler does many cells at a time (with
    the bits in the order of the cells it takes three times as long). The masks come out of
    ``planes`` as bytes for that; computed, they would be 64 bits wide.

    Args:
        grid: uint8, the bordered grid; the rows of the band, and the border beside them, are
            written.
        coins: uint8 (2 * 8 * (cols // 8 + 1),), scratch.
        planes: uint8 (9,): ``_PLANES``.
        rng: uint64 (4,), the band's random stream.
        pulse: uint64, progress and cancelling.
        cols: Columns of cells.
        first: The band's first row.
        many: How many rows the band has.
        lane: Where to count cells in the pulse.
    """
    one, seven = u64(1), u64(7)
    stride = cols + u64(2)
    # Two blocks of coins, since the south side of a cell is the coin of the row below it.
    here, other = u64(0), u64(len(coins)) >> one
    state = _toss(coins, here, cols, load_state(rng))
    if first == u64(0):  # in the top row all coins mean west
        for i in range(cols - one):
            coins[u64(i) + one] = u64(coins[u64(i) + one]) & u64(254)
    corner = (first + one) * stride + one
    for index in range(many):
        plane = u64(index) & seven
        below = here
        if plane == seven:
            if pulse[CANCEL] != 0:
                return
            pulse[lane] += cols << u64(3)
            below = other
            state = _toss(coins, below, cols, state)
        own = u64(planes[plane + one])
        north = u64(planes[plane + one if first + u64(index) > u64(0) else u64(0)])
        south = u64(planes[(plane + one & seven) + one if u64(index) + one < many else u64(0)])
        for i in range(cols):
            col = u64(i)
            coin = u64(coins[here + col])
            grid[corner + col] = (
                u64(coin & north != u64(0))
                | u64(u64(coins[here + col + one]) & own == u64(0)) << one
                | u64(u64(coins[below + col]) & south != u64(0)) << u64(2)
                | u64(coin & own == u64(0)) << u64(3)
            )
        grid[corner + cols] = 0
        grid[corner + cols + one] = 0
        if plane == seven:
            here, other = below, here
        corner += stride


@device
def _toss(coins: Buffer, start: int, cols: int, state: State) -> State:
    """Toss a block of coins, eight rows of them, and return the next state."""
    block = u64(len(coins)) >> u64(1)
    place = start
    while place < start + block:
        word, state = next_word(state)
        for byte in range(8):
            coins[place + u64(byte)] = word & u64(255)
            word >>= u64(8)
        place += u64(8)
    # The first column opens north, and nothing beyond the last one opens west.
    coins[start] = coins[start + cols] = 255
    return state


ALGORITHM = Algorithm(
    name="binary-tree",
    title="binary tree",
    about="Every cell opens north or west by the toss of a coin.",
    feel="A slope: two long corridors at the rim, and north and west always lead home.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    carve=carve,
    bytes_per_cell=1.1,
    sizes=((5, 5), (1024, 1032)),
    fill=0,
    writes_all=True,
)
