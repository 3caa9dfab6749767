"""Plain drawings of mazes: text without colours, to read, pipe and paste.

    ┌───────────┬───┐        +---+---+---+---+
    │ A · · · · │   │        | A * * * * |   |
    │   ┌───╴ · │   │        +   +---+ * +   +
    │   │ · · · │   │        |   | * * * |   |
    │   │ · ╶───┘   │        +   + * +---+   +
    │   │ · · · · B │        |   | * * * * B |
    └───┴───────────┘        +---+---+---+---+

A cell is four columns wide and two rows high, which looks square in most fonts. Solid rock, as
block mazes have it, stays blank: a wall stands only beside a cell.

What lives here: whole mazes, drawn once. What does not: the game's view of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine import Direction
from mazegame.formats.picture import HEAT_BANDS, Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from mazegame.engine import Cell, Level, Maze

_BLOCK_CELLS: Final = 1 << 16
"""Approximate number of cells drawn at a time; it limits the memory for huge mazes."""

_ON_PATH, _EASTWARD, _SOUTHWARD = 1, 2, 4
"""Bits of a cell's mark: it is on the path, the path continues east, it continues south."""

_WALK: Final = 3
"""Shift of the same bits for a walk."""


@dataclass(frozen=True)
class Style:
    """The characters of a drawing."""

    posts: str
    """Sixteen characters by the walls that meet at a corner, the sum of N=1, E=2, S=4, W=8."""
    across: str
    """A wall between a cell and the one below it."""
    vertical: str
    """A wall between a cell and the one beside it."""
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


def draw_unicode(level: Level | Maze, path: ArrayLike | None = None) -> str:
    """Draw a maze with box-drawing characters.

    Args:
        level: A level, whose A and B are marked, or a maze alone.
        path: (n, 2) integers, the (row, col) of neighbouring cells, drawn as a line of dots; for
            example ``level.cells_of_path()``.

    Returns:
        ``2 rows + 1`` lines of ``4 cols + 1`` characters, each line ending in a newline.

    Raises:
        ValueError: If the path does not follow passages of this maze.
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
    return draw(Picture.of(level, path=False if path is None else path), style)


def write(picture: Picture, style: Style) -> Iterator[bytes]:
    """Draw a picture piece by piece, its title above it; yields UTF-8."""
    yield from titles(picture)
    for piece in draw(picture, style):
        yield piece.encode()


def titles(picture: Picture, *, ends: bool = False) -> Iterator[bytes]:
    """Yield the lines above a drawing: the game ID if requested, and the ends.

    Args:
        picture: The picture.
        ends: Whether the drawing itself cannot show A and B.
    """
    if picture.title and picture.game_id:
        yield f"{picture.game_id}\n".encode()
    if picture.start is not None and (ends or picture.start in picture.goals):
        yield f"ends={picture.ends}\n".encode()


def draw(picture: Picture, style: Style) -> Iterator[str]:
    """Draw a picture piece by piece; yields some whole lines, each ending in a newline."""
    maze = picture.maze
    marks = None
    if picture.path is not None or picture.walk is not None:
        marks = np.zeros((maze.rows + 1, maze.cols + 1), np.uint8)
        for cells, shift in ((picture.path, 0), (picture.walk, _WALK)):
            if cells is not None:
                _mark(marks, cells, shift)
    layout = _Layout(picture, style, marks, [*picture.letters(style.a, style.b)])
    long, high = min(maze.cols + 1, _BLOCK_CELLS), max(1, _BLOCK_CELLS // (maze.cols + 1))
    for top in range(0, maze.rows + 1, high):
        end = min(top + high, maze.rows + 1)
        # A row in several blocks is drawn line by line: the whole upper one, then the lower one.
        cut = maze.cols + 1 > long
        for line in range(2 if cut and end <= maze.rows else 1):
            for left in range(0, maze.cols + 1, long):
                block = _Block(top, end, left, min(left + long, maze.cols + 1))
                canvas = _canvas(layout, block)
                lines = canvas[line : line + 1] if cut else canvas[: 2 * (maze.rows - top) + 1]
                yield lines.tobytes().decode("utf-32-le")


@dataclass(frozen=True)
class _Layout:
    """The values that all blocks of a drawing share."""

    picture: Picture
    style: Style
    marks: NDArray[np.uint8] | None
    """uint8 (rows + 1, cols + 1): the bits of path and walk in each cell."""
    letters: list[tuple[Cell, str]]


@dataclass(frozen=True)
class _Block:
    """Some cells of a maze: rows top to end - 1, columns left to right - 1.

    A row below the last one and a column right of the last one are the maze's boundary.
    """

    top: int
    end: int
    left: int
    right: int

    def __contains__(self, cell: Cell) -> bool:
        return self.top <= cell[0] < self.end and self.left <= cell[1] < self.right


def _walls(picture: Picture, block: _Block) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Find the walls at a block's corners.

    Returns:
        bool (height, width + 1): a wall right of the corner, from the corner before on;
        bool (height + 1, width): a wall below the corner, from the corner above on.
    """
    # The cells of the block, and one more on each side; beyond the boundary all is rock.
    maze = picture.maze
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
    for (row, col), _ in picture.letters():
        y, x = row - block.top + 1, col - block.left + 1
        if 0 <= y <= height and 0 <= x <= width:
            rock[y, x] = False
    if maze.rows * maze.cols == 1:  # a maze of one cell has no passage, but the cell is not rock
        rock[1 - block.top : 2 - block.top, 1 - block.left : 2 - block.left] = False
    across = (sides[:-1] & Direction.S.value == 0) & ~(rock[:-1] & rock[1:])
    vertical = (sides[:, :-1] & Direction.E.value == 0) & ~(rock[:, :-1] & rock[:, 1:])
    for (row, col), side in picture.openings():
        y, x = row - block.top, col - block.left
        y, x = y + (side == Direction.S), x + (side == Direction.E)
        walls = across if side in {Direction.N, Direction.S} else vertical
        y, x = (y, x + 1) if walls is across else (y + 1, x)
        if 0 <= y < walls.shape[0] and 0 <= x < walls.shape[1]:
            walls[y, x] = False
    return across, vertical


