"""Match: a level with its rules, rivals and series.

A match is a value, to store, compare and pass between screens. What does not live here: playing it
(``session.py``) and the kinds of series (``kinds.py``).
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
    """A rival before the level is known."""

    @property
    def key(self) -> str:
        """``NAME:PACE`` or ``ghost``, for files."""

    @property
    def any_level(self) -> bool:
        """Whether it can walk every level; a ghost knows the walk of one level only."""

    def problem(self, level: Level) -> str:
        """Return why it cannot walk a level, in a sentence; empty if it can."""

    def on(self, level: Level) -> Rival:
        """Return the rival on a level: where it is at each time of the stopwatch."""


class Series(Protocol):
    """Decides the match after a match."""

    @property
    def key(self) -> str:
        """The key of the series in files, e.g. ``daily:2026-11-22``; empty for free play."""

    def about(self, finished: Run | None) -> str:
        """Return a sentence on the series; empty for free play.

        Args:
            finished: Its run; None while it is played.
        """

    def has_next(self, match: Match) -> bool:
        """Return whether another match can follow this one."""

    def again(self, match: Match) -> Match:
        """Return the match for playing the same maze again."""

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the match that follows.

        Args:
            match: The match that was played.
            finished: Its run; None if the player left it before B.

        Returns:
            The next match; None at the end of the series.
        """

    def lost(self, match: Match) -> tuple[str, Match | None]:
        """Return what a player has left whom a hunter caught, and the next match or None."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """A level with its rules, rivals and series."""

    source: Recipe | Level
    """The recipe of the level, or the level itself."""
    rules: Rules = DEFAULT_RULES
    """The rules at the start; a player may change them during the run."""
    rivals: tuple[RivalSpec, ...] = ()
    """The rivals; empty for none."""
    series: Series
    """Decides the next match."""

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of the level; None for a loaded maze."""
        return self.source if isinstance(self.source, Recipe) else self.source.recipe
