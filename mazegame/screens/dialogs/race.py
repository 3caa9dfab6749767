"""Race: a dialog for up to four rivals with their paces and starts, and for a series.

``game/setup/rival_choices.py`` says what a choice means and lists the ready-made ones.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Label, Static

from mazegame.game.racing.paces import FIRST_PACE, close_pace, mean_steps
from mazegame.game.racing.race_choice import (
    FASTEST,
    GHOST,
    MAX_RIVALS,
    NO_RACE,
    PACES,
    SERIES,
    YOURS_PACE,
    RaceChoice,
    RivalChoice,
)
from mazegame.game.racing.rival_kinds import SHORTEST
from mazegame.game.setup.rival_choices import (
    NO_GHOST,
    READY,
    about_rival,
    about_start,
    can_race,
    chosen_rivals,
    describe_race,
    rival_choices,
    spell_series,
    title_of,
)
from mazegame.game.words import capital, counted, spell_time
from mazegame.screens.base import GameDialog
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.keys.key_line import key_hints, named_keys
from mazegame.widgets.maze.samples import RivalWalk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.app import ComposeResult

    from mazegame.engine import Recipe
    from mazegame.game.recording.record import Record

RIVAL_PACES: Final = (
    *((pace, f"{name}, {pace:g}/s") for name, pace in PACES.items()),
    (YOURS_PACE, "yours"),
)
"""Paces, in cells a second, with short labels."""

NO_ONE: Final = ""
"""The name of a line without a rival."""

COLUMNS: Final = (
    ("rival", "name"),
    ("pace", "pace"),
    ("how it finds its way", "way"),
    ("your record", "record"),
)
"""The headings of the list of rivals, and the class of each column."""


class RaceScreen(GameDialog[RaceChoice]):
    """Ready races, four lines for rivals, and a rival on its walk.

    Dismisses with the choice, which is to be played: that of a ready race at its digit.
    """

    AUTO_FOCUS = "#rival-0"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-high"), (30, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="race.keep", priority=True),
        Binding("escape", "dismiss(None)", "discard", id="race.discard", priority=True),
        *(
            Binding(
                str(at),
                f"ready({at})",
                title.lower(),
                id=f"race.ready-{at}",
                tooltip=f"play: {title.lower()}",
            )
            for at, (title, _, _) in enumerate(READY, start=1)
        ),
        Binding("delete,backspace", "remove", "remove", id="race.remove"),
        Binding("plus,equals_sign", "faster(1)", "faster", id="race.faster"),
        Binding("minus", "faster(-1)", "slower", id="race.slower"),
        Binding("question_mark", "help", "help", id="race.help"),
        Binding("down", "app.focus_next", show=False, id="race.down"),
        Binding("up", "app.focus_previous", show=False, id="race.up"),
    ]

    _best = ""
    """The player's best walk of this maze; empty for none, or until it is known."""

    def __init__(
        self,
        recipe: Recipe,
        choice: RaceChoice,
        records: Mapping[str, tuple[int, int]],
        usual: float | None,
    ) -> None:
        super().__init__()
        self._recipe = recipe
        self._first_choice = choice
        self._records = records
        self._usual = usual

    def compose(self) -> ComposeResult:
        rivals = [(NO_ONE, "none"), *rival_choices(), (GHOST, title_of(GHOST))]
        ready = [(str(at), title) for at, (title, _, _) in enumerate(READY, start=1)]
        with VerticalScroll(classes="dialog race", can_focus=False) as dialog:
            dialog.border_title = "Race"
            with Horizontal(id="ready"):
                yield Static(named_keys(*ready[:2], gap=2))
                yield Static(named_keys(*ready[2:], gap=2))
            for (key, title), (_, about, _) in zip(ready, READY, strict=True):
                with Horizontal(classes="ready"):
                    yield Static(named_keys((key, title)), classes="title")
                    yield Label(about)
            with Horizontal(classes="rival headings"):
                for title, column in COLUMNS:
                    yield Label(title, classes=column)
            for at in range(MAX_RIVALS):
                with Horizontal(classes="rival"):
                    with Horizontal(classes="name"):
                        yield Choice(rivals, id=f"rival-{at}")
                    with Horizontal(classes="pace"):
                        yield Choice(RIVAL_PACES, id=f"pace-{at}")
                    yield Label(id=f"way-{at}", classes="way", markup=False)
                    yield Label(id=f"record-{at}", classes="record", markup=False)
            series = [(most, spell_series(most)) for most in SERIES]
            with Horizontal(classes="rival"):
                with Horizontal(classes="name"):
                    yield Choice(series, id="series")
                with Horizontal(classes="pace"):
                    yield Choice(((False, "no start"), (True, "pursuit")), id="pursuit")
            with Horizontal(id="lower"):
                yield Static(id="about", markup=False)
                yield RivalWalk(id="walk")
            yield key_hints(
                ("⏎", "play"), ("1-4", "presets"), ("esc", "discard"), ("← →", "change"),
                ("+ -", "pace"), ("del", "remove"), ("?", "help"), gap=2,
            )  # fmt: skip

    def on_resize(self) -> None:
        self.when_painted(self._describe)

    def on_mount(self) -> None:
        self._choose(self._first_choice)
        level = str(self._recipe)
        asked = self.services.store.query(lambda book: book.best_walk(level))
        self.await_book(asked, self._take_best, group="ghost")

    def _choose(self, race: RaceChoice) -> None:
        for at in range(MAX_RIVALS):
            one = race.rivals[at] if at < len(race.rivals) else RivalChoice(NO_ONE)
            self._rival(at).choose(one.name, title_of(one.name))
            self._pace(at).choose(one.pace, f"{one.pace:g}/s")
        self.query_one("#series", Choice).choose(race.best_of, spell_series(race.best_of))
        self.query_one("#pursuit", Choice).choose(race.pursuit)
        self._describe()

    @property
    def race(self) -> RaceChoice:
        """The choice, without empty lines and without a second ghost."""
        rivals: list[RivalChoice] = []
        for at in range(MAX_RIVALS):
            one = self._line_choice(at)
            if one.name != NO_ONE and not (one.name == GHOST and one in rivals):
                rivals.append(one)
        series, pursuit = (self.query_one(f"#{name}", Choice) for name in ("series", "pursuit"))
        return RaceChoice(tuple(rivals), series.value, pursuit.value) if rivals else NO_RACE

    def _line_choice(self, at: int) -> RivalChoice:
        name = self._rival(at).value
        return RivalChoice(name) if name == GHOST else RivalChoice(name, self._pace(at).value)

    def _rival(self, at: int) -> Choice[str]:
        return self.query_one(f"#rival-{at}", Choice)

    def _pace(self, at: int) -> Choice[float]:
        return self.query_one(f"#pace-{at}", Choice)

    @property
    def _line(self) -> int | None:
        """The number of the focused line, from 0; None for another one."""
        last = ((self.focused.id if self.focused else None) or "")[-1:]
        return int(last) if last.isdecimal() else None

    def _take_best(self, walk: Record | None) -> None:
        if walk is not None:
            time = spell_time(round(1000 * walk.seconds))
            self._best = f"{time}, {counted(len(walk.moves), 'step')}"
            self._describe()

    def _about(self, one: RivalChoice) -> list[str]:
        """Return sentences about a rival, the most important first."""
        if one.name == NO_ONE:
            return ["left and right choose a rival"]
        recipe, usual, race = self._recipe, self._usual, self.race
        if one.name == GHOST:
            about = ["your best run of this maze" if self._best else NO_GHOST]
        else:
            about = about_rival(recipe, one.name, self._records.get(one.name))
            if not self.has_class("-narrow"):
                about = about[-1:]  # the columns show the rest
        if race.pursuit:
            about.append(about_start(recipe, one, usual))
        if one.pace == YOURS_PACE:
            pace = close_pace(recipe, one.name, usual)
            about.append(f"at your pace, counting its detours: {pace:g} cells a second")
        if usual is None and (race.pursuit or one.pace == YOURS_PACE):
            about.append(f"we assume {FIRST_PACE:g} cells a second until you have run")
        return about

    def _columns(self, at: int) -> tuple[str, str]:
        """Return two cells about a rival: its skill, and the player's record against it."""
        name = self._rival(at).value
        if name == NO_ONE:
            return "", ""
        mean = mean_steps(self._recipe, name)
        way = "" if mean is None else f"{mean:.1f} x the shortest path"
        if name == GHOST:
            second = any(self._rival(other).value == GHOST for other in range(at))
            way = "one ghost races" if second else self._best or "no run to race yet"
        elif not can_race(self._recipe, name):
            way = "only in small mazes"
        elif name == SHORTEST:
            way = "knows the shortest path"
        return way, self._record(name)

    def _record(self, name: str) -> str:
        won, races = self._records.get(name, (0, 0))
        if not races:
            return "no race yet"
        record = f"won {won:,}, lost {races - won:,}"
        return record if len(record) <= 15 else f"{won / races:.0%} of {races:,}"

    @on(Choice.Changed)
    @on(events.DescendantFocus)
    def _describe(self) -> None:
        for at in range(MAX_RIVALS):
            self._pace(at).display = self._rival(at).value not in (NO_ONE, GHOST)
            way, record = self._columns(at)
            self.query_one(f"#way-{at}", Label).update(way)
            self.query_one(f"#record-{at}", Label).update(record)
        race, line = self.race, self._line
        about = [race.problem]
        about += [describe_race(race)] if line is None else self._about(self._line_choice(line))
        self._show_about(filter(None, about))
        shown = race.rivals[:1] if line is None else (self._line_choice(line),)
        # A ghost knows another maze, and does not walk.
        walking = tuple(one for one in shown if one.name not in (NO_ONE, GHOST))
        choice = RaceChoice(walking, pursuit=race.pursuit)
        rivals, _ = chosen_rivals(self._recipe, choice, self._usual)
        self.query_one(RivalWalk).show_rival(self._recipe, next(iter(rivals), None))

    def _show_about(self, parts: Iterable[str]) -> None:
        """Show as many sentences as there is room for, the most important first."""
        shown = self.query_one("#about", Static)
        width, height = shown.content_size
        text = ""
        for part in parts:
            longer = f"{text} {capital(part).rstrip('.')}.".strip()
            if not text or len(wrap(longer, max(width, 1))) <= height:
                text = longer
        shown.update(text)

    def action_ready(self, number: int) -> None:
        """Play a ready race."""
        self.dismiss(READY[number - 1][2])

    def action_remove(self) -> None:
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
            before = close_pace(self._recipe, self._rival(at).value, self._usual)
        pace = float(min(max(round(before) + by, 1), FASTEST))
        self._pace(at).choose(pace, f"{pace:g}/s")
        self._describe()

    def action_play(self) -> None:
        """Play the race that is chosen; an impossible one stays, and a notice says why."""
        race = self.race
        if race.problem:
            self.show_notice(race.problem, "warning")
        else:
            self.dismiss(race)
