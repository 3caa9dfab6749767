"""``Match``: a level with its rules, rivals and series, to store, compare and pass to screens.

``session.py`` plays a match; ``modes/`` has the kinds of ``Series``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mazegame import engine
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.score import WALK

if TYPE_CHECKING:
    from mazegame.engine import Level, Recipe
    from mazegame.game.racing.racer import RivalSpec, Walk
    from mazegame.game.run import Run


@dataclass(frozen=True)
class Series:
    """The base class of series: decides which match follows a match, by default none."""

    waits = False
    """Whether its matches wait for a key before the walls appear."""
    known = False
    """Whether the player has seen the maze of its match before; then there is no reveal."""

    @property
    def key(self) -> str:
        """The key of the series in files, e.g. ``daily:2026-11-22``; empty for free play."""
        return ""

    @property
    def manual(self) -> str:
        """The rules in words, for help."""
        return WALK

    def about(self, finished: Run | None) -> str:
        """Return a sentence on the series; empty for free play. ``finished`` is None before B."""
        del finished
        return ""

    def has_next(self, match: Match) -> bool:
        """Return whether another match can follow this one, even if it is left."""
        return self.next(match, None) is not None

    def again(self, match: Match) -> Match:
        """Return the match with which the player repeats the same maze."""
        return match

    @property
    def lost_by_restart(self) -> str:
        """A sentence on what a restart gives up besides the run; empty for nothing."""
        return ""

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next match; None at the end. ``finished`` is None if the run was left."""
        del match, finished
        return None

    def lost(self, match: Match) -> tuple[str, Match | None]:
        """Return a sentence for a player who was caught, and the next match or None."""
        del match
        return "", None


class InOrder(Series):
    """A series of matches in a fixed order; each must be finished before the next."""

    def again(self, match: Match) -> Match:
        """Return a match on the same maze outside the series."""
        return replace(match, series=Series())

    @property
    def lost_by_restart(self) -> str:
        """A sentence that a restart leaves the series."""
        return f"You leave what it is a part of: {self.about(None)}."


@dataclass(frozen=True, kw_only=True)
class Match:
    """A level with its rules, rivals and series."""

    source: Recipe | Level
    rules: Rules = DEFAULT_RULES
    """The rules at the start; a player may change them during the run."""
    rivals: tuple[RivalSpec, ...] = ()
    series: Series = Series()

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of the level; None for a loaded maze."""
        return self.source if isinstance(self.source, engine.Recipe) else self.source.recipe

    def starting(self, *, reveal: bool) -> Match:
        """Return this match with or without a reveal of the walls, which starts the clock."""
        return replace(self, rules=replace(self.rules, reveal=reveal))

    def against(self, walk: Walk) -> Match:
        """Return this match with the ghost of a recorded walk as the only rival."""
        from mazegame.game.racing.repeaters import GhostWalk

        ghost = GhostWalk.for_race(walk, reveal=self.rules.reveal)
        return replace(self, rivals=(ghost,))

    def on_another_maze(self, series: Series, rivals: tuple[RivalSpec, ...]) -> Match | None:
        """Return a match on a new maze of this design and size; None for a loaded maze."""
        if self.recipe is None:
            return None
        fresh = replace(self.recipe, seed=engine.draw_seed())
        return replace(self, source=fresh, rivals=rivals, series=series)
