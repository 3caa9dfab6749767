"""Match: what is played, by which rules, against whom, and as part of which series.

A match is a value: one can keep it, compare it and hand it from screen to screen. What does not
live here: how it goes (``session.py``) and the series that there are (``series.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mazegame.engine import Level, Recipe
from mazegame.game.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival


class RivalSpec(Protocol):
    """Whom one races, before the level is known."""

    @property
    def key(self) -> str:
        """``NAME:PACE``, or ``ghost``, as files keep it."""

    @property
    def any_level(self) -> bool:
        """Whether it can walk every level; a ghost knows the walk of one level only."""

    def on(self, level: Level) -> Rival:
        """Return the rival on a level: where it is at each time of the stopwatch."""


class Series(Protocol):
    """Decides what is played after a match."""

    @property
    def key(self) -> str:
        """How files name what a match is a part of, e.g. ``daily:2026-11-22``; empty for none."""

    def about(self, finished: Run | None) -> str:
        """Return what a match is a part of, in words; empty for nothing.

        Args:
            finished: Its run; None while it is played.
        """

    def has_next(self, match: Match) -> bool:
        """Return whether another match can follow this one."""

    def again(self, match: Match) -> Match:
        """Return the match of a player who walks the same maze once more."""

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the match that follows.

        Args:
            match: The match that was played.
            finished: Its run; None if the player left it before B.

        Returns:
            The next match; None at the end of the series.
        """


@dataclass(frozen=True, kw_only=True)
class Match:
    """What is played."""

    source: Recipe | Level
    """The recipe of the level, or the level itself."""
    rules: Rules = DEFAULT_RULES
    """The rules at the start; a player may change them during the run."""
    rivals: tuple[RivalSpec, ...] = ()
    """Whom the player races; empty for nobody."""
    series: Series
    """What comes after it."""

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of the level; None for a loaded maze."""
        return self.source if isinstance(self.source, Recipe) else self.source.recipe
