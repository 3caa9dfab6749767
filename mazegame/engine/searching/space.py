"""The space of a search: what it may ask of a maze, and how it writes down what it does.

What lives here: ``SearchSpace`` and the packing of events. What does not: any search.

A search knows the side by which each cell it has seen was reached, where B lies, and the open sides
of the cells it asks for. A search that walks asks for the cell it stands on only; so a rival walks
by the very same search, and sees no more than a player could.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT
from mazegame.engine.rng import load_state, pick_below, seed_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine.maze import Cell, Maze
    from mazegame.engine.rng import State

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8

SIDES: Final = (NORTH, EAST, WEST, SOUTH)
"""The order in which every search looks at the sides of a cell: up, right, left, down."""

OPPOSITE: Final = (0, SOUTH, WEST, 0, NORTH, 0, 0, 0, EAST)
"""The side across, by the bit of a side."""

RIGHT_OF: Final = (0, EAST, SOUTH, 0, WEST, 0, 0, 0, NORTH)
"""The side to the right of whoever faces a side, by its bit."""

LEFT_OF: Final = (0, WEST, NORTH, 0, EAST, 0, 0, 0, SOUTH)
"""The side to the left of whoever faces a side, by its bit."""


def event(kind: int, cell: int, side: int = 0) -> int:
    """Pack an event: see ``events.py``."""
    return kind | side << SIDE_SHIFT | cell << CELL_SHIFT


class SearchSpace:
    """A maze as a search sees it. Cells are indices of the flat grid with its border of one cell.

    Attributes:
        stride: From a cell to the one below it.
        moves: What to add to a cell's index to go through a side, by the bit of the side.
        start: A.
        goals: The cells of B.
    """

    __slots__ = ("_goal_places", "_grid", "_state", "goals", "moves", "start", "stride")

    def __init__(self, maze: Maze, start: Cell, goals: Sequence[Cell], seed: str) -> None:
        """Look at a maze.

        Args:
            maze: Any maze.
            start: A, a cell of it.
            goals: B, one cell of it or several.
            seed: Decides the turns of a search that turns at random.
        """
        self.stride = stride = maze.cols + 2
        self.moves: Final = (0, -stride, 1, 0, stride, 0, 0, 0, -1)
        self.start: Final = self.index(start)
        self.goals: Final = frozenset(map(self.index, goals))
        self._goal_places = tuple(goals)
        self._grid = maze.grid.reshape(-1).data
        self._state: State = load_state(seed_state(seed, "search"))

    def index(self, cell: Cell) -> int:
        """The index of a cell given as (row, col)."""
        return (cell[0] + 1) * self.stride + cell[1] + 1

    def place(self, cell: int) -> Cell:
        """The (row, col) of an index."""
        return cell // self.stride - 1, cell % self.stride - 1

    def sides(self, cell: int) -> int:
        """The open sides of a cell, as a sum of N=1, E=2, S=4, W=8."""
        return self._grid[cell]

    def cells(self) -> range:
        """All indices, those of the border and of rock too."""
        return range(len(self._grid))

    def estimate(self, cell: int) -> int:
        """How many steps it takes to the nearest cell of B at the least: as if without walls."""
        row, col = self.place(cell)
        return min(abs(row - r) + abs(col - c) for r, c in self._goal_places)

    def draw(self, bound: int) -> int:
        """Draw an integer in 0..bound-1."""
        number: int
        number, self._state = pick_below(self._state, bound)
        return number
