"""Questions to a score book about everything that was played.

What lives here: the rows that statistics and achievements are computed of. What does not: what they
say (``game/statistics.py``, ``game/achievements.py``), transactions and errors (``book.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.game.habits import Habits
from mazegame.game.statistics import Played, RivalRow
from mazegame.store.checked import MAX_CELLS, MAX_STEPS, integer, number, text, truth
from mazegame.store.questions import MAX_PACE, MAX_SCORE, fitting

if TYPE_CHECKING:
    import sqlite3


def played(base: sqlite3.Connection) -> list[Played]:
    """Return all finished runs in the order they were written; a damaged row is left out."""
    rivals: dict[Any, list[RivalRow]] = {}
    for run, rival in fitting(_rival, base.execute(_RIVALS)):
        rivals.setdefault(run, []).append(rival)
    rows = base.execute(_RUNS)
    return list(fitting(lambda row: _played(row, tuple(rivals.get(row[0], ()))), rows))


_RIVALS: Final = "SELECT run, rival, pace, won FROM rivals ORDER BY run, place"

_RUNS: Final = """
    SELECT runs.id, level, algorithm, design, cols, rows, rules, runs.ranked, shown, steps,
        dist_min, ms, hints, score, stars, medal, series, done, day,
        junctions, right, corridor_steps, corridor_ms, junction_steps, junction_ms
    FROM runs JOIN categories ON categories.id = category LEFT JOIN habits ON run = runs.id
    ORDER BY runs.id
"""


def _rival(row: tuple[Any, ...]) -> tuple[Any, RivalRow]:
    run, rival, pace, won = row
    return run, RivalRow(text(rival), number(pace, 0, MAX_PACE), truth(won))


def _played(row: tuple[Any, ...], rivals: tuple[RivalRow, ...]) -> Played:
    (run, level, algorithm, design, cols, rows, rules, ranked, shown, steps) = row[:10]
    (dist_min, ms, hints, score, stars, medal, series, done, day) = row[10:19]
    habits = None if row[19] is None else Habits(*map(integer, row[19:]))
    return Played(
        integer(run),
        text(level),
        text(algorithm),
        text(design),
        integer(cols, 1, MAX_CELLS),
        integer(rows, 1, MAX_CELLS),
        text(rules),
        truth(ranked),
        truth(shown),
        integer(steps, 0, MAX_STEPS),
        integer(dist_min, 0, MAX_CELLS),
        integer(ms),
        integer(hints),
        integer(score, 0, MAX_SCORE),
        integer(stars, 0, 3),
        text(medal),
        text(series),
        integer(done),
        integer(day),
        rivals,
        habits,
    )
