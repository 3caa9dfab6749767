"""The score book as text."""

import pytest

from mazegame.store.report import clock
from mazegame.widgets.hud import clock_text


@pytest.mark.parametrize(
    ("ms", "text", "whole"),
    [
        (0, "0:00.0", "0:00"),
        (99, "0:00.0", "0:00"),
        (100, "0:00.1", "0:00"),
        (59_999, "0:59.9", "0:59"),
        (60_000, "1:00.0", "1:00"),
        (61_234, "1:01.2", "1:01"),
        (125_900, "2:05.9", "2:05"),
        (3_599_999, "59:59.9", "59:59"),
        (3_600_000, "60:00.0", "1:00:00"),
        (3_725_000, "62:05.0", "1:02:05"),
    ],
)
def test_times_from_none_to_hours(ms, text, whole):
    assert clock(ms) == text
    assert clock_text(ms / 1000) == whole
