"""Help: the keys that are really in force, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from mazegame.game.score import RULE

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

_WALK = (
    "Walk from A to B. The shortest path is known at every moment: it is your compass, and your "
    "score is its length over yours. A step costs 1, steps back too. The clock starts with your "
    "first step and stands in menus."
)

_MARKS = "• your way   · where you went back   → hint   ◇ shortest path"


class HelpScreen(ModalScreen[None]):
    """The keys of the screen below, read off its bindings, and the rules."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "back", id="help.back"),
    ]

    def compose(self) -> ComposeResult:
        """The list in a box."""
        below = self.app.screen_stack[-2] if len(self.app.screen_stack) > 1 else None
        with VerticalScroll(classes="dialog wide"):
            yield Static("Help", classes="heading")
            yield Static(_WALK)
            yield Static(RULE, classes="text")
            yield Static(_MARKS, classes="text")
            if below is not None:
                yield Static(keys_of(below), classes="keys")


def keys_of(screen: Screen[object]) -> Content:
    """The bindings of a screen, one line for each thing that can be done."""
    keys: dict[tuple[str, str], list[str]] = {}
    for bindings in screen._bindings.key_to_bindings.values():
        for binding in bindings:
            name = binding.tooltip or binding.description
            if name and binding.id:  # what Textual brings along has no id
                shown = screen.app.get_key_display(
                    Binding(binding.key, binding.action, binding.description)
                )
                entry = keys.setdefault((name, binding.action), [])
                if shown not in entry:
                    entry.append(shown)
    width = max((len(" ".join(k)) for k in keys.values()), default=0)
    lines = [
        Content.assemble((" ".join(shown).ljust(width), "bold $accent"), "  ", name)
        for (name, _), shown in keys.items()
    ]
    return Content("\n").join(lines)
