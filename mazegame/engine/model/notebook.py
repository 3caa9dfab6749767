"""How ``Maze`` and ``Level`` display themselves: ``_repr_svg_`` in notebooks, and ``print``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_CELLS: Final = 40_000
"""Larger mazes are shown as text: their strokes would fill megabytes of a notebook."""

MOST_PRINTED: Final = 2_000
"""Cells of the largest maze that ``print`` shows whole; of a larger one it shows the corners."""

_EDGE_ROWS: Final = 4
"""Rows of cells at the top and at the bottom of a maze that is not shown whole."""

_EDGE_COLS: Final = 8
"""Columns of cells at the left and at the right of a maze that is not shown whole."""

_CELL: Final = 12
"""Pixels from a cell to the next."""


def svg_of(
    passages: NDArray[np.uint8], ends: Sequence[tuple[tuple[int, int], str]] = ()
) -> str | None:
    """Draw a maze as SVG, with letters in some cells; return None if it is too large for that.

    ``passages`` are those of ``Maze``. Rock has a wall where it meets a cell, and none inside.
    """
    rows, cols = passages.shape
    if passages.size > MOST_CELLS:
        return None
    rock = np.pad(passages == 0, 1, constant_values=True)
    for (row, col), _ in ends:
        rock[row + 1, col + 1] = False
    if passages.size == 1:
        rock[1, 1] = False
    across = ~(rock[:-1, 1:-1] & rock[1:, 1:-1])
    vertical = ~(rock[1:-1, :-1] & rock[1:-1, 1:])
    across[1:] &= passages & 4 == 0
    vertical[:, 1:] &= passages & 2 == 0
    runs = (runs_of(across) * _CELL).tolist()
    strokes = "".join(f"M{a} {y}h{b - a}" for y, a, b in runs)
    runs = (runs_of(vertical.T) * _CELL).tolist()
    strokes += "".join(f"M{x} {a}v{b - a}" for x, a, b in runs)
    letters = "".join(
        f'<text x="{(col + 0.5) * _CELL:g}" y="{(row + 0.82) * _CELL:g}">{letter}</text>'
        for (row, col), letter in ends
    )
    width, height = (side * _CELL + 4 for side in (cols, rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="-2 -2 {width} {height}"><rect x="-2" y="-2" width="{width}" height="{height}" '
        f'fill="#fff"/><path d="{strokes}" fill="none" stroke="#000" stroke-width="1.5" '
        'stroke-linecap="square"/><g font-family="sans-serif" font-weight="bold" '
        f'font-size="{_CELL - 2}" text-anchor="middle" fill="#0b7fa5">{letters}</g></svg>'
    )


def text_of(passages: NDArray[np.uint8], ends: Sequence[tuple[tuple[int, int], str]] = ()) -> str:
    """Draw a maze in ASCII, a cell four columns wide and two rows high, as ``svg_of``.

    A maze of more than ``MOST_PRINTED`` cells is shown by its corners, with ``...`` between them,
    as NumPy shows a large array.
    """
    if passages.size <= MOST_PRINTED:
        return "\n".join(_lines_of(passages, ends))
    rows, cols = passages.shape
    bands = [slice(0, rows)]
    if rows > 2 * _EDGE_ROWS:
        bands = [slice(0, _EDGE_ROWS), slice(rows - _EDGE_ROWS, rows)]
    pieces = [slice(0, cols)]
    if cols > 2 * _EDGE_COLS:
        pieces = [slice(0, _EDGE_COLS), slice(cols - _EDGE_COLS, cols)]
    drawn = []
    for band in bands:
        corners = (_lines_of(passages[band, piece], _moved(ends, band, piece)) for piece in pieces)
        drawn.append("\n".join(" ... ".join(parts) for parts in zip(*corners, strict=True)))
    return "\n...\n".join(drawn)


def _moved(
    ends: Sequence[tuple[tuple[int, int], str]], rows: slice, cols: slice
) -> list[tuple[tuple[int, int], str]]:
    """Return the letters inside some rows and columns, with their cells counted from there."""
    return [
        ((row - rows.start, col - cols.start), letter)
        for (row, col), letter in ends
        if rows.start <= row < rows.stop and cols.start <= col < cols.stop
    ]


def _lines_of(
    passages: NDArray[np.uint8], ends: Sequence[tuple[tuple[int, int], str]]
) -> list[str]:
    """Draw some rows and columns of a maze: a gap at an edge is a passage that leads on."""
    rows, cols = passages.shape
    canvas = np.full((2 * rows + 1, 4 * cols + 1), ord(" "), np.uint8)
    canvas[::2, ::4] = ord("+")
    for column in range(1, 4):
        canvas[0, column::4][passages[0] & 1 == 0] = ord("-")
        canvas[2::2, column::4][passages & 4 == 0] = ord("-")
    canvas[1::2, 0][passages[:, 0] & 8 == 0] = ord("|")
    canvas[1::2, 4::4][passages & 2 == 0] = ord("|")
    for (row, col), letter in ends:
        canvas[2 * row + 1, 4 * col + 2] = ord(letter)
    return [line.tobytes().decode("ascii") for line in canvas]


def runs_of(there: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Find the runs of True in each row: int32 (n, 3), row, first True and next False."""
    steps = np.diff(np.pad(there, ((0, 0), (1, 1))).view(np.int8), axis=1)
    rows, begins = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    return np.stack([rows, begins, ends], axis=1).astype(np.int32)
