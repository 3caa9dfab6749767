"""Achievements: goals, each derived from the runs in the score book.

Each is a pure function of the finished runs that returns the run that earned it, so nothing else is
stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS
from mazegame.game.modes.achievement import Achievement, different, first, nth, reaching
from mazegame.game.modes.table import MODES
from mazegame.game.racing.race_choice import PACES
from mazegame.game.racing.racer import name_in
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import Medal

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.game.career.statistics import Played


def earned(rows: Sequence[Played]) -> dict[str, Played]:
    """Return the earned achievements by name, each with the run that earned it.

    ``rows`` are all finished runs, oldest first.
    """
    proven = ((one.name, one.proof(rows)) for one in ACHIEVEMENTS)
    return {name: row for name, row in proven if row is not None}


@reaching
def _in_a_row(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
    """Yield each ranked run with the number of consecutive perfect runs up to it."""
    number = 0
    for row in rows:
        if row.ranked:
            number = number + 1 if row.perfect else 0
            yield row, number


def _in_fog(row: Played) -> bool:
    return Rules.from_key(row.rules).fog


def _beaten(row: Played, pace: float = 0.0) -> tuple[str, ...]:
    won = (rival for rival in row.rivals if rival.won and rival.pace >= pace and not row.shown)
    return tuple(name_in(rival.rival) for rival in won)


def _beats(name: str, pace: float = 0.0) -> Callable[[Played], bool]:
    return lambda row: name in _beaten(row, pace)


def _never_wrong(row: Played) -> bool:
    habits = row.habits
    return row.ranked and habits is not None and habits.junctions == habits.right >= 20


def _honest(row: Played) -> bool:
    return not row.shown and row.players == 1


ACHIEVEMENTS: Final = (
    Achievement("first", "First light", "finish a maze", first(_honest)),
    Achievement("perfect", "Not a step too many", "a perfect run", first(lambda r: r.perfect)),
    Achievement("ten-perfect", "Ten of them", "ten perfect runs", nth(10, lambda r: r.perfect)),
    Achievement("three-in-a-row", "Hat trick", "three perfect ranked runs in a row", _in_a_row(3)),
    Achievement("never-wrong", "Second sight", "the correct exit at twenty junctions of a maze",
                first(_never_wrong)),
    Achievement("ten-thousand", "A hundred by a hundred", "finish a maze of 10,000 cells",
                first(lambda r: _honest(r) and r.cells >= 10_000)),
    Achievement("million", "A thousand by a thousand", "finish a maze of a million cells",
                first(lambda r: _honest(r) and r.cells >= 1_000_000)),
    Achievement("long-way", "The long way", "a shortest path of a thousand steps",
                first(lambda r: _honest(r) and r.dist_min >= 1000)),
    Achievement("fog", "Three stars in fog", "three stars, seeing only what was in sight",
                first(lambda r: r.ranked and _in_fog(r) and r.stars == 3)),
    Achievement("large-fog", "Lost and found", "finish 1,000 cells in fog without a hint",
                first(lambda r: r.ranked and _in_fog(r) and r.cells >= 1000 and not r.hints)),
    Achievement("author", "As if you had drawn it", "an author medal",
                first(lambda r: r.ranked and r.medal == Medal.AUTHOR)),
    Achievement("ten-authors", "House style", "ten author medals",
                nth(10, lambda r: r.ranked and r.medal == Medal.AUTHOR)),
    Achievement("sprint", "Faster than the path", "beat the runner at a sprint",
                first(_beats("shortest", PACES["sprint"]))),
    Achievement("tremaux", "Beat Trémaux", "win a race against Trémaux", first(_beats("tremaux"))),
    Achievement("all-rivals", "The whole field", "beat every kind of rival that searches",
                different(len(KINDS.built_in),
                           lambda r: [n for n in _beaten(r) if n in KINDS.built_in])),
    Achievement("ghost", "Faster than yourself", "beat a ghost", first(_beats("ghost"))),
    Achievement("algorithms", "Well read", "finish a maze of every algorithm",
                different(len(ALGORITHMS.built_in),
                           lambda r: [r.algorithm] if r.algorithm in ALGORITHMS.built_in
                           and _honest(r) else [])),
    *(one for mode in MODES for one in mode.achievements),
)  # fmt: skip
"""All achievements, in display order."""
