"""Waiting: the state of the daily maze and the journey in words, for the first screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazegame.game.series.daily import daily_title
from mazegame.game.series.journey import JOURNEY, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from mazegame.game.series.calendar import Calendar
    from mazegame.game.series.journey import LevelBest


@dataclass(frozen=True)
class Today:
    """The state of the daily maze and the journey."""

    daily: str
    """``daily: kruskal in fog, not played``."""
    daily_short: str
    """``daily not played``, for half a line."""
    journey: str
    """``journey 12 of 40``."""
    streak: int
    """The number of consecutive days whose daily try reached B."""


def what_waits(calendar: Calendar, best: Mapping[int, LevelBest], today: date) -> Today:
    """Return the state of the daily maze and the journey.

    Args:
        calendar: The daily tries.
        best: The best of each solved level of the journey.
        today: The UTC date.
    """
    progress = Progress({number: one.stars for number, one in best.items()})
    one = calendar.tries.get(today)
    if one is None:
        short = "not played"
    elif one.run is None:
        short = "not finished"
    else:
        short = "★" * one.run.stars if one.run.ranked else "finished"
    return Today(
        f"daily: {daily_title(today)}, {calendar.state(today, today)}",
        f"daily {short}",
        f"journey {progress.solved} of {len(JOURNEY)}",
        calendar.streak(today),
    )
