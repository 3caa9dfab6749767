"""The mode bar: what there is besides the form, in a line; a click or Enter opens it.

Not here: the modes (``screens/modes.py``), and what opens them (``screens/new_game.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from mazegame.widgets.keys.key_line import ActiveKeys

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
        if action := event.style.meta.get("mode"):
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
