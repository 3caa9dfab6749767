"""The formats ``compact``, ``half`` and ``braille``, which fit on a terminal.

``compact`` has walls of ``_`` and ``|``, a cell two characters wide and one line high. The wall
below a cell is the cell's own character:

     ___________
    |A  |  _ b  |      B stands in a cell that is open below: a small letter
    |_|___|_____|

It is read as well, also where other programs leave gaps between the walls below cells side by side.

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

from mazegame.formats.errors import FormatError, at
from mazegame.formats.parsed import MAX_GOALS, ParsedMaze, read_ends
from mazegame.formats.picture import Picture
from mazegame.formats.source import Source
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls, pixels_of
from mazegame.formats.text.plain import drawing
from mazegame.formats.text.rows import DrawingText, Symbols, first_place

_HALVES: Final = np.array([ord(c) for c in " ▀▄█"], "<u4")
"""Characters by upper pixel + 2 x lower pixel."""

# The symbols of characters in a compact drawing.
_BLANK: Final = 1
_BELOW: Final = 2
_LEFT: Final = 3
_A_ABOVE_WALL: Final = 4
_A: Final = 5
_B_ABOVE_WALL: Final = 6
_B: Final = 7
_O_ABOVE_WALL: Final = 8
_O: Final = 9
_COMPACT: Final = Symbols(
    {
        _BLANK: " ", _BELOW: "_", _LEFT: "|", _A_ABOVE_WALL: "AS", _A: "as",
        _B_ABOVE_WALL: "BGE", _B: "bge", _O_ABOVE_WALL: "O", _O: "o",
    },
    "a compact drawing has walls (_ and |), and A and B, small ones where no wall is below",
)  # fmt: skip
_HIDING: Final = (_BELOW, _A_ABOVE_WALL, _B_ABOVE_WALL, _O_ABOVE_WALL)
"""The symbols of cells with a wall below."""

_FIRST_BRAILLE: Final = 0x2800
"""The code point of the braille character without dots."""

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


def _read_compact(source: Source) -> ParsedMaze:
    text = DrawingText(source)
    drawn = _COMPACT.rows(text)
    used = np.flatnonzero((drawn != _BLANK).any(axis=0))
    if len(drawn) < 2 or drawn.shape[1] < 2 or not used.size:
        raise FormatError("there is nothing drawn, or no room for a cell")
    cols = max(drawn.shape[1] if drawn.shape[1] % 2 else 0, int(used[-1]) + 1) // 2
    drawn = np.pad(drawn, ((0, 0), (0, 1)), constant_values=_BLANK)[:, : 2 * cols + 1]
    uprights, cells = drawn[:, ::2], drawn[:, 1::2]
    for kind, places in (("a letter", uprights > _LEFT), ("|", cells == _LEFT)):
        if places.any():
            row, col = first_place(places)
            place = at(row, 2 * col + (kind == "|"), text.first_line)
            raise FormatError(f"{place}: {kind} has no place there: a cell takes two characters")
    vertical, across = uprights[1:] == _LEFT, np.isin(cells, _HIDING)
    rows = len(vertical)
    text.check_size((rows, cols), drawn.shape, (2 * rows + 1, 2 * cols + 1))
    starts, goals, others = (
        [(int(row) - 1, int(col)) for row, col in np.argwhere(np.isin(cells, pair))]
        for pair in ((_A_ABOVE_WALL, _A), (_B_ABOVE_WALL, _B), (_O_ABOVE_WALL, _O))
    )
    if len(starts) > 1 or len(goals) > MAX_GOALS or any(row < 0 for row, _ in starts + goals):
        raise FormatError("it has a letter in its first line, two starts, or too many goals")
    start, ends = starts[0] if starts else None, tuple(goals)
    if text.ends:
        start, ends = read_ends(text.ends)
    elif start is None and not ends:
        start, ends = boundary_gaps(across[0], across[-1], vertical[:, 0], vertical[:, -1])
    return ParsedMaze(
        maze_of_walls(across, vertical), start, ends, text.game_id, blank_is_rock=True,
        marks=(*others, *ends),
    )  # fmt: skip


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
    """Write A and B into the lines of some rows, in place; capitals where they hide a wall."""
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


COMPACT: Final = SimpleNamespace(write=partial(drawing, draw=_compact), read=_read_compact)
HALF: Final = SimpleNamespace(write=partial(drawing, draw=_half))
BRAILLE: Final = SimpleNamespace(write=partial(drawing, draw=_braille, names_ends=True))
