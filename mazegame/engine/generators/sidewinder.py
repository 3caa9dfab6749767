"""Sidewinder: carves runs of cells east and opens each run north once.

Method. The top row is one corridor. In every other row one random bit per cell decides: join the
next cell to the east, or end the run here. An ended run opens north from one of its cells, drawn at
random.

By weight a cell joins the next one with E / (E + N).

Source. Jamis Buck, "Mazes for Programmers" (2015); Walter Pullen, "Think Labyrinth: Maze
Algorithms".
"""

from __future__ import annotations

import functools
from typing import Final

from mazegame.engine.carving.carving_grid import EAST, NORTH
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import EVEN, Draw, Part, thresholds
from mazegame.engine.carving.emitting import CARVE, NEW_ROW
from mazegame.engine.carving.rng import load_state, next_word
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bands import carve_bands, row_stream
from mazegame.engine.kernels.jit import CANCEL, DONE, MASK64, Buffer, device, trailing_zeros, u64
from mazegame.engine.steps.presentation import Presentation

_THREADS_FROM: Final = 1 << 21
"""Smallest maze, in cells, that is carved by several threads."""


def make(emit: Part) -> Carve:
    """Make the kernel that has no weights: it carves a band row by row, the border beside as well.

    One random word serves 64 cells; a set bit joins the next one to the east. The scratch has the
    band's first row, and the index of its cell counter in the progress words.
    """

    @device
    def open_north(
        grid: Buffer, start: int, end: int, half: int, above: int, down: int, log: Buffer
    ) -> None:
        """Close a run: open north from one of its cells, which 32 random bits pick."""
        up = start + (half * (end - start + u64(1)) >> u64(32))
        for i in range(end - start):
            emit(log, CARVE, start + u64(i), EAST)
        emit(log, CARVE, up, NORTH)
        grid[up] |= u64(1)
        grid[up - above] |= down

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        first, lane = scratch
        _, _, cols, rows, _, _, _ = rules
        one, all_ones = u64(1), u64(MASK64)
        stride = cols + u64(2)
        state = load_state(rng)
        row_start = first * stride + one
        # The row above belongs to another band: the first row sets its own north bits twice.
        above, down = u64(0), one
        for index in range(rows):
            row_start += stride
            grid[row_start + cols] = 0
            grid[row_start + cols + one] = 0
            token[lane] += cols
            if token[CANCEL] != 0:
                return
            emit(log, NEW_ROW, row_start)
            if first + u64(index) == u64(0):
                for col in range(cols - one):
                    emit(log, CARVE, row_start + u64(col), EAST)
                for col in range(cols):
                    grid[row_start + col] = u64(2) * u64(col + one < cols) | u64(8) * u64(
                        col > u64(0)
                    )
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
                    for half in (word >> u64(32), word & u64(0xFFFF_FFFF)):
                        if closes:
                            run_end = cell + trailing_zeros(closes)
                            closes &= closes - one
                            open_north(grid, run_start, run_end, half, above, down, log)
                            run_start = run_end + one
                cell += count
            above, down = stride, u64(4)

    return carve


# A text of its own: even coins come by the word, 64 at a time.
def make_weighted(emit: Part) -> Carve:
    """Make the kernel that tosses a coin by weight for each cell."""

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        _, _, cols, rows, _, _, (coins, zones, reach) = rules
        one, half = u64(1), u64(0xFFFF_FFFF)
        stride = cols + u64(2)
        state = load_state(rng)
        last = cols - one
        cell = stride + one
        for row in range(rows):
            token[DONE] = row * cols
            if token[CANCEL] != 0:
                return
            emit(log, NEW_ROW, cell)
            inner = u64(row) > u64(0)
            start = cell
            for col in range(cols):
                word, state = next_word(state)
                east = word & half < u64(coins[u64(zones[cell & reach])]) or not inner
                if east and u64(col) < last:
                    grid[cell] |= u64(2)
                    grid[cell + one] |= u64(8)
                    emit(log, CARVE, cell, EAST)
                else:
                    if inner:  # the other half of the word picks the cell that opens north
                        up = start + ((word >> u64(32)) * (cell - start + one) >> u64(32))
                        grid[up] |= one
                        grid[up - stride] |= u64(4)
                        emit(log, CARVE, up, NORTH)
                    start = cell + one
                cell += one
            cell += u64(2)

    return carve


_STORY: Final = (
    ("row by row, from west to east:", "new_row"),
    ("  join the next cell by a coin,", "carve E"),
    "  else close the run and",
    ("    open north from one of them", "carve N"),
    "the first row is one run",
)

_PRESENTATION: Final = Presentation(
    runs=True,
    sentences={
        "carve E": "The coin joins {cell} and {there}: the run goes on.",
        "carve N": "The run is closed; {cell} is drawn from it to open north.",
    },
)

_text = functools.partial(Text, fill=0, story=_STORY, presentation=_PRESENTATION)


def _band(_: CarvingTask, first: int, lane: int) -> Scratch:
    """Return the first row of a band, and the word that counts its cells."""
    return first, lane


_EVEN: Final = _text(
    make, EVEN, lambda task: _band(task, 0, DONE), cost=0.7, writes_all=True,
    call=functools.partial(carve_bands, scratch=_band, threads_from=_THREADS_FROM),
)  # fmt: skip
_WEIGHTED: Final = _text(make_weighted, Draw((), (), thresholds(1, 0)))

ALGORITHM = Algorithm(
    name="sidewinder",
    title="sidewinder",
    about="Join cells eastward in runs as a coin decides; each run opens north once, at random.",
    feel="Combs hanging from one long corridor: up is easy, down is a search.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    text=lambda task: _EVEN if task.rules is None else _WEIGHTED,
    no_masks="goes row by row",
    bands=functools.partial(row_stream, _EVEN, _band),
)
