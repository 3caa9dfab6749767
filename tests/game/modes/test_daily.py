import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe, texture
from mazegame.game.modes import daily as rules
from mazegame.game.modes.daily import WEEK, daily, daily_title, parse_day, week_order
from tests.waiting import LONGEST

pytestmark = pytest.mark.core

FROZEN = {
    "2026-01-01": "kruskal:30x15:weights=50-1:2026-01-01-14",
    "2026-01-30": "recursive-backtracker:30x15:braid=25:2026-01-30-11",
    "2026-02-28": "hunt-and-kill:30x15:2026-02-28-9 fog",
    "2026-03-29": "recursive-backtracker:38x18:weights=N12E2S40W2:2026-03-29-14 fog",
    "2026-04-27": "recursive-backtracker:19x9:weights=40-1+1-40,zones=checker:2026-04-27-16",
    "2026-05-26": "recursive-backtracker:24x12:weights=40-1+1-40,zones=checker:2026-05-26-14",
    "2026-06-24": "simple-prim:24x12:2026-06-24-10 fog",
    "2026-07-23": "true-prim:30x15:weights=20-1+1-20,zones=rings.3:2026-07-23-13",
    "2026-08-21": "recursive-backtracker:30x15:"
    "weights=40-1+1-40,zones=checker,braid=25:2026-08-21-3",
    "2026-09-19": "wilson:30x15:weights=1-20+20-1,zones=gradient:2026-09-19-13 fog",
    "2026-10-18": "eller:38x18:weights=5-1,braid=40:2026-10-18-2 fog",
    "2026-11-16": "recursive-backtracker:19x9:weights=40-1+1-40,zones=checker:2026-11-16-11",
    "2026-12-15": "wilson:24x12:weights=1-20+20-1,zones=gradient:2026-12-15-12",
    "2026-12-31": "simple-prim:30x15:2026-12-31-2",
    "2027-01-01": "wilson:30x15:braid=25:2027-01-01-14",
    "2028-02-28": "growing-tree:19x9:pick=newest.8+oldest.2,removal=ordered:2028-02-28-11",
    "2028-02-29": "wilson:24x12:2028-02-29-9",
    "2028-03-01": "recursive-division:24x12:2028-03-01-16 fog",
}
"""The mazes of some days, and "fog" where there is: for ever."""


def spelled(day: date) -> str:
    return f"{daily(day)}{' fog' if WEEK[day.weekday()].fog else ''}"


def test_the_mazes_of_the_days_are_frozen():
    assert {day: spelled(date.fromisoformat(day)) for day in FROZEN} == FROZEN


def test_a_week_repeats_no_design_and_each_design_has_its_turn():
    monday = date(2026, 3, 2)
    order = week_order(monday)
    assert len(set(order)) == len(order)
    assert all(name in ALGORITHMS or name in PRESETS for name in order)
    assert all(week_order(monday + timedelta(days=n)) == order for n in range(7))
    assert week_order(monday + timedelta(days=7)) != order
    assert week_order(date(2027, 1, 1)) == week_order(date(2026, 12, 28)), "an ISO week"


def test_the_week_grows_harder_towards_sunday():
    difficulties = [day.difficulty for day in WEEK]
    assert difficulties == sorted(set(difficulties))
    sizes = [day.cols * day.rows for day in WEEK]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("day", [date(2026, 5, 4) + timedelta(days=n) for n in range(7)])
def test_no_daily_maze_is_dull(day):
    recipe = daily(day)
    level = Level.of(recipe)
    row, col = level.cells_of_path()[-1].tolist()
    measured = texture(level.maze, level.start, (row, col))
    assert level.dist_min >= 1.1 * (recipe.cols + recipe.rows)
    assert measured.wrong_exits >= 5


@pytest.mark.parametrize(
    "text",
    ["", "today", "2026-2-3", "20260203", "2027-02-29", "2026-13-01", "2026-W05-1", "x" * 99],
)
def test_an_invalid_date_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="Write it as YYYY-MM-DD, like 2026-11-22"):
        parse_day(text)


def test_days_before_the_first_are_refused():
    with pytest.raises(ValueError, match="2026-01-01"):
        parse_day("2025-12-31")
    with pytest.raises(ValueError, match="2026-01-01"):
        daily(date(2025, 12, 31))
    assert parse_day(" 2026-01-01 ") == date(2026, 1, 1)


def test_the_title_of_a_day_names_its_design_and_rules():
    assert daily_title(date(2026, 10, 16)) == "brick wall with loops"
    assert daily_title(date(2026, 10, 18)) == "corn maze in fog"
    plain = {daily_title(date(2026, 10, day)).split(" ")[0] for day in range(1, 32)}
    assert {"river", "wilderness"} & plain


def test_two_threads_that_ask_for_a_day_choose_its_maze_once(monkeypatch):
    asked, second_waits, lock = [], threading.Event(), threading.Lock()

    class Lock:
        """The lock of the module; it says when a second thread comes to it."""

        def __enter__(self):
            if not lock.acquire(blocking=False):
                second_waits.set()
                lock.acquire()

        def __exit__(self, *_):
            lock.release()

    def choose(name, day):
        asked.append(name)
        second_waits.wait(LONGEST)
        return Recipe.parse("wilson:7x5:a")

    monkeypatch.setattr(rules, "_CHOOSING", Lock())
    monkeypatch.setattr(rules, "choose", choose)
    day = date(2999, 1, 1)
    with ThreadPoolExecutor(2) as threads:
        first, second = (threads.submit(rules.daily, day) for _ in range(2))
        assert first.result(LONGEST) == second.result(LONGEST)
    assert asked == ["2999-01-01"]
