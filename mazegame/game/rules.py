"""``Rules``: what the game shows during a run, and how a race starts.

All combinations are allowed. Two rules are assists, off by default: compass and rival in sight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a match."""

    fog: bool = False
    """Whether only cells that were in sight are shown (see ``sight.py``)."""
    compass: bool = False
    """An assist: the distance to B, the detour, and whether the last step was warmer or colder."""
    rival_in_sight: bool = False
    """An assist: rivals are always visible, not only in sight or in walked cells."""
    countdown: bool = False
    """Whether a race without ``reveal`` starts with a countdown instead of the player's first step;
    one with ``reveal`` has a countdown, unless it is resumed or its maze is known."""
    reveal: bool = False
    """Whether the walls are covered until the player reveals them, which starts the stopwatch;
    otherwise they are visible, and the first step starts it ("walk first")."""

    @property
    def key(self) -> str:
        """The rules' part of a category without the countdown, e.g. "open" or "fog compass"."""
        return " ".join(word for name, word in _WORDS if getattr(self, name)) or "open"

    @classmethod
    def from_key(cls, key: str) -> Rules:
        """Return the rules of a ``key``; ignores unknown words."""
        words = key.split()
        return cls(**{name: word in words for name, word in _WORDS})

    def easier(self, other: Rules) -> Rules:
        """Return rules that show all that ``self`` or ``other`` shows; they start as ``self``."""
        return replace(
            self,
            fog=self.fog and other.fog,
            compass=self.compass or other.compass,
            rival_in_sight=self.rival_in_sight or other.rival_in_sight,
        )


_WORDS: Final = (
    ("fog", "fog"),
    ("compass", "compass"),
    ("rival_in_sight", "rival"),
    ("reveal", "reveal"),
)
"""The rules that a key names, each with its word, in the order of the words."""

DEFAULT_RULES: Final = Rules()
"""The default rules."""
