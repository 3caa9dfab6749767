"""A field of a form: a label, an input line, and an error message."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input, Label, Static

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget


class _EntryLine(Input):
    """An input line that leaves pasted game IDs to the form, and shows where its text is cut."""

    def render_line(self, y: int) -> Strip:
        """Return a line, with an ellipsis at the end of a text that is longer than it."""
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
    """A labelled input line with an error message below; a widget may stand before the line."""

    DEFAULT_CSS = """
    InputField {
        height: auto;

        Horizontal { height: 1; }
        Label { width: 10; padding: 0 1; color: $text-muted; }
        Input {
            width: 1fr;
            max-width: 66;
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
        """The player changed the text."""

        field: InputField
        text: str

        @property
        def control(self) -> InputField:
            """The field."""
            return self.field

    @dataclass
    class GameIdPasted(Message):
        """The player pasted what looks like a game ID."""

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
        """Yield the label, the line and the error message."""
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
        """The text in the field."""
        return self.entry.value

    @property
    def wrong(self) -> bool:
        """Whether the field shows an error."""
        return self.entry.has_class("-wrong")

    def fill(self, text: str) -> None:
        """Replace the text without a message, and clear the error."""
        with self.prevent(Input.Changed):
            self.entry.value = text
            self.entry.cursor_position = 0
        self.complain("")

    def complain(self, message: str, *, elsewhere: bool = False) -> None:
        """Show an error, or only mark the text if it is shown elsewhere; empty clears it."""
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
