"""Plots of block characters: values over time, and bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def bar(share: float, width: int, colour: str) -> Content:
    """Return a bar for a share of 0 to 1: the share in a colour, the rest thin."""
    full = round(min(max(share, 0.0), 1.0) * width)
    return Content.assemble(("━" * full, colour), ("─" * (width - full), "$maze-rock"))
