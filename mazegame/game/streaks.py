"""Streaks: days in a row on which something was finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def current_streak(days: Iterable[int], day: int) -> int:
    """How many days without a gap end on a day, or on the one before if that is still to come.

    Days after it, from a clock that went wrong, do not count.

    Args:
        days: Each day on which something was finished, as ``datetime.date.toordinal`` counts.
        day: Today.
    """
    played = set(days)
    end = day if day in played else day - 1
    streak = 0
    while end - streak in played:
        streak += 1
    return streak


def longest_streak(days: Iterable[int]) -> int:
    """Return the most days in a row that there are among these."""
    played = set(days)
    longest = 0
    for day in played:
        if day - 1 not in played:
            end = day
            while end in played:
                end += 1
            longest = max(longest, end - day)
    return longest
