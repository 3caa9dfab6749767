"""The key line: the keys that do something here, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events
    from textual.app import RenderResult
    from textual.screen import Screen


class KeyLine(Widget, can_focus=False):
    """Shows the screen's bindings in force, as many as fit; a click does what the key does."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        padding: 0 1;
        color: $text-muted;
        &:nocolor { text-style: none; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, Binding]] = []

    def on_mount(self) -> None:
        """Follow changes of what can be done."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> RenderResult:
        """Draw the line."""
        room = self.content_size.width
        line = Content()
        self._spans = []
        for binding in self._shown():
            gap = 2 if self._spans else 0
            entry = Content.assemble(
                (self.app.get_key_display(binding), "bold $accent"), " ", binding.description
            )
            if line.cell_length + gap + entry.cell_length > room:
                break
            start = line.cell_length + gap
            self._spans.append((start, start + entry.cell_length, binding))
            line = Content.assemble(line, " " * gap, entry)
        return line

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        x = event.x - 1  # the padding
        for start, end, binding in self._spans:
            if start <= x < end:
                self.app.simulate_key(binding.key)

    def _shown(self) -> list[Binding]:
        """The screen's own bindings that are shown and in force, in the order they are declared."""
        shown: dict[str, Binding] = {}
        for binding, enabled in bindings_in_force(self.screen):
            if binding.show and enabled:
                shown.setdefault(binding.action, binding)
        return list(shown.values())


def bindings_in_force(screen: Screen[Any]) -> list[tuple[Binding, bool]]:
    """The bindings that a screen declares, with the keys that they really have now.

    Returns:
        Each binding once for every key, in the order in which they are declared, and whether it
        does anything now.
    """
    there: dict[str, list[tuple[Binding, bool]]] = {}
    for _, binding, enabled, _ in screen.active_bindings.values():
        there.setdefault(binding.id or binding.action, []).append((binding, enabled))
    found: list[tuple[Binding, bool]] = []
    for declared in Binding.make_bindings(screen.BINDINGS):
        found += there.pop(declared.id or declared.action, [])
    return found
