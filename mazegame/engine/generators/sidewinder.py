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

from typing import TYPE_CHECKING, Final

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bands import carve_bands
from mazegame.engine.jit import MASK64, Buffer, device, kernel, trailing_zeros, u64
from mazegame.engine.progress import CANCEL
from mazegame.engine.rng import load_state, next_word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid


_BAND_CELLS: Final = 1 << 20
"""The rows of a band: a band takes a millisecond, besides which its start is nothing."""

_THREADS_FROM: Final = 1 << 21
"""Below, a thread takes longer to start than it saves."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into a grid, in place."""

    def carve_band(rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> None:
        _carve(grid.buffer, rng, grid.progress, grid.cols, first, rows, lane, work=grid.cols * rows)

    carve_bands(grid, carve_band, _BAND_CELLS, _THREADS_FROM)


@kernel
def _carve(
    grid: Buffer, rng: Buffer, pulse: Buffer, cols: int, first: int, many: int, lane: int
) -> None:
    """Carve a band row by row.

    One word of coins serves 64 cells, a set bit joins the next cell east.

    Args:
        grid: uint8, the bordered grid; the rows of the band, and the border beside them, are
            written.
        rng: uint64 (4,), the band's random stream.
        pulse: uint64, progress and cancelling.
        cols: Columns of cells.
        first: The band's first row.
        many: How many rows the band has.
        lane: Where to count cells in the pulse.
    """
    one, all_ones = u64(1), u64(MASK64)
    stride = cols + u64(2)
    state = load_state(rng)
    row_start = first * stride + one
    # The row above the band is another's: there, a way up is marked in its own row once more.
    above, down = u64(0), one
    for index in range(many):
        row_start += stride
        grid[row_start + cols] = 0
        grid[row_start + cols + one] = 0
        pulse[lane] += cols
        if pulse[CANCEL] != 0:
            return
        if first + u64(index) == u64(0):
            for col in range(cols):
                grid[row_start + col] = u64(2) * u64(col + one < cols) | u64(8) * u64(col > u64(0))
            above, down = stride, u64(4)
            continue
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
                word, state = next_word(state)  # a half of it picks a cell of a run
                run_end = cell + trailing_zeros(closes)
                closes &= closes - one
                _open_up(grid, run_start, run_end, word >> u64(32), above, down)
                run_start = run_end + one
                if closes:
                    run_end = cell + trailing_zeros(closes)
                    closes &= closes - one
                    _open_up(grid, run_start, run_end, word & u64(0xFFFF_FFFF), above, down)
                    run_start = run_end + one
            cell += count
        above, down = stride, u64(4)


@device
def _open_up(grid: Buffer, start: int, end: int, half: int, above: int, down: int) -> None:
    """Open north from one cell of a run, as 32 random bits pick it."""
    up = start + (half * (end - start + u64(1)) >> u64(32))
    grid[up] |= u64(1)
    grid[up - above] |= down


ALGORITHM = Algorithm(
    name="sidewinder",
    title="sidewinder",
    about="Join cells eastward in runs as a coin decides; each run opens north once, at random.",
    feel="Combs hanging from one long corridor: up is easy, down is a search.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    carve=carve,
    bytes_per_cell=1.1,
    fill=0,
    writes_all=True,
)
