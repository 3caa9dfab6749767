"""Texts and lists of plain lines. Only the visible lines are drawn.

A ``LineText`` is read, a ``LineList`` is a list to choose a line from. Each is one widget without
children whose height needs no layout: a screen of 200 columns opens in half the time that
containers, texts and option lists take.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.control import strip_control_codes
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from mazegame.widgets.text.menu_list import BLANK, MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style as RichStyle
    from textual import events
    from textual.content import Content
    from textual.style import Style


def fitted(text: str, width: int) -> str:
    """Return a text in exactly ``width`` columns; a longer one ends with an ellipsis."""
    if cell_len(text) > width:
        text = f"{set_cell_size(text, max(width - 1, 0))}…"
    return set_cell_size(text, width)


class LineText(ScrollView, can_focus=True):
    """A text that scrolls. Its lines are truncated, never wrapped.

    Args:
        content: The text.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    LineText {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    """

    def __init__(self, content: Content, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._text = content
        self._drawn: list[Strip] = []
        self._drawn_as: tuple[int, Style, str] | None = None
        # Known before the first layout, so that the height causes no second one.
        self.set_reactive(Widget.virtual_size, Size(0, content.plain.count("\n") + 1))
        self.set_reactive(Widget.auto_links, False)  # noqa: FBT003  the text has no links to look for

    def show_text(self, content: Content) -> None:
        """Show another text."""
        self._text = content
        self.virtual_size = Size(0, content.plain.count("\n") + 1)
        self._drawn_as = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        width = self.scrollable_content_region.width
        style = self.visual_style
        drawn_as = width, style, self.app.theme
        if drawn_as != self._drawn_as:
            self._drawn = Visual.to_strips(self, self._text, width, None, style)
            self._drawn_as = drawn_as
        at = self.scroll_offset.y + y
        if at >= len(self._drawn):
            return Strip.blank(width, style.rich_style)
        return self._drawn[at].adjust_cell_length(width, style.rich_style)


class LineList(ScrollView, can_focus=True):
    """A list of plain lines to choose from, whose highlight is a mark as well as a colour.

    Args:
        lines: The texts. Messages name a line by its index.
    """

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {"line-list--highlighted"}

    DEFAULT_CSS = """
    LineList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
        & > .line-list--highlighted { background: $panel; color: $foreground; text-style: bold; }
        &:focus > .line-list--highlighted {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: bold;
        }
        &:nocolor:focus > .line-list--highlighted { text-style: bold reverse; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "go(1)", "down", show=False),
        Binding("up,k", "go(-1)", "up", show=False),
        Binding("pagedown", "page(1)", "a page down", show=False),
        Binding("pageup", "page(-1)", "a page up", show=False),
        Binding("home", "first", "to the first", show=False),
        Binding("end", "last", "to the last", show=False),
        Binding("enter", "choose", "choose", show=False),
    ]

    highlighted: reactive[int] = reactive(0, init=False)
    """The index of the highlighted line."""

    @dataclass
    class Chosen(Message):
        """A line was chosen."""

        index: int

    def __init__(self, lines: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._texts = [strip_control_codes(line) for line in lines]
        self.set_reactive(Widget.virtual_size, Size(0, len(self._texts)))

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show other texts for the same lines; the highlight stays where it is."""
        self._texts = [strip_control_codes(line) for line in lines]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        width = self.scrollable_content_region.width
        at = self.scroll_offset.y + y
        if at >= len(self._texts):
            return Strip.blank(width, self.visual_style.rich_style)
        highlighted = at == self.highlighted
        text = (MARK if highlighted else BLANK) + self._texts[at]
        return Strip([Segment(fitted(text, width), self._look(highlighted=highlighted))], width)

    def _look(self, *, highlighted: bool) -> RichStyle:
        if highlighted:
            return self.get_component_rich_style("line-list--highlighted")
        return self.visual_style.rich_style

    # Keys and mouse

    def validate_highlighted(self, highlighted: int) -> int:
        """Keep the highlight on a line."""
        return max(min(highlighted, len(self._texts) - 1), 0)

    def watch_highlighted(self, before: int, highlighted: int) -> None:
        """Redraw both lines, and scroll to the highlight."""
        for at in (before, highlighted):
            self.refresh(Region(0, at - self.scroll_offset.y, self.size.width, 1))
        self.scroll_to_region(Region(0, highlighted, 1, 1), animate=False, immediate=True)

    def action_go(self, lines: int) -> None:
        """Move the highlight by some lines; it wraps around."""
        self.highlighted = (self.highlighted + lines) % max(len(self._texts), 1)

    def action_page(self, pages: int) -> None:
        """Move the highlight by the height of the list."""
        self.highlighted += pages * self.scrollable_content_region.height

    def action_first(self) -> None:
        """Move the highlight to the first line."""
        self.highlighted = 0

    def action_last(self) -> None:
        """Move the highlight to the last line."""
        self.highlighted = len(self._texts) - 1

    def action_choose(self) -> None:
        """Choose the line that is highlighted."""
        if self._texts:
            self.post_message(self.Chosen(self.highlighted))

    def on_click(self, event: events.Click) -> None:
        """Choose the line that is clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        at = self.scroll_offset.y + offset.y
        if at < len(self._texts):
            self.highlighted = at
            self.action_choose()
