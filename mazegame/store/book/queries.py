"""Read the score book: each function runs one query on an open connection.

A row with an invalid value, which a damaged file may have, is skipped.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import Played, RivalResult
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.endless import PREFIX as ENDLESS
from mazegame.game.modes.table import MODES
from mazegame.game.racing.racer import name_in
from mazegame.game.recording.record import Record
from mazegame.game.rules import Rules
from mazegame.game.score import HINT_COST_SECONDS
from mazegame.store.book.errors import ScoreBookError
from mazegame.store.checked import MAX_CELLS, MAX_STEPS, integer, number, text, truth
from mazegame.store.records import (
    AlgorithmEfficiency,
    Best,
    Category,
    CategoryBest,
    MazeBest,
    RaceCount,
    Summary,
    by_rival,
    today,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

    from mazegame.game.racing.repeaters import GhostWalk

T = TypeVar("T")

MAX_SCORE: Final = 1000
"""Most points of a run."""

MAX_PACE: Final = 1e12
"""Upper limit for a pace, in cells per second."""

IN_CATEGORY: Final = "design = ? AND cols = ? AND rows = ? AND rules = ?"
"""SQL condition that selects one category; ``key_of`` returns its four values."""


def key_of(category: Category) -> tuple[str, int, int, str]:
    """Return the four values for ``IN_CATEGORY``."""
    return category.design, category.cols, category.rows, category.rules


_TWO_PLAYER_PREFIXES: Final = [mode.prefix for mode in MODES if mode.players > 1]
_ONE_PLAYER: Final = (
    " AND ".join(f"series NOT GLOB '{prefix}*'" for prefix in _TWO_PLAYER_PREFIXES) or "TRUE"
)
"""SQL condition that selects runs of modes for one player."""

# Bests


def best_in(connection: sqlite3.Connection, category: Category) -> Best | None:
    """Return the best ranked run of a category; None without one."""
    sql = f"SELECT best_score, best_pace FROM categories WHERE {IN_CATEGORY}"  # noqa: S608
    return next(valid_rows(_best, connection.execute(sql, key_of(category))), None)


def _best(row: tuple[Any, ...]) -> Best:
    """Return the best run of two columns; ValueError if they are NULL, since there is none."""
    score, pace = row
    return Best(integer(score, 0, MAX_SCORE), number(pace, 0, MAX_PACE))


def is_known(connection: sqlite3.Connection, level: str) -> bool:
    """Return whether a maze was walked or shown before; then no new walk of it is ranked."""
    return (
        connection.execute("SELECT 1 FROM mazes WHERE level = ?", (level,)).fetchone() is not None
    )


def best_of_maze(connection: sqlite3.Connection, level: str) -> MazeBest | None:
    """Return the best run of a maze among those whose path was never shown; None without one."""
    rows = connection.execute("SELECT best_score, best_ms FROM mazes WHERE level = ?", (level,))
    return next(
        valid_rows(lambda row: MazeBest(integer(row[0], 0, MAX_SCORE), integer(row[1])), rows), None
    )


def best_walk(connection: sqlite3.Connection, level: str) -> Record | None:
    """Return the best walk of a maze among those whose path was never shown; None without one."""
    row = connection.execute(
        f"SELECT id FROM runs WHERE level = ? AND shown = 0 AND {_ONE_PLAYER}"  # noqa: S608
        " ORDER BY score DESC, ms LIMIT 1",
        (level,),
    ).fetchone()
    return None if row is None else walk(connection, row[0])


def races_by_rival(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Return (races won, all races) by rival, at any pace and with any head start."""
    return {rival: (won, races) for rival, won, races, _ in by_rival(_races(connection))}


USUAL_RUNS: Final = 10
"""Number of the latest runs from which the usual pace is computed."""


