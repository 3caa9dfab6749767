"""Pairs of levels that differ only in cells that were never in sight."""

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Direction, Level, Maze, distances

SHARES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005)
"""Shares of the dark walls to draw again, from the largest to the smallest."""


def other_in_the_dark(
    level: Level, light: NDArray[np.uint8], chance: np.random.Generator
) -> Level | None:
    """Return a level that equals another one in all lit cells, and in the shortest path's length.

    Args:
        level: The level.
        light: uint8 (rows, cols): 0 for the cells that may differ.
        chance: Draws the walls between them, and the place of B if it is among them.

    Returns:
        The other level; None if none was found.
    """
    for share in SHARES:
        maze = _redrawn(level.maze, light == 0, share, chance)
        goals = level.goals
        far = distances(maze, [level.start]) == level.dist_min
        if not light[goals[0]]:
            places = np.argwhere(far & (light == 0)).tolist()
            if places:
                goals = (tuple(places[chance.integers(len(places))]),)
        if far[goals[0]] and (maze != level.maze or goals != level.goals):
            return Level(maze, level.start, goals, name=level.name)
    return None


def _redrawn(
    maze: Maze, dark: NDArray[np.bool_], share: float, chance: np.random.Generator
) -> Maze:
    """Return a maze with a share of the walls between dark cells drawn again."""
    passages = maze.passages.copy()
    for side, here, there in (
        (Direction.E, np.s_[:, :-1], np.s_[:, 1:]),
        (Direction.S, np.s_[:-1], np.s_[1:]),
    ):
        change = dark[here] & dark[there] & (chance.random(dark[here].shape) < share)
        passages[here] ^= change * np.uint8(side.value)
        passages[there] ^= change * np.uint8(side.opposite.value)
    return Maze(passages)
