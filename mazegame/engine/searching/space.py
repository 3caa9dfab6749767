"""``Method``, a search with its facts, and ``SearchSpace``, all that it can read of a maze.

A search can read the cells of B and the open sides of cells. A search that walks reads only those
of its own cell, so a rival can walk by the same search and see no more than a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass
from typing import Final, TypeAlias

from mazegame.engine.carving.carving_grid import EAST, NORTH, SOUTH, WEST
from mazegame.engine.carving.rng import State, load_state, pick_below, seed_state
from mazegame.engine.model.directions import moves_of
from mazegame.engine.model.maze import Cell, Maze
from mazegame.engine.steps.event_log import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.steps.presentation import Presentation
from mazegame.engine.support.deprecation import warn_renamed

Events: TypeAlias = Iterator[int]
"""The packed events of a search, while it runs."""

SIDES: Final = (NORTH, EAST, WEST, SOUTH)
"""Order in which every search looks at the sides of a cell: up, right, left, down."""

OPPOSITE: Final = (0, SOUTH, WEST, 0, NORTH, 0, 0, 0, EAST)
"""The opposite side, by the bit of a side."""

RIGHT_OF: Final = (0, EAST, SOUTH, 0, WEST, 0, 0, 0, NORTH)
"""The side to the right of a walker, by the bit of the side that the walker faces."""

Way: TypeAlias = tuple[int, int, int]
"""An open side of a cell, the offset of the cell behind it, and the side that leads back."""


def event(kind: int, cell: int, side: int = 0) -> int:
    """Pack an event: see ``event_log.py``."""
    return kind | side << SIDE_SHIFT | cell << CELL_SHIFT


def path_onward(space: SearchSpace, onward: dict[int, int], cell: int) -> Events:
    """Return the path that leads on from a cell, from its end back to the cell.

    ``onward`` has the side by which it leaves each cell; 0, or nothing, for its end.
    """
    path = []
    while side := onward.pop(cell, 0):  # taken out, so that a wrong walk cannot circle
        cell += space.moves[side]
        path.append(event(EventKind.PATH, cell, OPPOSITE[side]))
    return reversed(path)


class SearchSpace:
    """A maze as a search sees it. Cells are indices of the bordered flat grid.

    Attributes:
        stride: Distance from a cell to the one below it.
        moves: Offset of the neighbour on a side, by the bit of the side.
        start: A.
        goals: The cells of B.
    """

    __slots__ = ("_goal_places", "_grid", "_state", "_ways", "goals", "moves", "start", "stride")

    def __init__(self, maze: Maze, start: Cell, goals: Sequence[Cell], seed: str) -> None:
        """Prepare a search; the seed decides the turns of one that turns at random."""
        self.stride = stride = maze.cols + 2
        self.moves: Final = moves_of(stride)
        self._ways: Final = tuple(
            tuple((side, self.moves[side], OPPOSITE[side]) for side in SIDES if sides & side)
            for sides in range(16)
        )
        self.start: Final = self.index(start)
        self.goals: Final = frozenset(map(self.index, goals))
        self._goal_places = tuple(goals)
        self._grid = maze.grid.reshape(-1).data
        self._state: State = load_state(seed_state(seed, "search"))

    def index(self, cell: Cell) -> int:
        """Return the index of a (row, col)."""
        return (cell[0] + 1) * self.stride + cell[1] + 1

    def place(self, cell: int) -> Cell:
        """Return the (row, col) of an index."""
        return cell // self.stride - 1, cell % self.stride - 1

    def sides(self, cell: int) -> int:
        """Return the open sides of a cell, as a sum of N=1, E=2, S=4, W=8."""
        return self._grid[cell]

    def ways(self, cell: int) -> tuple[Way, ...]:
        """Return the ways out of a cell, in the order of ``SIDES``."""
        return self._ways[self.sides(cell)]

    def cells(self) -> range:
        """Return all indices, including those of the border and of rock."""
        return range(len(self._grid))

    def estimate(self, cell: int) -> int:
        """Return the least number of steps to a cell of B, ignoring walls; 0 without B."""
        row, col = self.place(cell)
        return min((abs(row - r) + abs(col - c) for r, c in self._goal_places), default=0)

    def draw(self, bound: int) -> int:
        """Draw an integer in 0..bound-1."""
        number: int
        number, self._state = pick_below(self._state, bound)
        return number


def walk(space: SearchSpace, turn: Callable[[int, int], int]) -> Events:
    """Yield the events of a walk, to B or until it ends.

    ``turn`` returns the side by which to leave a cell, 0 to end, given the cell and the side of
    this cell that leads back, 0 at A.
    """
    cell, back = space.start, 0
    while cell not in space.goals:
        side = turn(cell, back)
        if not side:
            return
        yield event(EventKind.WALK, cell, side)
        cell, back = cell + space.moves[side], OPPOSITE[side]
    yield event(EventKind.ARRIVE, cell)


@dataclass(frozen=True, repr=False)
class Method:
    """One method to find B."""

    name: str
    """Name on the command line, for example ``a-star``."""
    title: str
    """Name for users."""
    about: str
    """The method, in one or two sentences for users."""
    law: str
    """When it finds B and how good its path is, in one sentence."""
    reference: str
    """Source of the method."""
    story: tuple[str | tuple[str, ...], ...]
    """Pseudocode in four to seven lines of at most 34 characters. A line with events is a tuple of
    the text and their names, for example ``("take the first cell out", "pop")``."""
    run: Callable[[SearchSpace], Events]
    """Yields the packed events of the search. It ends with ARRIVE if B is found, and one PATH per
    passage of the path, from B back to A. If a method that walks leaves these out, its path is
    its walk without the loops."""
    walks: bool = False
    """Whether it walks through the maze and reads only its own cell. Its steps are WALK and
    BACKTRACK."""
    shortest: bool = False
    """Whether its path is a shortest one in every maze."""
    complete: bool = True
    """Whether it finds B whenever there is a path."""
    never_arrives: str = "B was not found."
    """The sentence if it ended without finding B."""
    presentation: Presentation = Presentation("queue")  # noqa: RUF009  it is frozen
    """The texts and options with which the lab shows its events."""
    by_estimate: bool = False
    """Whether it takes the cell first whose steps and estimate (``SearchSpace.estimate``) add up to
    the least."""

    telling: InitVar[Presentation | None] = None
    """Deprecated: the old name of ``presentation``."""

    def __post_init__(self, telling: Presentation | None) -> None:
        if telling is not None:
            warn_renamed("telling", "presentation", stacklevel=4)
            object.__setattr__(self, "presentation", telling)

    def __repr__(self) -> str:
        return f"<Method {self.name}>"
