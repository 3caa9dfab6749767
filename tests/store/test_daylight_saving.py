"""Where clocks are put forward and back: days, times and runs across both changes in Berlin."""

import datetime as dt
import time

import pytest
import time_machine

from mazegame.game.modes import daily
from mazegame.game.modes.calendar import Streak
from mazegame.game.run import step
from mazegame.store.book.report import when
from mazegame.store.records import today
from tests.game.mazes import Clock, ahead, walked
from tests.store.conftest import match_named
from tests.waiting import LONGEST

CHANGES = {
    "forward": dt.datetime(2026, 3, 29, 1, tzinfo=dt.UTC),
    "back": dt.datetime(2026, 10, 25, 1, tzinfo=dt.UTC),
}
"""When clocks go from 2:00 to 3:00, and from 3:00 to 2:00."""


@pytest.fixture(autouse=True)
def berlin(monkeypatch):
    if not hasattr(time, "tzset"):
        pytest.skip("needs a time zone that a process can change")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    if time.tzname != ("CET", "CEST"):
        pytest.skip("needs the rules of time zones")
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture(params=CHANGES.values(), ids=CHANGES)
def change(request):
    return request.param


def at(moment: dt.datetime):
    """Travel to a moment. A number: to a time in UTC it would travel with that zone."""
    return time_machine.travel(moment.timestamp(), tick=False)


def ms(moment: dt.datetime) -> int:
    return round(moment.timestamp() * 1000)


@pytest.mark.parametrize(
    ("name", "hours"), [("forward", ("01:30", "03:30")), ("back", ("02:30", "02:30"))]
)
def test_times_are_those_of_the_clock_on_the_wall(name, hours):
    half = dt.timedelta(minutes=30)
    date = f"{CHANGES[name]:%Y-%m-%d}"
    shown = tuple(when(ms(CHANGES[name] + moved)) for moved in (-half, half))
    assert shown == tuple(f"{date} {hour}" for hour in hours)


def test_a_day_of_23_or_25_hours_is_one_day_and_the_daily_maze_is_that_of_utc(change):
    midnight = dt.datetime.combine(change.date(), dt.time()).astimezone(dt.UTC)
    hours = []
    for hour in range(-1, 27):
        moment = midnight + dt.timedelta(hours=hour)
        with at(moment):
            hours.append(today() - change.toordinal())
            assert daily.today() == moment.date()
    length = 23 if change.month == 3 else 25
    assert hours == [-1] + [0] * length + [1] * (27 - length)


def test_a_run_across_the_change_keeps_its_time_its_day_and_its_order(store, said, change):
    minute = dt.timedelta(minutes=1)
    for days in (-1, 0, 1):
        clock, day = Clock(), (change + dt.timedelta(days=days)).date()
        run = walked(f"wilson:8x5:{day}", short=3, clock=clock)
        began = change + dt.timedelta(days=days) - minute
        with at(began) as traveller:
            store.begin(run, match_named(run.level, series=f"daily:{day}"))
            traveller.move_to((began + 2 * minute).timestamp())
            clock.now += 120
            for direction in ahead(run.level)[-3:]:
                step(run, direction)
                store.keep()
            assert store.finish(run).ranking.result(LONGEST)
            assert daily.today() == day
            book = store.query(lambda book: (book.calendar(), book.overview(), book.played()))
            calendar, overview, rows = book.result(LONGEST)
            number = days + 2
            assert Streak.of(calendar.days, today()) == overview.streak == Streak(number, number)
            assert len(rows) == number
            (row,) = (row for row in rows if str(day) in row.level)
            assert row.ms == round(1000 * run.stopwatch.seconds) >= 120_000
            assert row.done == ms(began + 2 * minute)
    latest = store.query(lambda book: book.overview(history=9)).result(LONGEST).history
    assert [row.done for row in latest] == sorted((row.done for row in rows), reverse=True)
    assert said == []
