"""Mazes from walls on a lattice or from pixels, and pixels from mazes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Maze
from mazegame.engine.model.conversions import join_cells
from mazegame.formats.errors import FormatError
from mazegame.formats.picture import Picture
from mazegame.formats.text.rows import first_place


def maze_of_walls(across: NDArray[np.bool_], vertical: NDArray[np.bool_]) -> Maze:
    """Make a maze from walls on a lattice; its boundary is always closed.

    They are those above cells and at last below them, bool (rows + 1, cols), and those left of
    cells and at last right of them, bool (rows, cols + 1).
    """
    return Maze.from_passages(join_cells(~vertical[:, 1:-1], ~across[1:-1]))


def boundary_gaps(*edges: NDArray[np.bool_]) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Return the cells at the two gaps in the boundary, from the top left on, as A and B.

    The edges are those above, below, left and right: bool (cols,) or (rows,), True for wall.
    Returns None and an empty tuple if there are not exactly two gaps.
    """
    above, below, left, right = edges
    rows, cols = left.size, above.size
    if sum(edge.size - np.count_nonzero(edge) for edge in edges) > 8:  # four sides of two cells
        return None, ()
    gaps = {
        *((0, int(col)) for col in np.flatnonzero(~above)),
        *((rows - 1, int(col)) for col in np.flatnonzero(~below)),
        *((int(row), 0) for row in np.flatnonzero(~left)),
        *((int(row), cols - 1) for row in np.flatnonzero(~right)),
    }
    if len(gaps) != 2:
        return None, ()
    first, last = sorted(gaps)
    return first, (last,)


def maze_of_pixels(
    pixels: NDArray[np.bool_], place: Callable[[int, int], str]
) -> tuple[Maze, Cell | None, tuple[Cell, ...]]:
    """Make a maze of a picture with walls and cells of a pixel, and find two gaps in its boundary.

    The pixels are bool (2 rows + 1, 2 cols + 1), True for wall. One in an odd row and an odd column
    is a cell (rock, if it is wall), the others lie between cells. ``place`` returns the place of a
    pixel in words, for messages.
    """
    height, width = pixels.shape
    if height % 2 == 0 or width % 2 == 0 or min(height, width) < 3:
        raise FormatError(
            f"it is {width} by {height}: walls between cells make odd numbers, 3 at least"
        )
    across, vertical = pixels[::2, 1::2], pixels[1::2, ::2]
    rock, posts = pixels[1::2, 1::2], pixels[::2, ::2]
    for beside, row, col in (
        (across[:-1], 0, 1),
        (across[1:], 2, 1),
        (vertical[:, :-1], 1, 0),
        (vertical[:, 1:], 1, 2),
    ):
        _refuse_first(rock & ~beside, row, col, place, "floor beside a cell that is rock")
    for ends, walls, row, col in (
        (posts[:, :-1], across, 0, 0),
        (posts[:, 1:], across, 0, 2),
        (posts[:-1], vertical, 0, 0),
        (posts[1:], vertical, 2, 0),
    ):
        _refuse_first(~ends & walls, row, col, place, "floor, where a wall ends in a post")
    start, goals = boundary_gaps(across[0], across[-1], vertical[:, 0], vertical[:, -1])
    return maze_of_walls(across, vertical), start, goals


def _refuse_first(
    wrong: NDArray[np.bool_], row: int, col: int, place: Callable[[int, int], str], what: str
) -> None:
    if wrong.any():
        y, x = first_place(wrong)
        raise FormatError(f"{place(2 * y + row, 2 * x + col)}: {what}")


def pixels_of(picture: Picture, top: int, end: int, *, in_rock: bool = True) -> NDArray[np.uint8]:
    """Draw some rows of cells as pixels, with doors: the inverse of ``maze_of_pixels``.

    As ``lattice_of``. If ``end`` is ``rows + 1``, the lower boundary is there too. ``in_rock`` says
    whether rock is wall; else it is blank, as are the walls inside.
    """
    across, left = picture.walls(top - 1, end, in_rock=in_rock)
    rock = np.zeros((end - top, picture.maze.cols), np.bool_)
    inside = min(end, picture.maze.rows)
    if in_rock:
        rock[: inside - top] = picture.rock(top, inside)
    return lattice_of(across[1:], left, rock)


def lattice_of(
    across: NDArray[np.bool_], left: NDArray[np.bool_], rock: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Draw some rows of cells as pixels: uint8 (2 rows, 2 cols + 1), 1 for wall.

    A row has two lines, the upper one through the posts above it.

    Args:
        across: The walls above the cells, bool (rows, cols).
        left: Those left of the cells and at last right of them, with the row above: bool
            (rows + 1, cols + 1).
        rock: Which cells are drawn as wall, bool (rows, cols).
    """
    posts = left[:-1] | left[1:]  # a post stands where a wall ends
    posts[:, :-1] |= across
    posts[:, 1:] |= across
    pixels = np.empty((2 * len(across), 2 * across.shape[1] + 1), np.uint8)
    pixels[::2, ::2], pixels[::2, 1::2] = posts, across
    pixels[1::2, ::2], pixels[1::2, 1::2] = left[1:], rock
    return pixels
