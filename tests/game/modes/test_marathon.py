from datetime import date

import pytest

from mazegame.game.modes.daily import daily
from mazegame.game.modes.marathon import marathon, parse_week, week_of

FROZEN = [
    "recursive-backtracker:19x9:weights=40-1+1-40,zones=checker:2026-W47-1-7",
    "kruskal:24x12:weights=50-1:2026-W47-2-4",
    "wilson:24x12:2026-W47-3-2",
    "hunt-and-kill:30x15:2026-W47-4-9",
    "recursive-backtracker:30x15:mask=heart,braid=25:2026-W47-5-6",
    "true-prim:30x15:weights=20-1+1-20,zones=rings.3:2026-W47-6-15",
    "growing-tree:38x18:2026-W47-7-6",
]
"""The legs of a week: for ever."""


def test_the_legs_of_a_week_are_frozen_and_grow_harder():
    legs = marathon("2026-W47")
    assert list(map(str, legs)) == FROZEN
    sizes = [leg.cols * leg.rows for leg in legs]
    assert sizes == sorted(sizes)
    assert legs[0] != daily(date(2026, 11, 16))


@pytest.mark.parametrize(
    ("day", "week"),
    [
        (date(2026, 11, 22), "2026-W47"),
        (date(2027, 1, 1), "2026-W53"),
        (date(2028, 2, 29), "2028-W09"),
        (date(2029, 12, 31), "2030-W01"),
    ],
)
def test_a_day_belongs_to_its_iso_week(day, week):
    assert week_of(day) == week
    assert parse_week(week).weekday() == 0
    assert 0 <= (day - parse_week(week)).days < 7


@pytest.mark.parametrize("text", ["", "2026", "2026-W54", "2026-W7", "2026-47", "x-W01", "2026-W²"])
def test_an_invalid_week_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match="like 2026-W47"):
        parse_week(text)


def test_weeks_that_begin_before_the_first_day_are_refused():
    with pytest.raises(ValueError, match="2026-W02"):
        parse_week("2026-W01")
    assert parse_week("2026-W02") == date(2026, 1, 5)
