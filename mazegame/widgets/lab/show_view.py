"""A view of one show, with its caption, its maze and its panel.

``lab/`` has the texts; ``screens/lab/lab.py`` moves the show.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import getters
from textual.containers import Container
from textual.widgets import Static

from mazegame.engine.recipes.ends import format_cell
from mazegame.lab.searching import Searching
from mazegame.widgets.lab.tree_pane import TreePane
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.zooms import uses_colour, zooms_for
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.menu_list import BLANK, MARK
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
    from textual.app import ComposeResult

    from mazegame.game.recording.playhead import Playhead
    from mazegame.lab.show import Count, PendingCells, Show
    from mazegame.widgets.text.canvas import Codes

COUNT_WIDTH: Final = 34
"""Most columns of a counter."""

PANEL_WIDTH: Final = 40
"""Columns of the panel beside a maze and of the rule between them, as in the style sheet."""

LOW: Final = 10
"""Most lines of a panel that shows its counters side by side and leaves out the queue."""

SENTENCE_LINES: Final = 3
"""Most lines of the sentence on a step below one of two mazes."""

QUEUE_LINES: Final = 12
"""Lines that are kept free for a queue."""


class ShowPanel(SegmentLines):
    """The texts and numbers of a show."""

    DEFAULT_CSS = "ShowPanel { width: 1fr; height: 1fr; }"

    _show: Show | None = None
    _chosen = False

    def show(self, show: Show, *, chosen: bool) -> None:
        """Show the present state of a show; ``chosen`` marks the one that keys control."""
        self._show, self._chosen = show, chosen
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        if self._show is None:
            return []
        by_colour = uses_colour(self.app) and has_unicode(self.app)
        signs = None if by_colour else zooms_for(self.app)[0].glyphs.signs
        return panel_lines(self._show, width, self.size.height, chosen=self._chosen, signs=signs)


def panel_lines(
    show: Show, width: int, height: int, *, chosen: bool = False, signs: Codes | None = None
) -> list[Segments]:
    """Return the lines of a panel for a size; the title of a chosen show is marked.

    Where drawings have signs of inks, the legend has them as well.
    """
    if height <= SENTENCE_LINES + 1:
        return [_counts_row(show, width), *_sentence(show, width, SENTENCE_LINES)][:height]
    if height <= LOW:
        return [*_sentence(show, width, 1), _counts_row(show, width), *_story(show, width)][:height]
    role = Role.PLAYER if chosen else Role.NUMBER
    lines: list[Segments] = [[(truncate(show.title, width), role)], *_story(show, width)]
    counts = [_count(count, min(width, COUNT_WIDTH)) for count in show.counts]
    lines += [[], *counts[: max(height - len(lines) - 1, 0)]]
    pending = show.queue
    left = height - (0 if pending is None else QUEUE_LINES)
    for more in (_legend(show, signs), _facts(show, width)):
        if len(lines) + len(more) < left:
            lines += [[], *more]
    if pending is not None and height - len(lines) >= 5:
        lines += [[], *_queue(pending, min(width, COUNT_WIDTH), height - len(lines) - 1)]
    return lines[:height]


def _story(show: Show, width: int) -> list[Segments]:
    lines: list[Segments] = []
    for index, text in enumerate(show.story.lines):
        here = index == show.line
        role = Role.PLAYER if here else Role.UNIT
        lines.append([(truncate(f"{MARK if here else BLANK}{text}", width), role)])
    return lines


def _legend(show: Show, signs: Codes | None) -> list[Segments]:
    """Return the colours of cells, or their signs, and what they mean."""
    return [
        [("■" if signs is None else chr(signs[ink]), Role[ink.name]), (f" {words}", Role.UNIT)]
        for ink, words in show.legend
    ]


def _facts(show: Show, width: int) -> list[Segments]:
    lines = [line for fact in show.facts for line in ("", *textwrap.wrap(fact, max(width, 2)))]
    return [[(line, Role.UNIT)] for line in lines[1:]]


def _sentence(show: Show, width: int, most: int) -> list[Segments]:
    """Return the sentence on the last step in some lines, or as many of its words as fit."""
    lines = textwrap.wrap(show.sentence, max(width, 2), max_lines=most, placeholder=" …")
    return [[(truncate(line, width), Role.NUMBER)] for line in lines]


def _counts_row(show: Show, width: int) -> Segments:
    return row([number(count.text, count.label) for count in show.counts], width)


def _count(count: Count, width: int) -> Segments:
    label, value = f"{count.label:<13}", number(count.text, "")
    room = width - len(label) - length(value) - 1
    middle: Segments = []
    if count.whole and room >= 4:
        middle = bar(count.value / count.whole, room, Role.PLAYER)
    return justify([(label, Role.UNIT), *middle], value, width)


def _queue(pending: PendingCells, width: int, height: int) -> list[Segments]:
    """Return the queue from head to tail; a count replaces the middle if it does not fit."""
    size, room = pending.size, height - 1
    taken = "" if pending.taken is None else f"out {format_cell(pending.taken)}"
    lines = [justify([(pending.name, Role.UNIT)], [(taken, Role.RUNNER)], width)]
    first, last = ("top", "base") if pending.fresh_first else ("head", "tail")
    ends = {size - 1: last, 0: first}  # one cell alone is the first
    tail = max(min(pending.fresh, room // 2), 1) if not pending.fresh_first else 1
    head = size if size <= room else room - 1 - tail
    for at in (*range(head), *range(max(size - tail, head), size)):
        if at == size - tail > head:
            lines.append([(f"     … {size - tail - head:,} more", Role.UNIT)])
        fresh = at < pending.fresh if pending.fresh_first else at >= size - pending.fresh
        listed = at if at < head else at - size
        lines.append(
            [
                (f"{ends.get(at, ''):<5}", Role.UNIT),
                (f"{format_cell(pending.cells[listed]):<9}", Role.WARMER if fresh else Role.NUMBER),
                (f"{pending.notes[listed]:>5}", Role.UNIT),
                (" in" if fresh else "", Role.WARMER),
            ]
        )
    if not size:
        lines.append([("     empty", Role.UNIT)])
    return lines


class ShowTitle(SegmentLines):
    """The title of a show and its step, above its maze."""

    DEFAULT_CSS = "ShowTitle { height: 1; }"

    _title = _step = ""
    _chosen = False

    def show(self, title: str, step: str, *, chosen: bool) -> None:
        self._title, self._step, self._chosen = title, step, chosen
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        title = (MARK if self._chosen else BLANK) + self._title
        steps = (self._step, self._step.partition(" ")[0])
        step = next((step for step in steps if cell_len(f"{title} {step}") <= width), "")
        title = truncate(title, max(width - len(step) - bool(step), 0))
        role = Role.PLAYER if self._chosen else Role.NUMBER
        return [justify([(title, role)], [(step, Role.UNIT)], width)]


class ShowView(Container):
    """Shows one show."""

    DEFAULT_CSS = """
    ShowView {
        width: 1fr;
        height: 1fr;
        layout: horizontal;
        ShowTitle { display: none; }
        TreePane { display: none; }
        &.-tree TreePane { display: block; }
        .rule { width: 1; height: 100%; border-left: solid $maze-rock; }
        ShowPanel { width: 39; }
        &.-beside .rule { display: none; }
        &.-beside { layout: vertical; }
        &.-beside ShowTitle { display: block; }
        &.-beside ShowPanel { width: 1fr; height: 4; }
        &.-beside.-tall ShowPanel { height: 9; }
    }
    """

    current: Show | None = None
    """The show; None before the first one."""

    def compose(self) -> ComposeResult:
        yield ShowTitle()
        yield MazePane(painted=True)
        yield Static(classes="rule")  # a canvas has no border
        yield TreePane()
        yield ShowPanel()

    pane = getters.query_one(MazePane)
    """The pane with the maze."""
    panel = getters.query_one(ShowPanel)
    tree_pane = getters.query_one(TreePane)

    def put(self, show: Show) -> None:
        self.current = show
        self.pane.show_scene(show.scene, show.heading)
        if self.has_class("-tree"):
            self._show_tree()

    def with_tree(self, shown: bool) -> None:
        """Show or hide the tree of a search's maze."""
        self.set_class(shown, "-tree")
        self._show_tree()

    def _show_tree(self) -> None:
        show = self.current
        shown = self.has_class("-tree")
        self.tree_pane.show(show if isinstance(show, Searching) and shown else None)

    def go_to(self, position: int, *, follow: bool) -> None:
        """Move the show to a step and repaint the changes; the window may follow them."""
        show = self.current
        if show is None or show.position == position:
            return
        changed = show.seek(position)
        if follow and show.heading is not None:
            self.pane.follow(show.heading)
        if changed is None:
            self.pane.repaint_regions([self.pane.size.region])
        else:
            self.pane.repaint(changed)
        if self.has_class("-tree"):
            self.tree_pane.update()

    def show_texts(self, head: Playhead, *, chosen: bool) -> None:
        show = self.current
        if show is not None:
            step = f"{head.position:,} of {head.length:,}"
            self.query_one(ShowTitle).show(show.title, step, chosen=chosen)
            self.panel.show(show, chosen=chosen)
