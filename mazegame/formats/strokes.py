"""Walls as straight strokes, each as long as possible.

A plotter, a printer or a browser draws a wall of forty cells as one line, not as forty: the file is
a fifth as large, and no joints are visible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazegame.engine import Direction
from mazegame.engine.notebook import runs_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.formats.picture import Picture


def wall_strokes(picture: Picture) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the walls as strokes.

    Solid rock has a wall where it meets a cell, and none inside.

    Args:
        picture: The picture; its doors leave gaps in the boundary.

    Returns:
        int32 (n, 3) the horizontal strokes: line, first and last column; and int32 (m, 3) the
        vertical ones: column, first and last line. Line 0 is the upper boundary, column 0 the
        left one, and a unit is a cell.
    """
    across, vertical = walls_of(picture)
    return runs_of(across), runs_of(vertical.T)


def walls_of(picture: Picture) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return all walls, with gaps at doors.

    Returns:
        bool (rows + 1, cols): above the cell, at last below it; bool (rows, cols + 1): left of it,
        at last right of it.
    """
    maze = picture.maze
    sides = maze.passages
    rock = np.ones((maze.rows + 2, maze.cols + 2), np.bool_)
    rock[1:-1, 1:-1] = picture.rock(0, maze.rows)
    across = ~(rock[:-1, 1:-1] & rock[1:, 1:-1])
    across[1:] &= sides & Direction.S.value == 0
    vertical = ~(rock[1:-1, :-1] & rock[1:-1, 1:])
    vertical[:, 1:] &= sides & Direction.E.value == 0
    for (row, col), side in picture.openings():
        if side in {Direction.N, Direction.S}:
            across[row + (side == Direction.S), col] = False
        else:
            vertical[row, col + (side == Direction.E)] = False
    return across, vertical


def corners_of(cells: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Return the first cell, the turns and the last cell of a path: (n, 2) of (row, col)."""
    if len(cells) < 3:
        return cells
    steps = np.diff(cells, axis=0)
    turns = (steps[1:] != steps[:-1]).any(axis=1)
    kept: NDArray[np.integer[Any]] = cells[np.concatenate([[True], turns, [True]])]
    return kept
