"""The head of the form: the name of the game, what waits for the player, and the bar of modes.

Each letter of the large title is a maze of the engine, carved inside a mask and stored here as
text, so that the start does not carve it. A test carves them again and compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from mazegame.widgets.keys.key_line import ActiveKeys, key_of
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer, fitting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult, RenderResult

SMALL: Final = """\
┏━┳━┓ ┏━━━┓ ╺━━━┓ ┏━━━╸ ┏━━━╸ ┏━━━┓ ┏━┳━┓ ┏━━━╸
┃ ┃ ┃ ┣━━━┫ ┏━━━┛ ┣━━╸  ┃ ╺━┓ ┣━━━┫ ┃ ┃ ┃ ┣━━╸
╹ ╹ ╹ ╹   ╹ ┗━━━╸ ┗━━━╸ ┗━━━┛ ╹   ╹ ╹ ╹ ╹ ┗━━━╸"""
"""The title in the walls of a maze: 47 columns, three lines."""

LARGE: Final = """\
█▀▀▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀█▀█ █▀▀▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█
█ █▀█ █▀█ █ █ █▀▀▀█ █ ▀▀▀▀█ █ █ █ █▀▀▀▀▀▀ █ █▀▀▀▀▀▀ █ █▀▀▀█ █ █ █▀█ █▀█ █ █ █▀▀▀▀▀▀
█ █ █ █ █ █ █ █▀▀▀▀ █   █▀▀ █▀▀ █ ▀▀▀▀█   █ █ █▀▀▀█ █ ▀▀▀▀▀ █ █ █ █ █ █ █ █ ▀▀▀▀█
█ █ █ █ █ █ █ █▀▀▀█ █ █▀▀ █▀▀   █ █▀▀▀▀   █ █ ▀▀█ █ █ █▀▀▀█ █ █ █ █ █ █ █ █ █▀▀▀▀
█ █ ▀▀▀ █ █ █ █   █ █ █▀▀ ▀▀▀▀█ █ ▀▀▀▀▀▀█ █ ▀▀▀▀▀ █ █ █   █ █ █ █ ▀▀▀ █ █ █ ▀▀▀▀▀▀█
▀▀▀     ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀     ▀▀▀ ▀▀▀▀▀▀▀▀▀"""
"""The title in half blocks: 83 columns, six lines."""

PLAIN: Final = "mazegame"
"""The title for small terminals, and without Unicode."""


class _Waiting(FittingLine):
    """Lines below each other; where there is only one, as many side by side as have room."""

    def render(self) -> RenderResult:
        if self.size.height > 1:
            return Content("\n").join(self._texts[: self.size.height])
        dot = " · " if has_unicode() else ", "
        return fitting(fewer_and_fewer(self._texts, dot), self.size.width)


class Banner(Horizontal):
    """The title, and lines on the daily maze and the journey. The screen's classes set its size."""

    DEFAULT_CSS = """
    Banner {
        height: 3;
        padding: 0 1;

        #title { width: 47; height: 3; color: $maze-key; margin-right: 2; }
        #waiting {
            width: 1fr;
            height: 3;
            content-align: right middle;
            text-align: right;
            color: $foreground;
            link-style: none;
            link-style-hover: bold underline;
            link-color-hover: $maze-key;
            link-background-hover: $background;
        }
    }
    """

    def compose(self) -> ComposeResult:
        yield Static(PLAIN, id="title", markup=False)
        yield _Waiting(id="waiting")

    def show_title(self, *, lines: int) -> None:
        """Show the title in 1, 3 or 6 lines."""
        title = {3: SMALL, 6: LARGE}.get(lines, PLAIN) if has_unicode() else PLAIN
        shown = self.query_one("#title", Static)
        shown.update(title)
        shown.styles.width = len(PLAIN) + 1 if lines == 1 else None

    def show_waiting(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show lines beside the title, or below it: words, and an action of the screen or none."""
        self.query_one(_Waiting).show([self._line(*line) for line in lines])

    def _line(self, words: str, action: str) -> Content:
        if not action:
            return Content(words)
        link = Style.from_meta({"@click": f"screen.{action}"})
        return Content.assemble((f"{words}: press {key_of(self.screen, action)}", link))


class ModeBar(ActiveKeys, can_focus=True):
    """Titles with their keys, as many as have room, one of them highlighted.

    A mode is a title and an action of the screen; the first one is the screen itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "mode before", show=False),
        Binding("right", "turn(1)", "modes", key_display="← →"),
    ]

    DEFAULT_CSS = "ModeBar { height: 1; padding: 0 1; color: $foreground; }"

    @dataclass
    class Opened(Message):
        """The player opens a mode."""

        action: str
        """The screen's action that opens it."""

    def __init__(self, modes: Sequence[tuple[str, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._modes = modes
        self._chosen = 0

    @property
    def action(self) -> str:
        return self._modes[self._chosen][1]

    def action_turn(self, by: int) -> None:
        self._chosen = (self._chosen + by) % len(self._modes)
        self.refresh()

    def on_blur(self) -> None:
        """Highlight the screen itself again."""
        self._chosen = 0

    def on_click(self, event: events.Click) -> None:
        if action := event.style.meta.get("mode"):
            self.post_message(self.Opened(action))

    def render(self) -> RenderResult:
        keys: dict[str, str] = {}
        for _, binding, _, _ in self.screen.active_bindings.values():
            if binding.action not in keys or binding.key.isdigit():
                keys[binding.action] = self.app.get_key_display(binding)
        entries = [self._entry(number, keys) for number in range(len(self._modes))]
        room = self.content_size.width
        gap = 2 if sum(entry.cell_length + 2 for entry in entries) - 2 <= room else 1
        line = Content()
        for first in range(self._chosen + 1):
            line, end = self._from(first, entries, gap)
            if end > self._chosen:
                break
        return line

    def _from(self, first: int, entries: Sequence[Content], gap: int) -> tuple[Content, int]:
        """Return the line that begins with a mode, and the mode that has no room any more."""
        line, after = Content("‹ " if first else ""), " ›"
        for number, entry in enumerate(entries[first:], start=first):
            longer = Content.assemble(line, " " * gap if number > first else "", entry)
            more = len(after) if number < len(entries) - 1 else 0
            if longer.cell_length + more > self.content_size.width:
                return Content.assemble(line, after), number
            line = longer
        return line, len(entries)

    def _entry(self, number: int, keys: dict[str, str]) -> Content:
        title, action = self._modes[number]
        style = ""
        if number == self._chosen:
            style = "bold reverse" if self.has_focus else "bold underline"
        digit = keys.get(action, "")
        entry = Content.assemble((digit, "bold $maze-key"), " " if digit else "", (title, style))
        return entry.stylize(Style.from_meta({"mode": action}))
