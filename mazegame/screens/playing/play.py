"""Play: matches, one after the other.

What lives here: making the level of a match, pauses, the next match, and what looks at the level:
path, heat, lab, export. A thread generates the level; a large one shows its progress and can be
cancelled. What does not: the rules and the state of a run (``game/session.py``), walking
(``widgets/maze/session_pane.py``) and its keys (``widgets/keys/play_keys.py``).
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from mazegame.engine import Level
from mazegame.game import commands
from mazegame.game.events import RulesChanged
from mazegame.game.match import Series
from mazegame.game.racing.race import settle
from mazegame.game.score import LEAVE_STEPS
from mazegame.game.scoring.medals import medal_times
from mazegame.game.seat import Seat, moment_of
from mazegame.game.session import Session
from mazegame.screens import factory
from mazegame.screens.base import KeysWanted
from mazegame.screens.playing_screen import WalkingScreen
from mazegame.widgets.input.asking import Making
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import keys_for, stands, walk_keys
from mazegame.widgets.maze.maze_pane import heat_key, map_key, minimap_key, zoom_keys
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
    from mazegame.game.match import Match
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.store.values import ToBeat

BEST_AFTER: Final = 0.2
"""Seconds from the first frame of a level until the player's best is read."""

MEDALS_AT_ONCE: Final = 20_000
"""Longest path whose medals are computed before the first frame; it takes a millisecond."""

SOON_SECONDS: Final = 0.12
"""Seconds for which the screen before stays while a level is made; then a bar appears."""

PRACTICE: Final = "practice from the costliest turn: not ranked, not kept"
"""The message above the maze during practice."""


