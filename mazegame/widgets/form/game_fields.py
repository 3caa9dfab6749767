"""The fields of the New game screen: size, seed, rules, rival and game ID, in a frame.

One rival and its pace are chosen here; several, a ghost and a series in ``dialogs/race.py``.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Label

from mazegame.game.racing.race_choice import (
    GHOST,
    NO_RACE,
    PACES,
    YOURS_PACE,
    RaceChoice,
    one_rival,
    spell_pace,
)
from mazegame.game.racing.rival_kinds import SHORTEST
from mazegame.game.rules import Rules
from mazegame.game.setup.rival_choices import (
    about_rival,
    describe_race,
    rival_choices,
    spell_series,
    title_of,
)
from mazegame.widgets.input.fields import Choice, InputField, RaceLine
from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.text.fitting_line import FittingLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult, RenderResult

    from mazegame.engine import Recipe

VIEWS: Final = (
    ((False, False), "whole maze visible"),
    ((True, False), "fog"),
    ((False, True), "compass"),
    ((True, True), "fog, compass"),
)
"""Values of (fog, compass), with labels."""

STARTS: Final = (
    ((True, False), "clock: walls appear"),
    ((False, False), "clock: first step"),
    ((False, True), "clock: 3-2-1"),
)
"""Values of (reveal, countdown), with labels."""

SIZES: Final = {
    "small": (150, (12, 8)),
    "medium": (1_000, (30, 15)),
    "large": (5_000, (60, 30)),
    "huge": (100_000, (200, 100)),
    "giant": (1 << 62, (1000, 1000)),
}
"""Words for sizes: each for mazes below a number of cells, and the (cols, rows) to choose."""

FIT = None
"""The choice of a maze that fits the terminal."""

CUSTOM: Final = (0, 0)
"""The choice of a typed size."""

SIZE_OPTIONS: Final[tuple[tuple[tuple[int, int] | None, str], ...]] = (
    (FIT, "fit this terminal"),
    *((size, name) for name, (_, size) in SIZES.items()),
    (CUSTOM, "custom"),
)
"""The choices of a size and their labels."""

RACE_PACES: Final[tuple[tuple[float | None, str], ...]] = (
    (None, "none"),
    *((pace, f"{name}, {pace:g} cells/s") for name, pace in PACES.items()),
    (YOURS_PACE, "yours, a close race"),
)
"""The paces to race at, in cells per second; None for no race."""


class AboutLine(FittingLine):
    """Shows the first of some texts, as many as fit; the most important one comes first."""

    def render(self) -> RenderResult:
        line = Content()
        for text in self._texts:
            longer = Content("   ").join([line, text]) if line else text
            if longer.cell_length <= self.size.width:
                line = longer
        return line


class RaceFields(Horizontal):
    """Pace and rival, and a line about it; for more than that a summary."""

    DEFAULT_CSS = """
    RaceFields {
        height: 1;
        Label { width: 10; padding: 0 1; color: $text-muted; }
        #runner { width: 23; margin-right: 1; }
        #rival { width: 16; margin-right: 1; }
        #race-about { color: $text-muted; }
        &.-alone #rival { display: none; }
        RaceLine { display: none; width: 1fr; }
        &.-several #runner, &.-several #rival, &.-several #race-about { display: none; }
        &.-several RaceLine { display: block; }
    }
    """

    _several = NO_RACE
    records: Mapping[str, tuple[int, int]] = MappingProxyType({})
    """(won, races) against each rival, by its name."""
    recipe: Recipe | None = None
    """The maze to race on; None while it is unknown."""

    def compose(self) -> ComposeResult:
        yield Label("rival")
        yield Choice(RACE_PACES, id="runner")
        yield Choice(rival_choices(), id="rival")
        yield AboutLine(id="race-about")
        yield RaceLine([(None, "")], id="several")

    @property
    def race(self) -> RaceChoice:
        if not self._several.is_simple:
            return self._several
        pace, name = (self.query_one(field, Choice).value for field in ("#runner", "#rival"))
        return one_rival(pace, name)

    def choose(self, race: RaceChoice) -> None:
        self._several = race
        self.set_class(not race.is_simple, "-several")
        self.query_one(RaceLine).show(describe_race(race))
        if race.is_simple:
            name, pace = SHORTEST, None
            if race.rivals:
                name, pace = race.rivals[0].name, race.rivals[0].pace
            self.query_one("#runner", Choice).choose(pace, "" if pace is None else spell_pace(pace))
            self.query_one("#rival", Choice).choose(name, title_of(name))
            self.describe()

    def focus_first(self) -> None:
        self.query_one("#runner" if self.race.is_simple else "#several").focus()

    def know(self, records: Mapping[str, tuple[int, int]]) -> None:
        """Show records and pace from the score book."""
        self.records = records
        self.describe()

    def describe(self) -> None:
        race = self.race
        if not race.is_simple:
            return
        self.set_class(not race.rivals, "-alone")
        about: list[str] = []
        if race.rivals and self.recipe is not None:
            name = race.rivals[0].name
            about = about_rival(self.recipe, name, self.records.get(name))
        if key := key_of(self.screen, "rivals"):
            about = [*about, f"{key}: more rivals"]
        self.query_one(AboutLine).show([Content(text) for text in about])

    @property
    def words(self) -> str:
        """The rivals in a few words; empty for none."""
        race = self.race
        if not race.rivals:
            return ""
        series = ", pursuit" if race.pursuit else ""
        series += "" if race.best_of == 1 else f", {spell_series(race.best_of)}"
        if len(race.rivals) > 1:
            return f"against {len(race.rivals)} rivals{series}"
        (rival,) = race.rivals
        parts = ["" if rival.name == SHORTEST else title_of(rival.name)]
        parts.append("" if rival.name == GHOST else spell_pace(rival.pace))
        return f"against {', '.join(filter(None, parts))}{series}"


class GameFields(Vertical):
    """Size, seed, rules, rival and game ID."""

    def compose(self) -> ComposeResult:
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
        """The first field with an error, or None."""
        return next((field for field in self.query(InputField) if field.wrong), None)

    race = getters.query_one(RaceFields)
    """The rivals of the match."""

    def rules(self, base: Rules) -> Rules:
        """Return the chosen rules; all that are not chosen here are as in ``base``."""
        fog, compass = self.query_one("#mode", Choice).value
        reveal, countdown = self.query_one("#start", Choice).value
        countdown = base.countdown if reveal else countdown
        return replace(base, fog=fog, compass=compass, reveal=reveal, countdown=countdown)

    def show_rules(self, rules: Rules, race: RaceChoice) -> None:
        self.race.choose(race)
        self.query_one("#mode", Choice).choose((rules.fog, rules.compass))
        start = rules.reveal, rules.countdown and not rules.reveal
        self.query_one("#start", Choice).choose(start)

    def show_recipe(self, recipe: Recipe, leave: InputField | None) -> None:
        """Show a recipe in all fields except the one that the player types in."""
        size = f"{recipe.cols}x{recipe.rows}"
        values = {"size": size, "seed": recipe.seed, "game-id": str(recipe)}
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
        framed = self.gutter.top and cell_len(message) <= self.size.width - 4  # the frame's
        field.complain(message, elsewhere=bool(framed))
        self._refusal = Content.styled(message, "$error").markup if framed else ""
        if framed:
            self.border_title = self._refusal

    def show_words(self, dimensions: tuple[int, int]) -> None:
        """Show a summary of the game on the frame."""
        self._dimensions = dimensions
        words = words_of(dimensions, self.rules(Rules()), self.race.words)
        self.border_title = Content(words).markup
        self.race.describe()

    @on(Choice.Changed)
    def _changed(self) -> None:
        if self._dimensions is not None:
            self.show_words(self._dimensions)
            self.border_title = self._refusal or self.border_title

    _refusal = ""
    """The error shown in place of the summary; empty for none."""
    _dimensions: tuple[int, int] | None = None


def words_of(dimensions: tuple[int, int], rules: Rules, race: str) -> str:
    """Return a summary of a game: size, visible part, and the race if there is one."""
    cols, rows = dimensions
    size = next(word for word, (cells, _) in SIZES.items() if cols * rows < cells)
    sight = "in fog" if rules.fog else "all in sight"
    if rules.compass:
        sight += " with a compass"
    if rules.countdown and not rules.reveal and race.startswith("against"):
        race += " after 3-2-1"
    return ", ".join(filter(None, [f"{size}, {cols}x{rows}: {sight}", race]))
