"""Rules: what the game shows during a run, and how a race starts. They combine freely.

Two of them are assists, off unless the player wants them: the compass and the rival in sight. What
does not live here: whom one races (``match.py``), and what a run is worth (``score.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules under which a level is played."""

    fog: bool = False
    """Whether only cells that were in sight on the way are shown (see ``sight.py``)."""
    compass: bool = False
    """An assist: the distance to B, the detour, and whether the last step was warmer or colder."""
    rival_in_sight: bool = False
    """An assist: rivals are drawn wherever they are, not only where the player was or can see."""
    countdown: bool = False
    """Whether a race starts after 3-2-1 instead of with the player's first step."""

    @property
    def key(self) -> str:
        """What scores are compared within: words of "fog", "compass" and "rival", or "open".

        The countdown is no part of it.
        """
        words = [word for word, on in zip(_WORDS, self._shown, strict=True) if on]
        return " ".join(words) or "open"

    @classmethod
    def from_key(cls, key: str) -> Rules:
        """Return the rules whose ``key`` this is; words that it does not know count for nothing."""
        return cls(*(word in key.split() for word in _WORDS))

    def easier(self, other: Rules) -> Rules:
        """Return the rules that show all that either of two shows; the countdown stays."""
        return replace(
            self,
            fog=self.fog and other.fog,
            compass=self.compass or other.compass,
            rival_in_sight=self.rival_in_sight or other.rival_in_sight,
        )

    @property
    def _shown(self) -> tuple[bool, bool, bool]:
        return self.fog, self.compass, self.rival_in_sight


_WORDS: Final = ("fog", "compass", "rival")
"""The words of a key, in the order of the first fields of ``Rules``."""

DEFAULT_RULES: Final = Rules()
"""The rules of a game for which nobody chose others."""
