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

_BLOCK_CELLS: Final = 1 << 16
"""About so many cells are drawn at a time, so that a huge maze needs no huge canvas."""

_ON_PATH, _EASTWARD, _SOUTHWARD = 1, 2, 4
"""The bits of a cell's mark: the path enters it, goes on to the east, goes on to the south."""


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
    marks = None if path is None else _marks(path, maze)
    long, high = min(maze.cols + 1, _BLOCK_CELLS), max(1, _BLOCK_CELLS // (maze.cols + 1))
    for top in range(0, maze.rows + 1, high):
        end = min(top + high, maze.rows + 1)
        # A row that is cut is drawn a line at a time: all of its upper one, then the lower one.
        cut = maze.cols + 1 > long
        for line in range(2 if cut and end <= maze.rows else 1):
            for left in range(0, maze.cols + 1, long):
                block = _Block(top, end, left, min(left + long, maze.cols + 1))
                canvas = _canvas(maze, block, style, letters, marks)
                lines = canvas[line : line + 1] if cut else canvas[: 2 * (maze.rows - top) + 1]
                yield lines.tobytes().decode("utf-32-le")


@dataclass(frozen=True)
class _Block:
    """Some cells of a maze: rows top to end - 1, columns left to right - 1.

    A row below the last one and a column right of the last one are the maze's rim.
    """

    top: int
    end: int
    left: int
    right: int

    def __contains__(self, cell: Cell) -> bool:
        return self.top <= cell[0] < self.end and self.left <= cell[1] < self.right


def _letters(level: Level) -> list[tuple[Cell, str]]:
    return [(level.start, "A"), *((goal, "B") for goal in level.goals)]


def _walls(
    maze: Maze, block: _Block, ends: Sequence[Cell]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Find where walls stand around a block's corners.

    Returns:
        bool (height, width + 1): a wall right of the corner, from the corner before on;
        bool (height + 1, width): a wall below the corner, from the corner above on.
    """
    # The cells of the block, and one more on each side; beyond the rim all is rock.
    height, width = block.end - block.top, block.right - block.left
    sides = np.zeros((height + 1, width + 1), np.uint8)
    inside = sides[
        (block.top == 0) : maze.rows + 1 - block.top, (block.left == 0) : maze.cols + 1 - block.left
    ]
    inside[:] = maze.passages[
        max(block.top - 1, 0) : min(block.end, maze.rows),
        max(block.left - 1, 0) : min(block.right, maze.cols),
    ]
    rock = sides == 0
    for row, col in ends:
        y, x = row - block.top + 1, col - block.left + 1
        if 0 <= y <= height and 0 <= x <= width:
            rock[y, x] = False
    if maze.rows * maze.cols == 1:  # a maze of one cell has no passage and yet no rock
        rock[1 - block.top : 2 - block.top, 1 - block.left : 2 - block.left] = False
    across = (sides[:-1] & Direction.S.value == 0) & ~(rock[:-1] & rock[1:])
    upright = (sides[:, :-1] & Direction.E.value == 0) & ~(rock[:, :-1] & rock[:, 1:])
    return across, upright


def _canvas(
    maze: Maze,
    block: _Block,
    style: Style,
    letters: Sequence[tuple[Cell, str]],
    marks: NDArray[np.uint8] | None,
) -> NDArray[np.uint32]:
    """Draw a block.

    Returns:
        uint32, little-endian: code points. For each row of cells two lines, the second through
        the cells' middles; for each column four characters, less three in the rim's, which ends
        with the newline.
    """
    across, upright = _walls(maze, block, [cell for cell, _ in letters])
    arms = upright[:-1] * np.uint8(Direction.N) | upright[1:] * np.uint8(Direction.S)
    arms |= across[:, 1:] * np.uint8(Direction.E)
    arms |= across[:, :-1] * np.uint8(Direction.W)
    height, width = arms.shape
    canvas = np.full((2 * height, 4 * width), ord(" "), "<u4")
    canvas[::2, ::4] = np.frombuffer(style.posts.encode("utf-32-le"), "<u4")[arms]
    canvas[1::2, ::4][upright[1:]] = ord(style.upright)
    for k in (1, 2, 3):
        canvas[::2, k::4][across[:, 1:]] = ord(style.across)
    if marks is not None:
        _draw_path(canvas, marks, block, ord(style.path))
    for cell, letter in letters:
        if cell in block:
            y, x = 2 * (cell[0] - block.top) + 1, 4 * (cell[1] - block.left) + 2
            # B on top of A is written behind it.
            canvas[y, x + 1 if canvas[y, x] == ord("A") else x] = ord(letter)
    if block.right > maze.cols:
        canvas[:, -3] = ord("\n")
        canvas = canvas[:, :-2]
    return canvas


def _marks(path: ArrayLike, maze: Maze) -> NDArray[np.uint8]:
    """Note for each cell where the path goes: uint8 (rows + 1, cols + 1), the rim unmarked."""
    cells = np.asarray(path, np.intp).reshape(-1, 2)
    marks = np.zeros((maze.rows + 1, maze.cols + 1), np.uint8)
    for first in range(0, len(cells), _BLOCK_CELLS):
        here = cells[first : first + _BLOCK_CELLS + 1]
        marks[here[:, 0], here[:, 1]] |= _ON_PATH
        # A step back to the west or north is one from there to the east or south.
        before = np.minimum(here[:-1], here[1:])
        eastward = here[:-1, 0] == here[1:, 0]
        for way, bit in ((eastward, _EASTWARD), (~eastward, _SOUTHWARD)):
            marks[before[way, 0], before[way, 1]] |= bit
    return marks


def _draw_path(
    canvas: NDArray[np.uint32], marks: NDArray[np.uint8], block: _Block, dot: int
) -> None:
    """Draw the path's dots: in the cells' middles and in the passages between."""
    here = marks[block.top : block.end, block.left : block.right]
    canvas[1::2, 2::4][here & _ON_PATH > 0] = dot
    canvas[1::2, 4::4][here[:, :-1] & _EASTWARD > 0] = dot
    if block.left:
        before = marks[block.top : block.end, block.left - 1]
        canvas[1::2, 0][before & _EASTWARD > 0] = dot
    canvas[2::2, 2::4][here[:-1] & _SOUTHWARD > 0] = dot
    if block.top:
        above = marks[block.top - 1, block.left : block.right]
        canvas[0, 2::4][above & _SOUTHWARD > 0] = dot
