"""Rules: what the game shows during a run, and how a race starts. They combine freely.

What does not live here: whom one races (``match.py``), and what a run is worth (``score.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules under which a level is played."""

    fog: bool = False
    """Whether only cells that were in sight on the way are shown (see ``sight.py``)."""
    compass: bool = True
    """Whether the distance to B is shown, and whether the last step was warmer or colder."""
    countdown: bool = False
    """Whether a race starts after 3-2-1 instead of with the player's first step."""

    @property
    def key(self) -> str:
        """What scores are compared within: "open", "fog", "blind" or "fog blind".

        The countdown is no part of it.
        """
        words = [*(["fog"] if self.fog else []), *([] if self.compass else ["blind"])]
        return " ".join(words) or "open"

    @classmethod
    def from_key(cls, key: str) -> Rules:
        """The rules whose ``key`` this is; words that it does not know count for nothing."""
        words = key.split()
        return cls(fog="fog" in words, compass="blind" not in words)


DEFAULT_RULES: Final = Rules()
"""The rules of a game for which nobody chose others."""
