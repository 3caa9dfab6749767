"""Medals: awards for the time on a level, which the score does not count.

What lives here: the frozen rule that derives four target times from a level, and the medal of a
time. What does not: the score (``score.py``), and showing medals.

The author's time is that of an experienced player:

    90 ms for each passage of the shortest path
    + 250 ms for each junction on it (cells before B with a choice: three exits, or two at A)
    + 500 ms

Gold takes 1.5 times as long, silver 2.5 times, bronze 4 times. All of it is whole milliseconds.
The rule is frozen, so that earned medals stay valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.run import Run

PASSAGE_MS, JUNCTION_MS, START_MS = 90, 250, 500
"""The author's time for a passage, for a junction, and the constant part, in milliseconds."""


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


def medal_times(level: Level) -> MedalTimes:
    """Return the times to beat on a level. O(length of its shortest path).

    With several goals the nearest one counts, as everywhere.
    """
    path = level.cells_of_path()
    sides = level.maze.passages[path[:-1, 0], path[:-1, 1]]
    exits = np.bitwise_count(sides)
    junctions = int((exits > 2).sum() + (exits[:1] == 2).sum())
    return MedalTimes(PASSAGE_MS * level.dist_min + JUNCTION_MS * junctions + START_MS)


def medal_of(run: Run) -> Medal | None:
    """Return the medal of a finished run.

    It is what the result shows and what the score book keeps. None for a time beyond bronze, for a
    run whose path was shown, and for a level whose A is B.
    """
    if run.assisted or not run.level.dist_min:
        return None
    return medal_times(run.level).medal(run.stopwatch.ms)
