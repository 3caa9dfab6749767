"""The runner: a ghost that walks a shortest path at a steady pace.

Where it is follows from the run's own stopwatch, so it starts with the player's first step, stands
still in menus, and needs no loop of its own. The gap between two walkers is the difference of
their distances left, never "who passed this cell first": going back would break that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

if TYPE_CHECKING:
    from mazegame.engine import Cell, Level
    from mazegame.game.run import Run

PHOTO_SECONDS: Final = 0.25
"""Two arrivals within so many seconds are a photo finish."""


class Rival(Protocol):
    """Whom one can race: where it is follows from the time alone."""

    @property
    def name(self) -> str:
        """What it is called, in a word."""

    @property
    def arrival(self) -> float:
        """When it is at B, in seconds from the start."""

    def left(self, seconds: float) -> int:
        """How far it has to go, at a time."""

    def cell(self, seconds: float) -> Cell:
        """Where it is, at a time."""


@dataclass(frozen=True)
class PaceRunner:
    """A runner on the shortest path of any level."""

    pace: float
    """Cells a second."""
    any_level: ClassVar[bool] = True
    """It finds its path anew on each level."""

    def on(self, level: Level) -> Runner:
        """The runner on a level."""
        return Runner(level, self.pace)


class Runner:
    """A walker on a shortest path from A.

    Args:
        level: Where it runs.
        pace: Cells a second.
    """

    name = "runner"

    def __init__(self, level: Level, pace: float) -> None:
        self.pace = pace
        self._path = level.cells_of_path()

    @property
    def arrival(self) -> float:
        """When it is at B, in seconds from the start."""
        return (len(self._path) - 1) / self.pace

    def left(self, seconds: float) -> int:
        """How far it has to go, at a time."""
        # A hair more than the time, so that n / pace seconds are n cells in floating point too.
        done = int(seconds * self.pace + 1e-9)
        return max(len(self._path) - 1 - done, 0)

    def cell(self, seconds: float) -> Cell:
        """Where it is, at a time."""
        row, col = self._path[len(self._path) - 1 - self.left(seconds)]
        return int(row), int(col)


@dataclass(frozen=True)
class Outcome:
    """How a race ended."""

    won: bool
    photo: bool
    """Whether it was too close to call by eye."""
    seconds: float
    """By how much time."""
    pace: float | None
    """The runner's; None for a ghost."""
    name: str = "runner"
    """What the rival is called."""


def gap(run: Run, runner: Rival) -> int:
    """The lead of the player over the runner, in cells; negative behind."""
    return runner.left(run.stopwatch.seconds) - run.remaining


def outcome(run: Run, rival: Rival) -> Outcome:
    """Judge a finished run against the runner or a ghost."""
    late = run.stopwatch.seconds - rival.arrival
    pace = rival.pace if isinstance(rival, Runner) else None
    return Outcome(late < 0, abs(late) <= PHOTO_SECONDS, abs(late), pace, rival.name)
