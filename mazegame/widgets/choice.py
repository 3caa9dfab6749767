"""A choice: one of a few values on one line, changed with left and right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import RenderResult


class Choice(Widget, can_focus=True):
    """Shows ``‹ value ›``."""

    ALLOW_SELECT = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "previous", show=False, id="choice.previous"),
        Binding("right,space", "turn(1)", "change", id="choice.next", key_display="← →"),
    ]

    DEFAULT_CSS = """
    Choice {
        height: 1;
        color: $foreground;
        &:focus { background: $block-cursor-background; color: $block-cursor-foreground; }
        &:nocolor:focus { text-style: reverse; }
    }
    """

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            """The choice that changed."""
            return self.choice

    def __init__(self, labels: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._labels = list(labels)
        self._index = 0

    @property
    def index(self) -> int:
        """Which value is chosen."""
        return self._index

    def choose(self, index: int) -> None:
        """Choose a value without a message."""
        self._index = index % len(self._labels)
        self.refresh()

    def action_turn(self, by: int) -> None:
        """Choose the next value, or the one before."""
        self.choose(self._index + by)
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """Left of the middle the value before, right of it the next."""
        label = len(self._labels[self._index]) + 4
        self.action_turn(-1 if event.x < label // 2 else 1)

    def render(self) -> RenderResult:
        """Draw the value between its arrows."""
        return Content.assemble(("‹ ", "bold"), self._labels[self._index], (" ›", "bold"))
