"""Binary tree: every cell opens its north or its west side.

Method. Draw one bit per cell: open the north side or the west side. The top row can only open
west, the first column only north; the corner cell opens neither and is the root.

Texture. Dead ends, straights, turns and T-junctions are a quarter of the cells each; there are no
crossings. The top row and the first column are long corridors. Going north or west always leads
to the root, so no path from corner to corner is shorter than any other.

Memory. The random bits of a few rows; nothing per cell.

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

PLANES: Final = np.array([0, 1, 2, 4, 8, 16, 32, 64, 128], np.uint8)
"""Masks of a byte of coins: 0, then one bit for each of eight rows."""


_BAND_CELLS: Final = 1 << 20
"""Cells per band. Starting a band costs some microseconds, so bands are large."""

_THREADS_FROM: Final = 1 << 24
"""Smallest maze, in cells, that is carved by several threads; below, starting a thread costs more
than it saves."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into a grid, in place; every cell is written once."""

    def carve_band(rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> None:
        coins = np.zeros(2 * 8 * (grid.cols // 8 + 1), np.uint8)
        carve_rows(
            grid.buffer,
            coins,
            PLANES,
            rng,
            grid.progress,
            grid.cols,
            first,
            rows,
            lane,
            work=grid.cols * rows,
        )

    carve_bands(grid, carve_band, _BAND_CELLS, _THREADS_FROM)


@kernel(cost=0.4)
def carve_rows(
    grid: Buffer,
    coins: Buffer,
    planes: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    first: int,
    many: int,
    lane: int,
) -> None:
    """Carve a band row by row; a word of 64 coins serves eight columns in eight rows.

    A byte of ``coins`` belongs to a column and its bits to eight rows; a set bit means north. All
    columns of a row then take the same byte operations, which the compiler vectorises. (With one
    bit per column the kernel takes three times as long.) The bit masks are bytes from ``planes``
    for the same reason: computed masks would be 64 bits wide.

    Args:
        grid: uint8, the bordered grid; the rows of the band, and the border beside them, are
            written.
        coins: uint8 (2 * 8 * (cols // 8 + 1),), scratch.
        planes: uint8 (9,): ``PLANES``.
        rng: uint64 (4,), the band's random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        first: The band's first row.
        many: Number of rows of the band.
        lane: Index of the band's cell counter in the progress words.
    """
    one, seven = u64(1), u64(7)
    stride = cols + u64(2)
    # Two blocks of coins: the south side of a cell depends on the coin of the cell below.
    here, other = u64(0), u64(len(coins)) >> one
    state = _fill_coins(coins, here, cols, load_state(rng))
    if first == u64(0):  # the top row opens west only
        for i in range(cols - one):
            coins[u64(i) + one] = u64(coins[u64(i) + one]) & u64(254)
    corner = (first + one) * stride + one
    for index in range(many):
        plane = u64(index) & seven
        below = here
        if plane == seven:
            if token[CANCEL] != 0:
                return
            token[lane] += cols << u64(3)
            below = other
            state = _fill_coins(coins, below, cols, state)
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
def _fill_coins(coins: Buffer, start: int, cols: int, state: State) -> State:
    """Fill a block of coins with random bits, eight rows of them, and return the next state."""
    block = u64(len(coins)) >> u64(1)
    place = start
    while place < start + block:
        word, state = next_word(state)
        for byte in range(8):
            coins[place + u64(byte)] = word & u64(255)
            word >>= u64(8)
        place += u64(8)
    # The first column opens north; the border east of the last one does not open west.
    coins[start] = coins[start + cols] = 255
    return state


ALGORITHM = Algorithm(
    name="binary-tree",
    title="binary tree",
    about="Every cell opens north or west by the toss of a coin.",
    feel="A slope: two long corridors along the sides, and north and west always lead home.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    carve=carve,
    bytes_per_cell=1.1,
    sizes=((5, 5), (1024, 1032)),
    fill=0,
    writes_all=True,
)
