"""A list to choose from; the highlight is a mark as well as a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Iterable

MARK: Final = "▸ "
"""The mark of the highlighted line."""

BLANK: Final = " " * len(MARK)
"""Replaces the mark before a line that is not highlighted, in as many columns."""


class MenuList(OptionList):
    """An option list of plain lines, in which ``j`` and ``k`` go down and up as well.

    With the class ``pane`` it is a part of a screen, and keeps its highlight without the focus.

    Args:
        lines: Identifier and text of each line.
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
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(
        self,
        lines: Iterable[tuple[str, str]] = (),
        *,
        id: str | None = None,  # noqa: A002  Textual's name for it
        classes: str | None = None,
    ) -> None:
        self._texts = list(lines)
        self._marked: int | None = None
        options = (Option(BLANK + text, id=name) for name, text in self._texts)
        super().__init__(*options, id=id, classes=classes, compact=True, markup=False)

    def show_lines(self, lines: Iterable[tuple[str, str]]) -> None:
        """Show other texts for the same lines; the highlight stays where it is."""
        self._texts = list(lines)
        for index in range(len(self._texts)):
            self._draw(index)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark along with the highlight."""
        super().watch_highlighted(highlighted)
        before, self._marked = self._marked, highlighted
        for index in (before, highlighted):
            if index is not None and index < self.option_count:
                self._draw(index)

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Return a style; Textual leaves out that it is reversed."""
        style = super().get_visual_style(*component_classes, partial=partial)
        texts = (self.get_component_styles(name).text_style for name in component_classes)
        return style + Style(reverse=True) if any(text.reverse for text in texts) else style

    def _draw(self, index: int) -> None:
        mark = MARK if index == self._marked else BLANK
        self.replace_option_prompt_at_index(index, mark + self._texts[index][1])
