"""Play: walk from A to B.

The screen turns keys into commands of a session (``game/session.py``), ticks it when it asks for
that, and shows what the events say. A level that is still to be generated is made in a thread; a
large one shows how far it is and can be given up.

The rules of the game do not live here, and no state of a run does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from mazegame.drawing import Ink, Scene, Walker
from mazegame.engine import Direction, Level
from mazegame.game.commands import (
    ChangeRules,
    Command,
    Glide,
    Move,
    Pause,
    Resume,
    ShowHeat,
    ShowPath,
    StepBack,
    Stop,
    TakeHint,
    WalkBack,
    WalkTo,
)
from mazegame.game.events import (
    Arrived,
    CountdownShown,
    Event,
    FogChanged,
    HeatShown,
    HintHidden,
    HintShown,
    PathShown,
    Paused,
    Resumed,
    RivalMoved,
    Stepped,
)
from mazegame.game.ghost import GhostWalk
from mazegame.game.runner import outcome
from mazegame.game.session import Session
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.textual_internals import has_messages
from mazegame.widgets.canvas import one_frame
from mazegame.widgets.hud import Hud
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.look import look_of
from mazegame.widgets.making import Making
from mazegame.widgets.maze_pane import (
    MazePane,
    PaneActions,
    heat_key,
    map_key,
    minimap_key,
    zoom_keys,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from mazegame.config import Look
    from mazegame.engine import Cell, Recipe
    from mazegame.game.match import Match
    from mazegame.game.player import Player
    from mazegame.game.run import Run

LEAVE_STEPS: Final = 20
"""From so many steps on, leaving a run by a single key asks first."""

SHORTEST_SLEEP: Final = 0.001
"""Shortest time until the next tick, in seconds."""

_GLIDES: Final = frozenset({"glide", "undo"})
"""The actions that walk automatically; any other key ends that."""

_MOVES: Final = (
    ("N", "up,w,k,8", "shift+up,W,K"),
    ("E", "right,d,l,6", "shift+right,D,L"),
    ("S", "down,s,j,2", "shift+down,S,J"),
    ("W", "left,a,h,4", "shift+left,A,H"),
)
_NAMES: Final = {"N": "up", "E": "right", "S": "down", "W": "left"}


class PlayScreen(GameScreen[None], PaneActions):
    """One level after the other, until the player goes back to the menu.

    Args:
        match: The first match.
        resume: A run of its level to go on with.
        clock: Gives the time in seconds, never backwards.
    """

    CSS_PATH = "play.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                keys, f"move('{name}')", f"walk {_NAMES[name]}", show=False, id=f"play.move-{name}"
            )
            for name, keys, _ in _MOVES
        ),
        *(
            Binding(
                keys, f"glide('{name}')", f"run {_NAMES[name]}", show=False, id=f"play.run-{name}"
            )
            for name, _, keys in _MOVES
        ),
        Binding("i", "hint", "hint", id="play.hint"),
        Binding("u", "undo", "back", id="play.undo", tooltip="walk back to the last junction"),
        Binding("backspace", "step_back", "walk back one cell", show=False, id="play.back"),
        Binding("escape", "give_up", "give up", id="play.give-up", key_display="esc"),
        Binding("escape,p", "pause", "pause", id="play.pause", key_display="esc"),
        Binding("question_mark", "help", "help", id="play.help", key_display="?"),
        Binding("r", "restart", "again", id="play.restart", tooltip="the same maze again"),
        Binding("n", "next", "next", id="play.next", tooltip="the next maze"),
        Binding("o", "show_path", "path", id="play.path", tooltip="show the whole shortest path"),
        map_key("play"),
        *zoom_keys("play", show=True),
        Binding("c", "copy", "copy the game ID", show=False, id="play.copy"),
        Binding("v", "look", "look around", show=False, id="play.look"),
        heat_key("play", "show how far each cell is"),
        minimap_key("play"),
    ]

    @dataclass
    class RunStarted(Message):
        """A run begins, or goes on after it was resumed."""

        run: Run
        match: Match
        resumed: bool

    @dataclass
    class RunFinished(Message):
        """The player is at B."""

        run: Run
        won: bool | None
        """Whether the player was faster than the rival; None without one."""

    @dataclass
    class LookChanged(Message):
        """The player wants another look."""

        look: Look

    class MenuRequested(Message):
        """The game goes back to the menu."""

    def __init__(
        self,
        match: Match,
        *,
        resume: Run | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._match = match
        self._resume = resume
        self._clock = clock
        self._session: Session | None = None
        self._player = Walker(None)
        self._rivals: list[Walker] = []
        self._alarm: Timer | None = None
        self._alarm_at = 0.0
        self._unpainted: set[Cell] = set()
        self._moved = False
        self._failure = ""

    @property
    def run(self) -> Run | None:
        """The run being played, None while its level is being made."""
        return None if self._session is None else self._session.players[0].run

    @property
    def session(self) -> Session | None:
        """The match being played, None while its level is being made."""
        return self._session

    @property
    def _pane(self) -> MazePane:
        return self.query_one(MazePane)

    # Getting a level

    def compose(self) -> ComposeResult:
        """Numbers above, keys below, the maze between them."""
        yield Hud()
        yield MazePane()
        yield Making()
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the first level."""
        self.watch(self.app, "app_focus", self._focus_changed, init=False)
        self._open_match(self._match)

    def _open_match(self, match: Match) -> None:
        """Play a match, once its level is made."""
        self._match = match
        if isinstance(match.source, Level):
            self._begin(match.source)
        else:
            self._make(match.source)

    def _make(self, recipe: Recipe) -> None:
        self._session = None
        self.query_one(Hud).show(None)
        self.add_class("-making")
        self.refresh_bindings()
        self.query_one(Making).make(recipe)

    def on_making_made(self, message: Making.Made) -> None:
        """Play the level that was made."""
        self._begin(message.level)

    def on_making_failed(self, message: Making.Failed) -> None:
        """Go back to the menu and say why, once no other screen is in front."""
        self._failure = message.reason
        if self.app.screen is self:
            self._leave()

    def _leave(self) -> None:
        """Go back to the menu; say what failed, if anything did."""
        reason, self._failure = self._failure, ""
        if reason:
            self.notify(reason, severity="error", timeout=10, markup=False)
        self.dismiss()

    def _begin(self, level: Level) -> None:
        resume, self._resume = self._resume, None
        look = look_of(self.app)
        self._session = session = Session(
            self._match,
            level,
            run_speed=look.run_speed,
            animations=look.animations,
            resume=resume,
        )
        run = session.players[0].run
        self.post_message(self.RunStarted(run, self._match, resume is not None))
        self.remove_class("-making")
        self._show_session(session)
        if self.app.screen is self:
            self._do(Resume())
        if session.finished:
            self._finish()

    def _show_session(self, session: Session) -> None:
        """Show a session as it stands."""
        player = session.players[0]
        self._player = Walker(player.run.position)
        self._rivals = [Walker(cell, Ink.RUNNER) for cell in session.rival_cells]
        scene = Scene.of(session.level, *self._rivals, self._player)
        scene.show_tracks(player.run.tracks)
        scene.light = None if player.fog is None else player.fog.light
        self._pane.show_banner("")
        self._pane.show_scene(scene, player.run.position)
        self._show_numbers()
        self.refresh_bindings()

    def _show_numbers(self) -> None:
        session = self._session
        if session is None:
            self.query_one(Hud).show(None)
            return
        rival = session.rivals[0] if session.rivals else None
        self.query_one(Hud).show(self.run, rival, compass=session.rules.compass)

    # Commands in, events out

    def _do(self, command: Command) -> None:
        """Give a command to the session and show what it did."""
        if self._session is not None:
            self._show(self._session.command(0, command, self._clock()))

    def tick(self) -> None:
        """Let the time pass and show what happened."""
        self._alarm = None
        if self._session is not None:
            self._show(self._session.tick(self._clock()))

    def _show(self, events: list[Event]) -> None:
        """Show what happened, at once and nothing else.

        While more keys wait than were painted, only the last of them is.
        """
        session, pane = self._session, self._pane
        if session is None or pane.scene is None:
            return
        for event in events:
            self._unpainted.update(event.cells)
            self._change_scene(event, session.players[0], pane, pane.scene)
        if any(isinstance(event, Arrived) for event in events):
            self._paint()
            self._finish()
        elif self._unpainted and self._keys_wait():
            self.call_later(self._paint)
        elif events:
            self._paint()
        self._set_alarm()

    def _change_scene(self, event: Event, player: Player, pane: MazePane, scene: Scene) -> None:
        """Change what the maze shows as an event says."""
        here = player.run.position
        match event:
            case Stepped() | Arrived():
                self._player.cell, self._moved = here, True
                scene.hint.pop(here, None)
            case RivalMoved():
                self._rivals[event.rival].cell = event.cells[-1]
            case HintShown():
                self._unpainted.update(scene.show_hint(here, event.path))
            case HintHidden():
                self._unpainted.update(scene.show_hint(here, ()))
            case PathShown():
                scene.show_hint(here, ())
                scene.show_path(event.path)
                pane.repaint_all()
            case HeatShown():
                pane.show_heat(on=event.shown)
            case FogChanged():
                scene.light = None if player.fog is None else player.fog.light
                pane.repaint_all()
                pane.update_minimap()
            case CountdownShown():
                pane.show_banner(str(event.left or ""))
            case Resumed():
                pane.show_banner("")

    def _keys_wait(self) -> bool:
        """Whether there are keys that came in already and were not yet looked at."""
        return has_messages(self, self.app)

    def _paint(self) -> None:
        """Paint what has changed since the last time."""
        if self.run is None:
            return
        cells, self._unpainted = self._unpainted, set()
        moved, self._moved = self._moved, False
        with one_frame(self.app):
            if moved:
                self._pane.follow(self.run.position)
            if cells:
                self._pane.repaint(cells)
            self._show_numbers()

    def _set_alarm(self) -> None:
        """Be woken when the session wants to be ticked; a tick too early does no harm."""
        now = self._clock()
        wake = None if self._session is None else self._session.next_wake(now)
        if wake is None or (self._alarm is not None and self._alarm_at <= wake):
            return
        if self._alarm is not None:
            self._alarm.stop()
        self._alarm_at = wake
        self._alarm = self.set_timer(max(wake - now, SHORTEST_SLEEP), self.tick)

    # Walking

    def action_move(self, name: str) -> None:
        """Go one cell; or move the window, while one looks around."""
        direction = Direction[name]
        if self._pane.looking:
            down, across = direction.step((0, 0))
            self._pane.pan(across, down)
        else:
            self._do(Move(direction))

    def action_look(self) -> None:
        """Look around: the keys for walking move the window; again, or the next step, ends it."""
        self._pane.look_around(on=not self._pane.looking)

    def on_mouse_scroll_down(self) -> None:
        """Look further down; the next step comes back."""
        self._pane.pan(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Look further up; the next step comes back."""
        self._pane.pan(0, -1)

    def on_maze_view_clicked(self, message: MazePane.Clicked) -> None:
        """Walk to a cell through cells that one knows: where one was, and what is in sight."""
        self._do(WalkTo(message.cell))

    def action_glide(self, name: str) -> None:
        """Run down a corridor; the same key again while running changes nothing."""
        self._end_look()
        self._do(Glide(Direction[name]))

    def action_undo(self) -> None:
        """Walk back to the last junction; the same key again while walking changes nothing."""
        self._end_look()
        self._do(WalkBack())

    def action_step_back(self) -> None:
        """Walk one cell back along the route."""
        self._end_look()
        self._do(StepBack())

    def on_key(self, event: events.Key) -> None:
        """Any key ends automatic walking; of the keys that begin it the session knows its own."""
        if self._session is None or not self._session.players[0].gliding:
            return
        active = self.active_bindings
        actions = {
            active[key].binding.action.partition("(")[0] for key in event.aliases if key in active
        }
        if not actions & _GLIDES:
            self._do(Stop())

    def _end_look(self) -> None:
        self._pane.look_around(on=False)

    def on_screen_suspend(self) -> None:
        """Stop the clock while another screen is in front."""
        self._do(Pause())

    def on_screen_resume(self) -> None:
        """Begin, or go on."""
        if self._failure:
            self._leave()
        else:
            self._do(Resume())

    def _focus_changed(self, focused: bool) -> None:
        """Stop the clock while the terminal has not got the focus, where it tells that."""
        session = self._session
        if self.app.screen is not self or session is None:
            return
        if focused:
            self._do(Resume())
            return
        events = session.command(0, Pause(), self._clock())
        self._show(events)
        if any(isinstance(event, Paused) for event in events):
            self._pane.show_banner("paused")

    # Help on the way

    def action_hint(self) -> None:
        """Show the way to just beyond the next junction for a few seconds."""
        self._do(TakeHint())

    def action_show_path(self) -> None:
        """Show the whole way to B, after asking: the run is not ranked then."""
        self._assist("Show the whole shortest path?", ShowPath())

    def action_heat(self) -> None:
        """Show how far every cell is from B, after asking as for the path; or hide it again."""
        if self._pane.heat:
            self._do(ShowHeat(shown=False))
        else:
            self._assist("Show how far every cell is from B?", ShowHeat(shown=True))

    def _assist(self, question: str, command: Command) -> None:
        """Ask before something that makes a run unranked, unless it is so already."""
        if self.run is None:
            return
        if self.run.assisted:
            self._do(command)
            return
        self.open(
            routes.Confirm(question, "The run can still be finished, but it will not be ranked."),
            lambda yes: self._do(command) if yes else None,
        )

    # Other levels, other screens

    def action_restart(self) -> None:
        """Walk the same level again, from A."""
        self._leave_run("Begin this maze again?", self._restart)

    def _restart(self) -> None:
        if self._session is not None:
            self._begin(self._session.level)

    def action_minimap(self) -> None:
        """Show the small map in the corner, or hide it."""
        look = look_of(self.app)
        self.post_message(self.LookChanged(replace(look, minimap=not look.minimap)))

    def action_next(self) -> None:
        """Make the next level: the same texture, another seed."""
        self._leave_run("Go on to the next maze?", self._next)

    def _next(self) -> None:
        run = self.run
        match = self._match.series.next(self._match, run if run and run.finished else None)
        if match is not None:
            self._open_match(match)

    def _leave_run(self, question: str, go: Callable[[], None]) -> None:
        """Leave the run as it stands; ask first if much would be lost by a slip of a finger."""
        run = self.run
        if run is None or run.finished or run.steps < LEAVE_STEPS:
            go()
            return
        self.open(
            routes.Confirm(question, f"The {run.steps:,} steps of this run are lost then."),
            lambda agreed: go() if agreed else None,
        )

    def action_copy(self) -> None:
        """Copy the game ID."""
        if self._session is not None and self._session.level.recipe is not None:
            game_id = str(self._session.level.recipe)
            self.app.copy_to_clipboard(game_id)
            self.notify(f"copied {game_id}", timeout=3, markup=False)

    def action_pause(self) -> None:
        """Open the menu; or come back from looking around."""
        if self._pane.looking:
            self._end_look()
            return
        from mazegame.screens.live_settings import live_settings

        if self._session is not None and self.run is not None:
            settings = live_settings(self, self.run, self._session.rules)
            self.open(routes.Pause(self._session.level, self, settings), self._paused)

    def adjust(self, *, compass: bool | None = None, fog: bool | None = None) -> None:
        """Change the rules of this game; None leaves one as it is."""
        rules = self._match.rules
        if compass is not None:
            rules = replace(rules, compass=compass)
        if fog is not None:
            rules = replace(rules, fog=fog)
        self._match = replace(self._match, rules=rules)
        self._do(ChangeRules(rules))

    def look_changed(self) -> None:
        """Draw the maze as it is preferred now."""
        look = look_of(self.app)
        if self._session is not None:
            self._session.run_speed = look.run_speed
            self._session.animations = look.animations
        self._pane.apply_look()

    def action_give_up(self) -> None:
        """Go back to the menu instead of waiting for a level."""
        self.query_one(Making).give_up()
        self.dismiss()

    def _paused(self, chosen: str | None) -> None:
        match chosen:
            case "restart":
                self._restart()
            case "next":
                self._next()
            case "menu":
                self.dismiss()
            case _:
                pass

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def _finish(self) -> None:
        run, session = self.run, self._session
        if run is not None and session is not None:
            rival = session.rivals[0] if session.rivals else None
            won = None if rival is None else outcome(run, rival).won
            self.post_message(self.RunFinished(run, won))
            self.router.open(routes.Result(run, rival), self._after_result)

    def _after_result(self, chosen: str | None) -> None:
        match chosen:
            case "next":
                self._next()
            case "again":
                self._restart()
            case "ghost" if self.run is not None:
                self._match = replace(self._match, rivals=(GhostWalk.of(self.run),))
                self._restart()
            case _:
                self.dismiss()

    def on_unmount(self) -> None:
        """Tell that this is over."""
        self.app.post_message(self.MenuRequested())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say which keys do something now."""
        del parameters
        session = self._session
        if session is None:
            return action in {"give_up", "help"}
        if action == "next":
            return self._match.series.has_next(self._match)
        if action == "copy":
            return session.level.recipe is not None
        return action != "give_up"
