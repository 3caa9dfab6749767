"""Convert walls between the posts of a drawing to a maze, and mazes to pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Maze
from mazegame.engine.model.conversions import join_cells
from mazegame.formats.picture import Picture


def maze_of_walls(across: NDArray[np.bool_], vertical: NDArray[np.bool_]) -> Maze:
    """Return the maze with these walls; its boundary is always closed.

    Args:
        across: The walls above each row of cells and below the last: bool (rows + 1, cols).
        vertical: The walls left of each column and right of the last: bool (rows, cols + 1).
    """
    return Maze.from_passages(join_cells(~vertical[:, 1:-1], ~across[1:-1]))


def boundary_gaps(*edges: NDArray[np.bool_]) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Return the cells at the two gaps in the boundary, the upper left one first, as A and B.

    ``edges`` are the top, bottom, left and right side: bool (cols,) or (rows,), True for wall.
    Returns None and () if there are not exactly two gaps.
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


def pixels_of(picture: Picture, top: int, end: int, *, in_rock: bool = True) -> NDArray[np.uint8]:
    """Draw rows of cells with doors as pixels, as ``lattice_of`` does.

    With ``end`` = ``rows + 1`` the lower boundary is included. With ``in_rock`` rock is wall;
    otherwise rock is blank, without walls inside.
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
    """Draw rows of cells as pixels: uint8 (2 rows, 2 cols + 1), 1 for wall.

    A row of cells has two lines; the upper one has its walls and posts.

    Args:
        across: The walls above the cells, bool (rows, cols).
        left: The walls left of the cells and right of the last ones, also of the row above:
            bool (rows + 1, cols + 1).
        rock: Which cells are drawn as wall, bool (rows, cols).
    """
    posts = left[:-1] | left[1:]  # there is a post at each end of a wall
    posts[:, :-1] |= across
    posts[:, 1:] |= across
    pixels = np.empty((2 * len(across), 2 * across.shape[1] + 1), np.bool_)
    pixels[::2, ::2], pixels[::2, 1::2] = posts, across
    pixels[1::2, ::2], pixels[1::2, 1::2] = left[1:], rock
    return pixels.view(np.uint8)
