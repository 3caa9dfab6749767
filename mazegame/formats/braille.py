"""The format ``braille``: square dots of wall, two by four in each character.

Letters have no room, so a line ``ends=...`` above the drawing names A and B.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.formats.errors import FormatError, at, name_character
from mazegame.formats.found import Found, read_ends
from mazegame.formats.lattice import maze_of_pixels, pixels_of
from mazegame.formats.picture import BAND_CELLS
from mazegame.formats.plain import titles
from mazegame.formats.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.formats.picture import Picture
    from mazegame.formats.source import Source

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


def read(source: Source) -> Found:
    """Read a drawing in braille.

    Raises:
        FormatError: If it is not such a drawing.
    """
    text = Text(source)
    bands = [_dots(block, text) for block in text.blocks()]
    width = max(band.shape[1] for band in bands)
    dots = np.concatenate([np.pad(band, ((0, 0), (0, width - band.shape[1]))) for band in bands])
    if not dots.any():
        raise FormatError("it is no maze: no dot is set")
    height, width = (int(np.flatnonzero(dots.any(axis=axis))[-1]) + 1 for axis in (1, 0))
    maze, start, goals = maze_of_pixels(
        dots[:height, :width], lambda row, col: at(row // 4, col // 2, text.first_line)
    )
    if text.ends:
        start, goals = read_ends(text.ends)
    return Found(
        maze,
        start,
        goals,
        text.game_id,
        lacks="it has no {letter}: name the ends in a line such as ends=r0c0-r9c9 above it",
    )


def _dots(lines: bytes, text: Text) -> NDArray[np.bool_]:
    """Return the dots of some lines, padding short lines with blanks."""
    rows = lines.decode("utf-8", "replace").splitlines()
    width = max(map(len, rows))
    codes = np.full((len(rows), width), _FIRST, np.uint32)
    for row, line in enumerate(rows):
        codes[row, : len(line)] = np.frombuffer(line.encode("utf-32-le"), "<u4")
    codes[codes == ord(" ")] = _FIRST
    wrong = codes - np.uint32(_FIRST) > 0xFF
    if wrong.any():
        row, col = (int(i) for i in np.argwhere(wrong)[0])
        raise FormatError(
            f"{at(row, col, text.first_line)}: {name_character(chr(codes[row, col]))} has no "
            "place: a drawing in braille has braille patterns and spaces alone"
        )
    dots = np.zeros((4 * len(rows), 2 * width), np.bool_)
    for y, bits in enumerate(_DOTS):
        for x, bit in enumerate(bits):
            dots[y::4, x::2] = codes & bit != 0
    return dots
