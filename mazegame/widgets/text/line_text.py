"""A long text that scrolls, of which only the visible lines are drawn.

It is one widget without children whose height needs no layout: a screen of 200 columns opens in
half the time that a container with a text takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

if TYPE_CHECKING:
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
