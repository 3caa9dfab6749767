"""The race fields of the New game screen: who races at which pace, and what that rival is like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Label

from mazegame.game.pace import PACES, YOURS_PACE, spell_pace
from mazegame.game.rival_choices import about_rival, chosen_rival, rival_choices
from mazegame.game.rivals import SHORTEST
from mazegame.widgets.choice import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult, RenderResult

    from mazegame.engine import Recipe
    from mazegame.game.match import RivalSpec

RACE_PACES: Final[tuple[tuple[float | None, str], ...]] = (
    (None, "no one"),
    *((pace, f"{name}, {pace:g} cells/s") for name, pace in PACES.items()),
    (YOURS_PACE, "yours, a close race"),
)
"""The paces to race at, in cells per second; None for no race."""


class _About(Widget):
    """A line of which only those parts are shown that have room."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._parts: list[str] = []

    def show(self, parts: list[str]) -> None:
        """Show some parts, the most important first."""
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


class RaceFields(Horizontal):
    """Pace and rival, and a line about it."""

    DEFAULT_CSS = """
    RaceFields {
        height: 1;
        Label { width: 10; padding: 0 1; color: $text-muted; }
        #runner { width: 23; margin-right: 1; }
        #rival { width: 16; margin-right: 1; }
        #race-about { width: 1fr; height: 1; color: $text-muted; }
        &.-alone #rival { display: none; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._records: Mapping[str, tuple[int, int]] = {}
        self._usual: float | None = None
        self.recipe: Recipe | None = None
        """The maze to race on; None while it is not known."""

    def compose(self) -> ComposeResult:
        """Yield the fields, side by side."""
        yield Label("rival")
        yield Choice(RACE_PACES, id="runner")
        yield Choice(rival_choices(), id="rival")
        yield _About(id="race-about")

    @property
    def pace(self) -> float | None:
        """The pace, in cells a second, or ``YOURS_PACE``; None for no race."""
        choice: Choice[float | None] = self.query_one("#runner", Choice)
        return choice.value

    @property
    def rival(self) -> str:
        """The name of the chosen rival, whether it races or not."""
        choice: Choice[str] = self.query_one("#rival", Choice)
        return choice.value

    def choose(self, pace: float | None, rival: str) -> None:
        """Choose a pace and a rival; an unknown one is the runner."""
        names = dict(rival_choices())
        self.query_one("#runner", Choice).choose(pace, "" if pace is None else spell_pace(pace))
        self.query_one("#rival", Choice).choose(rival if rival in names else next(iter(names)))
        self.set_class(pace is None, "-alone")

    def know(self, records: Mapping[str, tuple[int, int]], usual: float | None) -> None:
        """Take what the score book says.

        Args:
            records: (won, races) against each rival, by its name.
            usual: The player's pace in such runs, in cells of the shortest path a second; None if
                there are none.
        """
        self._records, self._usual = records, usual

    def describe(self) -> None:
        """Show lines on the chosen rival."""
        self.set_class(self.pace is None, "-alone")
        about = ["take your time"]
        if self.pace is not None and self.recipe is not None:
            about = about_rival(self.recipe, self.rival, self._records.get(self.rival))
        self.query_one(_About).show(about)

    def rivals(self, recipe: Recipe) -> tuple[RivalSpec, ...]:
        """Return whom one races on a maze."""
        if self.pace is None:
            return ()
        return (chosen_rival(recipe, self.rival, self.pace, self._usual),)

    @property
    def words(self) -> str:
        """The rivals in words."""
        if self.pace is None:
            return "no rival"
        pace = spell_pace(self.pace)
        if self.rival == SHORTEST:
            return f"against {pace}"
        return f"against {dict(rival_choices())[self.rival]}, {pace}"