def _canvas(layout: _Layout, block: _Block) -> NDArray[np.uint32]:
    """Draw a block.

    Returns:
        uint32, little-endian: code points. For each row of cells two lines, the second through
        the cells' middles; for each column four characters, less three in the boundary's, which
        ends with the newline.
    """
    picture, style = layout.picture, layout.style
    across, vertical = _walls(picture, block)
    arms = vertical[:-1] * np.uint8(Direction.N) | vertical[1:] * np.uint8(Direction.S)
    arms |= across[:, 1:] * np.uint8(Direction.E)
    arms |= across[:, :-1] * np.uint8(Direction.W)
    height, width = arms.shape
    canvas = np.full((2 * height, 4 * width), ord(" "), "<u4")
    canvas[::2, ::4] = np.frombuffer(style.posts.encode("utf-32-le"), "<u4")[arms]
    canvas[1::2, ::4][vertical[1:]] = ord(style.vertical)
    for k in (1, 2, 3):
        canvas[::2, k::4][across[:, 1:]] = ord(style.across)
    if picture.heat:
        _draw_heat(canvas, picture, block)
    _draw_marks(canvas, layout, block)
    end = min(block.end, picture.maze.rows)
    if block.top < end:
        pockets = picture.pockets(slice(block.top, end), slice(block.left, block.right))
        canvas[1::2, 2::4][: end - block.top, : pockets.shape[1]][pockets] = ord(style.pocket)
    for cell, letter in layout.letters:
        if cell in block:
            y, x = 2 * (cell[0] - block.top) + 1, 4 * (cell[1] - block.left) + 2
            # If A is B, write B behind A.
            canvas[y, x + 1 if canvas[y, x] == ord(style.a) else x] = ord(letter)
    if block.right > picture.maze.cols:
        canvas[:, -3] = ord("\n")
        canvas = canvas[:, :-2]
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


def _draw_heat(canvas: NDArray[np.uint32], picture: Picture, block: _Block) -> None:
    """Write the heat band of each cell, 0 nearest to B, into its middle."""
    end, right = min(block.end, picture.maze.rows), min(block.right, picture.maze.cols)
    if end <= block.top or right <= block.left:
        return
    digits = picture.heat_bands(slice(block.top, end), slice(block.left, right)).astype(np.uint32)
    there = digits < HEAT_BANDS
    middles = canvas[1::2, 2::4][: end - block.top, : right - block.left]
    middles[there] = digits[there] + ord("0")


def _draw_marks(canvas: NDArray[np.uint32], layout: _Layout, block: _Block) -> None:
    """Draw the dots of path and walk: in the cells' middles and in the passages between."""
    marks, style = layout.marks, layout.style
    if marks is None:
        return
    alone = style.marks[0] if layout.picture.walk is not None else style.path
    glyphs = np.array([0, *map(ord, (alone, *style.marks[1:]))], np.uint32)

    def dot(target: NDArray[np.uint32], marks: NDArray[np.uint8], bit: int) -> None:
        kinds = (marks & bit > 0) * np.uint8(1) + (marks & bit << _WALK > 0) * np.uint8(2)
        there = kinds > 0
        target[there] = glyphs[kinds[there]]

    here = marks[block.top : block.end, block.left : block.right]
    dot(canvas[1::2, 2::4], here, _ON_PATH)
    dot(canvas[1::2, 4::4], here[:, :-1], _EASTWARD)
    if block.left:
        dot(canvas[1::2, 0], marks[block.top : block.end, block.left - 1], _EASTWARD)
    dot(canvas[2::2, 2::4], here[:-1], _SOUTHWARD)
    if block.top:
        dot(canvas[0, 2::4], marks[block.top - 1, block.left : block.right], _SOUTHWARD)
