"""Walls as straight strokes, each as long as possible.

A plotter, a printer or a browser draws a wall of forty cells as one line, not as forty: the file is
a fifth as large, and no joints are visible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazegame.engine.model.notebook import runs_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.formats.picture import Picture


def wall_strokes(picture: Picture) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the walls as strokes: the horizontal ones, int32 (n, 3), and the vertical ones.

    A horizontal one is its line, its first and last column; a vertical one its column, its first
    and last line. Line 0 is the upper boundary, column 0 the left one, and a unit is a cell. Solid
    rock has a wall where it meets a cell, and none inside.
    """
    across, vertical = picture.walls(0, picture.maze.rows + 1)
    return runs_of(across), runs_of(vertical[:-1].T)


def corners_of(cells: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Return the first cell, the turns and the last cell of a path: (n, 2) of (row, col)."""
    if len(cells) < 3:
        return cells
    steps = np.diff(cells, axis=0)
    turns = (steps[1:] != steps[:-1]).any(axis=1)
    kept: NDArray[np.integer[Any]] = cells[np.concatenate([[True], turns, [True]])]
    return kept
