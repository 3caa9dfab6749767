"""A model of the author's reading time: how long one looks at a maze before the first step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from mazegame.engine import Level

READ_START_MS: Final = 1000
"""The author's time for a first look at a maze, in milliseconds."""

JUNCTION_MS: Final = 250
"""The author's additional time for each junction on the path, in milliseconds."""


def reading_ms(level: Level) -> int:
    """Return the author's reading time of a level, in milliseconds."""
    return READ_START_MS + JUNCTION_MS * junctions(level)


def junctions(level: Level) -> int:
    """Return the number of cells on the shortest path, before B, in which there is a choice.

    These are cells with three exits or more, and A with two. O(length of the path).
    """
    path = level.cells_of_path()
    sides = level.maze.passages[path[:-1, 0], path[:-1, 1]]
    exits = np.bitwise_count(sides)
    return int((exits > 2).sum() + (exits[:1] == 2).sum())
