"""Calendar: which daily mazes were played, and the days in a row.

What lives here: the tries as values, streaks, and what a clock that was moved means. What does not:
the mazes (``daily.py``), and the file that remembers the tries (``store/``).

Each UTC date has one ranked try: the first walk of its maze that began on that date. Whatever comes
after it, or on another date, is practice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.game.streaks import current_streak, longest_streak

if TYPE_CHECKING:
    from collections.abc import Mapping

CLOCK_SLACK_MS: Final = 120_000
"""By how many milliseconds a clock may be set back without a word: that is how clocks are kept."""


@dataclass(frozen=True, slots=True)
class DailyRun:
    """The run that ended a try."""

    number: int
    """Its number in the score book."""
    ranked: bool
    """Whether it counts: nobody had walked the maze before, and the path was not shown."""
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
    """When its first step was taken, in milliseconds since 1970, UTC."""
    late: bool = False
    """Whether a try of a later date was there before it: the clock had been moved."""
    run: DailyRun | None = None
    """Its run; None if it never reached B."""


@dataclass(frozen=True)
class Calendar:
    """All tries."""

    tries: Mapping[date, DailyTry] = field(default_factory=lambda: MappingProxyType({}))
    practice: Mapping[date, int] = field(default_factory=lambda: MappingProxyType({}))
    """The most stars in practice, by the date of the maze."""
    latest: int = 0
    """The latest moment that the score book knows, in milliseconds since 1970, UTC."""

    @property
    def finished_days(self) -> list[int]:
        """The dates whose try reached B, as ``datetime.date.toordinal`` counts."""
        return [day.toordinal() for day, one in self.tries.items() if one.run is not None]

    def streak(self, today: date) -> int:
        """Dates in a row whose try reached B, until today or yesterday."""
        return current_streak(self.finished_days, today.toordinal())

    @property
    def longest(self) -> int:
        """The most dates in a row whose try reached B."""
        return longest_streak(self.finished_days)

    def state(self, day: date, today: date) -> str:
        """Return what can be said of a day: ``not played``, ``3 stars``, ``left on its way`` ..."""
        one = self.tries.get(day)
        if day > today:
            return "still to come" if one is None else "the try is used: the clock ran ahead once"
        if one is None:
            if day in self.practice:
                return "practice only"
            return "not played"
        if one.run is None:
            return "left on its way"
        if not one.run.ranked:
            return "finished, not ranked"
        stars = one.run.stars
        return f"{stars} star{'s' if stars > 1 else ''}"

    def clock_note(self, now_ms: int) -> str:
        """Return what is odd about the clock, in a sentence; empty if nothing is.

        Args:
            now_ms: Now, in milliseconds since 1970, UTC.
        """
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


EMPTY_CALENDAR: Final = Calendar()
"""What there is before anything was played."""
