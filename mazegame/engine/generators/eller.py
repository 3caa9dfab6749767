"""Eller: carves row by row and stores only which cells of one row are connected.

Method. The cells of a row that are connected through the rows above form sets. From left to right,
one random bit decides whether a cell joins its east neighbour, if the two are in different sets.
Another decides whether it opens south; the last cell of a set that has not opened south must do so.
A cell that does not open south leaves its set and is alone in the next row. The last row joins all
neighbours that are in different sets. By weight a cell joins east with E / (E + S), and opens south
with S / (E + S).

Memory. Two links per column. Finished rows are never read again, so rows can stream without end:
``eller_rows``.

Source. Marlin Eller (1982), as described by Walter Pullen, "Think Labyrinth: Maze Algorithms". The
sets are circular doubly linked lists, which need no relabelling: joining two and leaving one take
four writes each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import EAST, SOUTH
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.draws import Draw, Part, Tables, thresholds
from mazegame.engine.carving.emitting import CARVE, JOIN, LEAVE, NEW_ROW, NO_LOG, pair, silent
from mazegame.engine.carving.rng import Dice, load_state, next_word, seed_state
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, Kernel, device, u64
from mazegame.engine.steps.presentation import Presentation
from mazegame.engine.support import memory
from mazegame.engine.support.seed import clean_seed, seed_to_text
from mazegame.engine.support.validation import check_count

_MAX_COLS: Final = 1 << 31
"""Largest number of columns: links are 32-bit."""

_MAX_ROWS: Final = 1 << 40
"""The most rows that a stream counts."""

_CHUNK_CELLS: Final = 1 << 16
"""Cells per chunk of streamed rows: large enough that the cost of a kernel call does not count."""

_BYTES_PER_COL: Final = 12
"""Least memory of a stream of rows, in bytes per column: two links, one row and more beside it."""


def eller_rows(
    cols: int, seed: str | int, rows: int | None = None, *, block: int | None = None
) -> Iterator[NDArray[np.uint8]]:
    """Return an iterator of Eller's rows, in memory that does not grow with their number.

    With ``rows`` the last row is closed, and all are those of ``generate("eller", cols, rows,
    seed)``, byte for byte. Without, the stream has no end, and every south side leads into the next
    row: so are the rows of that maze, but for its last.

    Complexity: some nanoseconds a cell once compiled. Memory: 12 bytes a column, and 2 more for
    each row of a block.

    Args:
        cols: Columns of cells, at least 1.
        seed: The seed, text or an integer.
        rows: Rows of cells; no end if None.
        block: How many rows to yield at once, the last time fewer; None yields single rows.

    Returns:
        An iterator of uint8 (cols,), or (block, cols), read-only: the open sides of a row's cells,
        N=1, E=2, S=4, W=8.

    Raises:
        ValueError: If an argument is invalid.
        NotEnoughMemoryError: If a block does not fit into memory.

    Examples:
        >>> from mazegame.engine import Maze, eller_rows, generate
        >>> rows = list(eller_rows(12, "kite-7", 5))
        >>> Maze(rows) == generate("eller", 12, 5, "kite-7")
        True
        >>> [part.shape for part in eller_rows(12, "kite-7", 5, block=2)]
        [(2, 12), (2, 12), (1, 12)]
    """
    width = check_count("cols", cols, _MAX_COLS)
    most = None if rows is None else check_count("rows", rows, _MAX_ROWS)
    height = None if block is None else check_count("block", block, _MAX_ROWS)
    stored = min(height or 1, most or _MAX_ROWS)
    what = f"a stream of rows of {width:,} cells"
    memory.require(width * (_BYTES_PER_COL + 2.0 * (stored - 1)), what)
    blocks = _stream_blocks(width, clean_seed(seed_to_text(seed)), most, height)
    return blocks if height else (row for part in blocks for row in part)


def _stream_blocks(
    cols: int, seed: str, rows: int | None, height: int | None
) -> Iterator[NDArray[np.uint8]]:
    """Yield rows in blocks of a height, or in growing ones."""
    alone = np.arange(cols, dtype=np.uint32)
    stream = np.append(seed_state(seed, "carve"), np.zeros(2, np.uint64))
    state = (alone, alone.copy(), stream)
    progress = np.zeros(2, np.uint64)
    left = math.inf if rows is None else rows
    count = height or 1
    below = np.zeros(cols + 2, np.uint8)
    while left > 0:
        count = int(min(count, left))
        grid = np.zeros((count + 2, cols + 2), np.uint8)
        grid[1] = below
        flat = grid.reshape(-1)
        ends = left == count
        _CARVE_ROWS(flat, state, (cols, count - ends, ()), NO_LOG, progress)
        if ends:
            _CLOSE_LAST_ROW(flat, state, NO_LOG, cols, count)
        below = grid[count + 1].copy()
        part = grid[1:-1, 1:-1]
        part.setflags(write=False)
        yield part
        left -= count
        if height is None:  # blocks double in height: the first rows come at once
            count = min(2 * count, max(1, _CHUNK_CELLS // cols))


@device
def join_east(grid: Buffer, left: Buffer, right: Buffer, cell: int, col: int) -> None:
    """Open the side between a cell and its east neighbour, and join their sets.

    The neighbour's list goes into the list of the column, after the column.
    """
    after = u64(right[col])
    before = u64(left[col + u64(1)])
    right[before] = after
    left[after] = before
    right[col] = col + u64(1)
    left[col + u64(1)] = col
    grid[cell] |= u64(2)
    grid[cell + u64(1)] |= u64(8)


@device
def leave_set(left: Buffer, right: Buffer, col: int) -> None:
    """Remove a column from its set; it must not be the only member."""
    before, after = u64(left[col]), u64(right[col])
    right[before] = after
    left[after] = before
    left[col] = right[col] = col


@device
def even_pair(weights: Tables, cell: int, coins: Dice) -> tuple[int, Dice]:
    """Toss two coins: bit 0 is set to join east, bit 1 to leave the set."""
    word, left, state = coins
    if left == u64(0):
        word, state = next_word(state)
        left = u64(32)
    return word & u64(3), (word >> u64(2), left - u64(1), state)


@device
def weighted_pair(weights: Tables, cell: int, coins: Dice) -> tuple[int, Dice]:
    """Toss two coins by the weights of the cell's zone: see ``even_pair``."""
    east, south, zones, reach = weights
    bits, left, state = coins
    word, state = next_word(state)
    zone = u64(zones[cell & reach])
    joins = u64(word & u64(0xFFFF_FFFF) < u64(east[zone]))
    leaves = u64(word >> u64(32) >= u64(south[zone]))
    return joins | leaves << u64(1), (bits, left, state)


