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

from mazegame.formats.errors import FormatError, at
from mazegame.formats.found import Found, read_ends
from mazegame.formats.lattice import maze_of_pixels, pixels_of
from mazegame.formats.picture import BAND_CELLS
from mazegame.formats.plain import titles
from mazegame.formats.text import Symbols, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture
    from mazegame.formats.source import Source

_GLYPHS: Final = np.array([ord(c) for c in " ▀▄█"], "<u4")
"""Characters by upper pixel + 2 x lower pixel."""

_NONE, _UPPER, _LOWER, _BOTH, _HIGH_A, _LOW_A, _HIGH_B, _LOW_B, _MARK = range(1, 10)

_SYMBOLS: Final = Symbols(
    {
        _NONE: " ",
        _UPPER: "▀",
        _LOWER: "▄",
        _BOTH: "█",
        _HIGH_A: "AS",
        _LOW_A: "as",
        _HIGH_B: "BGE",
        _LOW_B: "bge",
        _MARK: "@R•·◇◆",
    },
    "a drawing in half blocks has ▀ ▄ █ and spaces, A and B (a and b where it is open above)",
)


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


def read(source: Source) -> Found:
    """Read a drawing in half blocks.

    Raises:
        FormatError: If it is not such a drawing.
    """
    text = Text(source)
    drawn = _SYMBOLS.rows(text)
    while not drawn.shape[1] % 2 and (drawn[:, -1] == _NONE).all():
        drawn = drawn[:, :-1]
    pixels = np.zeros((2 * len(drawn), drawn.shape[1]), np.bool_)
    for symbol in (_UPPER, _BOTH, _HIGH_A, _HIGH_B):
        pixels[::2] |= drawn == symbol
    for symbol in (_LOWER, _BOTH):
        pixels[1::2] |= drawn == symbol
    if pixels[-1].any():
        raise FormatError(
            f"{at(len(drawn) - 1, int(pixels[-1].argmax()), text.first_line)}: a wall below the "
            "boundary, which is the upper half of the last line"
        )
    maze, start, goals = maze_of_pixels(
        pixels[:-1], lambda row, col: at(row // 2, col, text.first_line)
    )
    starts = np.argwhere((drawn == _HIGH_A) | (drawn == _LOW_A)).tolist()
    ends = np.argwhere((drawn == _HIGH_B) | (drawn == _LOW_B)).tolist()
    for row, col in (*starts, *ends):
        if col % 2 == 0 or row >= maze.rows:
            raise FormatError(f"{at(row, col, text.first_line)}: a letter outside the cells")
    if len(starts) > 1:
        second = at(starts[1][0], starts[1][1], text.first_line)
        raise FormatError(f"it has two starts, the second at {second}")
    if starts or ends:
        start = (starts[0][0], starts[0][1] // 2) if starts else None
        goals = tuple((row, col // 2) for row, col in ends)
    if text.ends:
        start, goals = read_ends(text.ends)
    return Found(maze, start, goals, text.game_id)
