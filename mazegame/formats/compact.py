"""The format ``compact``: walls of ``_`` and ``|``, a cell two characters wide and one line high.

     ___________
    |A  |  _ b  |      B stands in a cell that is open below: a small letter
    |_|___|_____|

The wall below a cell is the cell's own character. A letter hides it, so capitals stand on a wall,
small letters on an opening. (Drawings of other programs may have letters of one case only; the rule
is the same.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Direction
from mazegame.formats.errors import FormatError, at
from mazegame.formats.found import Found, read_ends
from mazegame.formats.lattice import boundary_gaps, maze_of_walls
from mazegame.formats.picture import BAND_CELLS
from mazegame.formats.plain import titles
from mazegame.formats.text import Symbols, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.engine import Cell
    from mazegame.formats.picture import Picture
    from mazegame.formats.source import Source

_BLANK, _FLOOR, _WALL, _HIGH_A, _LOW_A, _HIGH_B, _LOW_B, _HIGH_O, _LOW_O = range(1, 10)
_ON_A_WALL: Final = (_FLOOR, _HIGH_A, _HIGH_B, _HIGH_O)

_SYMBOLS: Final = Symbols(
    {
        _BLANK: " .",
        _FLOOR: "_",
        _WALL: "|",
        _HIGH_A: "AS",
        _LOW_A: "as",
        _HIGH_B: "BGE",
        _LOW_B: "bge",
        _HIGH_O: "O",
        _LOW_O: "o",
    },
    "a compact drawing has walls (_ and |), A and B (a and b where it is open below)",
)


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines: ``rows + 1`` of ``2 cols + 1`` characters."""
    yield from titles(picture)
    maze = picture.maze
    high = max(1, BAND_CELLS // maze.cols)
    letters = picture.letters()
    for top in range(-1, maze.rows, high):
        end = min(top + high, maze.rows)
        below, right = _walls(picture, top, end)
        lines = np.full((end - top, 2 * maze.cols + 2), ord(" "), np.uint8)
        lines[:, -1] = ord("\n")
        lines[:, 1:-1:2][below] = ord("_")
        joined = below[:, :-1] & below[:, 1:]
        lines[:, 2:-2:2][joined] = ord("_")
        lines[:, 0:-1:2][right] = ord("|")
        first = max(top, 0)
        pockets = picture.pockets(slice(first, end))
        marks = lines[first - top :, 1:-1:2]
        marks[pockets] = np.where(below[first - top :], ord("O"), ord("o"))[pockets]
        for (row, col), letter in reversed(letters):
            if top <= row < end:
                shown = letter if below[row - top, col] else letter.lower()
                lines[row - top, 2 * col + 1] = ord(shown)
        yield lines.tobytes()


def _walls(picture: Picture, top: int, end: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Find the walls around some rows of cells; rock has none inside.

    Args:
        picture: The picture.
        top: The first row, -1 for the boundary above the maze.
        end: The row behind the last one.

    Returns:
        bool (end - top, cols): a wall below the cell; bool (end - top, cols + 1): left of it.
    """
    maze = picture.maze
    sides = np.zeros((end - top + 1, maze.cols + 2), np.uint8)
    rock = np.ones(sides.shape, np.bool_)
    first, last = max(top, 0), min(end + 1, maze.rows)
    inside = (slice(first - top, last - top), slice(1, -1))
    sides[inside] = maze.passages[first:last]
    rock[inside] = picture.rock(first, last)
    below = (sides[:-1, 1:-1] & Direction.S.value == 0) & ~(rock[:-1, 1:-1] & rock[1:, 1:-1])
    left = (sides[:-1, :-1] & Direction.E.value == 0) & ~(rock[:-1, :-1] & rock[:-1, 1:])
    for (row, col), side in picture.openings():
        y = row - top - (side == Direction.N)
        if 0 <= y < len(below):
            if side in {Direction.N, Direction.S}:
                below[y, col] = False
            else:
                left[y, col + (side == Direction.E)] = False
    return below, left


def read(source: Source) -> Found:
    """Read a compact drawing.

    Raises:
        FormatError: If it is not a compact drawing.
    """
    text = Text(source)
    drawn = _SYMBOLS.rows(text)
    if drawn.shape[1] % 2 == 0:  # trailing blanks may be added or removed
        drawn = np.pad(drawn, ((0, 0), (0, 1)), constant_values=_BLANK)
    rows, cols = len(drawn) - 1, drawn.shape[1] // 2
    if rows < 1 or cols < 1:
        raise FormatError("it is no compact drawing: that has two lines at least, the first of _")
    for wrong, x, what in (
        (drawn[:, 1::2] == _WALL, 1, "a |, where a cell is"),
        (drawn[:, ::2] > _WALL, 0, "a letter, where a wall may be"),
    ):
        if wrong.any():
            row, col = (int(i) for i in np.argwhere(wrong)[0])
            raise FormatError(f"{at(row, 2 * col + x, text.first_line)}: {what}")
    if (drawn[0] == _WALL).any():
        raise FormatError(
            f"{at(0, int((drawn[0] == _WALL).argmax()), text.first_line)}: a | in the first line, "
            "which is the boundary above the maze"
        )
    cells = drawn[:, 1::2]
    across = np.isin(cells, _ON_A_WALL)
    vertical = drawn[1:, ::2] == _WALL
    maze = maze_of_walls(across, vertical)
    starts, goals, marks = (
        _cells(cells[1:], high, low)
        for high, low in ((_HIGH_A, _LOW_A), (_HIGH_B, _LOW_B), (_HIGH_O, _LOW_O))
    )
    if len(starts) > 1:
        row, col = starts[1]
        raise FormatError(
            f"it has two starts, the second at {at(row + 1, 2 * col + 1, text.first_line)}"
        )
    start, ends = (starts[0] if starts else None), tuple(goals)
    if text.ends:
        start, ends = read_ends(text.ends)
    elif start is None and not ends:
        start, ends = boundary_gaps(across, vertical)
    return Found(maze, start, ends, text.game_id, blank_is_rock=True, marks=(*marks, *goals))


def _cells(cells: NDArray[np.uint8], high: int, low: int) -> list[Cell]:
    """Return the cells that contain a letter, capital or small."""
    return [(row, col) for row, col in np.argwhere((cells == high) | (cells == low)).tolist()]
