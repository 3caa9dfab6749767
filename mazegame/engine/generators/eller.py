"""Eller: carves row by row and stores only which cells of one row are connected.

Method. The cells of a row that are connected through the rows above form sets. From left to right,
one random bit decides whether a cell joins its east neighbour, if the two are in different sets.
Another decides whether it opens south; the last cell of a set that has not opened south must do so.
A cell that does not open south leaves its set and is alone in the next row. The last row joins all
neighbours that are in different sets.

Texture. Many short dead ends (29.4 % of the cells), paths hardly longer than in a uniform maze, no
useful bias.

Memory. Two links per column. Finished rows are never read again, so rows can stream without end:
``eller_rows``.

Source. Marlin Eller (1982), as described by Walter Pullen, "Think Labyrinth: Maze Algorithms". The
sets are circular doubly linked lists, which need no relabelling: joining two and leaving one take
four writes each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import memory
from mazegame.engine.carving_grid import CarvingGrid
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, seed_state, toss
from mazegame.engine.seed import clean_seed, seed_to_text
from mazegame.engine.validation import as_int_or_none, short_repr

_MAX_COLS: Final = 1 << 31
"""Largest number of columns: links are 32-bit."""

_MAX_ROWS: Final = 1 << 40
"""The most rows that a stream counts."""

_CHUNK_CELLS: Final = 1 << 16
"""Cells per chunk of streamed rows: large enough that the cost of a kernel call does not count."""

_BYTES_PER_COL: Final = 12
"""Least memory of a stream of rows, in bytes per column: two links, one row and three bytes beside
it."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into a grid without passages, in place."""
    links, stream = first_row(grid.cols, grid.rng)
    carve_rows(grid.buffer, *links, stream, grid.progress, grid.cols, grid.rows - 1)
    close_last_row(grid.buffer, *links, grid.cols, grid.rows)


