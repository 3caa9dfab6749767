from datetime import date

from mazegame.game.calendar import EMPTY_CALENDAR, Calendar, DailyRun, DailyTry
from mazegame.game.journey import LevelBest
from mazegame.game.waiting import what_waits

TODAY = date(2026, 11, 22)
RUN = DailyRun(1, ranked=True, stars=2, score=800, medal="", ms=9000, steps=60, dist_min=54)


def test_a_newcomer_reads_what_there_is():
    line = what_waits(EMPTY_CALENDAR, {}, TODAY)
    assert line == "daily: growing tree in fog, not played; journey 0 of 40"


def test_a_regular_reads_how_it_stands():
    tries = {date(2026, 11, day): DailyTry(date(2026, 11, day), 0, run=RUN) for day in (19, 20, 21)}
    best = {number: LevelBest(3, 1000, "gold", 9000, 1) for number in range(1, 13)}
    line = what_waits(Calendar(tries), best, TODAY)
    assert line.endswith("in fog, not played; journey 12 of 40; 3 days in a row")
    played = Calendar({**tries, TODAY: DailyTry(TODAY, 0, run=RUN)})
    assert ", 2 stars; journey 12 of 40; 4 days in a row" in what_waits(played, best, TODAY)
