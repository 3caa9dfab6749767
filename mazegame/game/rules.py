"""Rules: what the game shows during a run, and how a race starts. All combinations are allowed.

Two of them are assists, off unless the player wants them: the compass and the rival in sight. What
does not live here: the rivals (``match.py``), and the score (``score.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """Whether a race starts after 3-2-1 instead of with the player's first step."""

    @property
    def key(self) -> str:
        """The rules' part of a category without the countdown, e.g. "open" or "fog compass"."""
        shown = self.fog, self.compass, self.rival_in_sight
        words = [word for word, on in zip(_WORDS, shown, strict=True) if on]
        return " ".join(words) or "open"

    @classmethod
    def from_key(cls, key: str) -> Rules:
        """Return the rules of a ``key``; ignores unknown words."""
        return cls(*(word in key.split() for word in _WORDS))

    def easier(self, other: Rules) -> Rules:
        """Return the rules that show everything that one of two shows; keeps the countdown."""
        compass, sight = self.compass or other.compass, self.rival_in_sight or other.rival_in_sight
        return Rules(self.fog and other.fog, compass, sight, self.countdown)


_WORDS: Final = ("fog", "compass", "rival")
"""The words of a key, in the order of the first fields of ``Rules``."""

DEFAULT_RULES: Final = Rules()
"""The default rules."""
