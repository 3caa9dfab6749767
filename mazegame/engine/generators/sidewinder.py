"""Sidewinder: runs of cells carved east, each with one way up.

Story. The top row is one corridor. In every other row each cell tosses a coin: join the next
cell to the east, or close the run here. A closed run opens north from one of its cells, drawn
at random.

Texture. Combs hanging from the top corridor: 27.8 % dead ends, and none of them opens only
south below the first row. A shortest way to the top never goes down, so walking from top to
bottom is a search and walking back is none.

Memory. The start of one run. Rows are made one after another and never looked at again.

Source. Jamis Buck, "Mazes for Programmers" (2015); Walter Pullen, "Think Labyrinth: Maze
Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import MASK64, Buffer, kernel, trailing_zeros, u64
from mazegame.engine.rng import load_state, next_word
from mazegame.engine.site import CANCEL, DONE

if TYPE_CHECKING:
    from mazegame.engine.site import Site


def carve(site: Site) -> None:
    """Carve a perfect maze into a site, in place."""
    _carve(site.buffer, site.rng, site.pulse, site.cols, site.rows)


@kernel
def _carve(grid: Buffer, rng: Buffer, pulse: Buffer, cols: int, rows: int) -> None:
    """Carve row by row; one word of coins serves 64 cells, a set bit joins the next cell east."""
    one, all_ones = u64(1), u64(MASK64)
    stride = cols + u64(2)
    state = load_state(rng)
    spare, spares = u64(0), u64(0)
    row_start = stride + one
    for col in range(cols):
        grid[row_start + col] = u64(2) * u64(col + one < cols) | u64(8) * u64(col > u64(0))
    row = one
    while row < rows:
        if pulse[CANCEL] != 0:
            return
        pulse[DONE] = row * cols
        row_start += stride
        cell = run_start = row_start
        left = cols
        before = u64(0)  # whether the cell before this word's first is joined to it
        while left:
            joins, state = next_word(state)
            count = min(left, u64(64))
            left -= count
            used = all_ones >> (u64(64) - count)
            if left == u64(0):
                joins &= used >> one  # the last cell of a row closes its run
            joined = (joins << one | before) & all_ones
            before = joins >> u64(63)
            for col in range(count):
                grid[cell + col] = (joins >> col & one) << one | (joined >> col & one) << u64(3)
            # From close to close by counting zeros: coin by coin takes five times as long.
            closes = ~joins & used
            while closes:
                run_end = cell + trailing_zeros(closes)
                closes &= closes - one
                # Half a word per run is enough to pick one of its cells.
                if spares == u64(0):
                    spare, state = next_word(state)
                spares ^= one
                pick = (spare & u64(0xFFFF_FFFF)) * (run_end - run_start + one) >> u64(32)
                spare >>= u64(32)
                up = run_start + pick
                grid[up] |= one
                grid[up - stride] |= u64(4)
                run_start = run_end + one
            cell += count
        row += one


ALGORITHM = Algorithm(
    name="sidewinder",
    title="sidewinder",
    about="Join cells eastward in runs as a coin decides; each run opens north once, at random.",
    feel="Combs hanging from one long corridor: up is easy, down is a search.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    carve=carve,
    bytes_per_cell=1.0,
    fill=0,
)