def usual_pace(connection: sqlite3.Connection, category: Category) -> float | None:
    """Return the player's usual pace, in cells of the shortest path per second.

    It is the median of the latest ``USUAL_RUNS`` runs of the category without a shown path. Without
    such runs it is that of all runs under the same rules; None without these, too.
    """
    for where, values in ((IN_CATEGORY, key_of(category)), ("rules = ?", (category.rules,))):
        rows = connection.execute(
            f"SELECT 1000.0 * dist_min / max({_RANKED_MS}, 1) FROM runs JOIN categories"  # noqa: S608
            f" ON categories.id = category WHERE {where} AND shown = 0 AND dist_min > 0"
            f" AND {_ONE_PLAYER}"
            " ORDER BY runs.id DESC LIMIT ?",
            (*values, USUAL_RUNS),
        )
        paces = sorted(valid_rows(lambda row: number(row[0], 0, MAX_PACE), rows))
        if paces:
            return paces[len(paces) // 2]
    return None


_RANKED_MS: Final = (
    f"ms + (' ' || rules || ' ' GLOB '* reveal *') * hints * {HINT_COST_SECONDS * 1000:.0f}"
)
"""SQL for the milliseconds from which a pace is computed, as in ``FinishedRun.pace``."""


# Overview


def overview(
    connection: sqlite3.Connection, *, history: int = 200, day: int | None = None
) -> Summary:
    """Return what the Scores screen shows first.

    Args:
        connection: The open file.
        history: Most runs of the history; all if negative.
        day: Today's date as ``datetime.date.toordinal``, for the streak; None for the clock's.
    """
    counts = "CAST(total(runs) AS INTEGER), CAST(total(ranked) AS INTEGER)"
    runs, ranked = connection.execute(f"SELECT {counts} FROM categories").fetchone()  # noqa: S608
    categories = tuple(valid_rows(_category_best, connection.execute(_CATEGORIES)))
    return Summary(
        int(runs),
        int(ranked),
        sum(category.perfect for category in categories),
        categories,
        tuple(valid_rows(_efficiency, connection.execute(_ALGORITHMS))),
        _races(connection),
        tuple(_played(connection, f"{_ROWS} ORDER BY runs.id DESC LIMIT ?", (history,))),
        Streak.of(days(connection), today() if day is None else day),
        descents(connection, 10),
    )


_CATEGORIES: Final = """
    SELECT algorithm, design, cols, rows, rules, ranked, best_score, best_pace, perfect
    FROM categories WHERE ranked > 0 ORDER BY ranked DESC, design, cols, rows, rules
"""

_ALGORITHMS: Final = """
    SELECT algorithm, CAST(total(ranked) AS INTEGER), total(efficiency) / total(ranked)
    FROM categories WHERE ranked > 0 GROUP BY algorithm ORDER BY 3 DESC
"""
"""It uses ``total``, which adds floats: ``sum`` fails if damaged counts exceed 64 bits."""

_RACES: Final = (
    "SELECT rival, pace, races, won FROM races WHERE rival NOT LIKE '%-hunter' ORDER BY rival, pace"
)

_DAYS: Final = """
    WITH RECURSIVE days (day) AS (
        SELECT max(day) FROM runs
        UNION ALL
        SELECT (SELECT max(day) FROM runs WHERE day < days.day) FROM days WHERE day IS NOT NULL
    )
    SELECT day FROM days WHERE day IS NOT NULL
"""
"""Selects every day once, latest first, with one index lookup a day, however many runs it has."""


def days(connection: sqlite3.Connection) -> list[int]:
    """Return the player's local dates on which a run was finished, latest first."""
    return [day for (day,) in connection.execute(_DAYS) if isinstance(day, int)]


def _category_best(row: tuple[Any, ...]) -> CategoryBest:
    *category, ranked, score, pace, perfect = row
    best = _best((score, pace))
    return CategoryBest(Category.checked(category), integer(ranked), best, integer(perfect))


def _efficiency(row: tuple[Any, ...]) -> AlgorithmEfficiency:
    algorithm, ranked, efficiency = row
    return AlgorithmEfficiency(text(algorithm), integer(ranked), number(efficiency, 0, 1.000001))


def _race(row: tuple[Any, ...]) -> tuple[tuple[str, float, bool], int, int]:
    """Return ((rival, pace, whether it had a head start), races, races won)."""
    rival, pace, races, won = row
    name = name_in(text(rival))
    return (name, number(pace, 0, MAX_PACE), name != rival), integer(races, 1), integer(won)


def _races(connection: sqlite3.Connection) -> tuple[RaceCount, ...]:
    """Return the races by rival, pace and head start. Hunters are excluded: they do not race."""
    counts: dict[tuple[str, float, bool], tuple[int, int]] = {}
    for key, races, won in valid_rows(_race, connection.execute(_RACES)):
        before, won_before = counts.get(key, (0, 0))
        counts[key] = before + races, won_before + won
    return tuple(RaceCount(*key[:2], *counts[key], key[2]) for key in sorted(counts))


def valid_rows(
    make: Callable[[tuple[Any, ...]], T], rows: Iterable[tuple[Any, ...]]
) -> Iterator[T]:
    """Yield ``make(row)`` for each row, and skip rows for which it raises ValueError."""
    for row in rows:
        try:
            yield make(row)
        except ValueError:
            continue


# Runs


_COLUMNS: Final = """
    runs.id, level, maze, algorithm, design, cols, rows, rules, runs.ranked, shown, steps, dist_min,
    ms, hints, score, stars, medal, series, done
"""
"""The columns for the first fields of ``Played``, in their order."""

_SIDE: Final = partial(integer, low=1, high=MAX_CELLS)

_COLUMN_READERS: Final[tuple[Callable[[Any], Any], ...]] = (
    integer, text, text, text, text, _SIDE, _SIDE, text, truth, truth,
    partial(integer, high=MAX_STEPS), partial(integer, high=MAX_CELLS), integer, integer,
    partial(integer, high=MAX_SCORE), partial(integer, high=3), text, text, integer,
)  # fmt: skip
"""A function for each of ``_COLUMNS``, which raises ValueError for an invalid value."""

_ROWS: Final = f"SELECT {_COLUMNS} FROM runs JOIN categories ON categories.id = category"  # noqa: S608


def played(connection: sqlite3.Connection) -> list[Played]:
    """Return all finished runs, oldest first, with days and habits."""
    habits = "junctions, right, corridor_steps, corridor_ms, junction_steps, junction_ms"
    joined = "JOIN categories ON categories.id = category LEFT JOIN habits ON run = runs.id"
    sql = f"SELECT {_COLUMNS}, day, {habits} FROM runs {joined} ORDER BY runs.id"  # noqa: S608
    return list(_played(connection, sql))


def row(connection: sqlite3.Connection, run: int) -> Played | None:
    """Return a run by its number; None for an unknown one."""
    return next(_played(connection, f"{_ROWS} WHERE runs.id = ?", (run,)), None)


def descents(connection: sqlite3.Connection, most: int = -1) -> tuple[Played, ...]:
    """Return the first descent of each seed: deepest first, then by fewest extra steps."""
    first = f"SELECT min(id) FROM runs WHERE {IN_SERIES} GROUP BY series"  # noqa: S608
    order = "rows DESC, steps - dist_min, ms LIMIT ?"
    sql = f"{_ROWS} WHERE runs.id IN ({first}) ORDER BY {order}"
    return tuple(_played(connection, sql, (*series_range(ENDLESS), most)))


def in_series(connection: sqlite3.Connection, prefix: str) -> Iterator[Played]:
    """Yield the runs whose series begins with a text, in the order they were finished."""
    return _played(connection, f"{_ROWS} WHERE {IN_SERIES} ORDER BY runs.id", series_range(prefix))


def times(connection: sqlite3.Connection, prefix: str) -> tuple[int, ...]:
    """Return the time of the first run of each series whose key begins with ``prefix``.

    Times are in milliseconds, in the order in which the runs were finished.
    """
    sql = f"SELECT ms, min(id) FROM runs WHERE {IN_SERIES} GROUP BY series ORDER BY 2"  # noqa: S608
    return tuple(
        valid_rows(lambda row: integer(row[0]), connection.execute(sql, series_range(prefix)))
    )


def count(connection: sqlite3.Connection) -> int:
    """Return the number of runs."""
    return int(connection.execute("SELECT count(*) FROM runs").fetchone()[0])


IN_SERIES: Final = "series >= ? AND series < ?"
"""SQL condition that selects series by a prefix; ``series_range`` returns its two values."""


def series_range(prefix: str) -> tuple[str, str]:
    """Return the two values for ``IN_SERIES``."""
    return prefix, f"{prefix}\U0010ffff"


def _played(
    connection: sqlite3.Connection, sql: str, values: tuple[Any, ...] = ()
) -> Iterator[Played]:
    rows = connection.execute(sql, values).fetchall()
    numbers = [row[0] for row in rows if isinstance(row[0], int)]
    rivals: dict[int, list[RivalResult]] = {}
    if numbers:
        asked = connection.execute(
            "SELECT run, rival, pace, ms, won FROM rivals WHERE run BETWEEN ? AND ?"
            " ORDER BY run, place",
            (min(numbers), max(numbers)),
        )
        for run, rival in valid_rows(_rival, asked):
            rivals.setdefault(run, []).append(rival)
    return valid_rows(lambda row: _run(row, tuple(rivals.get(row[0], ()))), rows)


def _rival(row: tuple[Any, ...]) -> tuple[int, RivalResult]:
    run, rival, pace, ms, won = row
    ms = None if ms is None else integer(ms)
    return integer(run), RivalResult(text(rival), number(pace, 0, MAX_PACE), ms, truth(won))


def _run(row: tuple[Any, ...], rivals: tuple[RivalResult, ...]) -> Played:
    values: list[Any] = [read(value) for read, value in zip(_COLUMN_READERS, row, strict=False)]
    day, *measured = row[len(_COLUMN_READERS) :] or (0, None)
    habits = None if measured[0] is None else Habits(*map(integer, measured))
    values += [rivals, integer(day), habits]
    return Played(*values)


def ghost(connection: sqlite3.Connection, run: int) -> GhostWalk | None:
    """Return the walk of the ghost that a run raced against; None if there was none."""
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.store.book.compact import unpack_moves, unpack_times

    sql = "SELECT moves, times, steps FROM ghosts WHERE run = ?"
    found = connection.execute(sql, (run,)).fetchone()
    if found is None:
        return None
    with contextlib.suppress(ValueError):  # a damaged walk is no ghost
        steps = integer(found[2], 0, MAX_STEPS)
        return GhostWalk(unpack_moves(found[0], steps), unpack_times(found[1], steps))
    return None


def walk(connection: sqlite3.Connection, run: int) -> Record:
    """Return the walk of a run; ScoreBookError if it is missing or damaged."""
    from mazegame.store.book.compact import unpack_moves, unpack_times

    columns = "level, moves, times, steps, hints, shown, ms, rules"
    joined = "JOIN walks ON run = runs.id JOIN categories ON categories.id = category"
    sql = f"SELECT {columns} FROM runs {joined} WHERE runs.id = ?"  # noqa: S608
    found = connection.execute(sql, (run,)).fetchone()
    if found is None:
        raise ScoreBookError("the steps of this run are not there")
    level, packed, packed_times, steps, hints, shown, ms, rules = found
    try:
        integer(steps, 0, MAX_STEPS)
        moves, times = unpack_moves(packed, steps), unpack_times(packed_times, steps)
        reveal = Rules.from_key(text(rules)).reveal
        return Record(
            text(level), moves, times, integer(hints), truth(shown), integer(ms) / 1000,
            reveal=reveal,
        )  # fmt: skip
    except ValueError as error:
        raise ScoreBookError(str(error)) from None
