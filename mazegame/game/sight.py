"""Sight: what can be seen from a cell, and what has been seen so far.

Another cell is in sight if the whole rectangle between the two is open floor without a wall. In a
corridor that is the straight line up to the next wall; in a room it is the room, up to what stands
in between; from a door it is what lies straight behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Direction
from mazegame.engine.layers import DARK, IN_SIGHT, SEEN, VISITED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from mazegame.engine import Cell, Level, Maze
    from mazegame.game.run import Run

FAR: Final = 200
"""Longest sight along a straight line, in cells."""

WIDE: Final = 20
"""Longest sight across a room, along each of its sides, in cells."""

RECALLED: Final = 4000
"""How many of the latest steps ``Fog.during`` looks around from; 30 microseconds each."""


def sight(maze: Maze, cell: Cell) -> set[Cell]:
    """Return the cells in sight from a cell, itself included."""
    seen = {cell}
    sides = maze.grid.data
    for vertical in (Direction.N, Direction.S):
        for sideways in (Direction.E, Direction.W):
            _look(sides, cell, vertical, sideways, seen)
    return seen


def _look(
    sides: memoryview, cell: Cell, vertical: Direction, sideways: Direction, seen: set[Cell]
) -> None:
    """Add what is in sight in one quarter, line by line: no line reaches beyond the one before."""
    down, across = vertical.step((0, 0))[0], sideways.step((0, 0))[1]
    row, col = cell
    up_or_down, aside = vertical.value, sideways.value  # operations on plain integers are faster
    reach = FAR
    for line in range(FAR):
        width = 0
        while (
            width < reach
            and sides[row + 1, col + across * width + 1] & aside
            and (line == 0 or sides[row - down + 1, col + across * (width + 1) + 1] & up_or_down)
        ):
            width += 1
        seen.update((row, col + across * step) for step in range(width + 1))
        reach = min(width, WIDE if line < WIDE else 0)
        if not sides[row + 1, col + 1] & up_or_down:
            return
        row += down


class Fog:
    """What a player has seen of a level.

    Args:
        level: The level.
    """

    def __init__(self, level: Level) -> None:
        self._maze = level.maze
        self.light: NDArray[np.uint8] = np.zeros((level.maze.rows, level.maze.cols), np.uint8)
        """uint8 (rows, cols): DARK, SEEN or IN_SIGHT; changed in place."""
        self._lit: set[Cell] = set()

    @classmethod
    def during(cls, run: Run) -> Fog:
        """Return the fog in the middle of a run: what was in sight during the walk has been seen.

        Of a walk of more than ``RECALLED`` steps the first part is known only where it was walked.
        """
        fog, cell = cls(run.level), run.position
        if not run.moves:
            fog.look(cell)
            return fog
        tracks = np.frombuffer(run.tracks, np.uint8).reshape(fog.light.shape)
        fog.light[(tracks & VISITED) != 0] = SEEN
        passed = [cell]
        for move in run.moves[: -RECALLED - 1 : -1]:
            cell = Direction(move).opposite.step(cell)
            passed.append(cell)
        for cell in reversed(dict.fromkeys(passed)):
            fog.look(cell)
        return fog

    def look(self, cell: Cell) -> list[Cell]:
        """Look around from a cell; return the cells whose light changed."""
        lit = sight(self._maze, cell)
        gone, new = self._lit - lit, lit - self._lit
        for there in gone:
            self.light[there] = SEEN
        for there in new:
            self.light[there] = IN_SIGHT
        self._lit = lit
        return [*gone, *new]

    def reveal(self, cells: Iterable[Cell]) -> list[Cell]:
        """Mark cells as seen, for example those of a hint; return those that were dark."""
        dark = [cell for cell in cells if self.light[cell] == DARK]
        for cell in dark:
            self.light[cell] = SEEN
        return dark
