"""The base of the screens on which one player walks a match: it makes the level and shows it.

A thread makes the level; a large one shows its progress. The keys walk, look around and set marks,
and the clock stops while the player looks elsewhere. The rules and the state of a run are in
``game/session.py``; what follows a match is in ``play.py`` and ``rounds.py``.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.containers import Horizontal, Vertical

from mazegame.engine import Direction
from mazegame.game import commands, events
from mazegame.game.participant import Participant, moment_of
from mazegame.game.scoring.medals import medal_times
from mazegame.game.session import Session
from mazegame.screens.base import CALM_SECONDS, KeysWanted
from mazegame.screens.playing_screen import PlayingScreen
from mazegame.widgets.input.background import LevelMaker
from mazegame.widgets.keys.key_line import KeyLine, key_of
from mazegame.widgets.keys.play_keys import is_still, keys_for
from mazegame.widgets.maze.session_pane import SessionPane
from mazegame.widgets.playing.hud import Hud
from mazegame.widgets.playing.race_lines import RaceLines
from mazegame.widgets.playing.side_column import WIDE, SideColumn
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Key, Resize

    from mazegame.config import Config
    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.records import ToBeat
    from mazegame.widgets.maze.maze_pane import MazePane

BEST_AFTER: Final = 0.2
"""Seconds from the first frame of a level until the player's best is read."""

MEDALS_AT_ONCE: Final = 20_000
"""Longest path whose medals are computed before the first frame; it takes a millisecond."""

TALL: Final = 20
"""Fewest lines of a terminal with all lines of numbers, or of captions."""

SOON_SECONDS: Final = 0.12
"""Seconds for which the previous screen stays while a level is made; then a bar appears."""

WAIT_AFTER: Final = 0.5
"""Longest making of a maze, in seconds, after which the key that asked for it reveals it.

A maze that takes longer waits for a key of its own, since the player may look elsewhere by then.
"""

PRACTICE: Final = "practice from a wrong turn: not ranked, not kept"
"""The message above the maze during practice."""

_WAITING: Final = frozenset({"pause", "help", "command_palette"})
"""The actions whose keys work while a covered maze waits, without revealing it."""

_APPEARING: Final = frozenset({"pause"})
"""The actions whose keys work while the walls appear."""

_GLIDES: Final = frozenset({"glide", "undo", "to_unexplored", "walk_there"})
"""The actions that start automatic walking; any other key ends it."""


