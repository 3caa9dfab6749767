"""Rules: what the game shows during a run, and how a race starts. All combinations are allowed.

Two of them are assists, off unless the player wants them: the compass and the rival in sight. What
does not live here: the rivals (``match.py``), the score (``score.py``), and when walls are covered
(``walking/wall_cover.py``).
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
    """Whether a race without ``reveal`` starts after 3-2-1 instead of with the player's first step;
    one with it always does."""
    reveal: bool = False
    """Whether the walls are covered until the player reveals them, which starts the stopwatch; else
    the maze lies open and the first step starts it ("walk first")."""

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
        """Return the rules that show everything that one of two shows; keeps how it starts."""
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
