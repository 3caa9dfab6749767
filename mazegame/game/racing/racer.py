"""Racers: who walks in a maze beside the player, to whatever draws, orders or announces them.

A racer's position is a function of the run's stopwatch. So it starts with the player's first step,
stops in menus, and needs no timer. Where the stopwatch starts with the reveal of the walls, those
that search start with it; the runner and old ghosts wait for the player's first step
(``repeaters.py``). Those that know their way are in ``repeaters.py``, those that
search in ``searchers.py``; another player of a party is in ``party/guest.py``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Level
    from mazegame.game.run import Run

PHOTO_SECONDS: Final = 0.25
"""Longest time between two arrivals that are a photo finish, in seconds."""

ENTERS_AFTER: Final = 3.0
"""Seconds from the player's first step until one that hunts enters at A."""

LAST_SHARE: Final = 0.1
"""Last share of a walk, which the race track draws larger."""

PURSUED: Final = "@"
"""Stands in files between a rival's name and the pace of the player who pursues it."""


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


class Racer(ABC):
    """Who walks beside the player, as a function of the time."""

    searches: ClassVar[bool] = False
    """Whether it must find its way; others know it, and show it to whoever sees them."""
    hunts: ClassVar[bool] = False
    """Whether it wants the player, not B."""
    is_person: ClassVar[bool] = False
    """Whether it has a name of its own: another player."""
    name: str
    """Its name, one word."""
    sign: tuple[str, int] | None = None
    """Its letter and the number of its colour; None where the field of rivals decides them."""
    pace: float | None = None
    """Its cells per second; None for one that repeats a walk in that walk's own time."""
    start: float | None = None
    """The seconds for which it has walked when the stopwatch starts; None for no pursuit."""
    caught: float | None = None
    """When it had the player whom it hunts, in seconds; None until then."""
    _level: Level

    @property
    def enters(self) -> float:
        """The time at which it comes into the maze, in seconds; infinite while that is unknown."""
        return 0.0

    def follow(self, walk: Walk | None) -> None:
        """Hunt who walks a walk, which may grow at its end, or start with its first step."""
        del walk

    def gap(self) -> int | None:
        """Return the steps to where it knew the hunted player to be when last asked, if it did."""
        return None

    @property
    @abstractmethod
    def steps(self) -> int | None:
        """The steps of its whole walk; None if it never arrives, or while unknown."""

    @property
    def arrival(self) -> float:
        """The time of its arrival at B, in seconds; infinite for never, or while unknown."""
        return inf if self.steps is None else self.time_of(self.steps)

    def settle(self) -> None:
        """Compute the arrival, where it is not known yet, within a limited number of steps."""
        return

    @abstractmethod
    def taken(self, seconds: float) -> int:
        """Return the number of its steps after some seconds."""

    @abstractmethod
    def time_of(self, step: int) -> float:
        """Return the time of a step of its walk, from 1 on, in seconds; negative in its start."""

    @abstractmethod
    def share(self, step: int) -> float:
        """Return the share of its own walk that is done after some steps, 0 to 1."""

    @abstractmethod
    def _cell_after(self, steps: int) -> Cell:
        """Return its cell after a number of steps."""

    def cell(self, seconds: float) -> Cell:
        """Return its cell after some seconds."""
        return self._cell_after(self.taken(seconds))

    def left(self, seconds: float) -> int:
        """Return its distance to B after some seconds."""
        return self._level.distance(self.cell(seconds))

    def last_cells(self, seconds: float, most: int) -> list[Cell]:
        """Return the latest cells of its walk up to a time, the last one last."""
        done = self.taken(seconds)
        return [self._cell_after(steps) for steps in range(max(done - most, 0), done)]


class RivalSpec(Protocol):
    """A rival before the level is known."""

    any_level: ClassVar[bool] = True
    """Whether it can walk every level; a ghost knows the walk of one level only."""

    @property
    def key(self) -> str:
        """``NAME:PACE`` or ``ghost``, for files."""

    def problem(self, level: Level) -> str:
        """Return why it cannot walk a level, in a sentence; empty if it can."""
        del level
        return ""

    def on(self, level: Level) -> Racer:
        """Return the rival on a level: where it is at each time of the stopwatch."""


def head_start(arrival: float, level: Level, usual: float | None) -> float | None:
    """Return the start in seconds with which a rival is at B when the player usually is.

    It would arrive without a start at ``arrival``, infinite for never or unknown. The player's
    ``usual`` pace is in cells of the shortest path a second. No start for a rival that is
    faster or never arrives; None for no pursuit, without a usual pace.
    """
    if usual is None:
        return None
    return max(arrival - level.dist_min / usual, 0.0) if isfinite(arrival) else 0.0


def steps_in(seconds: float, pace: float) -> int:
    """Return the number of steps for which there is time, at a pace in cells per second."""
    return int(seconds * pace + 1e-9)  # so n / pace seconds are n cells in floating point too


class OnCells(Racer):
    """A walker on a list or an array of cells, int (steps + 1, 2) of (row, col), A first."""

    def __init__(self, level: Level, cells: NDArray[np.signedinteger[Any]] | list[Cell]) -> None:
        self._level = level
        self._cells = cells

    def share(self, step: int) -> float:
        """Return the share of its own walk that is done after some steps, 0 to 1."""
        last = len(self._cells) - 1
        return step / last if last else 1.0

    def _cell_after(self, steps: int) -> Cell:
        row, col = self._cells[steps]
        return int(row), int(col)


def rival_key(name: str, pace: float, usual: float | None = None) -> str:
    """Return a rival for files: ``NAME:PACE``, and in a pursuit ``NAME@USUAL:PACE``."""
    pursued = "" if usual is None else f"{PURSUED}{usual:g}"
    return f"{name}{pursued}:{pace:g}"


def name_in(key: str) -> str:
    """Return the name of a rival in its key, or in a part of it that begins with the name."""
    return key.partition(":")[0].partition(PURSUED)[0]


def is_beaten(rival: Racer, run: Run) -> bool:
    """Return whether a finished run beat a rival; in a tie the player has won."""
    return round(run.stopwatch.seconds, 3) <= round(rival.arrival, 3)
