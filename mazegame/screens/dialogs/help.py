"""Help: what is played in a sentence, then the active keys of a screen, then the rules."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from textual.binding import Binding, BindingType
from textual.containers import Container, Grid, VerticalScroll
from textual.widgets import Static

from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import bindings_in_force, joined_keys
from mazegame.widgets.text.characters import has_unicode

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.screens.base import GameScreen

WAYS: Final = ("up", "left", "down", "right")
"""Last words of bindings that differ only in direction, in the order of ``wasd``."""

DIRECTED: Final = {"walk": "walk one cell", "run": "run to the next junction"}
"""Longer descriptions for groups of such bindings."""

ASCII_SIGNS: Final = {"━ •": "o", "·": ".", "→": ">", "◇": "x"}
"""The signs of the rules, translated to those of ASCII mazes."""


class HelpScreen(GameDialog[None]):
    """A sentence on what is played, the keys of a screen, read from its bindings, and the rules."""

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
            summary, rules = first_sentence(cast("GameScreen[Any]", self._about).manual)
            for sign, plain in () if has_unicode(self.app) else ASCII_SIGNS.items():
                rules = rules.replace(sign, plain)
            yield Static(summary, classes="summary", markup=False)
            keys = keys_of(self._about)
            brief = all(len(name) <= 30 for _, name in keys)  # then the rules get more columns
            with Container(classes="columns"):
                with Grid(classes="brief" if brief else ""):
                    for key, name in keys:
                        yield Static(key, classes="key", markup=False)
                        yield Static(name, markup=False)
                yield Static(rules, classes="rules", markup=False)


def first_sentence(manual: str) -> tuple[str, str]:
    """Return the first sentence of some rules, which says what is played, and all that follows."""
    sentence, _, rest = re.sub(r"([.?!])\s+", "\\1\0", manual, count=1).partition("\0")
    return sentence, rest


def keys_of(screen: Screen[Any]) -> list[tuple[str, str]]:
    """Return the keys and the effect of each active binding of a screen.

    Bindings that differ in their direction only are one.
    """
    keys: dict[str, list[str]] = {}
    ways: dict[str, dict[str, list[str]]] = {}
    for binding, enabled in bindings_in_force(screen):
        name = binding.tooltip or binding.description
        if not name or not enabled:
            continue
        plain = Binding(binding.key, binding.action, binding.description)
        verb, _, way = name.rpartition(" ")
        if way in WAYS and verb:
            name = DIRECTED.get(verb, verb)
            ways.setdefault(name, {}).setdefault(way, []).append(screen.app.get_key_display(plain))
        keys.setdefault(name, []).append(screen.app.get_key_display(plain))
    joined = {name: _joined(by_way) for name, by_way in ways.items() if len(by_way) > 1}
    return [
        (" ".join(dict.fromkeys(joined.get(name, shown))), name) for name, shown in keys.items()
    ]


def _joined(by_way: dict[str, list[str]]) -> list[str]:
    """Return the keys of each direction side by side: ``wasd`` for w, a, s and d."""
    sets = zip_longest(*(by_way.get(way, []) for way in WAYS), fillvalue="")
    found = (joined_keys([key for key in one if key]) for one in sets)
    return ["".join(sorted(keys)) if {*keys.lower()} == {*"hjkl"} else keys for keys in found]
