"""A list to choose from; the highlight is a mark as well as a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
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

    Args:
        lines: Identifier and text of each line.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(self, lines: Iterable[tuple[str, str]], *, id: str | None = None) -> None:  # noqa: A002
        self._texts = list(lines)
        self._marked: int | None = None
        options = (Option(BLANK + text, id=name) for name, text in self._texts)
        super().__init__(*options, id=id, compact=True, markup=False)

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
            if index is not None:
                self._draw(index)

    def _draw(self, index: int) -> None:
        mark = MARK if index == self._marked else BLANK
        self.replace_option_prompt_at_index(index, mark + self._texts[index][1])