def make_rows(choose: Part, emit: Part) -> Carve:
    """Make the function that carves rows."""

    def carve_rows(
        grid: Buffer, scratch: Scratch, where: Rules, log: Buffer, token: Buffer
    ) -> None:
        """Carve rows that are followed by another row; where: columns, rows, and the weights.

        The scratch, which the next rows go on from, has the next member of each cell's set to the
        west and to the east, cyclic, uint32 (cols,) each; sets never cross, so a cell and its east
        neighbour are in one set exactly if they are linked. And uint64 (6,): the random stream, and
        the coins of its last word that are left.
        """
        left, right, stream = scratch
        cols, rows, weights = where
        one = u64(1)
        coins = (u64(stream[4]), u64(stream[5]), load_state(stream))
        last = cols - one
        stride = cols + u64(2)
        cell = stride + one
        for row in range(rows):
            if token[CANCEL] != 0:
                return
            token[DONE] = row * cols
            emit(log, NEW_ROW, cell)
            for col in range(cols):
                tossed, coins = choose(weights, cell, coins)
                # One branch instead of three: a random bit decides it anyway (7 % less time).
                if tossed & u64(col < last) & u64(u64(right[col]) != col + one):
                    join_east(grid, left, right, cell, col)
                    emit(log, CARVE, cell, EAST)
                    emit(log, JOIN, pair(cell, cell + one))
                if tossed & u64(2) and u64(right[col]) != col:
                    leave_set(left, right, col)
                    emit(log, LEAVE, cell)
                else:
                    grid[cell] |= u64(4)
                    grid[cell + stride] |= one
                    emit(log, CARVE, cell, SOUTH)
                cell += one
            cell += u64(2)
        stream[4], stream[5], (stream[0], stream[1], stream[2], stream[3]) = coins

    return carve_rows


