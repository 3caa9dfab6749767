"""Series: the rules for the next match. Each kind of series is a class here.

What does not live here: the levels of the journey, the days and the weeks (``journey.py``,
``daily.py``, ``marathon.py``), and how files name a series (``keys.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mazegame.game.match import Match, Series
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from mazegame.engine import Level, Recipe
    from mazegame.game.run import Run
    from mazegame.game.runner import RivalSpec
    from mazegame.game.series.journey import JourneyLevel, Progress
    from mazegame.game.series.marathon import Leg


class FreshSeeds(Series):
    """Endless mazes of the same texture and size with new seeds; none after a loaded maze."""

    def has_next(self, match: Match) -> bool:
        """Return whether the level has a recipe; a loaded maze has none."""
        return match.recipe is not None

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the same match with another seed, without the rivals that know one level only."""
        del finished
        return match.on_another_maze(self, tuple(one for one in match.rivals if one.any_level))


@dataclass(frozen=True)
class DailySeries(Series):
    """The maze of a day, without a next one."""

    day: date

    @property
    def key(self) -> str:
        """``daily:2026-11-22``."""
        from mazegame.game.series.keys import daily_key

        return daily_key(self.day)

    def about(self, finished: Run | None) -> str:
        """Return the day, with its design and rules."""
        from mazegame.game.series.daily import daily_title

        del finished
        return f"daily {self.day.isoformat()}, {daily_title(self.day)}"


@dataclass(frozen=True)
class JourneySeries(Series):
    """A level of the journey, followed by the next open unsolved level."""

    level: JourneyLevel
    stars: Mapping[int, int]
    """The most stars on each solved level before this match, by its number."""

    @property
    def key(self) -> str:
        """``journey:12``."""
        from mazegame.game.series.keys import journey_key

        return journey_key(self.level.number)

    def about(self, finished: Run | None) -> str:
        """Return the level's name and, after it is finished, the progress of the journey."""
        from mazegame.game.series.journey import CHAPTERS, JOURNEY, Progress

        name = f"journey {self.level.number} of {len(JOURNEY)}, {self.level.title}"
        if finished is None:
            return name
        progress = Progress(self._after(finished))
        following = self._following(progress)
        if following is not None:
            return f"{name}   next: {following.title}"
        if progress.solved == len(JOURNEY):
            return f"{name}   the journey is done: {progress.total} of {3 * len(JOURNEY)} stars"
        locked = progress.first_locked
        if locked is None:
            return name
        missing = counted(progress.stars_missing(locked), "more star")
        return f"{name}   {CHAPTERS[locked][0]} opens with {missing}"

    def has_next(self, match: Match) -> bool:
        """Return whether another level is open and unsolved."""
        del match
        from mazegame.game.series.journey import Progress

        return self._following(Progress(self.stars)) is not None

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next level; skip one that the player left before B."""
        del match
        from mazegame.game.series.journey import Progress

        stars = self._after(finished)
        following = self._following(Progress(stars))
        return None if following is None else journey_match(following, stars)

    def _following(self, progress: Progress) -> JourneyLevel | None:
        """Return the first open unsolved level after this one, else the first before it."""
        from mazegame.game.series.journey import JOURNEY

        here = self.level.number
        return progress.first_of((*JOURNEY[here:], *JOURNEY[: here - 1]))

    def _after(self, finished: Run | None) -> Mapping[int, int]:
        """Return the stars with those of a run; one whose path was shown earns none."""
        if finished is None or finished.assisted:
            return self.stars
        number = self.level.number
        return {**self.stars, number: max(self.stars.get(number, 0), finished.result.stars)}


class InOrder(Series):
    """Matches of a series in a fixed order, each to be finished before the next."""

    def again(self, match: Match) -> Match:
        """Return a match on this maze alone: repeating it leaves the series."""
        return replace(match, series=Series())


@dataclass(frozen=True)
class MarathonSeries(InOrder):
    """A leg of a marathon, followed by the next leg after it is finished."""

    week: str
    """The ISO week, ``2026-W47``."""
    attempt: str
    """The attempt's own name."""
    legs: tuple[Leg, ...]
    scores: tuple[int, ...] = ()
    """The scores of the legs before this one."""

    @property
    def leg(self) -> Leg:
        """The present leg."""
        return self.legs[len(self.scores)]

    @property
    def key(self) -> str:
        """``marathon:2026-W47:kite:3``."""
        from mazegame.game.series.keys import MarathonKey

        return str(MarathonKey(self.week, self.attempt, self.leg.number))

    def about(self, finished: Run | None) -> str:
        """Return the leg, and the points so far."""
        name = f"marathon {self.week}, leg {self.leg.number} of {len(self.legs)}"
        points = sum(self.scores) + (0 if finished is None else points_of(finished))
        if finished is None:
            return f"{name}: {self.leg.title}"
        last = self.leg.number == len(self.legs)
        return f"{name}   {points:,} points {'in all' if last else 'so far'}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next leg; None after the last one, or if this one is unfinished."""
        del match
        if finished is None or self.leg.number == len(self.legs):
            return None
        return marathon_match(replace(self, scores=(*self.scores, points_of(finished))))


def points_of(run: Run) -> int:
    """Return the points of a run in a marathon: its score, 0 if the path was shown."""
    return 0 if run.assisted else run.result.score


def daily_match(day: date, recipe: Recipe, rules: Rules) -> Match:
    """Return the match of a day's maze."""
    return Match(source=recipe, rules=rules, series=DailySeries(day))


def journey_match(level: JourneyLevel, stars: Mapping[int, int]) -> Match:
    """Return the match of a level of the journey.

    Args:
        level: The level.
        stars: The most stars on each solved level, by its number.
    """
    from mazegame.game.racing.rivals import parse_rival

    rivals = tuple(parse_rival(key) for key in level.rivals)
    series = JourneySeries(level, stars)
    return Match(source=level.recipe, rules=level.rules, rivals=rivals, series=series)


def marathon_match(series: MarathonSeries) -> Match:
    """Return the match of a series' present leg."""
    return Match(source=series.leg.recipe, rules=series.leg.rules, series=series)


def series_of(
    key: str, *, stars: Mapping[int, int] | None = None, scores: tuple[int, ...] = ()
) -> Series:
    """Return the series of a key, for a resumed run. May take seconds.

    Args:
        key: As ``Series.key``; an unknown one means free play.
        stars: The most stars on each solved level of the journey.
        scores: The scores of the legs of the marathon before this one.
    """
    from mazegame.game.series import keys as series_keys
    from mazegame.game.series.journey import JOURNEY
    from mazegame.game.series.marathon import marathon

    if day := series_keys.day_of(key):
        return DailySeries(day)
    if number := series_keys.level_number_of(key):
        return JourneySeries(JOURNEY[number - 1], stars or {})
    leg = series_keys.marathon_of(key)
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
