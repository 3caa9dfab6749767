"""Eller: row by row, remembering only which cells of one row are joined already.

Story. The cells of a row that are joined somewhere above form sets. From left to right, a coin
decides whether a cell joins its neighbour to the east, if the two are not of one set already;
another whether it opens south, but the last of a set that could still do so must. A cell that
does not open south leaves its set, and stands alone in the next row. The last row joins all
neighbours that are not of one set yet.

Texture. Many short dead ends (29.4 % of the cells), hardly longer ways than a uniformly random
tree has, and no bias that helps.

Memory. Two links per column. Nothing above the row is looked at again, so rows can stream for
ever: ``eller_rows``.

Source. Marlin Eller (1982), as told by Walter Pullen, "Think Labyrinth: Maze Algorithms". Sets
as circular lists, linked left and right, need no relabelling: a join and a leave are four writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import memory
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, seed_state, toss
from mazegame.engine.seed import clean_seed, seed_to_text
from mazegame.engine.validation import as_int_or_none, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid

_MAX_COLS: Final = 1 << 31
"""The longest row: links are 32-bit."""

_CHUNK_CELLS: Final = 1 << 16
"""Streamed rows are carved so many cells at a time: enough that calling costs nothing."""

_BYTES_PER_COL: Final = 12
"""What streaming takes per column at the least: two links, a row and three beside it."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an empty grid, in place."""
    links, stream = first_row(grid.cols, grid.rng)
    _carve_rows(grid.buffer, *links, stream, grid.progress, grid.cols, grid.rows - 1)
    close_last_row(grid.buffer, *links, grid.cols, grid.rows)


def eller_rows(cols: int, seed: str | int) -> Iterator[NDArray[np.uint8]]:
    """Carve rows without end, in memory that does not grow with their number.

    The rows are those of ``generate("eller", cols, rows, seed)`` byte for byte, for every number
    of rows, but for that maze's last one: there the maze ends, so it opens nothing south, and
    joins east what its sets keep apart. A streamed row's south sides always lead on into the
    next row.

    Args:
        cols: Columns of cells, at least 1.
        seed: The seed text.

    Returns:
        An iterator without end of uint8 (cols,), read-only: the open sides of a row's cells,
        N=1, E=2, S=4, W=8.

    Raises:
        ValueError: If cols or the seed do not fit.
    """
    many = None if isinstance(cols, bool) else as_int_or_none(cols)
    if many is None or not 1 <= many <= _MAX_COLS:
        raise ValueError(
            f"cols must be a whole number from 1 to {_MAX_COLS:,}, not {short_repr(cols)}"
        )
    memory.require(many * _BYTES_PER_COL, f"a stream of rows of {many:,} cells")
    return _stream_rows(many, clean_seed(seed_to_text(seed)))


def _stream_rows(cols: int, seed: str) -> Iterator[NDArray[np.uint8]]:
    links, stream = first_row(cols, seed_state(seed, "carve"))
    token = np.zeros(2, np.uint64)
    rows = 1
    below = np.zeros(cols + 2, np.uint8)
    while True:
        grid = np.zeros((rows + 2, cols + 2), np.uint8)
        grid[1] = below
        _carve_rows(grid.reshape(-1), *links, stream, token, cols, rows)
        below = grid[rows + 1].copy()
        chunk = grid[1:-1, 1:-1]
        chunk.setflags(write=False)
        yield from chunk
        # Twice as many each time, so that the first rows are there at once.
        rows = min(2 * rows, max(1, _CHUNK_CELLS // cols))


def first_row(
    cols: int, rng: NDArray[np.uint64]
) -> tuple[tuple[NDArray[np.uint32], NDArray[np.uint32]], NDArray[np.uint64]]:
    """Lay out what passes from row to row: every cell alone in its set, no coin tossed.

    Returns:
        The links left and right, uint32 (cols,); and uint64 (6,): the random stream and what is
        left of its last word of coins.
    """
    left = np.arange(cols, dtype=np.uint32)
    stream = np.zeros(6, np.uint64)
    stream[:4] = rng
    return (left, left.copy()), stream


@device
def join(left: Buffer, right: Buffer, col: int) -> None:
    """Splice the list of a column's east neighbour into its own, behind the column."""
    after = u64(right[col])
    before = u64(left[col + u64(1)])
    right[before] = after
    left[after] = before
    right[col] = col + u64(1)
    left[col + u64(1)] = col


@device
def join_east(grid: Buffer, left: Buffer, right: Buffer, cell: int, col: int) -> None:
    """Open the side between a cell and its east neighbour, and make their sets one."""
    join(left, right, col)
    grid[cell] |= u64(2)
    grid[cell + u64(1)] |= u64(8)


@device
def leave_set(left: Buffer, right: Buffer, col: int) -> None:
    """Take a column out of its set, of which it is not the last."""
    before, after = u64(left[col]), u64(right[col])
    right[before] = after
    left[after] = before
    left[col] = right[col] = col


@kernel
def _carve_rows(
    grid: Buffer,
    left: Buffer,
    right: Buffer,
    stream: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve rows that another row follows.

    Args:
        grid: uint8, the bordered rows; changed in place, the row below the last one too.
        left: uint32 (cols,): for each cell its set's next member to the west, in a circle;
            changed in place, as ``right`` is.
        right: uint32 (cols,): the next member to the east. Sets never cross, so a cell and its
            east neighbour are of one set exactly if they are linked.
        stream: uint64 (6,), the coins; changed in place.
        pulse: uint64 (2,).
        cols: Columns of cells.
        rows: How many rows to carve.
    """
    one = u64(1)
    coins = (u64(stream[4]), u64(stream[5]), load_state(stream))
    last = cols - one
    stride = cols + u64(2)
    cell = stride + one
    for row in range(rows):
        if pulse[CANCEL] != 0:
            return
        pulse[DONE] = row * cols
        for col in range(cols):
            pair, coins = toss(coins)
            # One branch instead of three, which a coin decides anyway (7 %).
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
    """Join all neighbours of the last row that are of different sets."""
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
