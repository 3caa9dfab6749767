"""Help: the active keys of a screen, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mazegame.game.score import RULE
from mazegame.screens.base import LEAVE_STEPS, GameDialog
from mazegame.widgets.keys.key_line import bindings_in_force

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.screens import routes


_WALK = (
    "Walk from A to B. Your score compares your walk with the shortest one. Every step counts, "
    "also steps back. The clock starts with your first step and stops while a menu is open."
)

_LEAVE = (
    f"Restart and next ask before they leave a run of {LEAVE_STEPS} steps or more; a shorter one "
    "they leave at once."
)

_OTHERS = (
    "A rival has a letter of its own: R walks the shortest path at its pace, a ghost walks as "
    "it walked then, the others search. In fog you see only what is or was in sight."
)

_MARKS = "• yours   · backtracked   → hint   ◇ shortest path"


class HelpScreen(GameDialog[None]):
    """The keys of a screen, read from its bindings, and the rules."""

    route: routes.Help
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "back", id="help.back"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the list."""
        with VerticalScroll(classes="dialog wide") as box:
            box.border_subtitle = "esc closes"
            yield Static("Help", classes="heading")
            yield Static(_WALK)
            yield Static(RULE, classes="text")
            yield Static(_MARKS, classes="text")
            yield Static(keys_of(self.route.about), classes="keys")
            yield Static(_LEAVE, classes="text")
            yield Static(_OTHERS, classes="text")


def keys_of(screen: Screen[Any]) -> Content:
    """Return the active bindings of a screen, one line for each action."""
    keys: dict[str, list[str]] = {}
    for binding, enabled in bindings_in_force(screen):
        name = binding.tooltip or binding.description
        if name and enabled:
            plain = Binding(binding.key, binding.action, binding.description)
            shown = screen.app.get_key_display(plain)
            entry = keys.setdefault(name, [])
            if shown not in entry:
                entry.append(shown)
    width = max((len(" ".join(k)) for k in keys.values()), default=0)
    lines = [
        Content.assemble((" ".join(shown).ljust(width), "bold $maze-key"), "  ", name)
        for name, shown in keys.items()
    ]
    return Content("\n").join(lines)
