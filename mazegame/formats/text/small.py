"""The formats ``compact``, ``half`` and ``braille``, which fit on a terminal and are written only.

``compact`` has walls of ``_`` and ``|``, a cell two characters wide and one line high. The wall
below a cell is the cell's own character:

     ___________
    |A  |  _ b  |      B stands in a cell that is open below: a small letter
    |_|___|_____|

``half`` has square pixels of wall and floor, two in each character. The upper one lies in a line of
posts, the lower one in a line of cells:

    █▀▀▀█▀▀▀█
    █A█ ▀ █B█      the upper pixel of A is wall; a would stand in a cell that is open above
    █ ▀▀▀▀▀ █
    ▀▀▀▀▀▀▀▀▀

In both a letter hides a wall, so capitals stand on or under one, small letters beside an opening.

``braille`` has the same pixels as dots, two by four in each character. Letters have no room, so a
line ``ends=...`` above the drawing names A and B.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.picture import Picture
from mazegame.formats.text.lattice import pixels_of
from mazegame.formats.text.plain import drawing

_HALVES: Final = np.array([ord(c) for c in " ▀▄█"], "<u4")
"""Characters by upper pixel + 2 x lower pixel."""

_FIRST_BRAILLE: Final = 0x2800
_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
"""The bit of each of the 4 x 2 dots of a character."""


def _compact(picture: Picture, top: int, end: int) -> NDArray[np.uint32]:
    """Draw the cells above rows of posts: ``2 cols + 1`` characters a line."""
    across, left = picture.walls(top - 1, end)
    below = across[1:]
    lines = np.full((end - top, 2 * picture.maze.cols + 2), ord(" "), "<u4")
    lines[:, -1] = ord("\n")
    lines[:, 1:-1:2][below] = ord("_")
    lines[:, 2:-2:2][below[:, :-1] & below[:, 1:]] = ord("_")
    lines[:, 0:-1:2][left[:-1]] = ord("|")
    above = 1 if top == 0 else 0  # a line without cells
    pockets = picture.pockets(slice(top - 1 + above, end - 1))
    lines[above:, 1:-1:2][pockets] = np.where(below[above:], ord("O"), ord("o"))[pockets]
    _put_letters(lines, picture, top - 1, below)
    return lines


def _half(picture: Picture, top: int, end: int) -> NDArray[np.uint32]:
    """Draw rows of posts and the cells below them: ``2 cols + 1`` characters a line."""
    pixels = pixels_of(picture, top, end)
    lines = np.full((end - top, 2 * picture.maze.cols + 2), ord("\n"), "<u4")
    lines[:, :-1] = _HALVES[pixels[::2] | pixels[1::2] << 1]
    _put_letters(lines, picture, top, pixels[::2, 1::2] > 0)
    return lines


def _put_letters(
    lines: NDArray[np.uint32], picture: Picture, top: int, walls: NDArray[np.bool_]
) -> None:
    """Put A and B into the lines of some rows, in place; capitals where they hide a wall."""
    for (row, col), letter in reversed(picture.letters()):
        if top <= row < top + len(lines):
            shown = letter if walls[row - top, col] else letter.lower()
            lines[row - top, 2 * col + 1] = ord(shown)


def _braille(picture: Picture, top: int, end: int) -> NDArray[np.uint32]:
    """Draw a character for every two rows and every column."""
    wide = picture.maze.cols + 1  # 2 cols + 1 dots and an empty one
    pixels = pixels_of(picture, top, end)
    dots = np.pad(pixels, ((0, -len(pixels) % 4), (0, 1)))
    lines = np.full((len(dots) // 4, wide + 1), ord("\n"), "<u4")
    lines[:, :-1] = np.einsum("nyxk,yk->nx", dots.reshape(-1, 4, wide, 2), _DOTS)
    lines[:, :-1] |= _FIRST_BRAILLE
    return lines


COMPACT: Final = SimpleNamespace(write=partial(drawing, draw=_compact))
HALF: Final = SimpleNamespace(write=partial(drawing, draw=_half))
BRAILLE: Final = SimpleNamespace(write=partial(drawing, draw=_braille, names_ends=True))
