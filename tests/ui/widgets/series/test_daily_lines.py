"""What the daily screen says of a day, of a week and of a marathon."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from textual.geometry import Offset

from mazegame.game.series.calendar import Calendar
from mazegame.game.series.daily import FIRST_DAY
from mazegame.widgets.series.daily import (
    WEEKDAYS,
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
from tests.ui.widgets.alone import alone

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


def a_month(size, chosen=TODAY, now=date(2028, 3, 9), *, colour=True):
    """A month whose sevenths days have stars, and whose days after the twentieth are dim."""
    month = alone(
        Month, size, lambda day: Sign("★★" * (day.day % 7 == 0), "$warning", dim=day.day > 20)
    )
    month.app.no_color = not colour
    month.show(chosen, now)
    return month


MARCH = """\
             March 2028
 Mo   Tu   We   Th   Fr   Sa   Su
            1    2    3    4    5
  6    7★   8    9   10   11   12
 13   14★  15   16   17   18   19
 20   21★  22   23   24   25   26
 27   28★  29   30   31
"""


def test_a_month_has_a_line_for_each_week():
    lines = [line.rstrip() for line in a_month((119, 19)).render().plain.split("\n")]
    assert lines == MARCH.split("\n")
    july = a_month((119, 19), date(2024, 7, 9)).render().plain.split("\n")
    assert july[2].split()[0] == "1"
    assert july[-2].split() == ["29", "30", "31"]


@pytest.mark.parametrize(
    ("size", "pitch"),
    [((119, 19), (5, 1)), ((120, 20), (8, 2)), ((119, 39), (5, 2)), ((120, 40), (8, 3))],
)
def test_a_day_has_more_room_in_a_larger_terminal(size, pitch):
    month, (wide, high) = a_month(size), pitch
    assert month.get_content_width(None, None) == 7 * wide
    assert month.get_content_height(None, None, 0) == 2 + 6 * high
    title, weekdays, *days = month.render().plain.split("\n")
    assert title == "March 2028".center(7 * wide).rstrip()
    before = (wide - 2) // 2
    assert [weekdays[at : at + 2] for at in range(before, 7 * wide, wide)] == [*WEEKDAYS]
    assert len(days) == 6 * high
    assert {len(day) for day in days} == {7 * wide}
    second = days[high : 2 * high]
    assert second[0].split() == [f"{day}{'★' * (day == 7 and high == 1)}" for day in range(6, 13)]
    assert [line.strip() for line in second[1:]] == ["★★", ""][: high - 1]
    if high > 1:
        assert second[1].index("★★") == second[0].index("7") - 1


@pytest.mark.parametrize(
    ("day", "high", "styles"),
    [
        (2, 2, ["$foreground", ""]),
        (9, 2, ["bold underline $foreground", ""]),
        (14, 2, ["$foreground", "$warning"]),
        (21, 2, ["$foreground 60%", "$warning"]),
        (14, 1, ["$warning"]),
        (1, 2, ["bold $background on $maze-player"] * 2),
    ],
)
def test_days_look_as_they_are(day, high, styles):
    month = a_month((119, 24 if high == 2 else 19))
    parts = [month._part(TODAY + (day - 1) * DAY, line) for line in range(high)]
    found = [[str(span.style) for span in part.spans if span.end > span.start] for part in parts]
    assert found == [[style] * bool(style) for style in styles]


@pytest.mark.parametrize(
    ("size", "x", "y", "day"),
    [
        ((119, 19), 10, 2, 1),
        ((119, 19), 9, 2, None),
        ((119, 19), 34, 2, 5),
        ((119, 19), 35, 2, None),
        ((119, 19), 10, 1, None),
        ((120, 40), 8, 5, 7),
        ((120, 40), 15, 7, 7),
        ((120, 40), 16, 8, 15),
        ((120, 40), 40, 14, None),
    ],
)
def test_a_click_is_on_the_day_below_it(size, x, y, day):
    month = a_month(size)
    month.on_click(SimpleNamespace(get_content_offset=lambda _: Offset(x, y)))
    chosen = [] if day is None else [(date(2028, 3, day), day == 1)]
    assert [(one.day, one.again) for one in month.sent] == chosen
    month.on_click(SimpleNamespace(get_content_offset=lambda _: None))
    assert len(month.sent) == len(chosen)


def test_without_colours_the_chosen_day_is_reversed():
    part = a_month((119, 24), colour=False)._part(TODAY, 0)
    assert (part.plain, [str(span.style) for span in part.spans]) == ("  1  ", ["reverse bold"])


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
