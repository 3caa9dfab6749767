"""Race: a dialog for up to four rivals, each with its pace, and for a series of races.

What lives here: the dialog. What does not: what a choice means (``game/setup/rival_choices.py``),
and the line of the form that stands for it (``widgets/form/race_fields.py``).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Label, Static

from mazegame.game.racing.pace import FASTEST, PACES, YOURS_PACE
from mazegame.game.racing.race_choice import GHOST, MAX_RIVALS, SERIES, RaceChoice, RivalChoice
from mazegame.game.racing.rival_kinds import SHORTEST
from mazegame.game.racing.yours import close_pace, mean_steps
from mazegame.game.setup.rival_choices import (
    NO_GHOST,
    about_rival,
    can_race,
    describe_race,
    rival_choices,
    spell_series,
    title_of,
)
from mazegame.screens.base import GameDialog
from mazegame.store.book.errors import ScoreBookError
from mazegame.widgets.form.race_fields import AboutLine
from mazegame.widgets.input.choice import Choice
from mazegame.widgets.keys.key_line import key_hints

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.screens import routes

RIVAL_PACES: Final = (
    *((pace, f"{name}, {pace:g}/s") for name, pace in PACES.items()),
    (YOURS_PACE, "yours"),
)
"""Paces, in cells a second, with short labels."""

NO_ONE: Final = ""
"""The name of an empty line."""


class RaceScreen(GameDialog[RaceChoice]):
    """Four lines for rivals, and one for the series. Dismisses with the choice."""

    route: routes.Race
    AUTO_FOCUS = "#rival-0"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "done", "done", id="race.done", priority=True),
        Binding("delete,backspace", "remove", "remove", id="race.remove"),
        Binding("plus,equals_sign", "faster(1)", "faster", id="race.faster"),
        Binding("minus", "faster(-1)", "slower", id="race.slower"),
        Binding("down", "app.focus_next", show=False, id="race.down"),
        Binding("up", "app.focus_previous", show=False, id="race.up"),
    ]

    def __init__(self, route: routes.Race) -> None:
        super().__init__(route)
        self._ghost = [""]

    def compose(self) -> ComposeResult:
        """Yield the lines."""
        rivals = [(NO_ONE, "no one"), *rival_choices(), (GHOST, title_of(GHOST))]
        with VerticalScroll(classes="dialog race", can_focus=False):
            yield Static("Race", classes="heading")
            for at in range(MAX_RIVALS):
                chosen = self.route.race.rivals[at : at + 1]
                with Horizontal(classes="rival", id=f"line-{at}"):
                    yield Label(str(at + 1))
                    rival: Choice[str] = Choice(rivals, id=f"rival-{at}")
                    pace: Choice[float] = Choice(RIVAL_PACES, id=f"pace-{at}")
                    pace.add_class("pace")
                    pace.choose(RivalChoice().pace)
                    for one in chosen:
                        rival.choose(one.name)
                        pace.choose(one.pace, f"{one.pace:g}/s")
                    yield rival
                    yield pace
                    yield AboutLine(id=f"about-{at}")
            with Horizontal(classes="rival"):
                yield Label("")
                series: Choice[int] = Choice(
                    [(most, spell_series(most)) for most in SERIES], id="series"
                )
                series.choose(self.route.race.best_of, spell_series(self.route.race.best_of))
                yield series
            yield Static(id="about", markup=False)
            yield Static(id="problem", markup=False)
            yield key_hints(
                ("← →", "change"), ("+ -", "pace"), ("del", "remove"), ("⏎", "done"), gap=2
            )

    def on_mount(self) -> None:
        """Describe the rivals, and ask for the ghost."""
        self._describe()
        self._ask_about_ghost()

    @property
    def race(self) -> RaceChoice:
        """The choice, without empty lines and a second ghost."""
        rivals: list[RivalChoice] = []
        for at in range(MAX_RIVALS):
            name = self._rival(at).value
            if name == GHOST and all(rival.name != GHOST for rival in rivals):
                rivals.append(RivalChoice(GHOST))
            elif name not in (NO_ONE, GHOST):
                rivals.append(RivalChoice(name, self._pace(at).value))
        series: Choice[int] = self.query_one("#series", Choice)
        return RaceChoice(tuple(rivals), series.value if rivals else 1)

    def _rival(self, at: int) -> Choice[str]:
        return self.query_one(f"#rival-{at}", Choice)

    def _pace(self, at: int) -> Choice[float]:
        return self.query_one(f"#pace-{at}", Choice)

    @property
    def _line(self) -> int | None:
        """The number of the focused line, from 0; None for another one."""
        focused = self.focused
        name = "" if focused is None or focused.id is None else focused.id
        return int(name[-1]) if name[-1:].isdecimal() else None

    @work(exclusive=True, group="ghost")
    async def _ask_about_ghost(self) -> None:
        """Ask the score book for the player's best walk of this maze."""
        with contextlib.suppress(ScoreBookError):
            book = self.services.score_book
            walk = await asyncio.wrap_future(book.best_walk(str(self.route.recipe)))
            self._ghost = [NO_GHOST]
            if walk is not None:
                steps, seconds = len(walk.moves), walk.seconds
                self._ghost = [f"{seconds:.1f} s, {steps:,} steps", "your best run of this maze"]
            self._describe()

    def _about(self, at: int) -> list[str]:
        """Return what there is to say on the rival of a line, the most important first."""
        name = self._rival(at).value
        if name == NO_ONE:
            return []
        if name == GHOST:
            first = all(self._rival(other).value != GHOST for other in range(at))
            return self._ghost if first else ["one ghost races"]
        about = about_rival(self.route.recipe, name, self.route.records.get(name))
        pace = self._pace(at).value
        if pace == YOURS_PACE:
            about.append(f"{close_pace(self.route.recipe, name, self.route.usual):g} cells/s here")
        return about

    def _brief(self, at: int) -> list[str]:
        """Return the same for the line itself: mean steps and record first."""
        name = self._rival(at).value
        if name == GHOST and self._ghost == [NO_GHOST]:
            return ["no finished run of this maze yet"]
        mean = (
            mean_steps(self.route.recipe, name) if name not in (NO_ONE, GHOST, SHORTEST) else None
        )
        if mean is None or not can_race(self.route.recipe, name):
            return self._about(at)
        won, races = self.route.records.get(name, (0, 0))
        record = [f"won {won:,} of {races:,}"] if races else []
        return [f"{mean:.1f} x shortest", *record, *self._about(at)[1 + bool(races) :]]

    def _describe(self) -> None:
        """Show the lines on the rivals, and what the focused one is like."""
        for at in range(MAX_RIVALS):
            name = self._rival(at).value
            self._pace(at).display = name not in (NO_ONE, GHOST)
            self.query_one(f"#about-{at}", AboutLine).show(self._brief(at))
        race, line = self.race, self._line
        text = describe_race(race)
        if line is not None:
            parts = (part.rstrip(".") for part in self._about(line))
            text = " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts)
        self.query_one("#about", Static).update(text or "Left and right choose a rival.")
        self.query_one("#problem", Static).update(race.problem)

    @on(Choice.Changed)
    def _changed(self) -> None:
        self._describe()

    def on_descendant_focus(self) -> None:
        """Describe the focused rival."""
        self._describe()

    def action_remove(self) -> None:
        """Empty the focused line."""
        at = self._line
        if at is not None:
            self._rival(at).focus()
            self._rival(at).choose(NO_ONE)
            self._describe()

    def action_faster(self, by: int) -> None:
        """Change the pace of the focused rival by a cell a second."""
        at = self._line
        if at is None or not self._pace(at).display:
            return
        before = self._pace(at).value
        if before == YOURS_PACE:
            before = close_pace(self.route.recipe, self._rival(at).value, self.route.usual)
        pace = float(min(max(round(before) + by, 1), FASTEST))
        self._pace(at).choose(pace, f"{pace:g}/s")
        self._describe()

    def action_done(self) -> None:
        """Return to the form with the choice."""
        self.dismiss(self.race)