def make_last_row(emit: Part) -> Carve:
    """Make the function that closes the maze."""

    def close_last_row(grid: Buffer, scratch: Scratch, log: Buffer, cols: int, rows: int) -> None:
        """Join all neighbours of the last row that are in different sets."""
        left, right, _ = scratch
        one = u64(1)
        cell = rows * (cols + u64(2)) + one
        emit(log, NEW_ROW, cell)
        for col in range(cols - one):
            if u64(right[col]) != col + one:
                join_east(grid, left, right, cell, col)
                emit(log, CARVE, cell, EAST)
                emit(log, JOIN, pair(cell, cell + one))
            cell += one

    return close_last_row


def make(choose: Part, emit: Part) -> Carve:
    """Make the kernel; its scratch is that of ``carve_rows``."""
    carve_rows = device(make_rows(choose, emit))
    close_last_row = device(make_last_row(emit))

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        left, right, stream = scratch
        _, _, cols, rows, _, _, weights = rules
        for col in range(cols):
            left[col] = right[col] = col
        for i in range(4):
            stream[i] = rng[i]
        stream[4] = stream[5] = 0
        carve_rows(grid, scratch, (cols, rows - u64(1), weights), log, token)
        close_last_row(grid, scratch, log, cols, rows)

    return carve


def _scratch(task: CarvingTask) -> Scratch:
    links = np.empty((2, task.cols), np.uint32)
    return links[0], links[1], np.empty(6, np.uint64)


def _tables(task: CarvingTask, rules: CarvingRules) -> Tables:
    east, zones, reach = thresholds(1, 2)(task, rules)
    south, _, _ = thresholds(2, 1)(task, rules)
    return east, south, zones, reach


_DRAW: Final = Draw((even_pair,), (weighted_pair,), _tables)
_CARVE_ROWS: Final = Kernel(make_rows(even_pair, silent), 0.7)
_CLOSE_LAST_ROW: Final = Kernel(make_last_row(silent))

_STORY: Final = (
    ("row by row, from west to east:", "new_row"),
    ("  a coin, unless they are one set:", "carve E"),
    ("    join the cell to the east", "join"),
    ("  a coin, but once for each set:", "carve S"),
    ("    open south, else leave the set", "leave"),
    "in the last row join all sets",
)

_PRESENTATION: Final = Presentation(
    sets=True,
    sentences={
        "carve E": "{cell} and {there} are in different sets, and are joined.",
        "carve S": "{cell} opens south: {there} is in its set.",
    },
)

ALGORITHM = Algorithm(
    name="eller",
    title="Eller",
    about="Row by row, joining cells by coins and remembering only which of a row are connected.",
    feel="Short dead ends everywhere, and rows that could go on for ever.",
    reference="Marlin Eller (1982)",
    text=Text(make, _DRAW, _scratch, cost=0.7, fill=0, story=_STORY, presentation=_PRESENTATION),
    looks_like="kruskal",
    also_called=("ellers",),
    no_masks="goes row by row",
    bytes_per_cell=1.1,
    bands=lambda cols, seed, rows, height: eller_rows(cols, seed, rows, block=height),
)
