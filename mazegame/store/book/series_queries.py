"""Read the series of a score book: daily tries, stars of the journey, marathons.

As in ``queries.py``, a row with an invalid value is skipped.
"""

from __future__ import annotations

from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.modes import daily, marathon
from mazegame.game.modes import journey as journeys
from mazegame.game.modes.calendar import Calendar, DailyRun, DailyTry
from mazegame.game.modes.daily import day_of
from mazegame.game.modes.journey import LevelBest, solved_level
from mazegame.game.modes.marathon import marathon_of
from mazegame.game.scoring.medals import Medal
from mazegame.store.book.queries import (
    IN_SERIES,
    MAX_SCORE,
    days,
    in_series,
    series_range,
    valid_rows,
)
from mazegame.store.checked import MAX_CELLS, MAX_STEPS, integer, text, truth

if TYPE_CHECKING:
    import sqlite3

    from mazegame.game.career.statistics import Played

LATEST_MS: Final = 253_402_300_799_999
"""The last millisecond of the year 9999, since 1970; later times are no valid dates."""

# Daily mazes


def calendar(connection: sqlite3.Connection) -> Calendar:
    """Return all daily tries, the best stars of practice by date, and the days of all runs."""
    tries = {one.day: one for one in valid_rows(_try, connection.execute(_TRIES))}
    practice = dict(
        valid_rows(_practice, connection.execute(_PRACTICE, series_range(daily.PREFIX)))
    )
    moments = [one.began for one in tries.values()]
    (latest,) = connection.execute(
        "SELECT max(done) FROM runs WHERE done <= ?", (LATEST_MS,)
    ).fetchone()
    if isinstance(latest, int):
        moments.append(latest)
    latest = max(moments, default=0)
    return Calendar(
        MappingProxyType(tries), MappingProxyType(practice), latest, tuple(days(connection))
    )


def is_try(connection: sqlite3.Connection, walk: str) -> bool:
    """Return whether a walk is the ranked try of a daily maze."""
    return (
        connection.execute("SELECT 1 FROM dailies WHERE walk = ?", (walk,)).fetchone() is not None
    )


_TRIES: Final = """
    SELECT date, walk, began, late, runs.id, ranked, stars, score, medal, ms, steps, dist_min
    FROM dailies LEFT JOIN runs ON runs.id = run ORDER BY date
"""

_PRACTICE: Final = f"""
    SELECT series, max(stars) FROM runs WHERE {IN_SERIES} AND NOT shown GROUP BY series
"""  # noqa: S608  no value is part of the text


def _try(row: tuple[Any, ...]) -> DailyTry:
    day, walk, began, late, run, ranked, stars, score, medal, ms, steps, dist_min = row
    ended = None
    if run is not None:
        ended = DailyRun(
            integer(run), truth(ranked), integer(stars, 0, 3), integer(score, 0, MAX_SCORE),
            text(medal), integer(ms), integer(steps, 0, MAX_STEPS), integer(dist_min, 0, MAX_CELLS),
        )  # fmt: skip
    when, at = date.fromisoformat(text(day)), integer(began, 0, LATEST_MS)
    return DailyTry(when, at, truth(late), ended, text(walk))


def _practice(row: tuple[Any, ...]) -> tuple[date, int]:
    series, stars = row
    day = day_of(text(series))
    if day is None:
        raise ValueError("no day")
    return day, integer(stars, 0, 3)


# Journey


def journey(connection: sqlite3.Connection) -> dict[int, LevelBest]:
    """Return the player's best on each solved level of the journey, by the level's number.

    A run counts if its path was not shown and its level's fog was never lifted.
    """
    found: dict[int, LevelBest] = {}
    rows = connection.execute(_LEVELS, series_range(journeys.PREFIX))
    for number, best in valid_rows(_level_best, rows):
        before = found.get(number)
        found[number] = best if before is None else _better(before, best)
    return found


_LEVELS: Final = f"""
    SELECT series, level, rules, medal, max(stars), max(score), min(ms), count(*)
    FROM runs JOIN categories ON categories.id = category
    WHERE {IN_SERIES} AND NOT shown GROUP BY series, level, rules, medal
"""  # noqa: S608  no value is part of the text

_MEDALS: Final = ("", *reversed([medal.value for medal in Medal]))
"""No medal and the medals, from worst to best."""


def _level_best(row: tuple[Any, ...]) -> tuple[int, LevelBest]:
    series, level, rules, medal, stars, score, ms, runs = row
    number = solved_level(text(series), text(level), text(rules))
    if number is None or medal not in _MEDALS:
        raise ValueError("no solved level of the journey")
    return number, LevelBest(
        integer(stars, 1, 3), integer(score, 0, MAX_SCORE), medal, integer(ms), integer(runs, 1)
    )


def _better(one: LevelBest, other: LevelBest) -> LevelBest:
    medal = max(one.medal, other.medal, key=_MEDALS.index)
    stars, score = max(one.stars, other.stars), max(one.score, other.score)
    return LevelBest(stars, score, medal, min(one.ms, other.ms), one.runs + other.runs)


# Marathons


def marathons(connection: sqlite3.Connection) -> dict[str, dict[str, dict[int, int]]]:
    """Return the points of each finished leg as ``points[week][attempt][leg]``.

    A leg has 0 points if its path was shown.
    """
    found: dict[str, dict[str, dict[int, int]]] = {}
    rows = connection.execute(
        # Beside min() the other columns are those of its row: the first run of the leg.
        f"SELECT series, CASE WHEN shown THEN 0 ELSE score END, min(id) FROM runs WHERE {IN_SERIES}"  # noqa: S608
        " GROUP BY series",
        series_range(marathon.PREFIX),
    )
    legs = valid_rows(lambda row: (marathon_of(text(row[0])), integer(row[1], 0, MAX_SCORE)), rows)
    for key, points in legs:
        if key is not None:
            found.setdefault(key.week, {}).setdefault(key.attempt, {})[key.leg] = points
    return found


def walked_legs(connection: sqlite3.Connection, prefix: str) -> dict[int, Played]:
    """Return the first run of each leg of an attempt, whose keys begin with a text."""
    found: dict[int, Played] = {}
    for run in in_series(connection, prefix):
        if (key := marathon_of(run.series)) is not None:
            found.setdefault(key.leg, run)
    return found
