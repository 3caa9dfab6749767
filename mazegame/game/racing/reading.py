"""Reading: how long the author looks at a maze before the first step, as a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from mazegame.engine import Level

READ_START_MS: Final = 1000
"""The author's time for a look at a maze, in milliseconds."""

JUNCTION_MS: Final = 250
"""The author's time for a junction, in milliseconds."""


def reading_ms(level: Level) -> int:
    """Return how long the author reads a level before the first step, in milliseconds."""
    return READ_START_MS + JUNCTION_MS * junctions(level)


def junctions(level: Level) -> int:
    """Return the number of cells before B on the shortest path with a choice.

    These are cells with three exits, and A with two. O(length of the path).
    """
    path = level.cells_of_path()
    sides = level.maze.passages[path[:-1, 0], path[:-1, 1]]
    exits = np.bitwise_count(sides)
    return int((exits > 2).sum() + (exits[:1] == 2).sum())
