"""Plain drawings of mazes: text without colours, to read, pipe and paste.

What lives here: whole mazes, drawn once. What does not: the game's view of one.

    ┌───────────┬───┐        +---+---+---+---+
    │ A · · · · │   │        | A * * * * |   |
    │   ┌───╴ · │   │        +   +---+ * +   +
    │   │ · · · │   │        |   | * * * |   |
    │   │ · ╶───┘   │        +   + * +---+   +
    │   │ · · · · B │        |   | * * * * B |
    └───┴───────────┘        +---+---+---+---+

A cell is four columns wide and two rows high, which looks square in most fonts. Solid rock, as
block mazes have it, stays blank: a wall stands only beside a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Direction
from mazegame.formats.picture import HEAT_BANDS, Picture

_BLOCK_CELLS: Final = 1 << 16
"""Approximate number of cells drawn at a time; it limits the memory for huge mazes."""

_ON_PATH, _EASTWARD, _SOUTHWARD = 1, 2, 4
"""Bits of a cell's mark: it is on the path, the path continues east, it continues south."""

_WALK: Final = 3
"""Shift of the same bits for a walk."""


class Style(NamedTuple):
    """The characters of a drawing."""

    posts: str
    """Sixteen, by the walls that meet at a corner, the sum of N=1, E=2, S=4, W=8."""
    across: str
    vertical: str
    path: str
    """A step of the path."""
    marks: str
    """With a walk: a step of the path alone, of the walk alone, of both."""
    a: str = "A"
    b: str = "B"
    pocket: str = "o"
    """A cell, not rock, that no path joins to A or B."""


UNICODE: Final = Style(posts=" ╵╶└╷│┌├╴┘─┴┐┤┬┼", across="─", vertical="│", path="·", marks="◇•◆")
"""Box-drawing characters; the free end of a wall is half a line."""

ASCII: Final = Style(posts=" " + "+" * 15, across="-", vertical="|", path="*", marks="xo#")
"""Characters for terminals and files without Unicode."""

MICROMOUSE: Final = Style(
    posts="o" * 16, across="-", vertical="|", path=".", marks=".*x", a="S", b="G", pocket="f"
)
"""The characters of the collection micromouseonline/mazefiles."""


def titles(picture: Picture, *, ends: bool = False) -> Iterator[bytes]:
    """Yield the lines above a drawing: the game ID if requested, and the ends.

    ``ends`` says whether the drawing itself cannot show A and B.
    """
    if picture.title and picture.game_id:
        yield f"{picture.game_id}\n".encode()
    if picture.start is not None and (ends or not picture.goals or picture.start in picture.goals):
        yield f"ends={picture.ends}\n".encode()


def write(picture: Picture, style: Style) -> Iterator[bytes]:
    """Draw a picture, its title above it; yields whole lines in UTF-8."""
    yield from titles(picture)
    maze = picture.maze
    marks = None
    if picture.path is not None or picture.walk is not None:
        marks = np.zeros((maze.rows + 1, maze.cols + 1), np.uint8)
        for cells, shift in ((picture.path, 0), (picture.walk, _WALK)):
            if cells is not None:
                _mark(marks, cells, shift)
    high = max(1, _BLOCK_CELLS // (maze.cols + 1))
    for top in range(0, maze.rows + 1, high):
        end = min(top + high, maze.rows + 1)
        canvas = _canvas(picture, style, marks, top, end)
        yield canvas[: 2 * (maze.rows - top) + 1].tobytes().decode("utf-32-le").encode()


def _canvas(
    picture: Picture, style: Style, marks: NDArray[np.uint8] | None, top: int, end: int
) -> NDArray[np.uint32]:
    """Draw some rows of cells; the row below the last one is the maze's boundary.

    Returns code points, uint32, little-endian. A row of cells has two lines, the second through
    the cells' middles; a column has four characters, and boundary and newline have two.
    """
    maze = picture.maze
    across, vertical = picture.walls(top - 1, end)
    across = across[1:]
    arms = vertical[:-1] * np.uint8(Direction.N) | vertical[1:] * np.uint8(Direction.S)
    arms[:, :-1] |= across * np.uint8(Direction.E)
    arms[:, 1:] |= across * np.uint8(Direction.W)
    canvas = np.full((2 * len(arms), 4 * maze.cols + 2), ord(" "), "<u4")
    canvas[:, -1] = ord("\n")
    canvas[::2, ::4] = np.frombuffer(style.posts.encode("utf-32-le"), "<u4")[arms]
    canvas[1::2, ::4][vertical[1:]] = ord(style.vertical)
    for k in (1, 2, 3):
        canvas[::2, k:-1:4][across] = ord(style.across)
    middles = canvas[1::2, 2::4][: maze.rows - top]
    cells = slice(top, top + len(middles))
    if picture.heat:
        bands = picture.heat_bands(cells)
        there = bands < HEAT_BANDS
        middles[there] = bands[there] + np.uint32(ord("0"))
    if marks is not None:
        _draw_marks(canvas, picture, style, marks, top)
    middles[picture.pockets(cells)] = ord(style.pocket)
    for (row, col), letter in picture.letters(style.a, style.b):
        if top <= row < end:
            y, x = 2 * (row - top) + 1, 4 * col + 2
            # If A is B, write B behind A.
            canvas[y, x + 1 if canvas[y, x] == ord(style.a) else x] = ord(letter)
    return canvas


def _mark(marks: NDArray[np.uint8], cells: NDArray[np.integer[Any]], shift: int) -> None:
    """Set the bits of a path's cells, in place; the last row and column stay unmarked."""
    for first in range(0, len(cells), _BLOCK_CELLS):
        here = cells[first : first + _BLOCK_CELLS + 1]
        marks[here[:, 0], here[:, 1]] |= _ON_PATH << shift
        # A step west or north is a step east or south from the next cell.
        before = np.minimum(here[:-1], here[1:])
        eastward = here[:-1, 0] == here[1:, 0]
        for way, bit in ((eastward, _EASTWARD), (~eastward, _SOUTHWARD)):
            marks[before[way, 0], before[way, 1]] |= bit << shift


def _draw_marks(
    canvas: NDArray[np.uint32], picture: Picture, style: Style, marks: NDArray[np.uint8], top: int
) -> None:
    """Draw the dots of path and walk in place: in cells' middles and in the passages between.

    ``marks``, uint8 (rows + 1, cols + 1), has the bits of path and walk in each cell; ``top`` is
    the first row of cells of the canvas.
    """
    alone = style.marks[0] if picture.walk is not None else style.path
    glyphs = np.array([0, *map(ord, (alone, *style.marks[1:]))], np.uint32)

    def dot(target: NDArray[np.uint32], marks: NDArray[np.uint8], bit: int) -> None:
        kinds = (marks & bit > 0) * np.uint8(1) + (marks & bit << _WALK > 0) * np.uint8(2)
        there = kinds > 0
        target[there] = glyphs[kinds[there]]

    here = marks[top : top + len(canvas) // 2, :-1]
    dot(canvas[1::2, 2::4], here, _ON_PATH)
    dot(canvas[1::2, 4::4], here, _EASTWARD)
    dot(canvas[2::2, 2::4], here[:-1], _SOUTHWARD)
    if top:
        dot(canvas[0, 2::4], marks[top - 1, :-1], _SOUTHWARD)
