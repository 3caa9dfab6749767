"""Fields: a choice of a few values, turned with left and right, and an input line."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Label, Static

from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import ComposeResult, RenderResult

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
        """Posted when the player chooses another value."""

        choice: Choice[Any]

        @property
        def control(self) -> Choice[Any]:
            return self.choice

    def __init__(self, options: Iterable[tuple[T, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._options = list(options)
        self._index = 0

    @property
    def value(self) -> T:
        return self._options[self._index][0]

    @property
    def values(self) -> list[T]:
        return [value for value, _ in self._options]

    def choose(self, value: T, label: str | None = None) -> None:
        """Choose a value without posting a message; a new one is added last, with its label.

        Raises:
            ValueError: If it is a new value without a label.
        """
        if label is not None and value not in self.values:
            self._options.append((value, label))
        self._index = self.values.index(value)
        self._redraw()

    def action_turn(self, by: int) -> None:
        self._index = (self._index + by) % len(self._options)
        self._redraw()
        self.post_message(self.Changed(self))

    def _redraw(self) -> None:
        self.refresh(layout=self.styles.auto_dimensions)

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < (len(self._label) + 4) // 2 else 1)

    def render(self) -> RenderResult:
        label = truncate(self._label, self.size.width - 4)
        return Content.assemble(("‹ ", "bold"), label, (" ›", "bold"))

    def get_content_width(self, _: object, __: object) -> int:
        return cell_len(self._label) + 4

    @property
    def _label(self) -> str:
        return self._options[self._index][1]


class RaceLine(Choice[None]):
    """A race on one line; the keys that change other choices open its dialog."""

    class Opened(Message):
        """Posted when the player wants to change the race."""

    def show(self, text: str) -> None:
        """Show the description of a race."""
        self._options = [(None, text)]
        self.refresh()

    def action_turn(self, by: int) -> None:
        del by
        self.post_message(self.Opened())


class _EntryLine(Input):
    """An input line that passes pasted game IDs to the form, and marks cut text."""

    def render_line(self, y: int) -> Strip:
        line, last = super().render_line(y), self.size.width - 1
        if self.has_focus or cell_len(self.value) <= self.size.width:
            return line
        style = next(iter(line.crop(last)), Segment("")).style
        return Strip.join([line.crop(0, last), Strip([Segment("…", style)])])

    def on_paste(self, event: events.Paste) -> None:
        if (text := event.text.strip()).count(":") >= 2:
            event.stop()
            event.prevent_default()
            self.post_message(InputField.GameIdPasted(text))


class InputField(Vertical):
    """A labelled input line with an error message below it."""

    DEFAULT_CSS = """
    InputField {
        height: auto;

        Horizontal { height: 1; }
        Label { width: 10; padding: 0 1; color: $text-muted; }
        &:focus-within Label { color: $maze-key; text-style: bold; }
        Input {
            width: 1fr;
            max-width: 66;
            &:focus { background: $foreground 14%; }
            &.-wrong { color: $error; }
            &:nocolor:focus { text-style: underline; }
        }
        .error {
            display: none;
            overlay: screen;
            constrain: inside inside;
            width: auto;
            max-width: 66;
            height: auto;
            max-height: 6;
            margin-left: 10;
            padding: 0 1;
            background: $panel;
            color: $error;
        }
    }
    """

    @dataclass
    class Edited(Message):
        """Posted when the player changes the text."""

        field: InputField
        text: str

        @property
        def control(self) -> InputField:
            return self.field

    @dataclass
    class GameIdPasted(Message):
        """Posted when the player pastes text that looks like a game ID."""

        text: str

    def __init__(
        self,
        label: str,
        *,
        placeholder: str = "",
        before: Widget | None = None,
        id: str | None = None,  # noqa: A002  Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self._label, self._placeholder, self._before = label, placeholder, before

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Label(self._label)
            if self._before is not None:
                yield self._before
            yield _EntryLine(placeholder=self._placeholder, compact=True, select_on_focus=True)
        yield Static(classes="error", markup=False)

    entry = getters.query_one(Input)
    """The input line."""

    @property
    def text(self) -> str:
        return self.entry.value

    @property
    def wrong(self) -> bool:
        return self.entry.has_class("-wrong")

    def fill(self, text: str) -> None:
        """Replace the text without posting a message, and clear the error."""
        with self.prevent(Input.Changed):
            self.entry.value = text
            self.entry.cursor_position = 0
        self.complain("")

    def complain(self, message: str, *, elsewhere: bool = False) -> None:
        """Show an error, or only mark the text if the error is shown elsewhere; empty clears it."""
        self.entry.set_class(bool(message), "-wrong")
        error = self.query_one(".error", Static)
        error.update(message)
        error.display = bool(message) and not elsewhere

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Edited(self, event.value))


def typed_path(text: str) -> str:
    """Return the path of a typed text: expand ``~``, drop quotes around it.

    A ``-`` is a file of that name, since standard input is the keyboard.
    """
    from mazegame.formats.source import STDIN

    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    with contextlib.suppress(ValueError):  # no name of a user can be so
        text = os.path.expanduser(text)  # noqa: PTH111  Path's fails where there is no home
    return os.path.join(os.curdir, text) if text == STDIN else text  # noqa: PTH118  Path drops "./"
