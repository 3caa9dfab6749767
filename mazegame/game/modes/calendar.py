"""Calendar: the ranked tries of the daily mazes, the days in a row, and what waits today.

Each UTC date has one ranked try: the first walk of its maze that began on that date. Later walks,
and walks on other dates, are practice. A streak counts the player's own dates on which any run was
finished; every screen shows that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from mazegame.game.modes.daily import Stake, daily_title, day_of
from mazegame.game.modes.journey import JOURNEY, LevelBest
from mazegame.game.words import counted

CLOCK_SLACK_MS: Final = 120_000
"""Milliseconds by which a clock may be set back without a note, as time servers do."""


@dataclass(frozen=True, slots=True)
class DailyRun:
    """The run that ended a try."""

    number: int
    ranked: bool
    """Whether it is ranked: the first walk of the maze, without the shown path."""
    stars: int
    score: int
    medal: str
    """The medal of its time; empty for none."""
    ms: int
    steps: int
    dist_min: int


@dataclass(frozen=True, slots=True)
class DailyTry:
    """The one ranked try of a date."""

    day: date
    began: int
    """Time of its first step, in milliseconds since 1970, UTC."""
    late: bool = False
    """Whether a try of a later date came before it, because the clock was moved."""
    run: DailyRun | None = None
    """Its run; None if it did not reach B."""
    walk: str = ""
    """The name of its walk."""


@dataclass(frozen=True)
class Calendar:
    """All tries."""

    tries: Mapping[date, DailyTry] = field(default_factory=dict)
    practice: Mapping[date, int] = field(default_factory=dict)
    """The most stars earned in practice, by the date of the maze."""
    latest: int = 0
    """The latest time in the score book, in milliseconds since 1970, UTC."""
    days: Sequence[int] = ()
    """The player's own dates on which any run was finished, as ``datetime.date.toordinal``
    counts."""

    def stake(self, day: date, today: date) -> Stake:
        """Return the ``Stake`` of a new walk of a day's maze."""
        return Stake.RANKED if day == today and day not in self.tries else Stake.PRACTICE

    def state(self, day: date, today: date) -> str:
        """Return the state of a day in words, such as ``not played`` or ``3 stars``."""
        one = self.tries.get(day)
        if day > today:
            return "still to come" if one is None else "the try is used: the clock ran ahead once"
        if one is None:
            return "practice only" if day in self.practice else "not played"
        if one.run is None:
            return "unfinished"
        if not one.run.ranked:
            return "finished, not ranked"
        return counted(one.run.stars, "star")

    def clock_note(self, now_ms: int) -> str:
        """Return a sentence on a wrong clock (in ms since 1970, UTC); empty if it is plausible."""
        today = datetime.fromtimestamp(now_ms / 1000, UTC).date()
        ahead = [day for day in self.tries if day > today]
        if ahead:
            return (
                f"The clock was ahead once: the try of {max(ahead).isoformat()} is used. "
                "All that was played is kept."
            )
        if self.latest > now_ms + CLOCK_SLACK_MS:
            then = datetime.fromtimestamp(self.latest / 1000, UTC)
            return (
                f"The clock says an earlier time than your latest run ({then:%Y-%m-%d %H:%M} UTC). "
                "All that was played is kept, and a try that is used stays used."
            )
        return ""


def ranked_day(key: str, began_ms: int) -> date | None:
    """Return the day of a walk's key if the walk began on that UTC date, as a ranked try must."""
    day = day_of(key)
    try:
        began = datetime.fromtimestamp(began_ms / 1000, UTC).date()
    except (OverflowError, OSError, ValueError):  # a wrong clock
        return None
    return day if day == began else None


def _current_streak(days: Iterable[int], day: int) -> int:
    """Return the number of consecutive days up to a day or the day before it.

    Days are as ``datetime.date.toordinal`` counts. Later ones, from a wrong clock, do not count.
    """
    played = set(days)
    end = day if day in played else day - 1
    streak = 0
    while end - streak in played:
        streak += 1
    return streak


def _longest_streak(days: Iterable[int]) -> int:
    """Return the largest number of consecutive days among some days."""
    played = set(days)
    longest = streak = 0
    for day in sorted(played):
        streak = streak + 1 if day - 1 in played else 1
        longest = max(longest, streak)
    return longest


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row, each with a finished run of any kind, by the player's own dates."""

    days: int = 0
    """Those up to today or yesterday."""
    longest: int = 0

    @classmethod
    def of(cls, days: Iterable[int], today: int) -> Streak:
        """Return the streak of some days; all are as ``datetime.date.toordinal`` counts."""
        played = set(days)
        return cls(_current_streak(played, today), _longest_streak(played))

    def __str__(self) -> str:
        return f"{counted(self.days, 'day')} in a row (best {self.longest:,})"


def state_of_today(
    calendar: Calendar, best: Mapping[int, LevelBest], today: date
) -> tuple[str, str, str]:
    """Return three texts for the first screen: the daily maze, whole and brief, and the journey.

    ``Kruskal in fog, not played``; ``not played``; ``12 of 40``.
    """
    one = calendar.tries.get(today)
    if one is None:
        short = "not played"
    elif one.run is None:
        short = "not finished"
    else:
        short = "★" * one.run.stars if one.run.ranked else "finished"
    return (
        f"{daily_title(today)}, {calendar.state(today, today)}",
        short,
        f"{len(best)} of {len(JOURNEY)}",
    )
