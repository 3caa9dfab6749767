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


DAYS = [TODAY - timedelta(days=n) for n in range(90)]
"""Today and the days before: over a leap day and a new year."""


@pytest.mark.parametrize(
    ("tries", "streak", "tomorrow", "longest"),
    [
        pytest.param([*map(tried, DAYS)], 90, 90, 90, id="every day"),
        pytest.param([tried(DAYS[1]), tried(DAYS[2])], 2, 0, 2, id="today may still come"),
        pytest.param(
            [tried(TODAY), tried(DAYS[1], finished=False), tried(DAYS[2])], 1, 1, 1,
            id="a try left on its way ends a streak",
        ),
    ],
)  # fmt: skip
def test_a_streak_is_days_in_a_row_each_with_a_finished_try(tries, streak, tomorrow, longest):
    book = calendar(*tries)
    assert (book.streak(TODAY), book.streak(TODAY + timedelta(days=1))) == (streak, tomorrow)
    assert book.longest == longest


TOMORROW = TODAY + timedelta(days=1)


@pytest.mark.parametrize(
    ("book", "day", "words"),
    [
        (calendar(), TODAY, "not played"),
        (calendar(tried(TODAY)), TODAY, "3 stars"),
        (calendar(tried(TODAY, 1)), TODAY, "1 star"),
        (calendar(tried(TODAY, ranked=False)), TODAY, "finished, not ranked"),
        (calendar(tried(TODAY, finished=False)), TODAY, "left on its way"),
        (calendar(practice={TODAY: 3}), TODAY, "practice only"),
        (calendar(), TOMORROW, "still to come"),
        (calendar(tried(TOMORROW)), TOMORROW, "clock ran ahead"),
    ],
)
def test_the_state_of_a_day_in_words(book, day, words):
    assert words in book.state(day, TODAY)


def test_a_clock_that_ran_ahead_is_reported():
    ahead = calendar(tried(TODAY + timedelta(days=40)))
    assert "2028-04-10" in ahead.clock_note(NOON)
    assert ahead.streak(TODAY) == 0


def test_a_clock_that_was_set_back_is_reported():
    book = calendar(tried(TODAY), latest=NOON)
    assert book.clock_note(NOON) == ""
    assert book.clock_note(NOON - 60_000) == ""
    assert "2028-03-01 12:00 UTC" in book.clock_note(NOON - 3_600_000)
