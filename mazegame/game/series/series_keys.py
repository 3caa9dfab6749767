"""Series keys: how the names of series in files begin, and who reads them.

``daily:2026-11-22``, ``journey:12``, ``marathon:2026-W47:kite:3``, ``endless:kite-7``,
``duel:1-0``; empty for free play. What does not live here: the series, which write and read theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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

READERS: Final[Mapping[str, str]] = {
    DAILY: "daily.daily_of",
    JOURNEY_PREFIX: "journey.journey_of",
    MARATHON: "marathon.marathon_series_of",
    "best-of:": "best_of.best_of",
    "chase:": "chase.chase_of",
    DUEL: "duel.duel_of",
}
"""The series whose matches can be resumed: the function that reads a key, by the key's prefix.

Each takes the key and a ``kinds.Past``, and returns the series; None for a key that is not whole.
"""

UNRANKED: Final = (DUEL, ENDLESS)
"""The prefixes of series whose runs are not ranked by their mazes."""


def endless_key(seed: str) -> str:
    """Return the key of the descents in the endless maze of a seed."""
    return f"{ENDLESS}{seed}"
