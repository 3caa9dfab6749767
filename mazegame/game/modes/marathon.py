"""Marathon: seven mazes in a row, the same for all players in an ISO week of UTC dates.

A frozen rule makes seven levels from a week. They have the designs, sizes and rules of the week's
seven days, Monday first, with other seeds: so a marathon shows no daily maze before its day.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from mazegame.game.match import InOrder, Match
from mazegame.game.modes.achievement import Achievement, reaching
from mazegame.game.modes.daily import FIRST_DAY, WEEK, choose, daily_title, today
from mazegame.game.modes.mode import CommandOption, CommandSpec, EarlierResults, Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import BookRow, Options
    from mazegame.game.run import Run

PREFIX: Final = "marathon:"
"""Prefix of the series' keys."""

LEGS: Final = len(WEEK)
"""Mazes in a marathon."""

_KEY: Final = rf"{PREFIX}([^:]+):([^:]*):([1-{LEGS}])"


def week_of(day: date) -> str:
    """Return the ISO week of a day: ``2026-W47``."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02d}"


def parse_week(text: str) -> date:
    """Return the Monday of a week as ``2026-W47``; ValueError if none, or before ``FIRST_DAY``."""
    year, mark, week = text.partition("-W")
    try:
        monday = date.fromisocalendar(int(year), int(week), 1) if mark else None
    except ValueError:
        monday = None
    if monday is None or week_of(monday) != text:
        raise ValueError(f"not a week: {text[:40]!r}. Write it as YYYY-Www, like 2026-W47")
    if monday < FIRST_DAY:
        raise ValueError(f"the first marathon is that of {week_of(FIRST_DAY + timedelta(7))}")
    return monday


@functools.lru_cache(maxsize=8)
def marathon(week: str) -> tuple[Recipe, ...]:
    """Return the mazes of a week's seven legs; ValueError as from ``parse_week``.

    It measures seven times as many small mazes as a daily maze takes: some seconds in plain Python.
    """
    monday = parse_week(week)
    return tuple(choose(f"{week}-{at + 1}", monday + timedelta(at)) for at in range(LEGS))


@dataclass(frozen=True)
class MarathonSeries(InOrder):
    """A leg of a marathon, followed by the next leg after it is finished."""

    week: str
    """The ISO week, ``2026-W47``."""
    attempt: str
    """The attempt's own name."""
    legs: tuple[Recipe, ...]
    scores: tuple[int, ...] = ()
    """The scores of the legs before this one."""

    waits = True

    @property
    def leg(self) -> int:
        """The number of the present leg, from 1."""
        return len(self.scores) + 1

    @property
    def key(self) -> str:
        """``marathon:2026-W47:kite:3``."""
        return f"{self.prefix}{self.leg}"

    @property
    def prefix(self) -> str:
        """The common prefix of the keys of this attempt's legs."""
        return f"{PREFIX}{self.week}:{self.attempt}:"

    def about(self, finished: Run | None) -> str:
        """Return the leg, and the points so far."""
        name = f"marathon leg {self.leg} of {len(self.legs)}, {self.week}"
        if finished is None:
            return f"{name}: {daily_title(parse_week(self.week) + timedelta(self.leg - 1))}"
        points, last = sum(self.scores) + points_of(finished), self.leg == len(self.legs)
        return f"{name}   {points:,} points {'in all' if last else 'so far'}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next leg; None after the last one, or if this one is unfinished."""
        if finished is None or self.leg == len(self.legs):
            return None
        following = replace(self, scores=(*self.scores, points_of(finished)))
        return marathon_match(following).starting(reveal=match.rules.reveal)


def points_of(run: Run) -> int:
    """Return the points of a run in a marathon: its score, 0 if the path was shown."""
    return 0 if run.assisted else run.result.score


def marathon_match(series: MarathonSeries) -> Match:
    """Return the match of a series' present leg."""
    at = series.leg - 1
    return Match(source=series.legs[at], rules=WEEK[at].rules, series=series)


@dataclass(frozen=True, slots=True)
class MarathonKey:
    """One leg of one attempt at the marathon of a week."""

    week: str
    attempt: str
    leg: int
    """From 1 to ``LEGS``."""


def marathon_of(key: str) -> MarathonKey | None:
    """Return the leg of a marathon's key; None for another key."""
    found = re.fullmatch(_KEY, key)
    if found is None:
        return None
    try:
        parse_week(found[1])
    except ValueError:
        return None
    return MarathonKey(found[1], found[2], int(found[3]))


def marathon_series_of(key: str, past: EarlierResults) -> MarathonSeries | None:
    """Return the series of a marathon's key; None if a leg before it has no points."""
    leg = marathon_of(key)
    if leg is None:
        return None
    points = past.points().get(leg.week, {}).get(leg.attempt, {})
    scores = tuple(points[number] for number in range(1, leg.leg) if number in points)
    if len(scores) < leg.leg - 1:
        return None
    return MarathonSeries(leg.week, leg.attempt, marathon(leg.week), scores)


# The row


def _week(options: Options) -> str:
    return options["week"] or week_of(today())


def _check(options: Options) -> None:
    week = _week(options)
    if parse_week(week) > today() and not options["ids"]:
        raise ValueError(f"the marathon of {week} can be played from its Monday on, UTC")


def new_marathon(week: str) -> Match:
    """Return the first leg of a new attempt at the marathon of a week."""
    import uuid  # takes a millisecond at the start

    return marathon_match(MarathonSeries(week, uuid.uuid4().hex[:8], marathon(week)))


@reaching
def _points(rows: Sequence[BookRow]) -> Iterator[tuple[BookRow, int]]:
    """Count the points of each whole marathon; first runs of legs count."""
    attempts: dict[tuple[str, str], dict[int, int]] = {}
    for row in rows:
        key = marathon_of(row.series)
        if key is not None:
            legs = attempts.setdefault((key.week, key.attempt), {})
            legs.setdefault(key.leg, 0 if row.shown else row.score)
            if len(legs) == LEGS:
                yield row, sum(legs.values())


MODE: Final = Mode(
    name="marathon",
    title="Marathon",
    about="the week's seven mazes in a row",
    door="daily",
    command=CommandSpec(
        examples=("", "2026-W47", "--ids", "--words"),
        options=(
            CommandOption(
                "week",
                "the ISO week of UTC dates, from 2026-W02 on (default: this week)",
                metavar="YYYY-Www",
            ),
        ),
        check=_check,
        ids=("--ids", "print its game IDs and do not play"),
        game_ids=lambda options: marathon(_week(options)),
    ),
    screen="daily_maze",
    begins_with={"marathon": True},
    first=lambda options: new_marathon(_week(options)),
    ends_on="marathon_end",
    prefix=PREFIX,
    series=marathon_series_of,
    maze_of=lambda key: None if (at := marathon_of(key)) is None else marathon(at.week)[at.leg - 1],
    achievements=(
        Achievement("marathon", "Seven mazes", "finish a marathon", _points(0)),
        Achievement("fast-marathon", "Six thousand", "6,000 points in a marathon", _points(6000)),
    ),
)
