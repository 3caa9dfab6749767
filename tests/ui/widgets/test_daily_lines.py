"""What the daily screen says of a day, of a week and of a marathon."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from textual.geometry import Size

from mazegame.game.series.calendar import Calendar
from mazegame.game.series.daily import FIRST_DAY
from mazegame.widgets.series.daily import (
    Month,
    Sign,
    about,
    about_marathon,
    outcome,
    sign_of,
    week_of_tries,
    yesterday,
)
from tests.game.series.test_calendar import TODAY, calendar, tried

DAY = timedelta(days=1)


def plain(lines):
    return [line.plain for line in lines]


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (tried(TODAY), "★★★"),
        (replace(tried(TODAY, 1), late=True), "★~"),
        (tried(TODAY, ranked=False), "·"),
        (tried(TODAY, finished=False), "…"),
    ],
)
def test_a_try_has_a_sign(one, text):
    sign = sign_of(calendar(one), TODAY, TODAY)
    assert (sign.text, sign.dim) == (text, False)


@pytest.mark.parametrize(
    ("size", "pitch"),
    [((119, 19), (5, 1)), ((120, 20), (8, 2)), ((119, 39), (5, 2)), ((120, 40), (8, 3))],
)
def test_a_day_has_more_room_in_a_larger_terminal(size, pitch):
    month = SimpleNamespace(app=SimpleNamespace(size=Size(*size)))
    assert Month._pitch.fget(month) == pitch


@pytest.mark.parametrize(
    ("pitch", "day", "lines"),
    [
        ((8, 2), 9, ["    9   ", "   ★★   "]),
        ((8, 3), 10, ["   10   ", "   ★★   ", "        "]),
        ((5, 1), 10, [" 10★ "]),
        ((8, 2), 1, ["    1   ", "   ★★   "]),
        ((5, 1), 32, ["     "]),
    ],
)
def test_a_day_has_its_number_and_its_sign_below(pitch, day, lines):
    month = SimpleNamespace(
        _pitch=pitch, _chosen=TODAY, _today=TODAY, _sign=lambda day: Sign("★★", "bold"),
        app=SimpleNamespace(no_color=False),
    )  # fmt: skip
    parts = [Month._part(month, TODAY + (day - 1) * DAY, line) for line in range(pitch[1])]
    assert [part.plain for part in parts] == lines
    spans = [str(span.style) for part in parts for span in part.spans]
    assert any("maze-player" in style for style in spans) == (day == 1), "the chosen day"


def test_a_day_without_a_try_is_dim_except_today():
    one = Calendar(practice={TODAY: 2, TODAY - DAY: 2})
    days = (TODAY + DAY, TODAY, TODAY - DAY, TODAY - 2 * DAY)
    assert [sign_of(one, day, TODAY).text for day in days] == ["", "○", "○", ""]
    assert [sign_of(one, day, TODAY).dim for day in days] == [True, False, False, True]
    assert not sign_of(Calendar(), TODAY, TODAY).dim


def test_a_week_has_its_points_and_hides_what_is_to_come():
    tries = calendar(tried(TODAY), tried(TODAY - DAY, ranked=False))
    head, *lines = week_of_tries(TODAY, TODAY, tries)
    assert head.plain == "Your week"
    assert [line.plain[:12].rstrip() for line in lines] == [
        "Mo 28", "Tu 29  ·", "We  1  ★★★", "Th  2", "Fr  3", "Sa  4", "Su  5",
    ]  # fmt: skip
    assert [line.plain[12:17].strip() for line in lines] == ["", "", "900", "", "", "", ""]
    assert [line.plain[17:].strip() == "?" for line in lines] == [False] * 3 + [True] * 4
    assert "bold" in str(lines[2].spans[0].style)
    assert "bold" not in str(lines[1].spans[0].style)
    first = week_of_tries(FIRST_DAY, FIRST_DAY, Calendar())[1 + FIRST_DAY.weekday()]
    assert not first.plain.endswith("?")


def test_yesterday_is_told_today_only():
    tries = calendar(tried(TODAY - DAY))
    assert plain(yesterday(TODAY, TODAY, tries)) == ["yesterday: 3 stars (b shows its path)"]
    assert yesterday(TODAY - DAY, TODAY, tries) == []
    assert yesterday(FIRST_DAY, FIRST_DAY, tries) == []
    assert len(yesterday(FIRST_DAY + DAY, FIRST_DAY + DAY, tries)) == 1


def test_a_day_to_come_keeps_its_maze():
    head, title, size, *_ = plain(about(TODAY, TODAY, Calendar(), None))
    assert head == "Wednesday 2028-03-01, today"
    assert title != "?"
    assert "x" in size.split(",")[0]
    assert plain(about(TODAY + DAY, TODAY, Calendar(), None))[:2] == ["Thursday 2028-03-02", "?"]


@pytest.mark.parametrize(
    ("now", "left"), [("12:00", "12 h 0 min"), ("22:30", "1 h 30 min"), ("23:01", "59 min")]
)
def test_today_waits_for_its_try(now, left):
    moment = datetime.fromisoformat(f"{TODAY.isoformat()} {now}").replace(tzinfo=UTC)
    with time_machine.travel(moment, tick=False):
        said = ["not played", f"one ranked try, {left} left"]
        assert plain(outcome(TODAY, TODAY, Calendar())) == said


def test_the_outcome_of_a_day():
    assert plain(outcome(TODAY, TODAY, calendar(tried(TODAY, 2)))) == [
        "★★☆  900 points, gold medal",
        "0:09.0, 60 steps for 54",
    ]
    unranked = calendar(tried(TODAY, ranked=False))
    assert plain(outcome(TODAY, TODAY, unranked))[0].startswith("not ranked  900")
    left = calendar(tried(TODAY, finished=False))
    assert plain(outcome(TODAY, TODAY, left)) == ["left on its way: Enter goes on"]
    assert plain(outcome(TODAY, TODAY + DAY, left)) == ["left on its way; now it is practice"]
    assert plain(outcome(date(2028, 3, 9), TODAY, left)) == ["still to come"]


@pytest.mark.parametrize(
    ("attempts", "words"),
    [
        ({}, "seven mazes in a row, not run yet"),
        ({"a": {1: 900}, "b": {1: 900, 2: 900}}, "leg 2 of 7 was reached"),
        ({"a": dict.fromkeys(range(7), 100), "b": {1: 9}}, "run 1 time, best 700 of 7,000 points"),
    ],
)
def test_a_marathon_has_its_best_attempt(attempts, words):
    assert plain(about_marathon("2028-W09", attempts)) == ["Marathon 2028-W09", words]
