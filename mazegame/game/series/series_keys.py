"""Series keys: how the names of series in files begin.

``daily:2026-11-22``, ``journey:12``, ``marathon:2026-W47:kite:3``, ``endless:kite-7``,
``duel:1-0``; empty for free play. What does not live here: the series, which write and read theirs.
"""

from __future__ import annotations

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


def endless_key(seed: str) -> str:
    """Return the key of the descents in the endless maze of a seed."""
    return f"{ENDLESS}{seed}"
