"""The base of the screens on which one player walks a match: it makes the level and shows it.

A thread makes the level; a large one shows its progress. What does not live here: the rules and the
state of a run (``game/session.py``), and what follows a match (``play.py``, ``rounds.py``).
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import getters
from textual.containers import Horizontal, Vertical

from mazegame.game import commands
from mazegame.game.scoring.medals import medal_times
from mazegame.game.seat import Seat, moment_of
from mazegame.game.session import Session
from mazegame.screens.base import KeysWanted
from mazegame.screens.playing_screen import WalkingScreen
from mazegame.widgets.input.asking import Making
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import keys_for, stands
from mazegame.widgets.maze.session_pane import SessionPane
from mazegame.widgets.playing.hud import Hud
from mazegame.widgets.playing.race_lines import RaceLines
from mazegame.widgets.playing.side_column import WIDE, SideColumn
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from mazegame.config import Config
    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.values import ToBeat

BEST_AFTER: Final = 0.2
"""Seconds from the first frame of a level until the player's best is read."""

MEDALS_AT_ONCE: Final = 20_000
"""Longest path whose medals are computed before the first frame; it takes a millisecond."""

SOON_SECONDS: Final = 0.12
"""Seconds for which the screen before stays while a level is made; then a bar appears."""

PRACTICE: Final = "practice from a wrong turn: not ranked, not kept"
"""The message above the maze during practice."""


class MatchScreen(WalkingScreen):
    """A screen that plays a match: numbers, the race, the maze and a column beside it."""

    settles_when_ready = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-tall")]  # noqa: RUF012

    pane = getters.query_one(SessionPane)
    column = getters.query_one(SideColumn)
    making = getters.query_one(Making)

    def __init__(
        self,
        match: Match,
        resume: Run | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(clock=clock)
        self.first_match = self._match = match
        self._resume = resume
        self._failure = ""

    @property
    def run(self) -> Run | None:
        """The present run; None while its level is being made."""
        return None if self.seat is None else self.seat.run

    @property
    def manual(self) -> str:
        return self._match.series.manual

    @property
    def practises(self) -> bool:
        """Whether the run is practice, which is not kept."""
        return False

    # The level

    def compose(self) -> ComposeResult:
        hud, race, column = Hud(), RaceLines(id="race"), SideColumn()
        with Horizontal():
            with Vertical():
                yield hud
                yield race
                yield SessionPane(hud, race, column)
                yield Making()
                yield KeyLine(keys_unless="-wide", always=("pause", "help"))
            yield column

    def on_resize(self, event: events.Resize) -> None:
        """Fill the side column once the terminal is wide enough for it."""
        hud = self.query_one(Hud)
        hud.brief = event.size.width >= WIDE
        hud.repaint_lines()
        if hud.brief:
            self.column.furnish()

    def on_mount(self) -> None:
        self.pane.use_side_map(self.column.map)
        self._look = look_of(self.app)
        self.listen(self.services.settings.changed, self._config_changed)
        self._open_match(self._match)

    def _config_changed(self, config: Config) -> None:
        if config.look != self._look:
            self._look = config.look
            self.take_look()
            self.pane.apply_look()

    def _open_match(self, match: Match) -> None:
        self._match = match
        self.hold_frame(SOON_SECONDS)
        self.seat = None
        self.pane.show_seat(None)
        self.set_timer(SOON_SECONDS, self._show_making)
        self.refresh_bindings()
        self.making.make(match.source, self._begin, self._failed)

    @property
    def takes_keys(self) -> bool:
        """Whether there is a level to walk in, or the progress of one that takes longer."""
        return self.ready and (self.session is not None or self.has_class("-making"))

    def _show_making(self) -> None:
        self.set_class(self.session is None, "-making")
        self.app.post_message(KeysWanted())
        self.settle()

    def _failed(self, reason: str) -> None:
        self.let_go()
        self._failure = reason
        if self.app.screen is self:
            self._leave()

    def _leave(self) -> None:
        self.say(self._failure, "error")
        self._failure = ""
        self.dismiss()

    def on_screen_resume(self) -> None:
        """Leave, if meanwhile the level could not be made."""
        if self._failure:
            self._leave()

    def _begin(self, level: Level) -> None:
        resume, self._resume = self._resume, None
        if self._match.rivals:
            from mazegame.game.racing.rivals import who_can_walk

            rivals, problems = who_can_walk(self._match.rivals, level)
            for problem in problems:
                self.say(problem, "warning")
            self._match = replace(self._match, rivals=rivals)
        session = self.make_session(level, resume)
        self.set_class(bool(session.rivals), "-race")
        self.seat = Seat(session, 0)
        run = self.seat.run
        self.take_look()
        if not self.practises:
            self.services.autosave.start(run, self._match, resumed=resume is not None)
        self.remove_class("-making")
        self.pane.show_seat(self.seat, PRACTICE if self.practises else "")
        self._name_keys(begun=True)
        self.refresh_bindings()
        self.app.post_message(KeysWanted())
        if level.dist_min <= MEDALS_AT_ONCE:
            self.query_one(Hud).show_medals(medal_times(level))
        self.set_timer(BEST_AFTER, partial(self._ask_what_to_beat, level))
        self.begun()
        self.let_go()
        self.when_painted(self.settle)
        if session.finished:
            self.arrived()

    def make_session(self, level: Level, resume: Run | None) -> Session:
        return Session(self._match, level, resume=resume)

    def begun(self) -> None:
        """Start the session, if no other screen is in front."""
        if self.app.screen is self:
            self.do(commands.Resume())

    def _ask_what_to_beat(self, level: Level) -> None:
        """Read the player's best run of this maze, and show it beside the medals."""

        def show(found: ToBeat) -> None:
            if self.run is not None and self.run.level is level:
                best = found.maze_best
                self.query_one(Hud).show_medals(found.times, None if best is None else best.ms)
                self.column.to_beat.show(found)
                self._name_keys()  # whether the player is a beginner is known by now

        asked = self.services.score_book.to_beat(level, self._match.rules.key)
        self.ask_book(asked, show, group="to beat")

    # Keys

    @property
    def game_id(self) -> str:
        """The game ID; empty for a loaded maze."""
        return "" if self.run is None else str(self.run.level.recipe or "")

    def action_minimap(self) -> None:
        look = look_of(self.app)
        self.services.settings.save_look(replace(look, minimap=not look.minimap))

    def tick(self) -> None:
        """Advance the session, and name the keys of the moment first."""
        super().tick()
        self._name_keys()

    def _name_keys(self, *, begun: bool = False) -> None:
        """Put first the keys of the moment, when a level is begun or its player stands."""
        if self.seat is not None and (begun or stands(self.seat)):
            runs = self.services.score_book.finished_runs
            first = keys_for(moment_of(self.seat, practice=self.practises, finished_runs=runs))
            for shown in (self.query_one(KeyLine), self.column.keys):
                shown.put_first(first)

    def on_unmount(self) -> None:
        """Leave the run, which can be resumed."""
        self.services.autosave.leave()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        session = self.session
        if session is None:
            return action == "help"
        if action == "walk_there":
            return self.pane.looking
        return action != "copy" or session.level.recipe is not None
