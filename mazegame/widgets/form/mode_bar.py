"""The mode bar: what there is besides the form, in a line; a click or Enter opens it.

What lives here: drawing the line, and the highlight. What does not: the modes and what opens them
(``screens/modes.py``, ``screens/new_game.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from mazegame.widgets.keys.key_line import ActiveKeys
from mazegame.widgets.maze.zooms import has_unicode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import RenderResult


class ModeBar(ActiveKeys, can_focus=True):
    """Titles with their keys, as many as have room, one of them highlighted.

    Args:
        modes: The title and the screen's action of each mode. The first one is the screen itself.
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
        self._spans: list[tuple[int, int, str]] = []

    @property
    def action(self) -> str:
        """The action of the highlighted mode."""
        return self._modes[self._chosen][1]

    def action_turn(self, by: int) -> None:
        """Highlight the next mode, or the one before."""
        self._chosen = (self._chosen + by) % len(self._modes)
        self.refresh()

    def on_blur(self) -> None:
        """Highlight the screen itself again."""
        self._chosen = 0

    def on_click(self, event: events.Click) -> None:
        """Open the mode under the pointer."""
        for start, end, action in self._spans:
            if start <= event.x - 1 < end:
                self.post_message(self.Opened(action))

    def render(self) -> RenderResult:
        """Draw as many modes as fit, the highlighted one among them."""
        keys: dict[str, str] = {}
        for _, binding, _, _ in self.screen.active_bindings.values():
            if binding.action not in keys or binding.key.isdigit():
                keys[binding.action] = self.app.get_key_display(binding)
        entries = [self._entry(number, keys) for number in range(len(self._modes))]
        room = self.content_size.width
        gap = 2 if sum(entry.cell_length + 2 for entry in entries) - 2 <= room else 1
        first = 0
        while True:
            line = self._from(first, entries, gap)
            if first + len(self._spans) > self._chosen or first >= self._chosen:
                break
            first += 1
        before = (room - line.cell_length) // 2 if self.styles.text_align == "center" else 0
        self._spans = [(start + before, end + before, it) for start, end, it in self._spans]
        return Content.assemble(" " * before, line)

    def _from(self, first: int, entries: Sequence[Content], gap: int) -> Content:
        """Return the line that begins with a mode, and remember where each one stands."""
        before, after = ("‹ ", " ›") if has_unicode() else ("< ", " >")
        line, self._spans = Content(before if first else ""), []
        for number, entry in enumerate(entries[first:], start=first):
            start = line.cell_length + gap * bool(self._spans)
            end = start + entry.cell_length
            if end + len(after) * (number < len(entries) - 1) > self.content_size.width:
                return Content.assemble(line, after)
            line = Content.assemble(line, " " * (start - line.cell_length), entry)
            self._spans.append((start, end, self._modes[number][1]))
        return line

    def _entry(self, number: int, keys: dict[str, str]) -> Content:
        title, action = self._modes[number]
        style = ""
        if number == self._chosen:
            style = "bold reverse" if self.has_focus else "bold underline"
        digit = keys.get(action, "")
        return Content.assemble((digit, "bold $maze-key"), " " if digit else "", (title, style))
