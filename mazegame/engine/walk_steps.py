"""Estimates of the number of steps of random walks, to decide whether compiling a kernel pays.

A walk in the open spreads with the square root of its steps; in a corridor it cannot. A walk that
visits 4000 cells in a row takes 25 million steps, in a square of as many cells 120,000. So the
number of cells alone does not say how long a walk takes.

What lives here: estimates, right within a factor of two. What does not: the walks.

Source. The forms are those of the cover time of a grid, N log(N)^2, and of a path, N^2 (David
Levin and Yuval Peres, "Markov Chains and Mixing Times", chapter 11). The factors are fitted to
simulated walks from 8x8 to 512x512 and from 4000x1 to 400x40.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.weights import Weights


def cover_steps(cells: int, length: int) -> float:
    """Estimate the steps of a random walk until it has visited every cell (Aldous-Broder).

    Args:
        cells: Number of cells.
        length: Extent of the cells, see ``walk_length``.
    """
    return 0.42 * cells * math.log(cells) ** 2 + 1.6 * length**2


def wilson_steps(cells: int, length: int) -> float:
    """Estimate the steps of all walks of Wilson's algorithm with one root cell.

    Args:
        cells: Number of cells.
        length: Extent of the cells, see ``walk_length``.
    """
    return cells * (1 + math.log(cells) / 3) + 0.95 * length**2


def wall_steps(cols: int, rows: int) -> float:
    """Estimate the steps of Wilson's algorithm on the posts, with the whole boundary as the root.

    The distance to the boundary is at most half the shorter side.
    """
    return cols * rows * (1 + 0.6 * math.log(min(cols, rows)))


def walk_length(cols: int, rows: int, mask: NDArray[np.bool_] | None = None) -> int:
    """Return the extent of the cells of a grid: cols + rows for a rectangle.

    For a mask it is twice the number of cells minus the number of edges between them: in a winding
    corridor about its length.

    Args:
        cols: Columns of cells.
        rows: Rows of cells.
        mask: bool (rows, cols): the cells inside; all if None.
    """
    if mask is None:
        return cols + rows
    edges = np.count_nonzero(mask[:, 1:] & mask[:, :-1]) + np.count_nonzero(mask[1:] & mask[:-1])
    return max(2 * int(np.count_nonzero(mask)) - int(edges), 1)


def steepness(weights: tuple[Weights, ...]) -> float:
    """Return the factor, at least 1, by which the zones' weights lengthen a walk."""
    return max(max(max(zone) / max(min(zone), 1) for zone in weights) / 4, 1)
