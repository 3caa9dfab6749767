"""The key line: the keys that work on this screen, on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events
    from textual.app import RenderResult
    from textual.screen import Screen


GAP: Final = 2
"""Columns between two keys."""


class KeyLine(Widget, can_focus=False):
    """Shows the screen's active bindings, as many as fit; a click acts like the key.

    The key that closes the screen is always among them.

    Args:
        of_focus: Whether to show the bindings of the focused widget before the screen's.
        keys_unless: With this class on the screen, the keys are shown elsewhere, and the line
            shows notes only. Empty for none.
    """

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

    def __init__(self, *, of_focus: bool = False, keys_unless: str = "") -> None:
        super().__init__()
        self._keys_unless = keys_unless
        self._of_focus = of_focus
        self._spans: list[tuple[int, int, Binding]] = []
        self._note = ""

    def show_note(self, text: str) -> None:
        """Show a note before the keys; an empty text removes it."""
        self._note = text
        self.refresh()

    def on_mount(self) -> None:
        """Repaint when the active bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> RenderResult:
        """Draw the line."""
        room = self.content_size.width
        line = Content.styled(self._note, "bold $foreground")
        self._spans = []
        if self._keys_unless and self.screen.has_class(self._keys_unless):
            return line
        for binding, entry in self._fitting(room - (line.cell_length + GAP if self._note else 0)):
            start = line.cell_length + (GAP if line else 0)
            self._spans.append((start, start + entry.cell_length, binding))
            line = Content.assemble(line, " " * (start - line.cell_length), entry)
        return line

    def _fitting(self, room: int) -> list[tuple[Binding, Content]]:
        """Return the first bindings that fit, with their texts, and always the closing one."""
        entries = [
            (
                binding,
                Content.assemble(
                    (self.app.get_key_display(binding), "bold $maze-key"), " ", binding.description
                ),
            )
            for binding in self._shown()
        ]
        back = next(
            (at for at, (binding, _) in enumerate(entries) if _closes_screen(binding)), None
        )
        left = room + GAP - (0 if back is None else entries[back][1].cell_length + GAP)
        fitting = []
        for at, (_, entry) in enumerate(entries):
            if at == back:
                fitting.append(at)
                continue
            left -= entry.cell_length + GAP
            if left < 0:
                break
            fitting.append(at)
        if back is not None and back not in fitting:
            fitting.append(back)
        return [entries[at] for at in fitting]

    def on_click(self, event: events.Click) -> None:
        """Run the action of the key under the pointer."""
        x = event.x - 1  # the padding
        for start, end, binding in self._spans:
            if start <= x < end:
                self.app.simulate_key(binding.key)

    def _shown(self) -> list[Binding]:
        """Return the screen's shown and active bindings, in the order of declaration.

        With ``of_focus``, those of the focused widget come first.
        """
        shown: dict[str, Binding] = {}
        if self._of_focus:
            for node, binding, enabled, _ in self.screen.active_bindings.values():
                if node is self.screen.focused and binding.show and enabled:
                    shown.setdefault(binding.action, binding)
        for binding, enabled in bindings_in_force(self.screen):
            if binding.show and enabled:
                shown.setdefault(binding.action, binding)
        return list(shown.values())


def key_of(screen: Screen[Any], action: str) -> str:
    """Return the name of an action's key; empty if it has none now."""
    for _, binding, enabled, _ in screen.active_bindings.values():
        if binding.action == action and enabled:
            return screen.app.get_key_display(binding)
    return ""


def _closes_screen(binding: Binding) -> bool:
    """Return whether a key closes the screen without an answer."""
    return binding.action == "dismiss"


def bindings_in_force(screen: Screen[Any]) -> list[tuple[Binding, bool]]:
    """Return the bindings that a screen declares, with their present keys.

    Returns:
        Each binding once for every key, in the order of declaration, and whether it is active.
    """
    there: dict[str, list[tuple[Binding, bool]]] = {}
    for _, binding, enabled, _ in screen.active_bindings.values():
        there.setdefault(binding.id or binding.action, []).append((binding, enabled))
    found: list[tuple[Binding, bool]] = []
    for declared in Binding.make_bindings(screen.BINDINGS):
        found += there.pop(declared.id or declared.action, [])
    return found
