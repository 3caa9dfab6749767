from datetime import UTC, date, datetime, timedelta

import pytest

from mazegame.game.modes.calendar import (
    Calendar,
    DailyRun,
    DailyTry,
    Streak,
    ranked_day,
    state_of_today,
)
from mazegame.game.modes.journey import LevelBest

TODAY = date(2028, 3, 1)
NOON = int(datetime(2028, 3, 1, 12, tzinfo=UTC).timestamp() * 1000)


def tried(day: date, stars: int = 3, *, finished: bool = True, ranked: bool = True) -> DailyTry:
    run = DailyRun(1, ranked, stars, 900, "gold", 9000, 60, 54) if finished else None
    return DailyTry(day, NOON, run=run)


def calendar(*tries: DailyTry, **values) -> Calendar:
    return Calendar({one.day: one for one in tries}, **values)


@pytest.mark.parametrize(
    ("days", "day", "row", "longest"),
    [
        ([], 10, 0, 0), ([10], 10, 1, 1), ([9], 10, 1, 1), ([8], 10, 0, 1), ([9, 8], 10, 2, 2),
        ([10, 9, 8, 6], 10, 3, 3), ([500, 10, 9], 10, 2, 2), ([500, 499, 498, 10], 11, 1, 3),
    ],
)  # fmt: skip
def test_days_in_a_row(days, day, row, longest):
    assert Streak.of(days, day) == Streak(row, longest)


def test_a_streak_goes_over_a_leap_day_and_a_new_year():
    today = TODAY.toordinal()
    assert Streak.of(range(today - 89, today + 1), today) == Streak(90, 90)


TOMORROW = TODAY + timedelta(days=1)


@pytest.mark.parametrize(
    ("book", "words", "short"),
    [
        (calendar(), "not played", "not played"),
        (calendar(tried(TODAY)), "3 stars", "★★★"),
        (calendar(tried(TODAY, 1)), "1 star", "★"),
        (calendar(tried(TODAY, ranked=False)), "finished, not ranked", "finished"),
        (calendar(tried(TODAY, finished=False)), "unfinished", "not finished"),
        (calendar(practice={TODAY: 3}), "practice only", "not played"),
    ],
)
def test_what_waits_today_is_said_in_words_and_in_few_words(book, words, short):
    best = {number: LevelBest(3, 1000, "gold", 9000, 1) for number in range(1, 13)}
    daily = f"rooms in fog, {words}"
    assert state_of_today(book, best, TODAY) == (daily, short, "12 of 40")


def test_a_day_to_come_has_a_state_as_well():
    assert calendar().state(TOMORROW, TODAY) == "still to come"
    assert "clock ran ahead" in calendar(tried(TOMORROW)).state(TOMORROW, TODAY)


def test_a_clock_that_ran_ahead_or_was_set_back_is_reported():
    ahead = calendar(tried(TODAY + timedelta(days=40)))
    assert "2028-04-10" in ahead.clock_note(NOON)
    book = calendar(tried(TODAY), latest=NOON)
    assert book.clock_note(NOON) == book.clock_note(NOON - 60_000) == ""
    assert "2028-03-01 12:00 UTC" in book.clock_note(NOON - 3_600_000)


@pytest.mark.parametrize(
    ("began", "ranked"),
    [
        (datetime(2028, 2, 29, 0, 0, 0, tzinfo=UTC), True),
        (datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC), True),
        (datetime(2028, 2, 28, 23, 59, 59, tzinfo=UTC), False),
        (datetime(2028, 3, 1, tzinfo=UTC), False),
    ],
)
def test_a_try_is_ranked_on_its_utc_date_only(began, ranked):
    found = ranked_day("daily:2028-02-29", int(began.timestamp() * 1000))
    assert found == (date(2028, 2, 29) if ranked else None)
    assert ranked_day("daily:2028-02-29", 1 << 62) is None, "by a clock that went wrong"
