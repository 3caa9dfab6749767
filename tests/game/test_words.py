"""Times in words."""

import pytest

from mazegame.game.words import clock, spell_gap, spell_time


@pytest.mark.parametrize(
    ("ms", "time", "gap"),
    [
        (23_299, "23.2 s", "23.2 s"), (1_950, "1.9 s", "1.9 s"), (5_149, "5.1 s", "5.1 s"),
        (100, "0.1 s", "0.1 s"), (99, "0.0 s", "99 ms"), (59_999, "59.9 s", "59.9 s"),
        (60_990, "1:00.9", "1:00.9"), (3_605_100, "1:00:05.1", "1:00:05.1"),
    ],
)  # fmt: skip
def test_every_time_is_cut_never_rounded(ms, time, gap):
    assert (spell_time(ms), spell_gap(ms)) == (time, gap)
    assert clock(ms)[-1] == spell_time(ms).removesuffix(" s")[-1]


@pytest.mark.parametrize(
    ("ms", "time", "whole"),
    [(0, "0:00.0", "0:00"), (59_999, "0:59.9", "0:59"), (3_725_000, "1:02:05.0", "1:02:05")],
)
def test_a_clock_shows_minutes_and_hours(ms, time, whole):
    assert (clock(ms), clock(ms, tenths=False)) == (time, whole)
