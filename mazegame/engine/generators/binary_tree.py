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
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.rng import load_state, next_word
from mazegame.engine.site import CANCEL, DONE

if TYPE_CHECKING:
    from mazegame.engine.site import Site

_PLANES: Final = np.array([0, 1, 2, 4, 8, 16, 32, 64, 128], np.uint8)
"""Nothing, then the eight bits of a byte of coins: one for each of eight rows."""


def carve(site: Site) -> None:
    """Carve a perfect maze into a site, in place; every cell is written once."""
    coins = np.zeros(2 * 8 * (site.cols // 8 + 1), np.uint8)
    _carve(site.buffer, coins, _PLANES, site.rng, site.pulse, site.cols, site.rows)


@kernel
def _carve(
    grid: Buffer,
    coins: Buffer,
    planes: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve row by row; a word of 64 coins serves eight columns in eight rows.

    A byte of ``coins`` is a column and its bits are rows, a set bit meaning north: a row is then
    the same byte operations in every column, which the compiler does many cells at a time (with
    the bits in the order of the cells it takes three times as long). The masks come out of
    ``planes`` as bytes for that; computed, they would be 64 bits wide.
    """
    one, block = u64(1), u64(len(coins)) >> u64(1)
    state = load_state(rng)
    # Two blocks of coins, since the south side of a cell is the coin of the row below it.
    below = u64(0)
    coins[0] = coins[cols] = 255
    corner = cols + u64(3)
    row = u64(0)
    while row < rows:
        plane = row & u64(7)
        here = below
        if plane == u64(0):
            if pulse[CANCEL] != 0:
                return
            pulse[DONE] = row * cols
            below = block - below
            here = block - below
            start = below
            while start < below + block:
                word, state = next_word(state)
                for byte in range(8):
                    coins[start + u64(byte)] = word & u64(255)
                    word >>= u64(8)
                start += u64(8)
            # The first column opens north, and nothing beyond the last one opens west.
            coins[below] = coins[below + cols] = 255
        own = u64(planes[((row - one) & u64(7)) + one])
        north = u64(planes[((row - one) & u64(7)) + one if row else u64(0)])
        south = u64(planes[plane + one if row + one < rows else u64(0)])
        for col in range(cols):
            coin = u64(coins[here + col])
            grid[corner + col] = (
                u64(coin & north != u64(0))
                | u64(u64(coins[here + col + one]) & own == u64(0)) << one
                | u64(u64(coins[below + col]) & south != u64(0)) << u64(2)
                | u64(coin & own == u64(0)) << u64(3)
            )
        corner += cols + u64(2)
        row += one


ALGORITHM = Algorithm(
    name="binary-tree",
    title="binary tree",
    about="Every cell opens north or west by the toss of a coin.",
    feel="A slope: two long corridors at the rim, and north and west always lead home.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    carve=carve,
    bytes_per_cell=1.1,
    fill=0,
)
