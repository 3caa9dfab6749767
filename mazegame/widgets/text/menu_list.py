"""Lists of lines: one to choose from, and a long text that scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.content import Content

MARK: Final = "▸ "
"""The mark of the highlighted line."""

BLANK: Final = " " * len(MARK)
"""Replaces the mark before a line that is not highlighted, in as many columns."""


class MenuList(OptionList):
    """An option list of plain lines, in which ``j`` and ``k`` go down and up as well.

    With the class ``pane`` it is a part of a screen, and keeps its highlight without the focus. A
    line is an identifier and a text, whose styles count while it is not highlighted.
    """

    DEFAULT_CSS = """
    MenuList.pane {
        background: transparent;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-color: $panel;
        & > .option-list--option-highlighted {
            background: $panel;
            color: $foreground;
            text-style: bold;
        }
        &:focus > .option-list--option-highlighted {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: bold;
        }
    }
    MenuList:nocolor > .option-list--option-highlighted { text-style: bold; }
    MenuList:nocolor:focus > .option-list--option-highlighted { text-style: bold reverse; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(
        self,
        lines: Iterable[tuple[str, str | Content]] = (),
        *,
        id: str | None = None,  # noqa: A002  Textual's name for it
        classes: str | None = None,
    ) -> None:
        self._texts = list(lines)
        self._marked: int | None = None
        options = (Option(BLANK + text, id=name) for name, text in self._texts)
        super().__init__(*options, id=id, classes=classes, compact=True, markup=False)

    def show_lines(self, lines: Iterable[tuple[str, str | Content]]) -> None:
        """Replace the lines; the highlight stays if only their texts differ."""
        before, self._texts = self._texts, list(lines)
        if [name for name, _ in before] != [name for name, _ in self._texts]:
            self.set_options(Option(BLANK + text, id=name) for name, text in self._texts)
            self.action_first()
        else:
            for index in range(len(self._texts)):
                self._draw(index)

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        before, self._marked = self._marked, highlighted
        for index in (before, highlighted):
            if index is not None and index < self.option_count:
                self._draw(index)

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Return a style, with ``reverse``, which Textual leaves out."""
        style = super().get_visual_style(*component_classes, partial=partial)
        texts = (self.get_component_styles(name).text_style for name in component_classes)
        return style + Style(reverse=True) if any(text.reverse for text in texts) else style

    def _draw(self, index: int) -> None:
        text = self._texts[index][1]
        if index == self._marked:
            text = MARK + (text if isinstance(text, str) else text.plain)
        else:
            text = BLANK + text
        self.replace_option_prompt_at_index(index, text)


def fitted(text: str, width: int) -> str:
    """Return a text in exactly ``width`` columns; a longer one ends with an ellipsis."""
    if cell_len(text) > width:
        text = f"{set_cell_size(text, max(width - 1, 0))}…"
    return set_cell_size(text, width)


class LineText(ScrollView, can_focus=True):
    """A text that scrolls. Its lines are truncated, never wrapped, and drawn when they are visible.

    It is one widget without children whose height needs no layout: a screen of 200 columns opens in
    half the time that a container with a text takes.
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
        self._text = content
        self.virtual_size = Size(0, content.plain.count("\n") + 1)
        self._drawn_as = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
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