class MatchScreen(PlayingScreen):
    """A screen that plays a match: numbers, the race, the maze and a column beside it."""

    settles_when_ready = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (TALL, "-tall")]  # noqa: RUF012

    pauses: ClassVar[bool] = True
    """Whether the clock stops while another screen is in front."""
    keeps_runs: ClassVar[bool] = True
    """Whether runs go to the journal and the score book."""

    _named: frozenset[str] = frozenset()
    """The actions whose keys were named, as another key had their effect once."""
    _begun_at = 0.0
    """The time at which the level was made, by ``clock``."""

    pane = getters.query_one(SessionPane)
    column = getters.query_one(SideColumn)
    making = getters.query_one(LevelMaker)

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
        self._opened_at = 0.0
        """The time at which the level was requested, by ``clock``."""
        self._resumed = False
        """Whether the run continues another: an interrupted one, or one from a wrong turn."""
        self._known = False
        """Whether the player has seen the walls before."""

    @property
    def run(self) -> Run | None:
        """The present run; None while its level is being made."""
        return None if self.participant is None else self.participant.run

    @property
    def manual(self) -> str:
        return self._match.series.manual

    @property
    def practises(self) -> bool:
        """Whether the run is practice from a wrong turn, which is not kept."""
        return False

    # The level

    def compose(self) -> ComposeResult:
        """Yield the widgets; a subclass may leave out race lines and side column."""
        hud, race, column = Hud(), RaceLines(id="race"), SideColumn()
        with Horizontal():
            with Vertical():
                yield hud
                yield race
                yield SessionPane(hud, race, column, clock=self.clock)
                yield LevelMaker()
                yield KeyLine(keys_unless="-wide", always=("pause", "leave_round", "help"))
            yield column

    def on_resize(self, event: Resize) -> None:
        """Fill the side column once the terminal is wide enough for it."""
        for column in self.query(SideColumn):
            hud = self.query_one(Hud)
            hud.brief = event.size.width >= WIDE
            hud.repaint_lines()
            if hud.brief:
                column.furnish()

    def on_mount(self) -> None:
        for column in self.query(SideColumn):
            self.pane.use_side_map(column.map)
        self._look = look_of(self.app)
        self.listen(self.services.settings.changed, self._config_changed)
        self._open_match(self._match)

    def _config_changed(self, config: Config) -> None:
        if config.look != self._look:
            self._look = config.look
            self.take_look()
            self.pane.apply_look()

    def _open_match(self, match: Match) -> None:
        self._match, self._known = match, match.series.known
        self._opened_at = self.clock()
        self.hold_frame(SOON_SECONDS)
        self.participant = None
        self.pane.show_participant(None)
        self.set_timer(SOON_SECONDS, self._show_making)
        self.refresh_bindings()
        self.making.make(match.source, self._begin, self._failed)

    @property
    def takes_keys(self) -> bool:
        """Whether there is a level to walk in, or a progress bar."""
        return self.ready and (self.session is not None or self.has_class("-making"))

    def _show_making(self) -> None:
        self.set_class(self.session is None, "-making")
        self.app.post_message(KeysWanted())
        self.settle()

    def _failed(self, reason: str) -> None:
        self.release_frame()
        self._failure = reason
        if self.app.screen is self:
            self._leave()

    def _leave(self) -> None:
        self.show_notice(self._failure, "error")
        self._failure = ""
        self.dismiss()

    def _begin(self, level: Level) -> None:
        resume, self._resume = self._resume, None
        self._resumed = resume is not None
        if self._match.rivals:
            from mazegame.game.racing.rivals import who_can_walk

            rivals, problems = who_can_walk(self._match.rivals, level)
            for problem in problems:
                self.show_notice(problem, "warning")
            self._match = replace(self._match, rivals=rivals)
        session = self.make_session(level, resume)
        self.set_class(bool(session.rivals), "-race")
        self.participant = Participant(session, 0)
        run = self.participant.run
        self.take_look()
        if self.keeps_runs and not self.practises:
            self.services.autosave.start(run, self._match, resumed=resume is not None)
        self.remove_class("-making")
        self.pane.show_participant(self.participant, PRACTICE if self.practises else "")
        self._name_keys(begun=True)
        self.refresh_bindings()
        self.app.post_message(KeysWanted())
        if self.keeps_runs:
            if level.dist_min <= MEDALS_AT_ONCE:
                self.query_one(Hud).show_medals(medal_times(level, reveal=run.reveal))
            self.set_timer(BEST_AFTER, partial(self._load_times_to_beat, level))
        self.begun()
        self.release_frame()
        self.when_painted(self.settle)
        if session.finished:
            self.arrived()

    def make_session(self, level: Level, resume: Run | None) -> Session:
        return Session(self._match, level, resume=resume, known=self._known)

    def begun(self) -> None:
        """Start the session, unless another screen is in front.

        The key that asked for the maze reveals it as well, unless the maze waits for a key of its
        own.
        """
        session, self._begun_at = self.session, self.clock()
        if session is None or self.app.screen is not self:
            return
        if session.counting or self._known:  # then the walls appear by themselves
            self.note_seen()
        self.do(commands.Resume())
        late = self.clock() - self._opened_at > WAIT_AFTER
        if session.waits and not (late or self._resumed or session.match.series.waits):
            self.reveal()

    def _reveal_by_key(self) -> None:
        """Reveal the walls, but not by a key or click from before the cover was seen."""
        if self.clock() - self._begun_at >= CALM_SECONDS:
            self.reveal()

    def reveal(self) -> None:
        """Show the walls, which starts the clock."""
        self.note_seen()
        self.do(commands.Reveal())

    def note_seen(self) -> None:
        """Record on the disk that the walls are about to appear, unless the run is not kept."""
        if self._match.rules.reveal and self.keeps_runs and not self.practises:
            self.services.autosave.see()

    def _load_times_to_beat(self, level: Level) -> None:
        """Load the player's best run of this maze, and show it beside the medals."""

        def show(found: ToBeat) -> None:
            if self.run is not None and self.run.level is level:
                best = found.maze_best
                self.query_one(Hud).show_medals(found.times, None if best is None else best.ms)
                self.column.to_beat.show(found)
                self._name_keys()  # whether the player is a beginner is known by now

        asked = self.services.score_book.to_beat(level, self._match.rules.key)
        self.await_book(asked, show, group="to beat")

    # Walking

    def arrived(self) -> None:
        """Called after the arrival at B is painted."""
        raise NotImplementedError

    def caught(self) -> None:
        """Called after the end of a match by a hunter is painted."""

    def show_events(self, happened: list[events.GameEvent]) -> None:
        self.pane.show_events(happened)
        participant = self.participant
        if any(isinstance(event, events.Caught) for event in happened):
            self.caught()
        if participant and any(
            isinstance(e, events.Arrived) and participant.concerns(e) for e in happened
        ):
            self.arrived()

    def action_move(self, name: str) -> None:
        if self.pane.looking:
            self.pane.move_cursor(Direction[name])
        else:
            super().action_move(name)

    def action_glide(self, name: str) -> None:
        if self.pane.looking:
            self.pane.move_cursor(Direction[name], cells=10)
        else:
            super().action_glide(name)

    def action_name_key(self, action: str, effect: str) -> None:
        """Say once which key has the effect that the pressed one had in older versions."""
        if action not in self._named and (key := key_of(self, action)):
            self._named |= {action}
            self.show_notice(f"{key} {effect}")

    def action_to_unexplored(self) -> None:
        self.end_look()
        self.do(commands.ToUnexplored())

    def action_walk_there(self) -> None:
        if (cell := self.pane.cursor) is not None:
            self.end_look()
            self.do(commands.WalkTo(cell))

    def action_mark(self) -> None:
        self.do(commands.ToggleMark())

    def action_undo(self) -> None:
        self.end_look()
        super().action_undo()

    def action_step_back(self) -> None:
        self.end_look()
        super().action_step_back()

    def action_hint(self) -> None:
        self.do(commands.TakeHint())

    def action_look(self) -> None:
        """Look around with a cursor that the walking keys move; the same key or a step ends it."""
        self.pane.look_around(on=not self.pane.looking)

    def end_look(self) -> bool:
        """End looking around; return whether that changed anything."""
        looking = self.pane.looking
        self.pane.look_around(on=False)
        return looking

    def on_mouse_scroll_down(self) -> None:
        self.action_pan(0, 1)

    def on_mouse_scroll_up(self) -> None:
        self.action_pan(0, -1)

    def on_maze_view_clicked(self, message: MazePane.Clicked) -> None:
        self.end_look()
        if self.session is not None and self.session.waits:
            self._reveal_by_key()
        else:
            self.do(commands.WalkTo(message.cell))

    def on_key(self, event: Key) -> None:
        """Reveal walls that wait for a key; end automatic walking unless the key starts it again.

        A key that reveals does nothing else, and while the walls appear only the pause works.
        """
        if self.participant is None:
            return
        session, gliding = self.participant.session, self.participant.player.gliding
        appearing = session.appearing(self.clock())
        if not (session.waits or appearing or gliding):
            return
        active = self.screen.active_bindings
        actions = {
            active[key].binding.action.partition("(")[0] for key in event.aliases if key in active
        }
        if gliding:
            if not actions & _GLIDES:
                self.do(commands.Stop())
        elif not actions & (_WAITING if session.waits else _APPEARING):
            if session.waits:
                self._reveal_by_key()
            event.prevent_default().stop()

    # Pauses

    def on_screen_suspend(self) -> None:
        if self.pauses:
            self.do(commands.Pause())

    def on_screen_resume(self) -> None:
        """Start the clock, or leave if the level could not be made."""
        if self._failure:
            self._leave()
        elif self.pauses:
            self.do(commands.Resume())

    def focus_changed(self, focused: bool) -> None:
        """Stop the clock while the terminal has lost the focus, if it reports that."""
        if self.pauses and focused:
            self.do(commands.Resume())
        elif self.pauses:
            happened = self.do(commands.Pause())
            if any(isinstance(event, events.Paused) for event in happened):
                self.pane.show_banner("paused")

    # Keys

    @property
    def game_id(self) -> str:
        """The game ID; empty for a loaded maze."""
        return "" if self.run is None else str(self.run.level.recipe or "")

    def action_minimap(self) -> None:
        look = look_of(self.app)
        self.services.settings.save_look(replace(look, minimap=not look.minimap))

    def tick(self) -> None:
        """Advance the session, and update the key hints."""
        super().tick()
        self._name_keys()

    def _name_keys(self, *, begun: bool = False) -> None:
        """Update the key hints, when a level begins or the player stands still."""
        if self.participant is not None and (begun or is_still(self.participant)):
            runs = self.services.score_book.finished_runs
            first = keys_for(
                moment_of(self.participant, practice=self.practises, finished_runs=runs)
            )
            for shown in (self.query_one(KeyLine), self.column.keys):
                shown.put_first(first)

    def on_unmount(self) -> None:
        """Leave the run, which can be resumed."""
        if self.keeps_runs:
            self.services.autosave.leave()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        session = self.session
        if session is None:
            return action == "help"
        if action == "walk_there":
            return self.pane.looking
        return action != "copy" or session.level.recipe is not None
