"""Help: the active keys of a screen, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.containers import Grid, VerticalScroll
from textual.widgets import Static

from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import bindings_in_force
from mazegame.widgets.text.characters import has_unicode

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.screens.base import GameScreen

ASCII_SIGNS: Final = {"━ •": "o", "·": ".", "→": ">", "◇": "x"}
"""The signs of the rules, and those of mazes in ASCII."""


class HelpScreen(GameDialog[None]):
    """The keys of a screen, read from its bindings, and the rules."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (50, "-wide"), (116, "-double")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", "back", id="help.back")
    ]

    def __init__(self, about: Screen[Any]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide help") as box:
            box.border_title, box.border_subtitle = "Help", "esc closes"
            rules = cast("GameScreen[Any]", self._about).manual
            for sign, plain in () if has_unicode(self.app) else ASCII_SIGNS.items():
                rules = rules.replace(sign, plain)
            yield Static(rules, classes="rules", markup=False)
            keys = keys_of(self._about)
            brief = all(len(name) <= 30 for _, name in keys)  # then the rules get more columns
            with Grid(classes="brief" if brief else ""):
                for key, name in keys:
                    yield Static(key, classes="key", markup=False)
                    yield Static(name, markup=False)


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return the keys and the effect of each active binding of a screen."""
    keys: dict[str, list[str]] = {}
    for binding, enabled in bindings_in_force(screen):
        name = binding.tooltip or binding.description
        if name and enabled:
            plain = Binding(binding.key, binding.action, binding.description)
            keys.setdefault(name, []).append(screen.app.get_key_display(plain))
    return [(" ".join(dict.fromkeys(shown)), name) for name, shown in keys.items()]
