"""The fields of the New game screen: size, seed, rules, rival and game ID, in a frame.

What lives here: the fields, their values, and a summary on the frame. What does not: the effects of
a change (``screens/new_game.py``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Label

from mazegame.widgets.form.race_fields import RaceFields
from mazegame.widgets.input.choice import Choice
from mazegame.widgets.input.form_field import InputField
from mazegame.widgets.maze.zooms import has_unicode

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Recipe
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.rules import Rules

VIEWS: Final = (
    ((False, False), "whole maze visible"),
    ((True, False), "fog"),
    ((False, True), "compass"),
    ((True, True), "fog, compass"),
)
"""Values of (fog, compass), with labels."""

STARTS: Final = ((False, "start: first step"), (True, "start: 3-2-1"))
"""Values of the countdown, with labels."""

SIZES: Final = (
    (150, "small"),
    (1_000, "medium"),
    (5_000, "large"),
    (100_000, "huge"),
    (1 << 62, "giant"),
)
"""Words for sizes, each for mazes below a number of cells."""


PRESETS: Final = (
    ("small", (12, 8)),
    ("medium", (30, 15)),
    ("large", (60, 30)),
    ("huge", (200, 100)),
    ("giant", (1000, 1000)),
)
"""Names and sizes (cols, rows)."""

BESIDE_SUMMARY: Final = 4
"""Columns of the frame beside the summary of the game."""

FIT: Final = None
"""The choice of a maze that fits the terminal."""

CUSTOM: Final = (0, 0)
"""The choice of a typed size."""

SIZE_OPTIONS: Final[tuple[tuple[tuple[int, int] | None, str], ...]] = (
    (FIT, "fit this terminal"),
    *((size, name) for name, size in PRESETS),
    (CUSTOM, "custom"),
)
"""The choices of a size and their labels."""


class GameFields(Vertical):
    """Size, seed, rules, rival and game ID."""

    def compose(self) -> ComposeResult:
        """Yield the fields, one below the other."""
        with Horizontal(id="first"):
            yield InputField("size", before=Choice(SIZE_OPTIONS, id="presets"), id="size")
            yield InputField("seed", placeholder="drawn for you", id="seed")
        with Horizontal(id="rules"):
            yield Label("rules")
            yield Choice(VIEWS, id="mode")
            yield Choice(STARTS, id="start")
        yield RaceFields(id="race")
        yield InputField("game ID", placeholder="paste one to play that level", id="game-id")

    def field(self, name: str) -> InputField:
        """Return a field by its id: ``size``, ``seed`` or ``game-id``."""
        return self.query_one(f"#{name}", InputField)

    @property
    def wrong(self) -> InputField | None:
        """The first field with an error; None for none."""
        return next((field for field in self.query(InputField) if field.wrong), None)

    @property
    def size_choice(self) -> Choice[tuple[int, int] | None]:
        """The choice of a size."""
        return self.query_one("#presets", Choice)

    @property
    def race(self) -> RaceFields:
        """The rivals of the match."""
        return self.query_one(RaceFields)

    def rules(self, base: Rules) -> Rules:
        """Return the rules chosen here; all others are as in ``base``."""
        fog, compass = self.query_one("#mode", Choice).value
        countdown = self.query_one("#start", Choice).value
        return replace(base, fog=fog, compass=compass, countdown=countdown)

    def show_rules(self, rules: Rules, race: RaceChoice) -> None:
        """Show rules and a race."""
        self.race.choose(race)
        self.query_one("#mode", Choice).choose((rules.fog, rules.compass))
        self.query_one("#start", Choice).choose(rules.countdown)

    def show_recipe(self, recipe: Recipe, leave: InputField | None) -> None:
        """Show a recipe in all fields except the one that the player types in."""
        values = {
            "size": f"{recipe.cols}x{recipe.rows}",
            "seed": recipe.seed,
            "game-id": str(recipe),
        }
        self._refusal = ""
        self.race.recipe = recipe
        self.race.describe()
        for name, value in values.items():
            field = self.field(name)
            if field is leave:
                field.complain("")
            else:
                field.fill(value)

    def refuse(self, field: InputField, message: str) -> None:
        """Show an error in place of the summary, or at its field, and clear the game ID."""
        self.field("game-id").fill("")
        framed = self.gutter.top and cell_len(message) <= self.size.width - BESIDE_SUMMARY
        field.complain(message, elsewhere=bool(framed))
        self._refusal = Content.styled(message, "$error").markup if framed else ""
        if framed:
            self.border_title = self._refusal

    def show_words(self, dimensions: tuple[int, int], base: Rules) -> None:
        """Show a summary of the game on the frame."""
        self._said = dimensions, base
        words = words_of(dimensions, self.rules(base), self.race.words)
        self.border_title = Content(words).markup
        self.race.describe()
        enter = "⏎ Enter: play" if has_unicode() else "Enter: play"
        self.border_subtitle = f"[@click=screen.play]{enter}[/]"

    @on(Choice.Changed)
    def _changed(self) -> None:
        if self._said is not None:
            self.show_words(*self._said)
            self.border_title = self._refusal or self.border_title

    _refusal = ""
    """The error in place of the summary; empty for none."""
    _said: tuple[tuple[int, int], Rules] | None = None


def words_of(dimensions: tuple[int, int], rules: Rules, race: str) -> str:
    """Return a summary of a game: size, visible part, rival."""
    cols, rows = dimensions
    size = next(word for cells, word in SIZES if cols * rows < cells)
    sight = "in fog" if rules.fog else "all in sight"
    if rules.compass:
        sight += " with a compass"
    if rules.countdown and race.startswith("against"):
        race += " after 3-2-1"
    return f"{size}, {cols}x{rows}: {sight}, {race}"
