"""Free play, and the series of a key in files. The other series have modules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.match import Match, Series
from mazegame.game.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Level, Recipe
    from mazegame.game.run import Run
    from mazegame.game.runner import RivalSpec


class FreshSeeds(Series):
    """Endless mazes of the same texture and size with new seeds; none after a loaded maze."""

    def has_next(self, match: Match) -> bool:
        """Return whether the level has a recipe; a loaded maze has none."""
        return match.recipe is not None

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the same match with another seed, without the rivals that know one level only."""
        del finished
        return match.on_another_maze(self, tuple(one for one in match.rivals if one.any_level))


def series_of(
    key: str, *, stars: Mapping[int, int] | None = None, scores: tuple[int, ...] = ()
) -> Series:
    """Return the series of a key, for a resumed run. May take seconds.

    Args:
        key: As ``Series.key``; an unknown one means free play.
        stars: The most stars on each solved level of the journey.
        scores: The scores of the legs of the marathon before this one.
    """
    from mazegame.game.series.daily import DailySeries, day_of
    from mazegame.game.series.journey import JOURNEY, JourneySeries, level_number_of
    from mazegame.game.series.marathon import MarathonSeries, marathon, marathon_of

    if day := day_of(key):
        return DailySeries(day)
    if number := level_number_of(key):
        return JourneySeries(JOURNEY[number - 1], stars or {})
    leg = marathon_of(key)
    if leg is not None and len(scores) == leg.leg - 1:
        return MarathonSeries(leg.week, leg.attempt, marathon(leg.week), scores)
    return FreshSeeds()


def free_play(
    source: Recipe | Level,
    rules: Rules = DEFAULT_RULES,
    rivals: tuple[RivalSpec, ...] = (),
) -> Match:
    """Return a match of free play: fresh seeds follow, if the level has a recipe."""
    return Match(source=source, rules=rules, rivals=rivals, series=FreshSeeds())
