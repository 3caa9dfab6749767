"""Texture: the settings of a texture, for the New game screen.

A pad for the weights north, east, south and west, a pattern of zones with a small picture of it,
the shape, the loops and the ends. Zones beside the first take the weights crosswise: what the pad
says of up and down holds for left and right there, and the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, Static

from mazegame.engine import ALGORITHMS, Recipe, RecipeError
from mazegame.engine.masks import NO_MASK, SHAPES, min_size, named_mask
from mazegame.engine.recipe import COMMON_OPTIONS
from mazegame.engine.weights import NO_WEIGHTS, Weights, format_weights, parse_weights
from mazegame.engine.zones import NO_ZONES, PATTERNS, weights_across_zones, zone_map
from mazegame.game.option_words import ENDS
from mazegame.screens.base import GameDialog
from mazegame.widgets.choice import Choice

if TYPE_CHECKING:
    from textual.app import ComposeResult

WEIGHTS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 60, 100)
"""The weights that the pad offers."""

BRAIDS: Final = (0, 5, 10, 20, 30, 50, 75, 100)
"""The percents of dead ends that can be opened."""

OWN: Final = {
    "pick": ("newest", "oldest", "middle", "random", "last10", "newest.75+random.25"),
    "removal": ("swap", "ordered"),
    "build": ("carve", "walls"),
}
"""What the settings of single algorithms can be."""

PICTURE: Final = (16, 6)
"""The size of the small picture, in characters."""

_NEUTRAL: Final = 10
"""What the pad shows where there are no weights."""

_SIDES: Final = ("north", "east", "south", "west")


class TextureScreen(GameDialog[tuple[tuple[str, str], ...]]):
    """The settings of a texture. Dismisses with the recipe's options, None if nothing shall change.

    Args:
        recipe: What the settings are of.
        ascii_only: Whether the output is not Unicode.
    """

    CSS_PATH = "texture.tcss"
    AUTO_FOCUS = "#north"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (18, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "apply", "done", id="texture.apply", priority=True),
        Binding("escape,q", "dismiss(None)", "cancel", id="texture.cancel"),
        Binding("backspace", "even", "reset", id="texture.even"),
        Binding("down,tab", "app.focus_next", show=False),
        Binding("up,shift+tab", "app.focus_previous", show=False),
    ]

    def __init__(self, recipe: Recipe, *, ascii_only: bool = False) -> None:
        super().__init__()
        self._recipe = recipe
        self._ascii_only = ascii_only
        self._own = {o.name: o.default for o in ALGORITHMS[recipe.algorithm].options}
        given = parse_weights(recipe.option("weights"))
        if recipe.option("weights") == NO_WEIGHTS:
            given = ((_NEUTRAL,) * 4,)
        self._given_weights = given
        self._values: dict[str, list[str]] = {
            side: _with([str(n) for n in WEIGHTS], str(weight), number=True)
            for side, weight in zip(_SIDES, given[0], strict=True)
        }
        shapes = SHAPES if ALGORITHMS[recipe.algorithm].masks else ()
        self._values |= {
            "zones": _with([NO_ZONES, *PATTERNS], recipe.option("zones")),
            "mask": _with([NO_MASK, *shapes], recipe.option("mask")),
            "braid": _with([str(n) for n in BRAIDS], recipe.option("braid"), number=True),
            "ends": _with([*ENDS], recipe.option("ends")),
        }
        for name, default in self._own.items():
            self._values[name] = _with(
                list(dict.fromkeys([default, *OWN[name]])), recipe.option(name)
            )
        self._start = {side: str(w) for side, w in zip(_SIDES, given[0], strict=True)} | {
            name: recipe.option(name) for name in ("zones", "mask", "braid", "ends", *self._own)
        }

    def compose(self) -> ComposeResult:
        """The pad and the choices, the picture beside them."""
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(
                Content.assemble(
                    ("Texture", "bold $maze-key"),
                    ("  how strongly corridors run north, east, south, west", "$foreground 60%"),
                ),
                classes="heading",
            )
            with Horizontal(id="columns"):
                with Vertical(id="choices"):
                    with Horizontal(classes="pad"):
                        yield Label("", classes="gap")
                        yield from self._setting("north", "N")
                    with Horizontal(classes="pad"):
                        yield from self._setting("west", "W")
                        yield from self._setting("east", "E")
                    with Horizontal(classes="pad"):
                        yield Label("", classes="gap")
                        yield from self._setting("south", "S")
                    for name, label in (
                        ("zones", "zones"),
                        ("mask", "shape"),
                        ("braid", "loops %"),
                        ("ends", "A and B"),
                        *((name, name) for name in self._own),
                    ):
                        with Horizontal(classes="row"):
                            yield from self._setting(name, label)
                with Vertical(id="beside"):
                    yield Static(id="picture")
            yield Static(id="problem", markup=False)
            yield Static(
                Content.assemble(
                    ("⏎" if not self._ascii_only else "enter", "bold $maze-key"),
                    " done   ",
                    ("esc", "bold $maze-key"),
                    " cancel   ",
                    ("⌫" if not self._ascii_only else "backspace", "bold $maze-key"),
                    " reset",
                ),
                classes="keys",
            )

    def _setting(self, name: str, label: str) -> ComposeResult:
        yield Label(label)
        yield Choice([(value, value) for value in self._values[name]], id=name)

    def on_mount(self) -> None:
        """Show the recipe's own settings."""
        for name, value in self._start.items():
            self._choice(name).choose(value)
        self._show()

    def _choice(self, name: str) -> Choice[str]:
        return self.query_one(f"#{name}", Choice)

    def _value(self, name: str) -> str:
        return self._choice(name).value

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options that the settings amount to."""
        north, east, south, west = (int(self._value(side)) for side in _SIDES)
        pad: Weights = (north, east, south, west)
        pattern = self._value("zones")
        weights = weights_across_zones(pattern.split(".")[0], pad)
        same = pad == self._given_weights[0] and pattern == self._recipe.option("zones")
        if same:  # weights that the pad cannot show stay as they are
            weights = self._given_weights
        plain = pattern == NO_ZONES and len(set(pad)) == 1
        pairs = {"weights": NO_WEIGHTS if plain else format_weights(weights), "zones": pattern}
        pairs |= {name: self._value(name) for name in ("mask", "braid", "ends", *self._own)}
        defaults = {option.name: option.default for option in COMMON_OPTIONS} | self._own
        return tuple((k, v) for k, v in pairs.items() if v != defaults[k])

    @property
    def problem(self) -> str:
        """What does not fit together, or nothing."""
        recipe = self._recipe
        try:
            Recipe(recipe.algorithm, recipe.cols, recipe.rows, recipe.seed, self.options)
        except RecipeError as error:
            return str(error)
        return ""

    @on(Choice.Changed)
    def _show(self) -> None:
        self.query_one("#problem", Static).update(self.problem)
        self.query_one("#picture", Static).update(self._picture())

    def _picture(self) -> str:
        """Zones and shape as a few characters: other zones are other shades, outside is blank."""
        width, height = PICTURE
        cols, rows = self._recipe.cols, self._recipe.rows
        row = (2 * np.arange(height) + 1) * rows // (2 * height)
        col = (2 * np.arange(width) + 1) * cols // (2 * width)
        pattern, mask = self._value("zones"), self._value("mask")
        shades = "#.+o" if self._ascii_only else "█░▓▒"
        many = 2 if pattern.split(".")[0] != "quarters" else 4
        zones = np.zeros((height, width), np.uint8)
        if pattern != NO_ZONES and cols * rows <= 1 << 22:
            zones = zone_map(pattern, cols, rows, many)[np.ix_(row, col)]
        if pattern == "gradient":
            zones //= 4
            shades = "#o+." if self._ascii_only else "█▓▒░"
        elif many == 4:
            zones = np.array([0, 1, 1, 0], np.uint8)[zones]
        inside = np.ones((height, width), np.bool_)
        least = min_size(mask) if mask != NO_MASK else (1, 1)
        if mask != NO_MASK and cols >= least[0] and rows >= least[1] and cols * rows <= 1 << 22:
            inside = named_mask(mask, cols, rows)[np.ix_(row, col)]
        lines = [
            "".join(shades[zone] if within else " " for zone, within in zip(*pair, strict=True))
            for pair in zip(zones.tolist(), inside.tolist(), strict=True)
        ]
        return "\n".join(lines)

    def action_apply(self) -> None:
        """Take the settings, unless they do not fit together."""
        if not self.problem:
            self.dismiss(self.options)

    def action_even(self) -> None:
        """Put everything back to the plain texture."""
        plain = dict.fromkeys(_SIDES, str(_NEUTRAL)) | {
            "zones": NO_ZONES,
            "mask": NO_MASK,
            "braid": "0",
            "ends": "corners",
            **self._own,
        }
        for name, value in plain.items():
            self._choice(name).choose(value)
        self._show()


def _with(values: list[str], own: str, *, number: bool = False) -> list[str]:
    """The values on offer, the recipe's own among them."""
    if own in values:
        return values
    if number:
        return sorted([*values, own], key=int)
    return [*values, own]
