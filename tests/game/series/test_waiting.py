from dataclasses import replace
from datetime import date

import pytest

from mazegame.game.series.calendar import Calendar, DailyRun, DailyTry, what_waits
from mazegame.game.series.journey import LevelBest

DAY = date(2026, 11, 22)
TWO_STARS = DailyRun(1, ranked=True, stars=2, score=800, medal="", ms=9000, steps=60, dist_min=54)


def test_a_newcomer_reads_what_there_is():
    assert what_waits(Calendar(), {}, DAY) == (
        "daily: growing tree in fog, not played",
        "daily not played",
        "journey 0 of 40",
    )


@pytest.mark.parametrize(
    ("run", "state", "short"),
    [
        (TWO_STARS, "2 stars", "★★"),
        (None, "left on its way", "not finished"),
        (replace(TWO_STARS, ranked=False), "finished, not ranked", "finished"),
    ],
)
def test_a_regular_reads_how_it_stands(run, state, short):
    days = [date(2026, 11, day) for day in (19, 20, 21)]
    tries = {day: DailyTry(day, 0, run=TWO_STARS) for day in days}
    best = {number: LevelBest(3, 1000, "gold", 9000, 1) for number in range(1, 13)}
    assert what_waits(Calendar(tries | {DAY: DailyTry(DAY, 0, run=run)}), best, DAY) == (
        f"daily: growing tree in fog, {state}",
        f"daily {short}",
        "journey 12 of 40",
    )
