"""Medals: awards for the time on a level, independent of the score.

A frozen rule derives four target times from a level. The author's time is that of an experienced
player. If the clock starts with the first step it is

    90 ms for each passage of the shortest path
    + 250 ms for each junction on it (cells before B with a choice: three exits, or two at A)
    + 500 ms

If it starts with the reveal of the walls ("medals 2") it is

    120 ms for each passage of the shortest path
    + 250 ms for each junction on it
    + 1,000 ms

The second rule is a model of a reader, not a measurement; only real score books may change it. It
gives no medals in mazes of more than 2,000 cells, which nobody reads at a glance.

Gold takes 1.5 times as long, silver 2.5 times, bronze 4 times, in whole milliseconds. Both rules
are frozen, so that earned medals stay valid; a medal is stored with its run.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.reading import JUNCTION_MS, junctions, reading_ms

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.run import Run

PASSAGE_MS: Final = 90
"""The author's time for a passage, in milliseconds."""

START_MS: Final = 500
"""The constant part of the author's time, in milliseconds."""

READ_PASSAGE_MS: Final = 120
"""The same if the clock starts with the reveal, in milliseconds."""

MOST_READ_CELLS: Final = 2000
"""Most cells of a maze with medals if the clock starts with the reveal."""


class Medal(StrEnum):
    """A medal; its value is its name on screens and in files."""

    AUTHOR = "author"
    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


_TENTHS: Final = {Medal.AUTHOR: 10, Medal.GOLD: 15, Medal.SILVER: 25, Medal.BRONZE: 40}
"""Limit of each medal in tenths of the author's time, the best medal first."""


@dataclass(frozen=True, slots=True)
class MedalTimes:
    """The time to beat for each medal of a level."""

    author_ms: int
    """The author's time, in milliseconds."""

    def ms(self, medal: Medal) -> int:
        """Return the longest time that earns a medal, in milliseconds."""
        return self.author_ms * _TENTHS[medal] // 10

    def medal(self, ms: int) -> Medal | None:
        """Return the best medal that a time in milliseconds earns; None if beyond bronze."""
        return next((medal for medal in Medal if ms <= self.ms(medal)), None)


def medal_times(level: Level, *, reveal: bool = False) -> MedalTimes | None:
    """Return the times to beat on a level; None for a maze too large to read. O(shortest path).

    ``reveal`` says that the clock starts with the reveal of the walls. With several goals the
    nearest one counts, as everywhere.
    """
    if not reveal:
        return MedalTimes(PASSAGE_MS * level.dist_min + JUNCTION_MS * junctions(level) + START_MS)
    if level.maze.rows * level.maze.cols > MOST_READ_CELLS:
        return None
    return MedalTimes(READ_PASSAGE_MS * level.dist_min + reading_ms(level))


def medal_of(run: Run) -> Medal | None:
    """Return the medal of a finished run.

    It is what the result shows and what the score book keeps. None for a time beyond bronze, for a
    run whose path was shown, and for a level whose A is B or that has no medals.
    """
    if run.assisted or not run.level.dist_min:
        return None
    times = medal_times(run.level, reveal=run.reveal)
    return None if times is None else times.medal(run.stopwatch.ms)
