"""Plots of characters: values over time, bars, pairs of bars, and pips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from textual.content import Content

from mazegame.game.setup.draft import difficulty_word
from mazegame.widgets.text.segments import Role, SegmentLines, Segments, truncate

Number: TypeAlias = "tuple[float, str]"
"""A number and its text."""

CURVE_HEIGHT: Final = 4
"""Lines of a curve with labels where there is no room for more."""

HALFWAY: Final = 7
"""Fewest lines of a curve with a label halfway up."""

GAPPED: Final = 4
"""Fewest columns of a value whose bar has a gap behind it."""

WIDEST: Final = 16
"""Most columns of a value."""

LABEL: Final = 17
"""Columns of the label between two bars."""

VALUE: Final = 7
"""Columns of a number beside a bar."""

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def buckets(values: Sequence[float], most: int) -> list[float]:
    """Return the means of values over time in at most ``most`` groups of about equal size."""
    count = min(most, len(values))
    edges = [number * len(values) // count for number in range(count + 1)] if count else []
    return [sum(values[a:b]) / (b - a) for a, b in pairwise(edges)]


def curve(values: Sequence[float], width: int, height: int, *, low: float = 0.0) -> list[str]:
    """Plot values over time as columns of eighths of a block, in lines of at most some width.

    Args:
        values: From 0 to 1, the first one on the left.
        width: Columns; if there are more values, a column is the mean of several.
        height: Lines.
        low: The value at the lower edge; lower values show one eighth of a block.
    """
    shares = ((mean - low) / (1 - low) for mean in buckets(values, width))
    columns = [min(max(round(share * height * 8), 1), height * 8) for share in shares]
    return [
        "".join(_EIGHTHS[min(max(eighths - 8 * line, 0), 8)] for eighths in columns)
        for line in range(height - 1, -1, -1)
    ]


def labelled_curve(
    shares: Sequence[float], width: int, height: int = CURVE_HEIGHT
) -> list[Content]:
    """Plot shares over time in some lines, the latest on the right, with two labels or three.

    Few values are bars of limited width; others take all columns. The lower edge is the lowest
    value rounded down to a tenth, at most 90 %.
    """
    low = min(math.floor(min(shares) * 10), 9) / 10
    room = max(width - 6, 1)
    lines = curve(shares, room, height, low=low)
    each = min(room // len(shares), WIDEST)
    if each >= GAPPED:
        wide = each // 2 + 1
        lines = ["".join((one * wide).ljust(each) for one in line) for line in lines]
    else:
        spread = [column * len(lines[0]) // room for column in range(room)]
        lines = ["".join(line[at] for at in spread) for line in lines]
    labels = ["100%", *[""] * (height - 2), f"{low:.0%}"]
    if height >= HALFWAY:
        labels[height // 2] = f"{(1 + low) / 2:.0%}"
    return [
        Content.assemble((f"{label:>4} ", "$maze-dim"), (line, "$maze-path"))
        for label, line in zip(labels, lines, strict=True)
    ]


def heading(text: str) -> Content:
    """Return the heading of some figures."""
    return Content.styled(text, "bold $maze-key")


def bar_row(name: str, share: float, width: int, colour: str, note: str = "") -> Content:
    """Return a name, a bar of some columns for a share of 0 to 1, the share, and a note."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return Content.assemble(
        name,
        ("━" * full, colour),
        ("─" * (width - full), "$maze-rock"),
        (f" {share:4.0%}", "bold $foreground"),
        (note, "$maze-dim"),
    )


def difficulty_line(difficulty: float) -> Content:
    """Return a difficulty as a word and five pips."""
    word, pips = difficulty_word(difficulty)
    return Content.assemble(
        f"difficulty: {word} ",
        ("▮" * pips, "bold $maze-key"),
        ("▯" * (5 - pips), "$maze-dim"),
    )


class NumberBars(SegmentLines):
    """Compares numbers of two things: a line each, with a bar to the left and one to the right."""

    _rows: Sequence[tuple[str, Number, Number]] = ()

    def show(self, rows: Sequence[tuple[str, Number, Number]]) -> None:
        """Show rows of a label, the number at the left, and the number at the right."""
        self._rows = rows
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        return [self._line(*row, width) for row in self._rows]

    @staticmethod
    def _line(label: str, one: Number, other: Number, width: int) -> Segments:
        (left, left_text), (right, right_text) = one, other
        room = max((width - LABEL) // 2 - VALUE, 0)
        most = max(abs(left), abs(right), 1e-9)
        left_bar, right_bar = ("━" * round(abs(long) / most * room) for long in (left, right))
        return [
            ("─" * (room - len(left_bar)), Role.REST),
            (left_bar, Role.PLAYER),
            (f"{left_text:>{VALUE - 1}} ", Role.NUMBER),
            (truncate(label, LABEL).center(LABEL), Role.UNIT),
            (f" {right_text:<{VALUE - 1}}", Role.NUMBER),
            (right_bar, Role.RUNNER),
            ("─" * (room - len(right_bar)), Role.REST),
        ]
