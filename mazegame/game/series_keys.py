"""Series keys: how files name what a run is a part of.

``daily:2026-11-22``, ``journey:12``, ``marathon:2026-W47:kite:3``; empty for free play. What lives
here: writing and reading them, and which try of a daily maze is ranked. What does not: what follows
(``series.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from mazegame.game.daily import FIRST_DAY
from mazegame.game.journey import JOURNEY
from mazegame.game.marathon import LEGS, parse_week

DAILY: Final = "daily:"
"""What the keys of daily mazes begin with."""

JOURNEY_PREFIX: Final = "journey:"
"""What the keys of the journey's levels begin with."""

MARATHON: Final = "marathon:"
"""What the keys of a marathon's legs begin with."""


@dataclass(frozen=True, slots=True)
class MarathonKey:
    """One leg of one attempt at the marathon of a week."""

    week: str
    """The ISO week, ``2026-W47``."""
    attempt: str
    """The attempt's own name."""
    leg: int
    """From 1 to ``LEGS``."""

    def __str__(self) -> str:
        return f"{MARATHON}{self.week}:{self.attempt}:{self.leg}"


def daily_key(day: date) -> str:
    """Return the key of the maze of a day."""
    return f"{DAILY}{day.isoformat()}"


def journey_key(number: int) -> str:
    """Return the key of a level of the journey, by its number."""
    return f"{JOURNEY_PREFIX}{number}"


def day_of(key: str) -> date | None:
    """Return the day whose maze a key names; None if it names none."""
    text = key.removeprefix(DAILY)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if daily_key(day) == key and day >= FIRST_DAY else None


def level_number_of(key: str) -> int | None:
    """Return the number of the journey's level that a key names; None if it names none."""
    text = key.removeprefix(JOURNEY_PREFIX)
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        return None
    number = int(text)
    return number if journey_key(number) == key and 1 <= number <= len(JOURNEY) else None


def marathon_of(key: str) -> MarathonKey | None:
    """Return the leg that a key names; None if it names none."""
    parts = key.split(":")
    if len(parts) != 4 or not (parts[3].isascii() and parts[3].isdecimal() and len(parts[3]) < 3):
        return None
    found = MarathonKey(parts[1], parts[2], int(parts[3]))
    try:
        parse_week(found.week)
    except ValueError:
        return None
    return found if str(found) == key and 1 <= found.leg <= LEGS else None


def ranked_day(key: str, began_ms: int) -> date | None:
    """Return the day whose ranked try a walk may be: that of its key, if it began on that UTC date.

    Args:
        key: The key of what is played.
        began_ms: When the walk began, in milliseconds since 1970, UTC.
    """
    day = day_of(key)
    try:
        began = datetime.fromtimestamp(began_ms / 1000, UTC).date()
    except (OverflowError, OSError, ValueError):  # a clock that went wrong
        return None
    return day if day == began else None
