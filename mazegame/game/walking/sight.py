"""Sight: the cells in sight from a cell, and the cells seen so far.

Another cell is in sight if the whole rectangle between the two is open floor without a wall. In a
corridor that is the straight line up to the next wall; in a room it is the room, up to inner walls;
from a door it is the part straight behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Cell, Direction
from mazegame.layers import DARK, IN_SIGHT, SEEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Level, Maze
    from mazegame.game.run import Run

FAR: Final = 200
"""Longest sight along a straight line, in cells."""

WIDE: Final = 20
"""Longest sight across a room along each of its sides, in cells."""

RECALLED: Final = 4000
"""Latest steps of a run whose sight ``Fog.during`` computes; 30 microseconds each."""


def sight(maze: Maze, cell: Cell) -> set[Cell]:
    """Return the cells in sight from a cell, including itself."""
    seen = {cell}
    sides = maze.grid.data
    for vertical in (Direction.N, Direction.S):
        for sideways in (Direction.E, Direction.W):
            _look(sides, cell, vertical, sideways, seen)
    return seen


def _look(
    sides: memoryview, cell: Cell, vertical: Direction, sideways: Direction, seen: set[Cell]
) -> None:
    """Add the cells in sight in one quarter, line by line; each line limits the next one."""
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
    """The cells of a level that a player has seen."""

    def __init__(self, level: Level) -> None:
        self._maze = level.maze
        self.light: NDArray[np.uint8] = np.zeros((level.maze.rows, level.maze.cols), np.uint8)
        """uint8 (rows, cols): DARK, SEEN or IN_SIGHT; changed in place."""
        self._lit: set[Cell] = set()

    @classmethod
    def during(cls, run: Run) -> Fog:
        """Return the fog in the middle of a run, with all cells that were in sight marked as seen.

        In a walk of more than ``RECALLED`` steps, of the first part only walked cells are seen.
        """
        fog, cell = cls(run.level), run.position
        if not run.moves:
            fog.look(cell)
            return fog
        tracks = np.frombuffer(run.tracks, np.uint8).reshape(fog.light.shape)
        fog.light[tracks != 0] = SEEN
        passed = [cell]
        for move in run.moves[: -RECALLED - 1 : -1]:
            cell = Direction(move).opposite.step(cell)
            passed.append(cell)
        for cell in reversed(dict.fromkeys(passed)):
            fog.look(cell)
        return fog

    def look(self, cell: Cell) -> list[Cell]:
        """Update the light from a cell; return the cells whose light changed."""
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
