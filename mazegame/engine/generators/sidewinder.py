"""Sidewinder: carves runs of cells east and opens each run north once.

Method. The top row is one corridor. In every other row one random bit per cell decides: join the
next cell to the east, or end the run here. An ended run opens north from one of its cells, drawn at
random.

Texture. Combs below the top corridor: 27.8 % dead ends; below the first row no dead end opens only
south. A shortest path to the top never goes down, so walking up is easy and walking down is a
search.

Memory. The start of one run. Finished rows are never read again.

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
"""Cells per band: a band takes a millisecond, much longer than its start."""

_THREADS_FROM: Final = 1 << 21
"""Smallest maze, in cells, that is carved by several threads; below, starting a thread costs more
than it saves."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into a grid, in place."""

    def carve_band(rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> None:
        carve_rows(
            grid.buffer, rng, grid.progress, grid.cols, first, rows, lane, work=grid.cols * rows
        )

    carve_bands(grid, carve_band, _BAND_CELLS, _THREADS_FROM)


@kernel(cost=0.7)
def carve_rows(
    grid: Buffer, rng: Buffer, token: Buffer, cols: int, first: int, many: int, lane: int
) -> None:
    """Carve a band row by row.

    One random word serves 64 cells; a set bit joins the next cell east.

    Args:
        grid: uint8, the bordered grid; the rows of the band, and the border beside them, are
            written.
        rng: uint64 (4,), the band's random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        first: The band's first row.
        many: Number of rows of the band.
        lane: Index of the band's cell counter in the progress words.
    """
    one, all_ones = u64(1), u64(MASK64)
    stride = cols + u64(2)
    state = load_state(rng)
    row_start = first * stride + one
    # The row above belongs to another band: the first row sets its own north bits twice instead.
    above, down = u64(0), one
    for index in range(many):
        row_start += stride
        grid[row_start + cols] = 0
        grid[row_start + cols + one] = 0
        token[lane] += cols
        if token[CANCEL] != 0:
            return
        if first + u64(index) == u64(0):
            for col in range(cols):
                grid[row_start + col] = u64(2) * u64(col + one < cols) | u64(8) * u64(col > u64(0))
            above, down = stride, u64(4)
            continue
        cell = run_start = row_start
        left = cols
        before = u64(0)  # whether the word's first cell is joined to the cell before it
        while left:
            joins, state = next_word(state)
            count = min(left, u64(64))
            left -= count
            used = all_ones >> (u64(64) - count)
            if left == u64(0):
                joins &= used >> one  # the last cell of a row ends its run
            joined = (joins << one | before) & all_ones
            before = joins >> u64(63)
            for col in range(count):
                grid[cell + col] = (joins >> col & one) << one | (joined >> col & one) << u64(3)
            # Count zeros to find the end of each run: bit by bit takes five times as long.
            closes = ~joins & used
            while closes:
                word, state = next_word(state)  # each half picks the cell of one run
                run_end = cell + trailing_zeros(closes)
                closes &= closes - one
                _open_north(grid, run_start, run_end, word >> u64(32), above, down)
                run_start = run_end + one
                if closes:
                    run_end = cell + trailing_zeros(closes)
                    closes &= closes - one
                    _open_north(grid, run_start, run_end, word & u64(0xFFFF_FFFF), above, down)
                    run_start = run_end + one
            cell += count
        above, down = stride, u64(4)


@device
def _open_north(grid: Buffer, start: int, end: int, half: int, above: int, down: int) -> None:
    """Open north from one cell of a run, which 32 random bits pick."""
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