def eller_rows(
    cols: int, seed: str | int, rows: int | None = None, *, block: int | None = None
) -> Iterator[NDArray[np.uint8]]:
    """Return an iterator of Eller's rows; its memory does not grow with their number.

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
    width = _check_count("cols", cols, _MAX_COLS)
    most = None if rows is None else _check_count("rows", rows, _MAX_ROWS)
    height = None if block is None else _check_count("block", block, _MAX_ROWS)
    stored = min(height or 1, most or _MAX_ROWS)
    what = f"a stream of rows of {width:,} cells"
    memory.require(width * (_BYTES_PER_COL + 2.0 * (stored - 1)), what)
    blocks = _stream_blocks(width, clean_seed(seed_to_text(seed)), most, height)
    return blocks if height else (row for part in blocks for row in part)


def _check_count(name: str, given: object, most: int) -> int:
    count = None if isinstance(given, bool) else as_int_or_none(given)
    if count is None or not 1 <= count <= most:
        raise ValueError(
            f"{name} must be a whole number from 1 to {most:,}, not {short_repr(given)}"
        )
    return count


def _stream_blocks(
    cols: int, seed: str, rows: int | None, height: int | None
) -> Iterator[NDArray[np.uint8]]:
    """Yield rows in blocks of a height, or in growing ones."""
    links, stream = first_row(cols, seed_state(seed, "carve"))
    progress = np.zeros(2, np.uint64)
    left = rows
    count = height or 1
    below = np.zeros(cols + 2, np.uint8)
    while left is None or left > 0:
        count = count if left is None else min(count, left)
        grid = np.zeros((count + 2, cols + 2), np.uint8)
        grid[1] = below
        flat = grid.reshape(-1)
        if left == count:
            carve_rows(flat, *links, stream, progress, cols, count - 1)
            close_last_row(flat, *links, cols, count)
        else:
            carve_rows(flat, *links, stream, progress, cols, count)
        below = grid[count + 1].copy()
        part = grid[1:-1, 1:-1]
        part.setflags(write=False)
        yield part
        left = None if left is None else left - count
        if height is None:  # blocks double in height: the first rows come at once
            count = min(2 * count, max(1, _CHUNK_CELLS // cols))


def first_row(
    cols: int, rng: NDArray[np.uint64]
) -> tuple[tuple[NDArray[np.uint32], NDArray[np.uint32]], NDArray[np.uint64]]:
    """Return the state before the first row: every cell alone in its set, no bits drawn.

    Returns:
        The links left and right, uint32 (cols,) each; and uint64 (6,): the random stream and the
        unused bits of its last word.
    """
    left = np.arange(cols, dtype=np.uint32)
    stream = np.zeros(6, np.uint64)
    stream[:4] = rng
    return (left, left.copy()), stream


@device
def join(left: Buffer, right: Buffer, col: int) -> None:
    """Insert the list of a column's east neighbour into the column's list, after the column."""
    after = u64(right[col])
    before = u64(left[col + u64(1)])
    right[before] = after
    left[after] = before
    right[col] = col + u64(1)
    left[col + u64(1)] = col


@device
def join_east(grid: Buffer, left: Buffer, right: Buffer, cell: int, col: int) -> None:
    """Open the side between a cell and its east neighbour, and join their sets."""
    join(left, right, col)
    grid[cell] |= u64(2)
    grid[cell + u64(1)] |= u64(8)


@device
def leave_set(left: Buffer, right: Buffer, col: int) -> None:
    """Remove a column from its set; it must not be the only member."""
    before, after = u64(left[col]), u64(right[col])
    right[before] = after
    left[after] = before
    left[col] = right[col] = col


@kernel(cost=0.7)
def carve_rows(
    grid: Buffer,
    left: Buffer,
    right: Buffer,
    stream: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve rows that are followed by another row.

    Args:
        grid: uint8, the bordered rows; changed in place, including the row below the last one.
        left: uint32 (cols,): the next member of each cell's set to the west, cyclic; changed in
            place.
        right: uint32 (cols,): the next member to the east; changed in place. Sets never cross, so
            a cell and its east neighbour are in one set exactly if they are linked.
        stream: uint64 (6,), the random stream and unused bits; changed in place.
        token: uint64 (2,), the progress words.
        cols: Columns of cells.
        rows: Number of rows to carve.
    """
    one = u64(1)
    coins = (u64(stream[4]), u64(stream[5]), load_state(stream))
    last = cols - one
    stride = cols + u64(2)
    cell = stride + one
    for row in range(rows):
        if token[CANCEL] != 0:
            return
        token[DONE] = row * cols
        for col in range(cols):
            pair, coins = toss(coins)
            # One branch instead of three: a random bit decides it anyway (7 % less time).
            if pair & u64(col < last) & u64(u64(right[col]) != col + one):
                join_east(grid, left, right, cell, col)
            if pair & u64(2) and u64(right[col]) != col:
                leave_set(left, right, col)
            else:
                grid[cell] |= u64(4)
                grid[cell + stride] |= one
            cell += one
        cell += u64(2)
    stream[4], stream[5], (stream[0], stream[1], stream[2], stream[3]) = coins


@kernel
def close_last_row(grid: Buffer, left: Buffer, right: Buffer, cols: int, rows: int) -> None:
    """Join all neighbours of the last row that are in different sets."""
    one = u64(1)
    cell = rows * (cols + u64(2)) + one
    for col in range(cols - one):
        if u64(right[col]) != col + one:
            join_east(grid, left, right, cell, col)
        cell += one


ALGORITHM = Algorithm(
    name="eller",
    title="Eller",
    about="Row by row, joining cells by coins and remembering only which of a row are connected.",
    feel="Short dead ends everywhere, and rows that could go on for ever.",
    reference="Marlin Eller (1982)",
    carve=carve,
    bytes_per_cell=1.1,
    fill=0,
)
