"""What ``Maze`` and ``Level`` show of themselves: ``_repr_svg_`` in notebooks, and ``print``.

What lives here: walls, A and B as strokes of SVG, and as characters. What does not: any other
picture or format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_CELLS: Final = 40_000
"""Larger mazes are shown as text: their strokes would fill megabytes of a notebook."""

MOST_PRINTED: Final = 10_000
"""``print`` shows larger mazes as their ``repr``."""

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


def text_of(
    passages: NDArray[np.uint8], ends: Sequence[tuple[tuple[int, int], str]] = ()
) -> str | None:
    """Draw a maze in ASCII, a cell four columns wide and two rows high, as ``svg_of``."""
    rows, cols = passages.shape
    if passages.size > MOST_PRINTED:
        return None
    canvas = np.full((2 * rows + 1, 4 * cols + 1), ord(" "), np.uint8)
    canvas[::2, ::4] = ord("+")
    for column in range(1, 4):
        canvas[0, column::4] = ord("-")
        canvas[2::2, column::4][passages & 4 == 0] = ord("-")
    canvas[1::2, 0] = ord("|")
    canvas[1::2, 4::4][passages & 2 == 0] = ord("|")
    for (row, col), letter in ends:
        canvas[2 * row + 1, 4 * col + 2] = ord(letter)
    return "\n".join(line.tobytes().decode("ascii") for line in canvas)


def runs_of(there: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Find the runs of True in each row: int32 (n, 3), row, first True and next False."""
    steps = np.diff(np.pad(there, ((0, 0), (1, 1))).view(np.int8), axis=1)
    rows, begins = np.nonzero(steps == 1)
    _, ends = np.nonzero(steps == -1)
    return np.stack([rows, begins, ends], axis=1).astype(np.int32)
