"""The race fields of the New game screen: one rival and its pace, or a race of several in a line.

Several rivals, a ghost and a series are chosen in a dialog (``screens/dialogs/race.py``). What
lives here: the fields, and the parts that both share.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
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
from mazegame.game.setup.rival_choices import (
    about_rival,
    describe_race,
    rival_choices,
    spell_series,
    title_of,
)
from mazegame.widgets.input.choice import Choice
from mazegame.widgets.keys.key_line import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult, RenderResult

    from mazegame.engine import Recipe

RACE_PACES: Final[tuple[tuple[float | None, str], ...]] = (
    (None, "no one"),
    *((pace, f"{name}, {pace:g} cells/s") for name, pace in PACES.items()),
    (YOURS_PACE, "yours, a close race"),
)
"""The paces to race at, in cells per second; None for no race."""


class AboutLine(Widget):
    """A line of which only those parts are shown that have room."""

    _parts: Sequence[str] = ()

    def show(self, parts: Sequence[str]) -> None:
        """Show some parts, the most important first."""
        if parts != self._parts:
            self._parts = parts
            self.refresh()

    def render(self) -> RenderResult:
        """Join the parts that have room."""
        line = ""
        for part in self._parts:
            longer = f"{line}   {part}" if line else part
            if cell_len(longer) <= self.size.width:
                line = longer
        return Content(line)


class RaceSummary(Choice[None]):
    """A race of several in a line, which opens the dialog that changes it."""

    class Opened(Message):
        """The player wants to change the race."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__([(None, "")], id=id)

    def show(self, text: str) -> None:
        """Show a race in words."""
        self._options = [(None, text)]
        self.refresh()

    def action_turn(self, by: int) -> None:
        """Ask for the dialog."""
        del by
        self.post_message(self.Opened())


class RaceFields(Horizontal):
    """Pace and rival, and a line about it; for more than that a summary."""

    DEFAULT_CSS = """
    RaceFields {
        height: 1;
        Label { width: 10; padding: 0 1; color: $text-muted; }
        #runner { width: 23; margin-right: 1; }
        #rival { width: 16; margin-right: 1; }
        #race-about { width: 1fr; height: 1; color: $text-muted; }
        &.-alone #rival { display: none; }
        RaceSummary { display: none; width: 1fr; }
        &.-several #runner, &.-several #rival, &.-several #race-about { display: none; }
        &.-several RaceSummary { display: block; }
    }
    """

    _several = NO_RACE
    records: Mapping[str, tuple[int, int]] = MappingProxyType({})
    """(won, races) against each rival, by its name."""
    usual: float | None = None
    """The player's pace in such runs, in cells of the shortest path a second, if known."""
    recipe: Recipe | None = None
    """The maze to race on; None while it is not known."""

    def compose(self) -> ComposeResult:
        """Yield the fields, side by side."""
        yield Label("rival")
        yield Choice(RACE_PACES, id="runner")
        yield Choice(rival_choices(), id="rival")
        yield AboutLine(id="race-about")
        yield RaceSummary(id="several")

    @property
    def race(self) -> RaceChoice:
        """The chosen rivals and the series."""
        if not self._several.is_simple:
            return self._several
        choice: Choice[float | None] = self.query_one("#runner", Choice)
        return one_rival(choice.value, self._rival)

    @property
    def _rival(self) -> str:
        """The name of the rival of a simple race."""
        choice: Choice[str] = self.query_one("#rival", Choice)
        return choice.value

    def choose(self, race: RaceChoice) -> None:
        """Choose a race."""
        self._several = race
        self.set_class(not race.is_simple, "-several")
        self.query_one(RaceSummary).show(describe_race(race))
        if race.is_simple:
            pace = race.rivals[0].pace if race.rivals else None
            label = "" if pace is None else spell_pace(pace)
            self.query_one("#runner", Choice).choose(pace, label)
            name = race.rivals[0].name if race.rivals else SHORTEST
            self.query_one("#rival", Choice).choose(name, title_of(name))
            self.set_class(pace is None, "-alone")

    def focus_first(self) -> None:
        """Focus the first field that is shown."""
        self.query_one("#runner" if self.race.is_simple else "#several").focus()

    def know(self, records: Mapping[str, tuple[int, int]], usual: float | None) -> None:
        """Take what the score book says.

        Args:
            records: (won, races) against each rival, by its name.
            usual: The player's pace in such runs, in cells of the shortest path a second; None if
                there are none.
        """
        self.records, self.usual = records, usual

    def describe(self) -> None:
        """Show lines on the chosen rival."""
        race = self.race
        if not race.is_simple:
            return
        self.set_class(not race.rivals, "-alone")
        about = ["take your time"]
        if race.rivals and self.recipe is not None:
            about = about_rival(self.recipe, self._rival, self.records.get(self._rival))
        key = key_of(self.screen, "rivals")
        self.query_one(AboutLine).show([*about, *([f"{key} for more rivals"] if key else [])])

    @property
    def words(self) -> str:
        """The rivals in a few words."""
        race = self.race
        if not race.rivals:
            return "no rival"
        series = ", pursuit" if race.pursuit else ""
        series += "" if race.best_of == 1 else f", {spell_series(race.best_of)}"
        if len(race.rivals) > 1:
            return f"against {len(race.rivals)} rivals{series}"
        (rival,) = race.rivals
        title = title_of(rival.name)
        if rival.name == GHOST:
            return f"against {title}{series}"
        pace = spell_pace(rival.pace)
        who = pace if rival.name == SHORTEST else f"{title}, {pace}"
        return f"against {who}{series}"
