"""The show panel: the algorithm in a few lines, the counters, and the queue.

Here: the layout of these lines. Not here: their texts (``lab/``).
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from mazegame.engine.recipes.ends import format_cell
from mazegame.widgets.text.segments import (
    Role,
    SegmentLines,
    Segments,
    bar,
    justify,
    length,
    number,
    row,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.lab.show import Count, Show, Waiting

MARK: Final = "▸ "
"""The mark before the line of the algorithm that runs now."""

COUNT_WIDTH: Final = 34
"""Most columns of a counter."""

PANEL_WIDTH: Final = 40
"""Columns of the panel beside a maze and of the rule before it, as the booth's style sheet says."""

LOW: Final = 10
"""Most lines of a panel that shows its counters side by side and leaves out the queue."""


class ShowPanel(SegmentLines):
    """The words and numbers of a show."""

    DEFAULT_CSS = """
    ShowPanel { width: 1fr; height: 1fr; }
    """

    _show: Show | None = None
    _chosen = False

    def show(self, show: Show | None, *, chosen: bool = False) -> None:
        """Show the present state of a show; None for nothing. A chosen one gets the keys."""
        self._show, self._chosen = show, chosen
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        """Return the lines that fit the present size."""
        if self._show is None:
            return []
        return panel_lines(self._show, width, self.size.height, chosen=self._chosen)


def panel_lines(show: Show, width: int, height: int, *, chosen: bool = False) -> list[Segments]:
    """Return the lines of a panel for a size; ``chosen`` marks its title."""
    if height <= 2:
        return [_counts_row(show, width), _sentence(show, width)][:height]
    if height <= LOW:
        return [_sentence(show, width), _counts_row(show, width), *_story(show, width)][:height]
    role = Role.PLAYER if chosen else Role.NUMBER
    lines: list[Segments] = [[(truncate(show.title, width), role)], *_story(show, width)]
    counts = [_count(count, min(width, COUNT_WIDTH)) for count in show.counts]
    lines += [[], *counts[: max(height - len(lines) - 1, 0)]]
    waiting = show.waiting
    if waiting is not None and height - len(lines) >= 5:
        lines += [[], *_queue(waiting, min(width, COUNT_WIDTH), height - len(lines) - 1)]
    return lines[:height]


def _story(show: Show, width: int) -> list[Segments]:
    lines: list[Segments] = []
    for index, text in enumerate(show.story.lines):
        here = index == show.line
        mark = MARK if here else " " * len(MARK)
        role = Role.PLAYER if here else Role.UNIT
        lines.append([(truncate(f"{mark}{text}", width), role)])
    return lines


def _sentence(show: Show, width: int) -> Segments:
    """Return the sentence on the last step, or as many of its words as fit."""
    short = textwrap.shorten(show.sentence, max(width, 2), placeholder=" …")
    return [(truncate(short, width), Role.NUMBER)]


def _counts_row(show: Show, width: int) -> Segments:
    return row([number(count.text, count.label) for count in show.counts], width)


def _count(count: Count, width: int) -> Segments:
    label, value = f"{count.label:<13}", number(count.text, "")
    room = width - len(label) - length(value) - 1
    middle: Segments = []
    if count.whole and room >= 4:
        middle = bar(count.value / count.whole, room, Role.PLAYER)
    return justify([(label, Role.UNIT), *middle], value, width)


def _queue(waiting: Waiting, width: int, height: int) -> list[Segments]:
    """Return the queue from head to tail; a count replaces the middle if it does not fit."""
    size = len(waiting.cells)
    head: Segments = [(waiting.name, Role.UNIT)]
    taken = "" if waiting.taken is None else f"out {format_cell(waiting.taken)}"
    lines = [justify(head, [(taken, Role.RUNNER)], width)]
    room = height - len(lines)
    if size <= room:
        shown = list(range(size))
    else:
        tail = max(min(waiting.fresh, room // 2), 1) if not waiting.fresh_first else 1
        shown = [*range(room - 1 - tail), -1, *range(size - tail, size)]
    for at in shown:
        if at < 0:
            hidden = size - len(shown) + 1
            lines.append([(f"     … {hidden:,} more", Role.UNIT)])
            continue
        fresh = at < waiting.fresh if waiting.fresh_first else at >= size - waiting.fresh
        ends = _end_name(at, size, stack=waiting.fresh_first)
        role = Role.WARMER if fresh else Role.NUMBER
        left: Segments = [
            (f"{ends:<5}", Role.UNIT),
            (f"{format_cell(waiting.cells[at]):<9}", role),
            (f"{waiting.notes[at]:>5}", Role.UNIT),
        ]
        lines.append([*left, (" in" if fresh else "", Role.WARMER)])
    if not size:
        lines.append([("     empty", Role.UNIT)])
    return lines


def _end_name(at: int, size: int, *, stack: bool) -> str:
    if at == 0:
        return "top" if stack else "head"
    return ("base" if stack else "tail") if at == size - 1 else ""
