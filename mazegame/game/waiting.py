"""Waiting: what waits today, in one line for the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.daily import daily_title
from mazegame.game.journey import JOURNEY, Progress
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from mazegame.game.calendar import Calendar
    from mazegame.game.journey import LevelBest


def what_waits(calendar: Calendar, best: Mapping[int, LevelBest], today: date) -> str:
    """Return ``daily: kruskal in fog, not played; journey 12 of 40; 3 days in a row``.

    Args:
        calendar: The daily tries.
        best: What was reached on each solved level of the journey.
        today: The UTC date.
    """
    progress = Progress({number: one.stars for number, one in best.items()})
    parts = [
        f"daily: {daily_title(today)}, {calendar.state(today, today)}",
        f"journey {progress.solved} of {len(JOURNEY)}",
    ]
    streak = calendar.streak(today)
    if streak:
        parts.append(f"{counted(streak, 'day')} in a row")
    return "; ".join(parts)
