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


class MenuList(OptionList):
    """An option list of plain lines, in which ``j`` and ``k`` go down and up as well.

    Args:
        lines: Identifier and text of each line.
        id: As for every widget.
        compact: As for ``OptionList``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "down", show=False),
        Binding("k", "cursor_up", "up", show=False),
    ]

    def __init__(
        self,
        lines: Iterable[tuple[str, str]],
        *,
        id: str | None = None,  # noqa: A002  Textual's name for it
        compact: bool = True,
    ) -> None:
        self._texts = list(lines)
        self._marked: int | None = None
        blank = " " * len(MARK)
        super().__init__(
            *(Option(blank + text, id=name) for name, text in self._texts),
            id=id,
            compact=compact,
            markup=False,
        )

    def show_lines(self, lines: Iterable[tuple[str, str]]) -> None:
        """Show other texts for the same lines; the highlight stays where it is."""
        self._texts = list(lines)
        for index, (_, text) in enumerate(self._texts):
            mark = MARK if index == self._marked else " " * len(MARK)
            self.replace_option_prompt_at_index(index, mark + text)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the mark along with the highlight."""
        super().watch_highlighted(highlighted)
        for index, before in ((self._marked, " " * len(MARK)), (highlighted, MARK)):
            if index is not None:
                self.replace_option_prompt_at_index(index, before + self._texts[index][1])
        self._marked = highlighted
