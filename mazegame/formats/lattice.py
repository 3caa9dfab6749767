"""Walls on a lattice: what readers of drawings make mazes of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine import Direction, Maze

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Cell


def maze_of_walls(across: NDArray[np.bool_], upright: NDArray[np.bool_]) -> Maze:
    """Make a maze from walls drawn on a lattice; its boundary is closed whatever is drawn there.

    Args:
        across: bool (rows + 1, cols): a wall above the cell, at last below it.
        upright: bool (rows, cols + 1): a wall left of the cell, at last right of it.
    """
    rows, cols = upright.shape[0], across.shape[1]
    grid = np.zeros((rows + 2, cols + 2), np.uint8)
    inner = grid[1:-1, 1:-1]
    down, right = ~across[1:rows], ~upright[:, 1:cols]
    inner[:-1] |= down * np.uint8(Direction.S)
    inner[1:] |= down * np.uint8(Direction.N)
    inner[:, :-1] |= right * np.uint8(Direction.E)
    inner[:, 1:] |= right * np.uint8(Direction.W)
    return Maze.from_grid(grid)


def boundary_gaps(
    across: NDArray[np.bool_], upright: NDArray[np.bool_]
) -> tuple[Cell | None, tuple[Cell, ...]]:
    """The cells at two gaps in the boundary, from the top left on, as A and B.

    Args:
        across: As in ``maze_of_walls``.
        upright: Likewise.

    Returns:
        A and B; None and nothing if there are more gaps, or fewer.
    """
    rows, cols = upright.shape[0], across.shape[1]
    gaps = {
        *((0, int(col)) for col in np.flatnonzero(~across[0])),
        *((rows - 1, int(col)) for col in np.flatnonzero(~across[rows])),
        *((int(row), 0) for row in np.flatnonzero(~upright[:, 0])),
        *((int(row), cols - 1) for row in np.flatnonzero(~upright[:, cols])),
    }
    if len(gaps) != 2:
        return None, ()
    first, last = sorted(gaps)
    return first, (last,)
