"""``Racer``: the interface of whoever walks in a maze beside the player.

A racer's position is a function of the run's stopwatch. So it starts with the player's first step,
stops in menus, and needs no timer. If the stopwatch starts with the reveal of the walls, racers
that search start with it; the runner and old ghosts wait for the player's first step.

``repeaters.py`` has racers that know their way, ``searchers.py`` those that search, and
``party/guest.py`` other players of a party.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Level
    from mazegame.game.run import Run

PHOTO_SECONDS: Final = 0.25
"""Longest time between two arrivals in a photo finish, in seconds."""

ENTERS_AFTER: Final = 3.0
"""Seconds from the player's first step until a hunter enters at A."""

PURSUED: Final = "@"
"""Separates, in files, a rival's name from the usual pace of the player who pursues it."""


class Walk(Protocol):
    """A recorded walk: a run, a record, or a ``GhostWalk``."""

    @property
    def moves(self) -> bytes | bytearray:
        """Every step, as the values of ``Direction``."""

    @property
    def times(self) -> Sequence[int]:
        """The time of each step in milliseconds, never decreasing."""

    @property
    def reveal(self) -> bool:
        """Whether the times count from the reveal of the walls, not from the first step."""


class RouteLengths:
    """The length of a walk's route, the walk without its detours, after each step."""

    def __init__(self, start: Cell) -> None:
        self._route = dict.fromkeys([start])  # in the order of the route
        self.lengths = array("I", [0])
        """The length of the route after each number of steps so far."""

    def go_to(self, cell: Cell) -> None:
        """Add the cell after the next step."""
        if cell in self._route:
            while next(reversed(self._route)) != cell:
                self._route.popitem()
        else:
            self._route[cell] = None
        self.lengths.append(len(self._route) - 1)


class Racer(ABC):
    """One who walks beside the player; all positions are functions of the time."""

    searches: ClassVar[bool] = False
    """Whether it must find its way; one that knows it would show it to a player who sees it."""
    hunts: ClassVar[bool] = False
    """Whether it hunts the player and does not walk to B."""
    is_person: ClassVar[bool] = False
    """Whether it is another player, whose name is a proper name."""
    name: str
    """Its name, one word."""
    sign: tuple[str, int] | None = None
    """Its letter and the number of its colour; None if the field of rivals chooses them."""
    pace: float | None = None
    """Cells per second; None for one that repeats a walk with its recorded times."""
    start: float | None = None
    """Its head start in seconds; None if the race is no pursuit."""
    caught: float | None = None
    """The time at which it caught the hunted player, in seconds; None until then."""
    shows_route: bool = True
    """Whether the cells of its walk are known, so that ``route_length`` is."""
    _level: Level
    _routes: RouteLengths | None = None

    @property
    def enters(self) -> float:
        """The time at which it enters the maze, in seconds; infinite while that is unknown."""
        return 0.0

    def follow(self, walk: Walk | None) -> None:
        """Set the player's walk, which may grow: hunters hunt it, others may wait for its start."""
        del walk

    def gap(self) -> int | None:
        """Return the steps from a hunter to the last known cell of the player; None if unknown."""
        return None

    @property
    @abstractmethod
    def steps(self) -> int | None:
        """The number of steps of its whole walk; None if unknown, or if it never arrives."""

    @property
    def arrival(self) -> float:
        """The time of its arrival at B, in seconds; infinite if unknown, or for never."""
        return inf if self.steps is None else self.time_of(self.steps)

    def settle(self) -> None:
        """Compute the arrival if it is unknown, with a limited number of steps."""
        return

    @abstractmethod
    def taken(self, seconds: float) -> int:
        """Return the number of its steps after some seconds."""

    @abstractmethod
    def time_of(self, step: int) -> float:
        """Return the time of a step, counted from 1, in seconds; negative during a head start."""

    @abstractmethod
    def _cell_after(self, steps: int) -> Cell:
        """Return its cell after a number of steps."""

    def cell(self, seconds: float) -> Cell:
        """Return its cell after some seconds."""
        return self._cell_after(self.taken(seconds))

    def left(self, seconds: float) -> int:
        """Return its distance to B after some seconds."""
        return self._level.distance(self.cell(seconds))

    def nearness(self, seconds: float) -> int:
        """Return how much nearer to B than A it is after some seconds, in steps."""
        return self._level.dist_min - self.left(seconds)

    def route_length(self, steps: int) -> int:
        """Return the length of its walk after some steps, without the detours."""
        if self._routes is None:
            self._routes = RouteLengths(self._cell_after(0))
        lengths = self._routes.lengths
        for step in range(len(lengths), steps + 1):
            self._routes.go_to(self._cell_after(step))
        return lengths[steps]

    def cells(self, first: int, last: int) -> list[Cell]:
        """Return its cells after each number of steps from a first to a last one."""
        return [self._cell_after(steps) for steps in range(first, last + 1)]

    def last_cells(self, seconds: float, most: int) -> list[Cell]:
        """Return the latest cells of its walk before a time, at most ``most``, in order."""
        done = self.taken(seconds)
        return [self._cell_after(steps) for steps in range(max(done - most, 0), done)]


class RivalSpec(Protocol):
    """A rival before the level is known."""

    any_level: ClassVar[bool] = True
    """Whether it can walk every level; a ghost can walk one level only."""

    @property
    def key(self) -> str:
        """Its text in files: ``NAME:PACE`` or ``ghost``."""

    def problem(self, level: Level) -> str:
        """Return why it cannot walk a level, in a sentence; empty if it can."""
        del level
        return ""

    def on(self, level: Level) -> Racer:
        """Return the rival on a level."""


def head_start(arrival: float, level: Level, usual: float | None) -> float | None:
    """Return the head start, in seconds, with which a rival arrives when the player usually does.

    Args:
        arrival: The rival's arrival without a head start, in seconds; infinite if unknown.
        level: The level.
        usual: The player's usual pace, in cells of the shortest path per second; None for a race
            without head starts.

    Returns:
        The head start; 0 for a rival that is faster than the player or never arrives; None for a
        race without head starts.
    """
    if usual is None:
        return None
    return max(arrival - level.dist_min / usual, 0.0) if isfinite(arrival) else 0.0


def steps_in(seconds: float, pace: float) -> int:
    """Return the number of whole steps within a time, at a pace in cells per second."""
    return int(seconds * pace + 1e-9)  # so n / pace seconds are n cells in floating point too


class OnCells(Racer):
    """A racer on a known path: a list or an array, int (steps + 1, 2), of (row, col), A first."""

    def __init__(self, level: Level, cells: NDArray[np.signedinteger[Any]] | list[Cell]) -> None:
        self._level = level
        self._cells = cells

    def _cell_after(self, steps: int) -> Cell:
        row, col = self._cells[steps]
        return int(row), int(col)


def rival_key(name: str, pace: float, usual: float | None = None) -> str:
    """Return the text of a rival in files: ``NAME:PACE``; in a pursuit ``NAME@USUAL:PACE``."""
    pursued = "" if usual is None else f"{PURSUED}{usual:g}"
    return f"{name}{pursued}:{pace:g}"


def name_in(key: str) -> str:
    """Return the name at the beginning of a rival's key."""
    return key.partition(":")[0].partition(PURSUED)[0]


def is_beaten(rival: Racer, run: Run) -> bool:
    """Return whether a finished run beat a rival; the player wins a tie."""
    return round(run.stopwatch.seconds, 3) <= round(rival.arrival, 3)
