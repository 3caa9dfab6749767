"""Write into a score book: walks that begin, paths that were shown, and finished runs.

Each function takes an open connection and works within one transaction of the caller.
"""

from __future__ import annotations

from array import array
from dataclasses import astuple
from typing import TYPE_CHECKING

from mazegame.game.modes.calendar import ranked_day
from mazegame.game.modes.daily import day_of
from mazegame.game.modes.table import mode_of
from mazegame.game.score import MIN_RANKED_PATH
from mazegame.store.book.errors import MisfitError
from mazegame.store.book.queries import IN_CATEGORY, best_in, best_of_maze, key_of
from mazegame.store.records import Best, Ranking

if TYPE_CHECKING:
    from sqlite3 import Connection

    from mazegame.store.records import Category, FinishedRun


def note_walk(
    connection: Connection,
    level: str,
    walk: str,
    steps: int = 0,
    *,
    series: str = "",
    began: int = 0,
) -> None:
    """Record that a maze is being walked: only its first walk can be ranked.

    A walk of a daily maze may become the ranked try of its date.

    Args:
        connection: The open file.
        level: The key of the level.
        walk: The name of the walk, ``Heading.walk``.
        steps: The number of steps so far.
        series: The key of its series; empty for none.
        began: The time of its beginning, in milliseconds since 1970, UTC.
    """
    _note_try(connection, series, walk, began)
    connection.execute(
        "INSERT INTO mazes (level, first, walked, shown) VALUES (?, ?, ?, 0)"
        " ON CONFLICT DO UPDATE SET walked = max(walked, excluded.walked)"
        " WHERE first = excluded.first",
        (level, walk, steps),
    )


def note_resumed(connection: Connection, level: str, walk: str, steps: int) -> None:
    """Record that a walk continues from step ``steps``.

    If it was recorded with more steps before, the player has seen more of the maze than the walk
    shows, and it can no longer be ranked.
    """
    note_walk(connection, level, walk, steps)
    connection.execute(
        "UPDATE mazes SET first = '' WHERE level = ? AND first = ? AND walked > ?",
        (level, walk, steps),
    )


def note_shown(connection: Connection, level: str) -> None:
    """Record that the path of a maze was shown: later runs of it are practice."""
    connection.execute(
        "INSERT INTO mazes (level, first, walked, shown) VALUES (?, '', 0, 1)"
        " ON CONFLICT DO UPDATE SET shown = 1",
        (level,),
    )


def add(connection: Connection, run: FinishedRun) -> Ranking:
    """Add a run, unless it is there, and return how it compares with earlier runs."""
    level, heading = run.record.level, run.heading
    best, maze_best = best_in(connection, run.category), best_of_maze(connection, level)
    row = connection.execute("SELECT ranked FROM runs WHERE uid = ?", (heading.uid,)).fetchone()
    if row is not None:
        return Ranking(run, bool(row[0]), best, maze_best)
    connection.execute(
        "INSERT OR IGNORE INTO mazes (level, first, walked, shown) VALUES (?, ?, ?, 0)",
        (level, heading.walk, run.steps),
    )
    _note_try(connection, heading.series, heading.walk, heading.began)
    ranked = _may_rank(connection, run)
    number = _insert(connection, run, ranked=ranked)
    if ranked and run.category.by_pace:  # the trigger orders by score
        _set_best(connection, run, best)
    if mode_of(heading.series).players > 1:  # it leaves the best of its maze as it is
        connection.execute(
            "UPDATE mazes SET best_score = ?, best_ms = ? WHERE level = ?",
            (maze_best and maze_best.score, maze_best and maze_best.ms, level),
        )
    day = day_of(heading.series)
    if day is not None:
        connection.execute(
            "UPDATE dailies SET run = ? WHERE date = ? AND walk = ? AND run IS NULL",
            (number, day.isoformat(), heading.walk),
        )
    return Ranking(run, ranked, best, maze_best)


