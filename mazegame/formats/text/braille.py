"""The format ``braille``: square dots of wall, two by four in each character.

Letters have no room, so a line ``ends=...`` above the drawing names A and B.
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

_FIRST: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each of the 4 x 2 dots of a character."""


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines: a character for every two rows and every column."""
    yield from titles(picture, ends=True)
    maze = picture.maze
    wide = maze.cols + 1  # 2 cols + 1 dots and an empty one
    high = 2 * max(1, BAND_CELLS // maze.cols // 2)
    for top in range(0, maze.rows + 1, high):
        end = min(top + high, maze.rows + 1)
        pixels = pixels_of(picture, top, end)
        dots = np.zeros((-(-len(pixels) // 4) * 4, 2 * wide), np.uint8)
        dots[: len(pixels), :-1] = pixels
        lines = np.full((len(dots) // 4, wide + 1), ord("\n"), "<u4")
        lines[:, :-1] = _FIRST
        for y, bits in enumerate(_DOTS):
            for x, bit in enumerate(bits):
                lines[:, :-1] |= dots[y::4, x::2] * np.uint32(bit)
        yield lines.tobytes().decode("utf-32-le").encode()
