"""The runner: a rival that walks a shortest path at a constant pace; and the outcome of a race.

Its position is a function of the run's stopwatch. So it starts with the player's first step, stops
in menus, and needs no timer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

if TYPE_CHECKING:
    from mazegame.engine import Cell, Level
    from mazegame.game.run import Run

PHOTO_SECONDS: Final = 0.25
"""Longest time between two arrivals that are a photo finish, in seconds."""


class Rival(Protocol):
    """An opponent whose position depends only on the time."""

    @property
    def name(self) -> str:
        """Its name, one word."""

    @property
    def arrival(self) -> float:
        """The time of its arrival at B, in seconds from the start; infinite for never."""

    @property
    def steps(self) -> int | None:
        """The steps of its whole walk; None if it never arrives, or while unknown."""

    def left(self, seconds: float) -> int:
        """Return its distance to B after some seconds."""

    def taken(self, seconds: float) -> int:
        """Return the number of its steps after some seconds."""

    def cell(self, seconds: float) -> Cell:
        """Return its cell after some seconds."""

    def last_cells(self, seconds: float, most: int) -> list[Cell]:
        """Return the latest cells of its walk up to a time, the last one last."""


@dataclass(frozen=True)
class PaceRunner:
    """A runner on the shortest path of any level."""

    pace: float
    """Cells per second."""
    any_level: ClassVar[bool] = True
    """Whether it can walk every level."""

    @property
    def key(self) -> str:
        """``shortest:PACE``, as on the command line and in files."""
        return f"shortest:{self.pace:g}"

    def problem(self, level: Level) -> str:
        """Return an empty text: it walks every level."""
        del level
        return ""

    def on(self, level: Level) -> Runner:
        """Return the runner on a level."""
        return Runner(level, self.pace)


class Runner:
    """A walker on a shortest path from A.

    Args:
        level: The level.
        pace: Cells per second.
    """

    name = "runner"

    def __init__(self, level: Level, pace: float) -> None:
        self.pace = pace
        self._path = level.cells_of_path()

    @property
    def arrival(self) -> float:
        """The time of its arrival at B, in seconds from the start."""
        return (len(self._path) - 1) / self.pace

    @property
    def steps(self) -> int:
        """The steps of its whole walk."""
        return len(self._path) - 1

    def taken(self, seconds: float) -> int:
        """Return the number of its steps after some seconds."""
        return self.steps - self.left(seconds)

    def left(self, seconds: float) -> int:
        """Return its distance to B after some seconds."""
        # The tiny addend makes n / pace seconds n cells in floating point too.
        done = int(seconds * self.pace + 1e-9)
        return max(len(self._path) - 1 - done, 0)

    def cell(self, seconds: float) -> Cell:
        """Return its cell after some seconds."""
        row, col = self._path[len(self._path) - 1 - self.left(seconds)]
        return int(row), int(col)

    def last_cells(self, seconds: float, most: int) -> list[Cell]:
        """Return the latest cells of its walk up to a time, the last one last."""
        done = self.taken(seconds)
        return [(int(row), int(col)) for row, col in self._path[max(done - most, 0) : done]]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a race against one rival."""

    won: bool
    photo: bool
    """Whether the arrivals are within ``PHOTO_SECONDS``."""
    seconds: float
    """The time between the two arrivals."""
    pace: float | None
    """The runner's pace; None for a ghost."""
    name: str = "runner"
    """The rival's name."""


def outcome(run: Run, rival: Rival) -> Outcome:
    """Return the outcome of a finished run against a rival; in a tie the player has won."""
    late = run.stopwatch.seconds - rival.arrival
    pace = rival.pace if isinstance(rival, Runner) else None
    return Outcome(late <= 0, abs(late) <= PHOTO_SECONDS, abs(late), pace, rival.name)
