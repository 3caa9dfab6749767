"""Confirm: a dialog with a yes-or-no question."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.screens.base import GameDialog

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult


class ConfirmScreen(GameDialog[bool]):
    """A question. Dismisses with True for yes. Enter and y agree, all other keys do not.

    Args:
        question: The question, in a few words.
        consequence: The effect of an answer, in a sentence.
        details: Further lines; they are cut off rather than wrapped.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes", id="confirm.yes"),
        Binding("n,escape,q", "dismiss(False)", "no", id="confirm.no"),
    ]

    def __init__(self, question: str, consequence: str, details: Iterable[str] = ()) -> None:
        super().__init__()
        self._question, self._consequence = question, consequence
        self._details = tuple(details)

    def compose(self) -> ComposeResult:
        """Yield the question and the answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, classes="heading")
            for line in self._details:
                yield Static(line, classes="detail", markup=False)
            if self._consequence:
                yield Static(self._consequence, markup=False)
            yield Static(
                Content.assemble(
                    ("y", "bold $maze-key"), " yes   ", ("n", "bold $maze-key"), " no"
                ),
                classes="keys",
            )
