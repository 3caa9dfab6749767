"""Series: what comes after a match. Each kind of series is a class here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mazegame.engine import Recipe, draw_seed
from mazegame.game.match import Match
from mazegame.game.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Level
    from mazegame.game.match import RivalSpec, Series
    from mazegame.game.run import Run


@dataclass(frozen=True)
class FreshSeeds:
    """The same texture and size again and again, each time with another seed."""

    draw: Callable[[], str] = draw_seed
    """Returns the seed of the next maze."""

    def has_next(self, match: Match) -> bool:
        """Whether the level has a recipe; a loaded maze has none."""
        return match.recipe is not None

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """The same match with another seed, without the rivals that know one level only."""
        del finished
        if match.recipe is None:
            return None
        rivals = tuple(rival for rival in match.rivals if rival.any_level)
        return replace(match, source=replace(match.recipe, seed=self.draw()), rivals=rivals)


@dataclass(frozen=True)
class OneMaze:
    """One maze, played again as often as one likes: nothing follows it."""

    def has_next(self, match: Match) -> bool:
        """Never."""
        del match
        return False

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """None."""
        del match, finished
        return None


def free_play(
    source: Recipe | Level,
    rules: Rules = DEFAULT_RULES,
    rivals: tuple[RivalSpec, ...] = (),
) -> Match:
    """The match of a player who chose a level: fresh seeds follow, if it has a recipe."""
    recipe = source if isinstance(source, Recipe) else source.recipe
    series: Series = OneMaze() if recipe is None else FreshSeeds()
    return Match(source=source, rules=rules, rivals=rivals, series=series)
