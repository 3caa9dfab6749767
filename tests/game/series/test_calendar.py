from datetime import UTC, date, datetime, timedelta

import pytest

from mazegame.game.series.calendar import Calendar, DailyRun, DailyTry

TODAY = date(2028, 3, 1)
NOON = int(datetime(2028, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)


def tried(day: date, stars: int = 3, *, finished: bool = True, ranked: bool = True) -> DailyTry:
    run = DailyRun(1, ranked, stars, 900, "gold", 9000, 60, 54) if finished else None
    return DailyTry(day, NOON, run=run)


def calendar(*tries: DailyTry, **values) -> Calendar:
    return Calendar({one.day: one for one in tries}, **values)


def test_a_streak_crosses_a_leap_day_and_a_year():
    days = [TODAY - timedelta(days=n) for n in range(90)]
    assert calendar(*map(tried, days)).streak(TODAY) == 90
    assert date(2028, 2, 29) in days
    assert date(2027, 12, 31) in days


def test_today_may_still_come():
    yesterday = calendar(tried(TODAY - timedelta(days=1)), tried(TODAY - timedelta(days=2)))
    assert yesterday.streak(TODAY) == 2
    assert yesterday.streak(TODAY + timedelta(days=1)) == 0
    assert yesterday.longest == 2


def test_a_try_left_on_its_way_ends_a_streak():
    left = calendar(
        tried(TODAY), tried(TODAY - timedelta(days=1), finished=False),
        tried(TODAY - timedelta(days=2)),
    )  # fmt: skip
    assert left.streak(TODAY) == 1


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (None, "not played"),
        (tried(TODAY), "3 stars"),
        (tried(TODAY, 1), "1 star"),
        (tried(TODAY, ranked=False), "finished, not ranked"),
        (tried(TODAY, finished=False), "left on its way"),
    ],
)
def test_the_state_of_a_day_in_words(one, words):
    assert calendar(*[one] * (one is not None)).state(TODAY, TODAY) == words


def test_practice_and_days_to_come():
    practised = calendar(practice={TODAY: 3})
    assert practised.state(TODAY, TODAY) == "practice only"
    tomorrow = TODAY + timedelta(days=1)
    assert Calendar().state(tomorrow, TODAY) == "still to come"
    assert "clock ran ahead" in calendar(tried(tomorrow)).state(tomorrow, TODAY)


def test_a_clock_that_ran_ahead_is_reported():
    ahead = calendar(tried(TODAY + timedelta(days=40)))
    assert "2028-04-10" in ahead.clock_note(NOON)
    assert ahead.streak(TODAY) == 0


def test_a_clock_that_was_set_back_is_reported():
    book = calendar(tried(TODAY), latest=NOON)
    assert book.clock_note(NOON) == ""
    assert book.clock_note(NOON - 60_000) == ""
    assert "2028-03-01 12:00 UTC" in book.clock_note(NOON - 3_600_000)
