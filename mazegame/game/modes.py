"""Modes: how a level is played. Each is an option of its own; they go together freely."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mode:
    """The rules under which a level is played."""

    fog: bool = False
    """Whether only what was seen on the way is shown (see ``sight.py``)."""
    compass: bool = True
    """Whether it is told how far B is, and whether a step was warmer or colder."""
    pace: float | None = None
    """The pace of a runner to race, in cells a second; None for nobody."""
    countdown: bool = False
    """Whether a race starts after 3-2-1 instead of with the player's first step."""

    @property
    def sight(self) -> str:
        """What is shown and told, in a word or two: scores are compared within it."""
        words = [*(["fog"] if self.fog else []), *([] if self.compass else ["blind"])]
        return " ".join(words) or "open"

    @classmethod
    def of_sight(cls, words: str) -> Mode:
        """The mode whose ``sight`` is this."""
        return cls(fog="fog" in words.split(), compass="blind" not in words.split())
