"""The format ``half``: square pixels of wall and floor, two in each character.

    █▀▀▀█▀▀▀█
    █A█ ▀ █B█      the upper pixel of A is wall; a would stand in a cell that is open above
    █ ▀▀▀▀▀ █
    ▀▀▀▀▀▀▀▀▀

A character's upper pixel lies in a line of posts, its lower one in a line of cells, so that the
letters A and B hide two pixels: the cell, and what is above it. Capitals stand under a wall, small
letters under an opening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.formats.picture import BAND_CELLS
from mazegame.formats.text.lattice import pixels_of
from mazegame.formats.text.plain import titles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture

_GLYPHS: Final = np.array([ord(c) for c in " ▀▄█"], "<u4")
"""Characters by upper pixel + 2 x lower pixel."""


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines: ``rows + 1`` of ``2 cols + 1`` characters."""
    yield from titles(picture)
    maze = picture.maze
    letters = picture.letters()
    high = max(1, BAND_CELLS // maze.cols)
    for top in range(0, maze.rows + 1, high):
        end = min(top + high, maze.rows + 1)
        pixels = pixels_of(picture, top, end)
        lines = np.full((end - top, 2 * maze.cols + 2), ord("\n"), "<u4")
        lines[:, :-1] = _GLYPHS[pixels[::2] | pixels[1::2] << 1]
        for (row, col), letter in reversed(letters):
            if top <= row < end:
                y, x = row - top, 2 * col + 1
                lines[y, x] = ord(letter if pixels[2 * y, x] else letter.lower())
        yield lines.tobytes().decode("utf-32-le").encode()
