from datetime import date, timedelta

import pytest

from mazegame.engine import ALGORITHMS
from mazegame.game.career.achievements import ACHIEVEMENTS, earned
from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.modes.journey import JOURNEY
from mazegame.game.racing.rival_kinds import KINDS
from tests.game.played import played

SUNDAY = date(2028, 2, 27)


def daily(day: date, **values):
    return played(series=f"daily:{day.isoformat()}", **values)


def days(number: int) -> list:
    return [daily(SUNDAY + timedelta(days=n)) for n in range(number)]


def journey(stars: int = 3, numbers=range(1, 41)) -> list:
    levels = [JOURNEY[number - 1] for number in numbers]
    return [
        played(level=str(one.recipe), series=f"journey:{one.number}", rules=one.rules.key,
               stars=stars)
        for one in levels
    ]  # fmt: skip


def legs(points: int, number: int = 7, attempt: str = "kite") -> list:
    names = (f"marathon:2026-W47:{attempt}:{leg}" for leg in range(1, number + 1))
    return [played(series=name, score=points) for name in names]


def descent(depth: int, **values):
    return played(series="endless:kite-7", rows=depth + 1, ranked=False, **values)


def duel(key: str, **values):
    return played(series=f"duel:{key}", ranked=False, **values)


def beating(*names: str, pace: float = 8.0, **values):
    return played(rivals=tuple(RivalResult(name, pace, won=True) for name in names), **values)


PERFECT, DETOUR = {}, {"steps": 60}

PROOFS = {
    "first": ([played(steps=540)], [played(shown=True)]),
    "perfect": ([played()], [played(**DETOUR), played(ranked=False)]),
    "ten-perfect": ([played() for _ in range(10)], [played() for _ in range(9)]),
    "three-in-a-row": (
        [played(), played(), played(ranked=False, steps=99), played()],
        [played(), played(), played(**DETOUR), played()],
    ),
    "never-wrong": (
        [played(habits=Habits(20, 20, 1, 1, 1, 1))],
        [played(habits=Habits(20, 19, 1, 1, 1, 1)), played(habits=Habits(19, 19, 1, 1, 1, 1))],
    ),
    "ten-thousand": ([played(cols=100, rows=100)], [played(cols=100, rows=99)]),
    "million": ([played(cols=1000, rows=1000)], [played(cols=1000, rows=1000, shown=True)]),
    "long-way": ([played(dist_min=1000)], [played(dist_min=999)]),
    "fog": ([played(rules="fog")], [played(), played(rules="fog", ranked=False)]),
    "large-fog": (
        [played(rules="fog compass", cols=40, rows=25)],
        [played(rules="fog", cols=40, rows=25, hints=1), played(cols=40, rows=25)],
    ),
    "author": ([played(medal="author")], [played(medal="gold")]),
    "ten-authors": (
        [played(medal="author") for _ in range(10)],
        [played(medal="author", ranked=n > 0) for n in range(10)],
    ),
    "sprint": ([beating("shortest@40", pace=32.0)], [beating("shortest", pace=8.0)]),
    "tremaux": ([beating("tremaux@3.2")], [beating("greedy"), beating("tremaux", shown=True)]),
    "all-rivals": (
        [beating(name) for name in KINDS],
        [beating(name) for name in [*KINDS][1:]] + [beating("shortest")],
    ),
    "ghost": ([beating("ghost", pace=0.0)], [beating("shortest")]),
    "algorithms": (
        [played(algorithm=name) for name in ALGORITHMS],
        [played(algorithm=name) for name in [*ALGORITHMS][1:]] + [played(algorithm="loaded")],
    ),
    "week": (days(7), [*days(6), daily(SUNDAY + timedelta(days=7))]),
    "month": (days(30), days(29)),
    "sunday": ([daily(SUNDAY)], [daily(SUNDAY, ranked=False), daily(SUNDAY + timedelta(days=1))]),
    "marathon": (legs(100), legs(1000, 6, attempt="left")),
    "fast-marathon": (legs(860), legs(850, attempt="slow")),
    "deep": ([descent(200)], [descent(199), played(rows=300)]),
    "straight-down": ([descent(30)], [descent(30, steps=56), descent(29)]),
    "journey": (journey(1), journey(3, range(1, 40))),
    "all-stars": (journey(), [*journey(3, range(1, 40)), *journey(2, [40])]),
    "escaped": ([played(series="chase:both:1:2")], [played(series="chase:both:1:2", shown=True)]),
    "duel": ([duel("3-2:left")], [duel("2-2:left"), duel("2-2:draw")]),
    "clean-duel": ([duel("fewest:0-3:right")], [duel("1-3:right"), duel("2-0:left")]),
    "chase": ([played(series="chase:sight:7:1")], [played(series="chase:both:6:3")]),
}
"""For each achievement, runs that prove it and runs that do not."""


def test_each_has_a_name_a_title_and_a_proof():
    names = [one.name for one in ACHIEVEMENTS]
    assert len(names) == len(set(names)) == len(PROOFS)
    assert set(PROOFS) == set(names)
    assert len({one.title for one in ACHIEVEMENTS}) == len(PROOFS)


def test_nothing_proves_nothing():
    assert earned([]) == {}


@pytest.mark.parametrize("name", PROOFS)
def test_it_takes_the_runs_that_prove_it_and_no_fewer(name):
    enough, short = PROOFS[name]
    assert earned(enough)[name] is enough[-1]
    assert name not in earned(short)
    assert earned([*short, *enough])[name] in enough


def test_a_duel_proves_nothing_else():
    """Nobody knows which of two players it was."""
    rows = [duel("1-0:left", algorithm=name, cols=1000, rows=1000, dist_min=5000)
            for name in ALGORITHMS]  # fmt: skip
    assert earned(rows) == {}


def test_lifted_fog_and_another_maze_solve_no_level():
    (fog,) = [one for one in JOURNEY if one.rules.fog][:1]
    rest = journey(3, [n for n in range(1, 41) if n != fog.number])
    lifted = played(level=str(fog.recipe), series=f"journey:{fog.number}", rules="open")
    other = played(series=f"journey:{fog.number}", rules="fog")
    assert "journey" not in earned([*rest, lifted, other])


def test_only_the_first_run_of_a_leg_counts():
    assert "fast-marathon" not in earned([*legs(850), *legs(1000)])
