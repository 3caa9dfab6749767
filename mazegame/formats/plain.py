"""Plain drawings of mazes: text to look at, to pipe and to paste, without colours.

    ┌───────────┬───┐        +---+---+---+---+
    │ A · · · · │   │        | A * * * * |   |
    │   ┌───╴ · │   │        +   +---+ * +   +
    │   │ · · · │   │        |   | * * * |   |
    │   │ · ╶───┘   │        +   + * +---+   +
    │   │ · · · · B │        |   | * * * * B |
    └───┴───────────┘        +---+---+---+---+

A cell is four columns wide and two rows high, which looks square in most fonts. Solid rock, as
block mazes have it, stays blank: a wall stands only where there is a cell on one side at least.

What lives here: whole mazes, drawn once. What does not: the game's view of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Direction, Level, Maze

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from mazegame.engine import Cell

_BAND_CHARACTERS: Final = 1 << 20
"""About so many characters are drawn at a time, so that a huge maze needs no huge canvas."""


@dataclass(frozen=True)
class Style:
    """The characters of a drawing."""

    posts: str
    """Sixteen characters by which walls meet at a corner, the sum of N=1, E=2, S=4, W=8."""
    across: str
    """A wall between a cell and the one below it."""
    upright: str
    """A wall between a cell and the one beside it."""
    path: str
    """A step of the path."""


UNICODE: Final = Style(posts=" ╵╶└╷│┌├╴┘─┴┐┤┬┼", across="─", upright="│", path="·")
"""Box-drawing characters; a wall that ends in the open ends in half a line."""

ASCII: Final = Style(posts=" " + "+" * 15, across="-", upright="|", path="*")
"""For terminals and files that know nothing else."""


def draw_unicode(level: Level | Maze, path: ArrayLike | None = None) -> str:
    """Draw a maze with box-drawing characters.

    Args:
        level: A level, whose A and B are marked, or a maze alone.
        path: (n, 2) integers, the (row, col) of cells each next to the one before, drawn as a
            line of dots; for example ``level.cells_of_path()``.

    Returns:
        ``2 rows + 1`` lines of ``4 cols + 1`` characters, each line ending in a newline.
    """
    return "".join(bands(level, UNICODE, path))


def draw_ascii(level: Level | Maze, path: ArrayLike | None = None) -> str:
    """Draw a maze with ``+``, ``-`` and ``|``; arguments and shape as in ``draw_unicode``."""
    return "".join(bands(level, ASCII, path))


def bands(level: Level | Maze, style: Style, path: ArrayLike | None = None) -> Iterator[str]:
    """Draw a maze piece by piece, from the top down.

    Args:
        level: A level, whose A and B are marked, or a maze alone.
        style: The characters to draw with.
        path: As in ``draw_unicode``.

    Yields:
        Some whole lines, each ending in a newline.
    """
    maze = level.maze if isinstance(level, Level) else level
    letters = _letters(level) if isinstance(level, Level) else []
    dots = np.empty((0, 2), np.intp) if path is None else _dots(path)
    across, upright = _walls(maze, [cell for cell, _ in letters])
    width = 4 * maze.cols + 1
    step = max(1, _BAND_CHARACTERS // (2 * width))
    for top in range(0, maze.rows + 1, step):
        end = min(top + step, maze.rows + 1)
        canvas = _canvas(across[top:end], upright[top : end + 1], style)
        here = dots[(dots[:, 0] >= 2 * top) & (dots[:, 0] < 2 * end)]
        canvas[here[:, 0] - 2 * top, here[:, 1]] = ord(style.path)
        for (row, col), letter in letters:
            if top <= row < end:
                middle = 4 * col + 2
                spot = canvas[2 * (row - top) + 1, middle - 1 : middle + 2]
                # B on top of A is written behind it.
                spot[2 if spot[1] == ord("A") else 1] = ord(letter)
        lines = canvas if end <= maze.rows else canvas[:-1]
        yield lines.tobytes().decode("utf-32-le")


def _letters(level: Level) -> list[tuple[Cell, str]]:
    return [(level.start, "A"), *((goal, "B") for goal in level.goals)]


def _walls(maze: Maze, ends: Sequence[Cell]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Find where walls stand.

    Returns:
        bool (rows + 1, cols): a wall above the cell, the last row being the lower rim;
        bool (rows + 2, cols + 1): a wall left of the cell, moved down by one row, between two
        rows without any.
    """
    rock = maze.passages == 0
    for end in ends:
        rock[end] = False
    if rock.all():
        rock[:] = False  # a maze of one cell has no passage and yet no rock
    across = np.empty((maze.rows + 1, maze.cols), np.bool_)
    across[0], across[-1] = ~rock[0], ~rock[-1]
    across[1:-1] = (maze.passages[:-1] & Direction.S.value == 0) & ~(rock[:-1] & rock[1:])
    upright = np.zeros((maze.rows + 2, maze.cols + 1), np.bool_)
    inner = upright[1:-1]
    inner[:, 0], inner[:, -1] = ~rock[:, 0], ~rock[:, -1]
    inner[:, 1:-1] = (maze.passages[:, :-1] & Direction.E.value == 0) & ~(
        rock[:, :-1] & rock[:, 1:]
    )
    return across, upright


def _canvas(
    across: NDArray[np.bool_], upright: NDArray[np.bool_], style: Style
) -> NDArray[np.uint32]:
    """Draw the walls of some rows.

    Args:
        across: bool (n, cols): the walls above each row.
        upright: bool (n + 1, cols + 1): the walls left of each cell, from the row above on.
        style: The characters.

    Returns:
        uint32 (2 n, 4 cols + 2), little-endian: code points, each line with its newline.
    """
    rows, cols = across.shape
    arms = upright[:-1] * np.uint8(Direction.N) | upright[1:] * np.uint8(Direction.S)
    arms[:, :-1] |= across * np.uint8(Direction.E)
    arms[:, 1:] |= across * np.uint8(Direction.W)
    canvas = np.full((2 * rows, 4 * cols + 2), ord(" "), "<u4")
    canvas[:, -1] = ord("\n")
    posts = np.frombuffer(style.posts.encode("utf-32-le"), "<u4")
    canvas[::2, :-1:4] = posts[arms]
    line = np.where(across, ord(style.across), ord(" "))
    for k in (1, 2, 3):
        canvas[::2, k:-1:4] = line
    canvas[1::2, :-1:4] = np.where(upright[1:], ord(style.upright), ord(" "))
    return canvas


def _dots(path: ArrayLike) -> NDArray[np.intp]:
    """Intp (2 n - 1, 2): the (line, column) of a path's cells and of the passages between."""
    cells = np.asarray(path, np.intp).reshape(-1, 2) * (2, 4) + (1, 2)
    between = (cells[:-1] + cells[1:]) // 2
    return np.concatenate((cells, between))
