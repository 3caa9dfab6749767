"""A choice: one of a few values on one line, changed with left and right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import RenderResult

T = TypeVar("T")


class Choice(Widget, Generic[T], can_focus=True):
    """Shows ``‹ label ›`` for one of several values, at first the first of its options."""

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

    @dataclass
    class Changed(Message):
        """Another value was chosen."""

        choice: Choice[Any]

        @property
        def control(self) -> Choice[Any]:
            """The choice that changed."""
            return self.choice

    def __init__(self, options: Iterable[tuple[T, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._options = list(options)
        self._index = 0

    @property
    def value(self) -> T:
        """The chosen value."""
        return self._options[self._index][0]

    @property
    def values(self) -> list[T]:
        """All values, in their order."""
        return [value for value, _ in self._options]

    def choose(self, value: T, label: str | None = None) -> None:
        """Choose a value without a message; a new one becomes the last, with its label.

        Raises:
            ValueError: If it is a new value without a label.
        """
        if label is not None and value not in self.values:
            self._options.append((value, label))
        self._index = self.values.index(value)
        self._redraw()

    def action_turn(self, by: int) -> None:
        """Choose the next value, or the previous one."""
        self._index = (self._index + by) % len(self._options)
        self._redraw()
        self.post_message(self.Changed(self))

    def _redraw(self) -> None:
        self.refresh(layout=self.styles.auto_dimensions)

    def on_click(self, event: events.Click) -> None:
        """Choose the previous value by a click left of the middle, the next by one right of it."""
        self.action_turn(-1 if event.x < (len(self._label) + 4) // 2 else 1)

    def render(self) -> RenderResult:
        """Draw the value between its arrows."""
        label = truncate(self._label, self.size.width - 4)
        return Content.assemble(("‹ ", "bold"), label, (" ›", "bold"))

    def get_content_width(self, _: object, __: object) -> int:
        """Return the columns of the whole value between its arrows."""
        return cell_len(self._label) + 4

    @property
    def _label(self) -> str:
        return self._options[self._index][1]
