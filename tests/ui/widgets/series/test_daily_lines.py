"""What the daily screen says of a day, of a week and of a marathon."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from textual.style import Style

from mazegame.game.modes.calendar import Calendar
from mazegame.game.modes.daily import FIRST_DAY, Stake
from mazegame.widgets.series.daily import (
    WEEKDAYS,
    Month,
    Sign,
    about,
    about_marathon,
    best_legs,
    headline,
    invitation,
    outcome,
    sign_of,
    week_of_tries,
    yesterday,
)
from mazegame.widgets.text.row_table import width_of
from tests.game.modes.test_calendar import TODAY, calendar, tried
from tests.ui.widgets.alone import alone

DAY = timedelta(days=1)


def plain(lines):
    return [line.plain for line in lines]


LEFT, UNRANKED = calendar(tried(TODAY, finished=False)), calendar(tried(TODAY, ranked=False))
PRACTISED = Calendar(practice={TODAY: 2, TODAY - DAY: 2})


@pytest.mark.parametrize(
    ("tries", "day", "text", "dim"),
    [
        (calendar(tried(TODAY)), TODAY, "★★★", False),
        (calendar(replace(tried(TODAY, 1), late=True)), TODAY, "★~", False),
        (UNRANKED, TODAY, "·", False),
        (LEFT, TODAY, "…", False),
        (PRACTISED, TODAY + DAY, "", True),
        (PRACTISED, TODAY, "○", False),
        (PRACTISED, TODAY - DAY, "○", False),
        (PRACTISED, TODAY - 2 * DAY, "", True),
        (Calendar(), TODAY, "", False),
    ],
)
def test_a_try_has_a_sign_and_a_day_without_one_is_dim_except_today(tries, day, text, dim):
    sign = sign_of(tries, day, TODAY)
    assert (sign.text, sign.dim) == (text, dim)


def a_month(size, chosen=TODAY, now=date(2028, 3, 9), *, colour=True, room=""):
    """A month whose sevenths days have stars, and whose days after the twentieth are dim.

    ``room``: the class of its screen.
    """

    def sign(day):
        stars, points = ("★★", "900") if day.day % 7 == 0 else ("", "")
        return Sign(stars, "$warning", points, dim=day.day > 20)

    month = alone(Month, size, sign)
    month.app.no_color = not colour
    month.screen.has_class = lambda name: name == room
    month.show(chosen, now)
    return month


HUGE = "      6           7           8           9          10          11          12"
LARGE = "    6       7       8       9      10      11      12"


@pytest.mark.parametrize(
    ("lines", "room", "wide", "week"),
    [
        (19, "", 5, ["  6    7★   8    9   10   11   12"]),
        (33, "-roomy", 8, [LARGE, "           ★★"]),
        (33, "", 5, ["  6    7    8    9   10   11   12", "      ★★"]),
        (49, "-roomy", 8, [LARGE, "           ★★", ""]),
        (50, "-large", 12, [HUGE, "                 ★★", "                900", ""]),
        (56, "-large", 12, [HUGE, "                 ★★", "                900", "", ""]),
    ],
)
def test_a_day_has_more_room_in_a_larger_terminal(lines, room, wide, week):
    month, high = a_month((160, lines), room=room), len(week)
    assert month.get_content_width(None, None) == 7 * wide
    assert month.get_content_height(None, None, 0) == 2 + 6 * high
    title, weekdays, *days = month.render().plain.split("\n")
    assert title == "March 2028".center(7 * wide).rstrip()
    assert [weekdays.index(name) for name in WEEKDAYS] == [*range((wide - 2) // 2, 7 * wide, wide)]
    assert [len(day) for day in days] == [7 * wide] * 6 * high
    assert [day.rstrip() for day in days[high : 2 * high]] == week
    numbers = "".join(days[::high]).replace("★", " ").split()
    assert numbers == [str(day) for day in range(1, 32)]
    assert days[0].split()[0] == "1"
    assert days[0].index("1") == 2 * wide + (wide - 2) // 2 + 1, "a Wednesday"


@pytest.mark.parametrize(
    ("day", "lines", "colour", "styles"),
    [
        (2, 24, True, ["$foreground"]),
        (9, 24, True, ["bold underline $foreground"]),
        (14, 24, True, ["$foreground", "$warning"]),
        (21, 24, True, ["$maze-dim", "$warning"]),
        (14, 19, True, ["$warning"]),
        (1, 24, True, ["bold $background on $maze-player"] * 2),
        (1, 24, False, ["reverse bold"] * 2),
    ],
)
def test_days_look_as_they_are(day, lines, colour, styles):
    month = a_month((119, lines), colour=colour)
    high = 2 if lines > 19 else 1
    week, column = divmod(day + 1, 7)  # the first is a Wednesday
    drawn = month.render().split("\n")[2 + week * high :][:high]
    cells = [line[5 * column : 5 * column + 5] for line in drawn]
    spans = [span for cell in cells for span in cell.spans if cell[span.start : span.end]]
    assert [span.style for span in spans if isinstance(span.style, str)] == styles


@pytest.mark.parametrize(("size", "high"), [((119, 19), 1), ((119, 24), 2), ((120, 40), 3)])
def test_a_click_is_on_the_day_below_it(size, high):
    month = a_month(size)
    spans = [span for span in month.render().spans if isinstance(span.style, Style)]
    assert {span.end - span.start for span in spans} == {month.get_content_width(None, None) // 7}
    for span in spans:
        month.on_click(SimpleNamespace(style=span.style))
    days = [one.day.day for one in month.sent if not one.again]
    assert sorted(days) == sorted([*range(2, 32)] * high)
    assert len(month.sent) == 31 * high
    month.on_click(SimpleNamespace(style=Style()))
    assert len(month.sent) == 31 * high


def week(tries, day=TODAY, legs=None, width=60):
    """Return the titles of the columns of a week, the cells of its rows, and their styles."""
    columns, rows = week_of_tries(day, day, tries, legs or {}, width)
    cells = [[cell.plain for cell in row] for row in rows]
    return [one.title for one in columns], cells, [row[0].style for row in rows]


def test_a_week_has_its_points_and_hides_what_is_to_come():
    tries = calendar(tried(TODAY), tried(TODAY - DAY, ranked=False))
    titles, rows, styles = week(tries)
    assert titles == ["week", "try", "points", "maze"]
    assert [row[:3] for row in rows] == [
        ["Mo 28", "", ""], ["Tu 29", "·", ""], ["We  1", "★★★", "900"], ["Th  2", "", ""],
        ["Fr  3", "", ""], ["Sa  4", "", ""], ["Su  5", "", ""],
    ]  # fmt: skip
    assert [row[-1] == "?" for row in rows] == [False] * 3 + [True] * 4
    assert styles == ["", "", "bold", "", "", "", ""]
    _, first, _ = week(Calendar(), FIRST_DAY)
    assert first[FIRST_DAY.weekday()][-1] != "?"


@pytest.mark.parametrize(("width", "legs", "room"), [(60, {}, 36), (40, {}, 16), (60, {1: 9}, 29)])
def test_the_names_of_a_week_have_the_room_that_its_numbers_leave(width, legs, room):
    columns, _ = week_of_tries(TODAY, TODAY, Calendar(), legs, width)
    assert columns[-1].width == room
    assert width_of(columns) == width


def test_yesterday_is_told_today_only():
    tries = calendar(tried(TODAY - DAY))
    assert plain(yesterday(TODAY, TODAY, tries)) == ["yesterday: 3 stars (b: its path)"]
    assert yesterday(TODAY - DAY, TODAY, tries) == []
    lines = [len(yesterday(day, day, tries)) for day in (FIRST_DAY, FIRST_DAY + DAY)]
    assert lines == [0, 1]


def test_a_day_to_come_keeps_its_maze():
    known = {"stake": Stake.RANKED, "left": False}
    head, title, size, *_ = plain(about(TODAY, TODAY, Calendar(), None, **known))
    assert head == "Wednesday 2028-03-01, today"
    assert title != "?"
    assert "x" in size.split(",")[0]
    to_come = plain(about(TODAY + DAY, TODAY, Calendar(), None, **known))
    assert to_come[:2] == ["Thursday 2028-03-02", "?"]


@pytest.mark.parametrize(
    ("tries", "day", "now", "stake", "left", "said"),
    [
        (Calendar(), TODAY, "12:00", Stake.RANKED, False,
         ["one ranked try, 12 h 0 min left"]),
        (Calendar(), TODAY, "22:30", Stake.RANKED, False,
         ["one ranked try, 1 h 30 min left"]),
        (Calendar(), TODAY, "23:01", Stake.RANKED, False,
         ["one ranked try, 59 min left"]),
        (Calendar(), TODAY, "12:00", Stake.PRACTICE, False,
         ["you know this maze: practice"]),
        (calendar(tried(TODAY, 2)), TODAY, "12:00", Stake.PRACTICE, False,
         ["★★☆  900 points, gold medal", "0:09.0, 60 steps for 54"]),
        (UNRANKED, TODAY, "12:00", Stake.PRACTICE, False,
         ["not ranked  900 points, gold medal", "0:09.0, 60 steps for 54"]),
        (LEFT, TODAY, "12:00", Stake.PRACTICE, True, ["unfinished: Enter continues"]),
        (LEFT, TODAY, "12:00", Stake.PRACTICE, False, ["unfinished: the ranked try is used"]),
        (calendar(tried(TODAY - DAY, finished=False)), TODAY - DAY, "12:00", Stake.PRACTICE, False,
         ["unfinished: the ranked try is used"]),
        (LEFT, date(2028, 3, 9), "12:00", Stake.PRACTICE, False, ["still to come"]),
    ],
)  # fmt: skip
def test_a_day_says_what_came_of_it_or_what_it_waits_for(tries, day, now, stake, left, said):
    moment = datetime.fromisoformat(f"{TODAY.isoformat()} {now}").replace(tzinfo=UTC)
    with time_machine.travel(moment, tick=False):
        assert plain(outcome(day, TODAY, tries, stake=stake, left=left)) == said


@pytest.mark.parametrize(
    ("tries", "day", "stake", "left", "words"),
    [
        (Calendar(), TODAY, Stake.RANKED, False, "Play today's maze"),
        (Calendar(), TODAY, Stake.PRACTICE, False, "Play it as practice"),
        (Calendar(), TODAY - DAY, Stake.PRACTICE, False, "Play it as practice"),
        (LEFT, TODAY, Stake.PRACTICE, True, "Continue your run"),
        (LEFT, TODAY, Stake.PRACTICE, False, "Play it as practice"),
        (calendar(tried(TODAY)), TODAY, Stake.PRACTICE, False, ""),
        (Calendar(), TODAY + DAY, Stake.PRACTICE, False, ""),
    ],
)
def test_a_day_whose_try_did_not_reach_b_invites_to_play(tries, day, stake, left, words):
    assert invitation(day, TODAY, tries, stake, left=left) == words


def test_who_has_walked_no_maze_reads_what_the_daily_maze_is():
    assert headline(Calendar(), 9).plain == "Daily maze  one a day, the same for all"
    assert headline(Calendar(days=[5]), 9).plain == "Daily maze  0 days in a row (best 1)"


@pytest.mark.parametrize(
    ("attempts", "words"),
    [
        ({}, "not run yet"),
        ({"a": {1: 900}, "b": {1: 900, 2: 900}}, "leg 2 of 7 was reached"),
        ({"a": dict.fromkeys(range(7), 100), "b": {1: 9}}, "run 1 time, best 700 of 7,000 points"),
    ],
)
def test_a_marathon_has_its_best_attempt(attempts, words):
    assert about_marathon(attempts) == words


WHOLE = dict.fromkeys(range(1, 8), 100)


@pytest.mark.parametrize(
    ("attempts", "legs"),
    [
        ({}, {}),
        ({"a": {1: 900}, "b": {1: 800, 2: 700}}, {1: 800, 2: 700}),
        ({"a": WHOLE, "b": {**WHOLE, 7: 1000}, "c": {1: 1000}}, {**WHOLE, 7: 1000}),
    ],
)
def test_a_week_has_the_points_of_the_best_marathon_beside_its_days(attempts, legs):
    assert best_legs(attempts) == legs
    titles, rows, _ = week(Calendar(), legs=best_legs(attempts))
    assert ("legs" in titles) == bool(legs)
    if legs:
        assert [row[3] for row in rows[:7]] == [
            f"{legs[n]:,}" if n in legs else "" for n in range(1, 8)
        ]
    assert rows[7:] == [["", "", "", f"{sum(legs.values()):,}", ""]] * bool(legs)