class PlayScreen(WalkingScreen):
    """Plays one level after the other, until the player returns to the menu."""

    CSS_PATH = "play.tcss"
    settles_when_ready = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-tall")]  # noqa: RUF012

    pane = getters.query_one(SessionPane)
    column = getters.query_one(SideColumn)
    making = getters.query_one(Making)

    BINDINGS: ClassVar[list[BindingType]] = [
        *walk_keys("play"),
        Binding("escape", "give_up", "give up", id="play.give-up",
                tooltip="stop making a large maze"),
        Binding("escape,p,m", "pause", "pause", id="play.pause", key_display="esc"),
        Binding("question_mark", "help", "help", id="play.help"),
        Binding("r", "restart", "restart", id="play.restart", tooltip="play the same maze again"),
        Binding("n", "next", "next", id="play.next", tooltip="the next maze"),
        Binding("b", "show_path", "show path", id="play.path",
                tooltip="show the whole shortest path"),
        map_key("play"),
        *zoom_keys("play", show=True),
        Binding("c", "copy", "copy the game ID", show=False, id="play.copy"),
        Binding("v", "look", "look around", show=False, id="play.look"),
        Binding("e", "export", "export", show=False, id="play.export"),
        heat_key("play", "show how far each cell is"),
        minimap_key("play"),
    ]  # fmt: skip

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
        self._practised: tuple[Match, Run] | None = None
        """The match and the run before practice; None outside practice."""
        self._failure = ""

    @property
    def run(self) -> Run | None:
        """The present run; None while its level is being made."""
        return None if self.seat is None else self.seat.run

    @property
    def manual(self) -> str:
        return self._match.series.manual

    # Levels

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
        self._match, self._practised = match, None
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
        if self._practised is None:
            self.services.autosave.start(run, self._match, resumed=resume is not None)
        self.remove_class("-making")
        self.pane.show_seat(self.seat, PRACTICE if self._practised else "")
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

    def on_screen_resume(self) -> None:
        """Leave, if meanwhile the level could not be made."""
        if self._failure:
            self._leave()

    # Other levels, other screens

    def action_restart(self) -> None:
        if not self._ask_to_leave_series():
            self._leave_run("Restart this maze?", self._restart)

    def _ask_to_leave_series(self) -> bool:
        """Ask before a restart that ends a marathon; return whether that is asked."""
        series = self._match.series
        ends = series.again(self._match) is not self._match
        if ends:
            about = f"You leave what it is a part of: {series.about(None)}."
            self.confirm("Restart this maze?", self._restart, about)
        return ends

    def _restart(self) -> None:
        if self.session is not None:
            before, self._practised = self._practised, None
            match = self._match if before is None else before[0]
            self._match = match.series.again(match)
            self._begin(self.session.level)

    def action_next(self) -> None:
        self._leave_run("Start the next maze?", self._next)

    @property
    def _following(self) -> Match | None:
        """The next match of the series; None if there is none."""
        played, run = self._practised or (self._match, self.run)
        return played.series.next(played, run if run and run.finished else None)

    def _next(self) -> None:
        """Play the next match; after the last one leave."""
        match = self._following
        if match is None:
            self.dismiss()
        else:
            self._open_match(match)

    def _leave_run(self, question: str, go: Callable[[], object]) -> None:
        run = self.run
        if run is None or run.finished or run.steps < LEAVE_STEPS:
            go()
        else:
            self.confirm(question, go, f"This run ({run.steps:,} steps) is lost.")

    def action_pause(self) -> None:
        """Open the menu; or end looking around, or leave the map."""
        if self.end_look() or self.pane.leave_map():
            return
        session = self.session
        if session is not None:
            next_ = self._match.series.has_next(self._match)
            change, race = self._change_rules, bool(session.rivals)
            menu = factory.pause(
                session.level, self, session.rules, change, race=race, has_next=next_
            )
            self.open(menu, self._paused)

    def _change_rules(self, rules: Rules) -> None:
        self._match = replace(self._match, rules=rules)
        for event in self.do(commands.ChangeRules(rules)):
            if isinstance(event, RulesChanged):
                self.services.autosave.change_rules(event.easiest)

    def action_give_up(self) -> None:
        self.making.give_up()
        self.dismiss()

    def _paused(self, chosen: str) -> None:
        match chosen:
            case "restart":
                if not self._ask_to_leave_series():
                    self._restart()
            case "next":
                self._next()
            case "lab":
                question = "Open the lab? It shows the whole maze."
                self._assist(question, commands.OpenLab(), self._open_lab)
            case "menu":
                self.dismiss()

    def arrived(self) -> None:
        if self.seat is not None:
            run, rivals, pane = self.seat.run, self.seat.session.rivals, self.pane
            settle(rivals)
            if self._practised is None:
                self.services.autosave.finish(run, rivals)
            note = PRACTICE if self._practised else ""
            screen = factory.result(
                run,
                rivals,
                head_lines=pane.region.y,
                note=note,
                zoom=pane.chosen_zoom,
                last=self._following is None,
            )
            self.open_over_all(screen, self._after_result)

    def caught(self) -> None:
        """Show that a hunter has the player, and what follows. The run is not kept."""
        if self.seat is not None:
            self.services.autosave.rest()
            about, match = self._match.series.lost(self._match)
            following = "" if match is None else match.series.about(None)
            card = factory.caught(self.seat.run, self.seat.session.rivals, about, following)
            self.open_over_all(card, partial(self._after_caught, match))

    def _after_caught(self, match: Match | None, chosen: str | None) -> None:
        if chosen == "next" and match is not None:
            self._open_match(match)
        else:
            self._after_result(chosen)

    def _after_result(self, chosen: str | None) -> None:
        match chosen:
            case "next":
                self._next()
            case "again":
                self._restart()
            case "practice":
                self._practise()
            case "ghost" if self.run is not None:
                self._practised = None
                self._match = self._match.against(self.run)
                self._restart()
            case _:
                self.dismiss()

    def _practise(self) -> None:
        """Start practice from the costliest wrong turn; it is not stored."""
        from mazegame.game.scoring.wrong_turns import back_to, wrong_turns

        run = self.run
        if run is not None and (turns := wrong_turns(run)):
            self._practised = self._practised or (self._match, run)
            self._match = replace(self._match, rivals=(), series=Series())
            self._resume = back_to(run, turns[0], self.clock)
            self.services.autosave.rest()
            self._begin(run.level)

    # Looking at the level: the first three make a run unranked

    def action_show_path(self) -> None:
        self._assist("Show the whole shortest path?", commands.ShowPath())

    def action_heat(self) -> None:
        if self.pane.heat:
            self.do(commands.ShowHeat(shown=False))
        else:
            self._assist("Show how far every cell is from B?", commands.ShowHeat(shown=True))

    def _assist(
        self, question: str, command: commands.Command, then: Callable[[], None] = lambda: None
    ) -> None:
        """Give a command that makes the run unranked; ask first if it is ranked now."""
        if self.run is None:
            return

        def agreed() -> None:
            self.do(command)
            then()

        if self.run.assisted:
            agreed()
        else:
            after = "The run can still be finished, but it will not be ranked."
            self.confirm(question, agreed, after)

    def _open_lab(self) -> None:
        """Watch how the maze is carved, or how a loaded one is searched."""
        from mazegame.lab.subject import CarvingOf, SearchOf

        if self.run is not None:
            level = self.run.level
            searched = SearchOf(level, "bfs")
            self.open(factory.lab((CarvingOf(level.recipe) if level.recipe else searched,)))

    def action_minimap(self) -> None:
        look = look_of(self.app)
        self.services.settings.save_look(replace(look, minimap=not look.minimap))

    @property
    def game_id(self) -> str:
        """The game ID; empty for a loaded maze."""
        return "" if self.run is None else str(self.run.level.recipe or "")

    def action_export(self) -> None:
        if self.seat is None or self.seat.player.in_fog:
            question = "Export the maze? The file shows all of it."
            self._assist(question, commands.OpenLab(), self._export)
        else:
            self._export()

    def _export(self) -> None:
        run, scene = self.run, self.pane.scene
        if run is not None and scene is not None:
            self.open(factory.export(run.level, scene, bytes(run.moves)))

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

    # Keys of the moment

    def tick(self) -> None:
        """Advance the session, and name the keys of the moment first."""
        super().tick()
        self._name_keys()

    def _name_keys(self, *, begun: bool = False) -> None:
        """Put first the keys of the moment, when a level is begun or its player stands."""
        if self.seat is not None and (begun or stands(self.seat)):
            runs, practice = self.services.score_book.finished_runs, self._practised is not None
            first = keys_for(moment_of(self.seat, practice=practice, finished_runs=runs))
            for shown in (self.query_one(KeyLine), self.column.keys):
                shown.put_first(first)

    def on_unmount(self) -> None:
        """Leave the run, which can be resumed."""
        self.services.autosave.leave()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        session = self.session
        if session is None:
            return action in {"give_up", "help"}
        if action == "next":
            return self._match.series.has_next(self._match)
        if action == "walk_there":
            return self.pane.looking
        if action == "copy":
            return session.level.recipe is not None
        return action != "give_up"
