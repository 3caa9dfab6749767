"""The format ``compact``: walls of ``_`` and ``|``, a cell two characters wide and one line high.

     ___________
    |A  |  _ b  |      B stands in a cell that is open below: a small letter
    |_|___|_____|

The wall below a cell is the cell's own character. A letter hides it, so capitals stand on a wall,
small letters on an opening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.formats.picture import BAND_CELLS
from mazegame.formats.text.plain import titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines: ``rows + 1`` of ``2 cols + 1`` characters."""
    yield from titles(picture)
    maze = picture.maze
    high = max(1, BAND_CELLS // maze.cols)
    letters = picture.letters()
    for top in range(-1, maze.rows, high):
        end = min(top + high, maze.rows)
        above, left = picture.walls(top, end + 1)
        below = above[1:]
        lines = np.full((end - top, 2 * maze.cols + 2), ord(" "), np.uint8)
        lines[:, -1] = ord("\n")
        lines[:, 1:-1:2][below] = ord("_")
        joined = below[:, :-1] & below[:, 1:]
        lines[:, 2:-2:2][joined] = ord("_")
        lines[:, 0:-1:2][left[:-1]] = ord("|")
        first = max(top, 0)
        pockets = picture.pockets(slice(first, end))
        marks = lines[first - top :, 1:-1:2]
        marks[pockets] = np.where(below[first - top :], ord("O"), ord("o"))[pockets]
        for (row, col), letter in reversed(letters):
            if top <= row < end:
                shown = letter if below[row - top, col] else letter.lower()
                lines[row - top, 2 * col + 1] = ord(shown)
        yield lines.tobytes()
