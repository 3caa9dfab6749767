"""How many steps random walks take: what decides whether their kernels are worth compiling.

A walk in the open spreads with the square root of its steps, and in a corridor it has no other
way to go: along 4000 cells in a row a walk that sees all of them takes 25 million steps, in a
square of as many cells 120,000. So it is not the cells that tell how long a walk takes.

What lives here: estimates, right within a factor of two. What does not: the walks.

Source. The forms are those of the cover time of a grid, N log(N)^2, and of a path, N^2 (David
Levin and Yuval Peres, "Markov Chains and Mixing Times", chapter 11); the factors were fitted to
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
    """Estimate the steps until a random walk has seen every cell (Aldous-Broder).

    Args:
        cells: How many cells there are.
        length: How far they reach, see ``walk_length``.
    """
    return 0.42 * cells * math.log(cells) ** 2 + 1.6 * length**2


def wilson_steps(cells: int, length: int) -> float:
    """Estimate the steps of all walks of Wilson's algorithm, one cell being the root.

    Args:
        cells: How many cells there are.
        length: How far they reach, see ``walk_length``.
    """
    return cells * (1 + math.log(cells) / 3) + 0.95 * length**2


def wall_steps(cols: int, rows: int) -> float:
    """Estimate the steps of Wilson's algorithm among the posts, the whole boundary being the root.

    The boundary is never farther than half the shorter side.
    """
    return cols * rows * (1 + 0.6 * math.log(min(cols, rows)))


def walk_length(cols: int, rows: int, mask: NDArray[np.bool_] | None = None) -> int:
    """Return how far the cells of a grid reach: cols + rows for a rectangle.

    In general twice the cells less the links between them, which is about the cells over the width
    of a corridor, whatever way it winds.

    Args:
        cols: Columns of cells.
        rows: Rows of cells.
        mask: bool (rows, cols): the cells that count; all if None.
    """
    if mask is None:
        return cols + rows
    links = np.count_nonzero(mask[:, 1:] & mask[:, :-1]) + np.count_nonzero(mask[1:] & mask[:-1])
    return max(2 * int(np.count_nonzero(mask)) - int(links), 1)


def steepness(weights: tuple[Weights, ...]) -> float:
    """How many times longer a walk takes because of the zones' weights, at least once."""
    return max(max(max(zone) / max(min(zone), 1) for zone in weights) / 4, 1)
