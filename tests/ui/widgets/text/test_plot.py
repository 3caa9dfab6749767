"""Plots of characters."""

import pytest

from mazegame.widgets.text.plot import (
    CURVE_HEIGHT,
    NumberBars,
    bar_row,
    buckets,
    curve,
    difficulty_line,
    labelled_curve,
)
from mazegame.widgets.text.segments import Role
from tests.ui.widgets.alone import alone


def test_buckets_are_means_of_as_many_values():
    assert buckets([1.0, 0.0, 1.0, 0.5], 2) == [0.5, 0.75]
    assert buckets([1.0], 9) == [1.0]
    assert buckets([], 9) == []
    assert buckets([1.0, 0.5], 0) == []


@pytest.mark.parametrize(
    ("values", "width", "low", "lines"),
    [
        ([0, 0.25, 0.5, 0.75, 1], 9, 0.0, ["   ▄█", "▁▄███"]),
        ([0.5, 0.75, 1], 3, 0.5, ["  █", "▁██"]),
        ([0, 0.5, 1, 1], 2, 0.0, [" █", "▄█"]),
        ([0, 0, 0, 1, 1], 2, 0.0, [" ▃", "▁█"]),
        ([], 9, 0.0, ["", ""]),
    ],
)
def test_a_curve_is_columns_of_eighths(values, width, low, lines):
    assert curve(values, width, 2, low=low) == lines


RISING = [step / 39 for step in range(40)]


@pytest.mark.parametrize(
    ("shares", "width", "height", "lines"),
    [
        ([0.25, 1.0], 20, 4, [
            "100%        ████", "            ████", "            ████", " 20% ▂▂▂▂   ████"]),
        ([0.95] * 5, 26, 3, ["100%", "     ▄▄▄ ▄▄▄ ▄▄▄ ▄▄▄ ▄▄▄", " 90% ███ ███ ███ ███ ███"]),
        ([1.0] * 2, 99, 2, ["100% █████████       █████████", " 90% █████████       █████████"]),
        ([0.62, 0.8, 1.0], 22, 7, [
            "100%           ███", "               ███", "               ███",
            " 80%      ▄▄▄  ███", "          ███  ███", "          ███  ███",
            " 60% ▃▃▃  ███  ███"]),
        ([0.5, 0.75, 1.0, 0.75], 12, 2, ["100%    ██", " 50% ▁▁████"]),
        (RISING, 21, 4, [
            "100%            ▁▃▅▇", "             ▂▄▆████", "         ▁▃▆████████",
            "  0% ▁▂▅▇███████████"]),
        ([0.5], 5, 2, ["100% ▁"[:4], " 50% ▁"]),
    ],
)  # fmt: skip
def test_a_curve_with_labels_takes_the_width(shares, width, height, lines):
    drawn = labelled_curve(shares, width, height)
    assert [line.plain.rstrip() for line in drawn] == lines
    assert len({line.cell_length for line in drawn}) == 1
    assert {tuple(str(span.style) for span in line.spans) for line in drawn} == {
        ("$maze-dim", "$maze-path")
    }
    assert len(labelled_curve(shares, width)) == CURVE_HEIGHT


@pytest.mark.parametrize(
    ("share", "text"),
    [(-1, "a──── -100%"), (0.24, "a━───  24%"), (0.5, "a━━──  50%"), (2, "a━━━━ 200%")],
)
def test_a_bar_is_a_share_of_its_columns(share, text):
    line = bar_row("a", share, 4, "red", "!")
    assert line.plain == f"{text}!"
    red = [line.plain[span.start : span.end] for span in line.spans if span.style == "red"]
    assert red == ["━" * text.count("━")]


def test_pairs_of_bars_are_as_long_as_the_larger_number():
    for width, room in ((43, 6), (42, 5), (20, 0)):
        bars = alone(NumberBars, (width + 2, 1))
        bars.show([("steps", (2, "2"), (-4, "-4"))])
        assert bars.repainted
        left = ["─" * (room - round(room / 2)), "━" * round(room / 2), "     2 "]
        right = [" -4    ", "━" * room, ""]
        (line,) = bars.lines(width)
        assert [text for text, _ in line] == [*left, "      steps      ", *right]
        assert [role for _, role in line] == [
            Role.REST, Role.PLAYER, Role.NUMBER, Role.UNIT, Role.NUMBER, Role.RUNNER, Role.REST,
        ]  # fmt: skip


def test_a_difficulty_has_five_pips():
    assert difficulty_line(0.0).plain.endswith(" ▮▯▯▯▯")
    assert difficulty_line(1e9).plain.endswith(" ▮▮▮▮▮")