def _note_try(connection: Connection, series: str, walk: str, began: int) -> None:
    """Record a walk as the ranked try of its date, if it began on that date and is the first."""
    day = ranked_day(series, began)
    if day is not None:
        connection.execute(
            "INSERT INTO dailies (date, walk, began, late)"
            " VALUES (:date, :walk, :began, EXISTS (SELECT 1 FROM dailies WHERE date > :date))"
            " ON CONFLICT DO NOTHING",
            {"date": day.isoformat(), "walk": walk, "began": began},
        )


def _may_rank(connection: Connection, run: FinishedRun) -> bool:
    """Return whether a run is ranked: the first walk of its maze, and the path was not shown.

    On a daily maze only the try of its date is ranked. ``Mode.ranked`` excludes whole modes.
    """
    heading, walk, day = run.heading, run.heading.walk, day_of(run.heading.series)
    tries = "dailies WHERE date = ? AND walk = ?"
    first = "mazes WHERE level = ? AND first = ? AND NOT shown AND runs = 0"
    return (
        not run.shown
        and run.category.may_rank
        and heading.dist_min >= MIN_RANKED_PATH
        and mode_of(heading.series).ranked
        and (day is None or _is_there(connection, tries, day.isoformat(), walk))
        and _is_there(connection, first, run.record.level, walk)
    )


def _set_best(connection: Connection, run: FinishedRun, before: Best | None) -> None:
    """Set the best run of a category that is ranked by pace, after ``run`` was added to it."""
    best = before if before is not None and not run.beats(before) else Best(run.score, run.pace)
    connection.execute(
        f"UPDATE categories SET best_score = ?, best_pace = ? WHERE {IN_CATEGORY}",  # noqa: S608
        (best.score, best.pace, *key_of(run.category)),
    )


def _is_there(connection: Connection, what: str, *values: str) -> bool:
    return connection.execute(f"SELECT 1 FROM {what}", values).fetchone() is not None  # noqa: S608


def _insert(connection: Connection, run: FinishedRun, *, ranked: bool) -> int | None:
    """Insert a run with its walk, rivals and habits; return its row number."""
    from mazegame.store.book.compact import pack_moves, pack_times

    record, heading = run.record, run.heading
    values = {"category": category_id(connection, run.category), "level": record.level}
    values |= {"ranked": ranked, "hints": record.hints}
    values |= {name: getattr(heading, name) for name in ("uid", "maze", "dist_min", "series")}
    of_run = ("shown", "steps", "ms", "score", "stars", "medal", "done", "day")
    values |= {name: getattr(run, name) for name in of_run}
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    sql = f"INSERT INTO runs ({names}) VALUES ({marks})"  # noqa: S608
    number = connection.execute(sql, values).lastrowid
    packed = pack_moves(record.moves), pack_times(record.times)
    connection.execute("INSERT INTO walks VALUES (?, ?, ?)", (number, *packed))
    rivals = [(number, place, *astuple(rival)) for place, rival in enumerate(run.rivals)]
    connection.executemany("INSERT INTO rivals VALUES (?, ?, ?, ?, ?, ?)", rivals)
    if run.ghost is not None:
        moves, times = bytes(run.ghost.moves), array("I", run.ghost.times)
        packed = pack_moves(moves), pack_times(times)
        connection.execute("INSERT INTO ghosts VALUES (?, ?, ?, ?)", (number, len(moves), *packed))
    if run.habits is not None:
        measured = astuple(run.habits)
        connection.execute("INSERT INTO habits VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *measured))
    return number


def category_id(connection: Connection, category: Category) -> int:
    """Return the row number of a category; insert it if it is new."""
    key = key_of(category)
    connection.execute(
        "INSERT OR IGNORE INTO categories (algorithm, design, cols, rows, rules)"
        " VALUES (?, ?, ?, ?, ?)",
        (category.algorithm, *key),
    )
    row = connection.execute(f"SELECT id FROM categories WHERE {IN_CATEGORY}", key).fetchone()  # noqa: S608
    if row is None:
        raise MisfitError("its category cannot be added")
    return int(row[0])
