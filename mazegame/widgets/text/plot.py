"""Plots of block characters: values over time, bars, and pips."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Final

from textual.content import Content

from mazegame.ascii import is_unicode
from mazegame.game.setup.draft import difficulty_word

if TYPE_CHECKING:
    from collections.abc import Sequence

CURVE_HEIGHT: Final = 4
"""Lines of a curve with labels."""

WIDEST_COLUMN: Final = 3
"""Most columns of one value of a curve with labels."""

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def curve(values: Sequence[float], width: int, height: int, *, low: float = 0.0) -> list[str]:
    """Plot values over time as columns of eighths of a block.

    Args:
        values: From 0 to 1, the first one on the left.
        width: Columns; if there are more values, a column is the mean of several.
        height: Lines.
        low: The value at the lower edge; lower values show one eighth of a block.

    Returns:
        The lines, the upper one first, none longer than ``width``.
    """
    count = min(width, len(values))
    columns = []
    for column in range(count):
        first, end = column * len(values) // count, (column + 1) * len(values) // count
        mean = sum(values[first:end]) / (end - first)
        share = (mean - low) / (1 - low)
        columns.append(min(max(round(share * height * 8), 1), height * 8))
    return [
        "".join(_EIGHTHS[min(max(eighths - 8 * line, 0), 8)] for eighths in columns)
        for line in range(height - 1, -1, -1)
    ]


def labelled_curve(shares: Sequence[float], width: int) -> list[Content]:
    """Plot shares over time in ``CURVE_HEIGHT`` lines, the latest on the right, with two labels.

    Few values are plotted wide. The lower edge is the lowest value rounded down to a tenth, at most
    90 %.
    """
    low = min(math.floor(min(shares) * 10), 9) / 10
    each = min(max((width - 6) // len(shares), 1), WIDEST_COLUMN)
    lines = [
        "".join(block * each for block in line)
        for line in curve(shares, width - 6, CURVE_HEIGHT, low=low)
    ]
    labels = ["100%", *[""] * (CURVE_HEIGHT - 2), f"{low:.0%}"]
    return [
        Content.assemble((f"{label:>4} ", "$foreground 60%"), (line, "$maze-path"))
        for label, line in zip(labels, lines, strict=True)
    ]


def heading(text: str) -> Content:
    """Return the heading of some figures."""
    return Content.styled(text, "bold $maze-key")


def bar(share: float, width: int, colour: str) -> Content:
    """Return a bar for a share of 0 to 1: the share in a colour, the rest thin."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return Content.assemble(("━" * full, colour), ("─" * (width - full), "$maze-rock"))


def bar_row(name: str, share: float, width: int, colour: str, note: str = "") -> Content:
    """Return a name, a bar of some columns for a share of 0 to 1, the share, and a note."""
    return Content.assemble(
        name,
        bar(share, width, colour),
        (f" {share:4.0%}", "bold $foreground"),
        (note, "$foreground 60%"),
    )


def difficulty_line(difficulty: float) -> Content:
    """Return a difficulty as a word and five pips."""
    word, pips = difficulty_word(difficulty)
    full, empty = ("▮", "▯") if is_unicode(sys.__stderr__) else ("#", ".")
    return Content.assemble(
        f"difficulty: {word} ",
        (full * pips, "bold $maze-key"),
        (empty * (5 - pips), "$foreground 60%"),
    )
