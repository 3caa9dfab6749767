"""Streaks: consecutive days with a finished run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def current_streak(days: Iterable[int], day: int) -> int:
    """Return the number of consecutive days up to a day or the day before it.

    Later days, from a wrong clock, do not count.

    Args:
        days: The days with a finished run, as ``datetime.date.toordinal`` counts.
        day: Today.
    """
    played = set(days)
    end = day if day in played else day - 1
    streak = 0
    while end - streak in played:
        streak += 1
    return streak


def longest_streak(days: Iterable[int]) -> int:
    """Return the largest number of consecutive days among some days."""
    played = set(days)
    longest = 0
    for day in played:
        if day - 1 not in played:
            end = day
            while end in played:
                end += 1
            longest = max(longest, end - day)
    return longest
