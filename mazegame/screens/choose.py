"""Choose: a dialog with a list to pick from."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from mazegame.screens.base import GameDialog
from mazegame.widgets.menu_list import MenuList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


class ChooseScreen(GameDialog[str]):
    """A list. Dismisses with the name of a line; None for Escape.

    Args:
        question: The question above the list.
        lines: The name and the text of each line.
        chosen: The name of the initially highlighted line.
    """

    CSS_PATH = "lab.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="choose.back"),
    ]

    def __init__(self, question: str, lines: Sequence[tuple[str, str]], chosen: str = "") -> None:
        super().__init__()
        self._question = question
        self._lines = list(lines)
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        """Yield the question and the list."""
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="heading")
            yield MenuList(self._lines)

    def on_mount(self) -> None:
        """Highlight the chosen line."""
        names = [name for name, _ in self._lines]
        if self._chosen in names:
            self.query_one(MenuList).highlighted = names.index(self._chosen)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)
