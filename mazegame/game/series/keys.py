"""Series keys: the names of series in files.

``daily:2026-11-22``, ``journey:12``, ``marathon:2026-W47:kite:3``, ``endless:kite-7``,
``duel:1-0``; empty for free play. What lives here: writing and reading them, and the rule for
ranked tries of daily mazes. What does not: the series (``kinds.py``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from mazegame.game.series.daily import FIRST_DAY
from mazegame.game.series.journey import JOURNEY
from mazegame.game.series.marathon import LEGS, parse_week

DAILY: Final = "daily:"
"""The prefix of daily mazes' keys."""

JOURNEY_PREFIX: Final = "journey:"
"""The prefix of the keys of the journey's levels."""

MARATHON: Final = "marathon:"
"""The prefix of the keys of a marathon's legs."""

ENDLESS: Final = "endless:"
"""The prefix of the keys of endless mazes; their seeds follow."""

DUEL: Final = "duel:"
"""The prefix of the keys of duels; the rounds won follow (``duel.py``)."""


_JOURNEY_KEY: Final = re.compile(rf"{JOURNEY_PREFIX}([1-9][0-9]?)")
_MARATHON_KEY: Final = re.compile(rf"{MARATHON}([^:]+):([^:]*):([1-{LEGS}])")


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
    """Return the day of a daily maze's key; None for another key."""
    text = key.removeprefix(DAILY)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if daily_key(day) == key and day >= FIRST_DAY else None


def level_number_of(key: str) -> int | None:
    """Return the number of a journey level's key; None for another key."""
    found = _JOURNEY_KEY.fullmatch(key)
    return int(found[1]) if found and int(found[1]) <= len(JOURNEY) else None


def marathon_of(key: str) -> MarathonKey | None:
    """Return the leg of a marathon's key; None for another key."""
    found = _MARATHON_KEY.fullmatch(key)
    if found is None:
        return None
    try:
        parse_week(found[1])
    except ValueError:
        return None
    return MarathonKey(found[1], found[2], int(found[3]))


def ranked_day(key: str, began_ms: int) -> date | None:
    """Return the day of a walk's key if the walk began on that UTC date, as a ranked try must.

    Args:
        key: The key of the series.
        began_ms: The start of the walk, in milliseconds since 1970, UTC.
    """
    day = day_of(key)
    try:
        began = datetime.fromtimestamp(began_ms / 1000, UTC).date()
    except (OverflowError, OSError, ValueError):  # a wrong clock
        return None
    return day if day == began else None


def endless_key(seed: str) -> str:
    """Return the key of the descents in the endless maze of a seed."""
    return f"{ENDLESS}{seed}"
