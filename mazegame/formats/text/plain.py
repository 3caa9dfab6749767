"""Write whole mazes as text without colours, to read, pipe and paste.

    ┌───────────┬───┐        +---+---+---+---+
    │ A · · · · │   │        | A * * * * |   |
    │   ┌───╴ · │   │        +   +---+ * +   +
    │   │ · · · │   │        |   | * * * |   |
    │   │ · ╶───┘   │        +   + * +---+   +
    │   │ · · · · B │        |   | * * * * B |
    └───┴───────────┘        +---+---+---+---+

A cell is four columns wide and two rows high, which looks square in most fonts. Solid rock stays
blank: there are walls only beside cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Direction
from mazegame.formats.picture import BAND_CELLS, HEAT_BANDS, VISITED, Picture


class Style(NamedTuple):
    """The characters of a drawing."""

    posts: str
    """16 characters by the walls that meet at a post, the sum of N=1, E=2, S=4, W=8."""
    across: str
    vertical: str
    path: str
    """A step of the path."""
    marks: str
    """Three characters for drawings with a walk: a step of the path, of the walk, of both."""
    a: str = "A"
    b: str = "B"
    pocket: str = "o"
    """Marks a cell without a path to A or B, as opposed to rock."""


UNICODE: Final = Style(posts=" ╵╶└╷│┌├╴┘─┴┐┤┬┼", across="─", vertical="│", path="·", marks="◇•◆")
"""Box-drawing characters; the free end of a wall is half a line."""

ASCII: Final = Style(posts=" " + "+" * 15, across="-", vertical="|", path="*", marks="xo#")
"""Characters for terminals and files without Unicode."""

MICROMOUSE: Final = Style(
    posts="o" * 16, across="-", vertical="|", path=".", marks=".*x", a="S", b="G", pocket="f"
)
"""The characters of the collection micromouseonline/mazefiles."""


def titles(picture: Picture, *, ends: bool = False) -> Iterator[bytes]:
    """Yield the lines above a drawing: the game ID if the picture has a title, and the ends.

    With ``ends`` they are always written, since the drawing cannot show A and B.
    """
    if picture.title and picture.game_id:
        yield f"{picture.game_id}\n".encode()
    if picture.start is not None and (ends or not picture.goals or picture.start in picture.goals):
        yield f"ends={picture.ends}\n".encode()


def drawing(
    picture: Picture,
    draw: Callable[[Picture, int, int], NDArray[np.uint32]],
    *,
    names_ends: bool = False,
) -> Iterator[bytes]:
    """Draw a picture with its title above it; yields whole lines in UTF-8.

    Args:
        picture: The picture.
        draw: Returns the code points of lines between two of the ``rows + 1`` rows of posts.
        names_ends: Whether a line above the drawing names A and B.
    """
    yield from titles(picture, ends=names_ends)
    rows, high = picture.maze.rows + 1, 2 * max(1, BAND_CELLS // picture.maze.cols // 2)
    for top in range(0, rows, high):
        lines = draw(picture, top, min(top + high, rows))
        yield lines.tobytes().decode("utf-32-le").encode()


def write(picture: Picture, style: Style) -> Iterator[bytes]:
    """Draw a picture; as ``drawing``."""
    return drawing(picture, partial(_canvas, style=style))


def _canvas(picture: Picture, top: int, end: int, style: Style) -> NDArray[np.uint32]:
    """Draw some rows of cells; row ``rows`` is the lower boundary.

    A row of cells has two lines, the second one through the cells' middles. A column has four
    characters; the right boundary and the newline have one each.
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
    alone = style.marks[0] if picture.walk is not None else style.path
    dots = [ord(mark) for mark in (alone, *style.marks[1:])]
    for y, x, bit in ((1, 2, VISITED), (1, 4, Direction.E), (0, 2, Direction.N)):
        picture.lay_links(canvas[y::2, x::4], top, bit, dots)
    middles[picture.pockets(cells)] = ord(style.pocket)
    for (row, col), letter in picture.letters(style.a, style.b):
        if top <= row < end:
            y, x = 2 * (row - top) + 1, 4 * col + 2
            # If A is B, write B behind A.
            canvas[y, x + 1 if canvas[y, x] == ord(style.a) else x] = ord(letter)
    return canvas[: 2 * (maze.rows - top) + 1]
