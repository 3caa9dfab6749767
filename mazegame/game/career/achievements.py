"""Achievements: goals, each derived from the runs in the score book.

An achievement is a pure function of the finished runs: it returns the run that earned it. So
nothing else is stored. What lives here: the list. What does not: the rows (``statistics.py``), and
showing them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS
from mazegame.game.career.statistics import Played, escaped
from mazegame.game.modes.chase import LEVELS
from mazegame.game.modes.daily import day_of
from mazegame.game.modes.duel import ROUNDS
from mazegame.game.modes.journey import JOURNEY, solved_level
from mazegame.game.modes.marathon import LEGS, marathon_of
from mazegame.game.racing.race_choice import PACES
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.rules import Rules
from mazegame.game.runner import name_in
from mazegame.game.scoring.medals import Medal

if TYPE_CHECKING:
    from datetime import date

    Proof = Callable[[Sequence[Played]], Played | None]
    Reach = Callable[[int], Proof]


@dataclass(frozen=True)
class Achievement:
    """A goal for the player."""

    name: str
    """Its name, which never changes."""
    title: str
    about: str
    """The task, in a few words."""
    proof: Proof
    """Returns the run that earned it; None while it is open."""


def earned(rows: Sequence[Played]) -> dict[str, Played]:
    """Return the achievements that runs, the earliest first, prove: by name, which one did."""
    proven = ((one.name, one.proof(rows)) for one in ACHIEVEMENTS)
    return {name: row for name, row in proven if row is not None}


def _nth(number: int, fits: Callable[[Played], bool]) -> Proof:
    """Return a proof: the run that completes a number of runs that fit."""
    return lambda rows: next(islice(filter(fits, rows), number - 1, None), None)


_first = partial(_nth, 1)


def _reaching(count: Callable[[Sequence[Played]], Iterable[tuple[Played, int]]]) -> Reach:
    """Return the proof for a number: the first run whose count reaches it."""
    return lambda number: lambda rows: next((row for row, n in count(rows) if n >= number), None)


def _different(number: int, kinds: Callable[[Played], Sequence[Hashable]]) -> Proof:
    """Return a proof: the run that completes a number of different kinds."""

    def count(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
        seen: set[Hashable] = set()
        for row in rows:
            seen.update(kinds(row))
            yield row, len(seen)

    return _reaching(count)(number)


@_reaching
def _in_a_row(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
    """Count the consecutive perfect runs up to each ranked run."""
    number = 0
    for row in rows:
        if row.ranked:
            number = number + 1 if row.perfect else 0
            yield row, number


@_reaching
def _days(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
    """Count the consecutive dates around each daily try, of all tries so far."""
    days: set[int] = set()
    for row in rows:
        day = day_of(row.series)
        if day is None or not row.ranked:
            continue
        days.add(day.toordinal())
        first = last = day.toordinal()
        while first - 1 in days:
            first -= 1
        while last + 1 in days:
            last += 1
        yield row, last - first + 1


@_reaching
def _stars(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
    best: dict[int, int] = {}
    for row in rows:
        for level in _levels(row):
            best[level] = max(best.get(level, 0), row.stars)
            yield row, sum(best.values())


@_reaching
def _points(rows: Sequence[Played]) -> Iterator[tuple[Played, int]]:
    """Count the points of each whole marathon; first runs of legs count."""
    attempts: dict[tuple[str, str], dict[int, int]] = {}
    for row in rows:
        key = marathon_of(row.series)
        if key is not None:
            legs = attempts.setdefault((key.week, key.attempt), {})
            legs.setdefault(key.leg, 0 if row.shown else row.score)
            if len(legs) == LEGS:
                yield row, sum(legs.values())


def _levels(row: Played) -> tuple[int, ...]:
    number = None if row.shown else solved_level(row.series, row.level, row.rules)
    return () if number is None else (number,)


def _in_fog(row: Played) -> bool:
    return Rules.from_key(row.rules).fog


def _beaten(row: Played, pace: float = 0.0) -> tuple[str, ...]:
    won = (rival for rival in row.rivals if rival.won and rival.pace >= pace and not row.shown)
    return tuple(name_in(rival.rival) for rival in won)


def _beats(name: str, pace: float = 0.0) -> Callable[[Played], bool]:
    return lambda row: name in _beaten(row, pace)


def _sunday(row: Played) -> bool:
    day: date | None = day_of(row.series)
    return day is not None and row.ranked and row.stars == 3 and day.weekday() == 6


def _never_wrong(row: Played) -> bool:
    habits = row.habits
    return row.ranked and habits is not None and habits.junctions == habits.right >= 20


def _decided(rounds: int) -> Callable[[Played], bool]:
    """Return whether a run decided a duel in some rounds at most, draws apart."""
    return lambda row: bool(row.duel and row.duel.decided and sum(row.duel.wins) <= rounds)


def _honest(row: Played) -> bool:
    return not (row.shown or row.duel)


ACHIEVEMENTS: Final = (
    Achievement("first", "First light", "finish a maze", _first(_honest)),
    Achievement("perfect", "Not a step too many", "a perfect run", _first(lambda r: r.perfect)),
    Achievement("ten-perfect", "Ten of them", "ten perfect runs", _nth(10, lambda r: r.perfect)),
    Achievement("three-in-a-row", "Hat trick", "three perfect ranked runs in a row", _in_a_row(3)),
    Achievement("never-wrong", "Second sight", "the correct exit at twenty junctions of a maze",
                _first(_never_wrong)),
    Achievement("ten-thousand", "A hundred by a hundred", "finish a maze of 10,000 cells",
                _first(lambda r: _honest(r) and r.cells >= 10_000)),
    Achievement("million", "A thousand by a thousand", "finish a maze of a million cells",
                _first(lambda r: _honest(r) and r.cells >= 1_000_000)),
    Achievement("long-way", "The long way", "a shortest path of a thousand steps",
                _first(lambda r: _honest(r) and r.dist_min >= 1000)),
    Achievement("fog", "By lamplight", "three stars in fog",
                _first(lambda r: r.ranked and _in_fog(r) and r.stars == 3)),
    Achievement("large-fog", "Lost and found", "finish 1,000 cells in fog without a hint",
                _first(lambda r: r.ranked and _in_fog(r) and r.cells >= 1000 and not r.hints)),
    Achievement("author", "As if you had drawn it", "an author medal",
                _first(lambda r: r.ranked and r.medal == Medal.AUTHOR)),
    Achievement("ten-authors", "House style", "ten author medals",
                _nth(10, lambda r: r.ranked and r.medal == Medal.AUTHOR)),
    Achievement("sprint", "Faster than the path", "beat the runner at a sprint",
                _first(_beats("shortest", PACES["sprint"]))),
    Achievement("tremaux", "Without chalk", "beat Trémaux", _first(_beats("tremaux"))),
    Achievement("all-rivals", "The whole field", "beat every kind of rival that searches",
                _different(len(KINDS.built_in),
                           lambda r: [n for n in _beaten(r) if n in KINDS.built_in])),
    Achievement("ghost", "Faster than yourself", "beat a ghost", _first(_beats("ghost"))),
    Achievement("algorithms", "Well read", "finish a maze of every algorithm",
                _different(len(ALGORITHMS.built_in),
                           lambda r: [r.algorithm] if r.algorithm in ALGORITHMS.built_in
                           and _honest(r) else [])),
    Achievement("week", "Seven days", "seven daily tries in a row", _days(7)),
    Achievement("month", "Thirty days", "thirty daily tries in a row", _days(30)),
    Achievement("sunday", "Sunday's child", "three stars on a Sunday's daily maze",
                _first(_sunday)),
    Achievement("marathon", "Seven mazes", "finish a marathon", _points(0)),
    Achievement("fast-marathon", "Six thousand", "6,000 points in a marathon", _points(6000)),
    Achievement("deep", "Bottomless", "an endless maze, 200 rows deep",
                _first(lambda r: r.depth >= 200)),
    Achievement("straight-down", "Plumb line", "30 endless rows by the shortest way down",
                _first(lambda r: r.depth >= 30 and not r.over)),
    Achievement("journey", "The end of the road", "solve all levels of the journey",
                _different(len(JOURNEY), _levels)),
    Achievement("all-stars", "Every star", "three stars on every level of the journey",
                _stars(3 * len(JOURNEY))),
    Achievement("escaped", "Away", "escape from a hunter", _first(lambda r: escaped(r) >= 1)),
    Achievement("chase", "Out of reach", "escape from the last hunter of a chase",
                _first(lambda r: escaped(r) >= LEVELS)),
    Achievement("duel", "Best of five", "play a duel to its end", _first(_decided(ROUNDS))),
    Achievement("clean-duel", "Three to none", "a duel without a lost round",
                _first(_decided(ROUNDS // 2 + 1))),
)  # fmt: skip
"""All achievements, in the order shown."""
