"""The session pane: a maze pane that shows a session, and the actions for walking in it.

Here: the actions of keys, the timing of ticks, and showing events. Not here: the effects of
commands (``game/session.py``), and the choice of a match (the screen).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Protocol

from mazegame.drawing import Scene, Walker
from mazegame.drawing.inks import RIVALS
from mazegame.engine import Direction
from mazegame.game.commands import (
    Command,
    Glide,
    GoOn,
    Move,
    StepBack,
    Stop,
    TakeHint,
    ToggleMark,
    ToUnexplored,
    WalkBack,
    WalkTo,
)
from mazegame.game.events import (
    Arrived,
    Bumped,
    CountdownShown,
    Event,
    FogChanged,
    HeatShown,
    HintHidden,
    HintShown,
    MarkChanged,
    PathShown,
    Paused,
    Reason,
    Refused,
    Resumed,
    RivalArrived,
    RivalMoved,
    Stepped,
    TimePassed,
)
from mazegame.game.race import arrival_news, letters
from mazegame.game.trails import Trails
from mazegame.textual_internals import has_messages
from mazegame.widgets.canvas import one_frame
from mazegame.widgets.look import look_of
from mazegame.widgets.maze_pane import MazePane, PaneActions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual import events
    from textual.timer import Timer

    from mazegame.engine import Cell
    from mazegame.game.session import Session

_BY_ITSELF: Final = (TimePassed, Resumed, Paused, CountdownShown, RivalMoved, RivalArrived)
"""Events that do not take away a message: the player did nothing."""

NEWS_SECONDS: Final = 4.0
"""Seconds for which the arrival of a rival is shown."""

SHORTEST_SLEEP: Final = 0.001
"""Shortest time until the next tick, in seconds."""

CURSOR, MARK = "+", "*"
"""The signs of the cursor and of marked cells."""

CURSOR_JUMP: Final = 10
"""Cells by which the keys that glide move the cursor."""

REASONS: Final = {
    Reason.UNSEEN_CELL: "You have not seen that cell yet",
    Reason.NO_KNOWN_PATH: "You know no way there yet",
    Reason.SEVERAL_EXITS: "Several ways lead on: choose one",
    Reason.NOTHING_NEW_HERE: "Nothing new lies behind the exits here",
    Reason.NOTHING_NEW: "You know of nothing that is left to explore",
}
"""The messages on refused commands."""

_GLIDES: Final = frozenset({"glide", "undo", "go_on", "to_unexplored", "walk_there"})
"""The actions that start automatic walking; any other key ends it."""


class Board(Protocol):
    """A widget with numbers of a session."""

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show the present state of a session and a message to its player; None shows nothing.

        Called with every frame: a board repaints its changes without a new layout.
        """


class SessionPane(MazePane):
    """Shows a session to its first player.

    Args:
        *boards: The widgets with numbers; they are painted in the same frame as the maze.
    """

    def __init__(self, *boards: Board) -> None:
        super().__init__()
        self._boards = boards
        self._session: Session | None = None
        self._player = Walker(None)
        self._rivals: list[Walker] = []
        self._unpainted: set[Cell] = set()
        self._moved = False
        self._cursor: Cell | None = None
        self._message = ""
        self._trails = Trails(())
        self._news, self._news_until = "", 0.0

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show the present state of a session; None shows no numbers.

        Args:
            session: The session.
            message: The message above the maze until the next event.
        """
        self._message = message
        self._session = session
        if session is not None:
            player = session.players[0]
            self._player = Walker(player.run.position)
            marks = letters([rival.name for rival in session.rivals])
            self._rivals = [
                Walker(cell, ink, letter)
                for cell, ink, letter in zip(session.rivals_seen, RIVALS, marks, strict=False)
            ]
            self._trails = Trails(marks)
            self._news, self._news_until = "", 0.0
            scene = Scene.of(session.level, *self._rivals, self._player)
            scene.show_tracks(player.run.tracks)
            scene.show_head(player.run.route)
            scene.labels = dict.fromkeys(player.marks, MARK)
            self._cursor = None
            scene.light = player.light
            self.show_banner("")
            self.show_scene(scene, player.run.position)
        self._show_numbers()

    def show_events(self, happened: Iterable[Event]) -> None:
        """Paint the changes of some events at once.

        While further keys wait, only the last change is painted.
        """
        session, scene = self._session, self.scene
        if session is None or scene is None:
            return
        event = None
        for event in happened:
            if not isinstance(event, _BY_ITSELF):
                self._message = REASONS[event.reason] if isinstance(event, Refused) else ""
            self._unpainted.update(event.cells)
            self._change_scene(event, session, scene)
        if event is None:
            return
        if self._unpainted and not session.finished and has_messages(self.screen, self.app):
            self.call_later(self._paint_changes)
        else:
            self._paint_changes()

    def _change_scene(self, event: Event, session: Session, scene: Scene) -> None:
        """Update the scene for an event."""
        player = session.players[0]
        here = player.run.position
        match event:
            case Stepped() | Arrived():
                self._player.cell, self._moved = here, True
                scene.hint.pop(here, None)
                self._unpainted.update(scene.show_head(player.run.route))
                if isinstance(event, Arrived):
                    self._ring()
            case Bumped(side=side) if side is not None:
                self.show_bump(here, side)
                self._ring()
            case RivalMoved():
                rival = self._rivals[event.rival]
                self._unpainted.update(self._trails.leave(event.rival, rival.cell))
                rival.cell = session.rivals_seen[event.rival]
            case RivalArrived():
                self._news = arrival_news(session.rivals, event.rival)
                self._news_until = session.seconds + NEWS_SECONDS
            case HintShown():
                self._unpainted.update(scene.show_hint(here, event.path))
            case HintHidden():
                self._unpainted.update(scene.show_hint(here, ()))
            case PathShown():
                scene.show_hint(here, ())
                scene.show_path(event.path)
                self.repaint_all()
            case HeatShown():
                self.show_heat(on=event.shown)
            case FogChanged():
                scene.light = player.light
                self.repaint_all()
                self.update_minimap()
            case MarkChanged() | Refused():
                self._show_sign(here)
            case CountdownShown():
                self.show_banner(str(event.left or ""))
            case Resumed():
                self.show_banner("")

    def _ring(self) -> None:
        """Ring, if the player wants to hear it."""
        if look_of(self.app).bell:
            self.app.bell()

    # Looking around

    @property
    def cursor(self) -> Cell | None:
        """The cell that the player looks at; None while they do not look around."""
        return self._cursor

    def look_around(self, *, on: bool) -> None:
        """Let the player move a cursor over the maze, or return to the player's cell."""
        if on == self.looking or self._session is None:
            return
        here = self._session.players[0].run.position
        before, self._cursor = self._cursor, here if on else None
        self.follow(here)
        super().look_around(on=on)
        for cell in {here, before or here}:
            self._show_sign(cell)
        self.repaint_all()

    def move_cursor(self, direction: Direction, cells: int = 1) -> None:
        """Move the cursor by some cells, within the maze."""
        before = self._cursor
        if before is None or self.scene is None:
            return
        down, across = direction.step((0, 0))
        rows, cols = self.scene.shape
        self._cursor = (
            min(max(before[0] + down * cells, 0), rows - 1),
            min(max(before[1] + across * cells, 0), cols - 1),
        )
        for cell in (before, self._cursor):
            self._show_sign(cell)
        self.follow(self._cursor)
        self.repaint((before, self._cursor))

    def _show_sign(self, cell: Cell) -> None:
        """Show the cursor or a mark in a cell."""
        if self.scene is None or self._session is None:
            return
        self.scene.labels.pop(cell, None)
        if cell == self._cursor:
            self.scene.labels[cell] = CURSOR
        elif cell in self._session.players[0].marks:
            self.scene.labels[cell] = MARK

    def _paint_changes(self) -> None:
        """Paint the changes since the last call."""
        if self._session is None:
            return
        cells, self._unpainted = self._unpainted, set()
        if self.scene is not None and self._rivals:
            self.scene.trails = self._trails.marks
        moved, self._moved = self._moved, False
        with one_frame(self.app):
            if moved:
                self.follow(self._session.players[0].run.position)
            if cells:
                self.repaint(cells)
            self._show_numbers()

    def _show_numbers(self) -> None:
        session = self._session
        fresh = session is not None and session.seconds < self._news_until
        message = self._message or (self._news if fresh else "")
        for board in self._boards:
            board.show_session(self._session, message)


class WalkActions(PaneActions):
    """The actions of a screen for walking: keys become commands, and events are shown."""

    session: Session | None = None
    """The present session; None before the first one."""
    clock: Callable[[], float] = staticmethod(time.monotonic)
    """Returns a monotonic time in seconds."""
    _alarm: Timer | None = None
    _alarm_at = 0.0

    @property
    def pane(self) -> SessionPane:
        """The pane with the maze."""
        raise NotImplementedError

    def arrived(self) -> None:
        """Handle the arrival at B, after it is painted."""
        raise NotImplementedError

    def take_look(self) -> None:
        """Let the session glide and animate as the player's look says."""
        if self.session is not None:
            look = look_of(self.app)
            self.session.run_speed, self.session.animations = look.run_speed, look.animations

    def do(self, command: Command) -> list[Event]:
        """Give a command to the session; show and return its events."""
        if self.session is None:
            return []
        return self._show(self.session.command(0, command, self.clock()))

    def tick(self) -> None:
        """Advance the session to the present time, and show its events."""
        self._alarm = None
        if self.session is not None:
            self._show(self.session.tick(self.clock()))

    def _show(self, happened: list[Event]) -> list[Event]:
        self.pane.show_events(happened)
        if any(isinstance(event, Arrived) for event in happened):
            self.arrived()
        self._set_alarm()
        return happened

    def _set_alarm(self) -> None:
        """Set a timer for the session's next tick; a tick that is too early is harmless."""
        now = self.clock()
        wake = None if self.session is None else self.session.next_wake(now)
        if wake is None or (self._alarm is not None and self._alarm_at <= wake):
            return
        if self._alarm is not None:
            self._alarm.stop()
        self._alarm_at = wake
        self._alarm = self.set_timer(max(wake - now, SHORTEST_SLEEP), self.tick)

    def action_move(self, name: str) -> None:
        """Go one cell; or move the cursor while looking around."""
        if self.pane.looking:
            self.pane.move_cursor(Direction[name])
        else:
            self.do(Move(Direction[name]))

    def action_glide(self, name: str) -> None:
        """Follow the corridor; the same key during the glide changes nothing."""
        if self.pane.looking:
            self.pane.move_cursor(Direction[name], CURSOR_JUMP)
        else:
            self.do(Glide(Direction[name]))

    def action_go_on(self, name: str = "") -> None:
        """Continue through junctions with only one exit that leads on; ``name`` gives the first."""
        self.end_look()
        self.do(GoOn(Direction[name] if name else None))

    def action_to_unexplored(self) -> None:
        """Walk to the nearest junction with an exit that leads on."""
        self.end_look()
        self.do(ToUnexplored())

    def action_walk_there(self) -> None:
        """Walk to the cell under the cursor."""
        cell = self.pane.cursor
        if cell is not None:
            self.end_look()
            self.do(WalkTo(cell))

    def action_mark(self) -> None:
        """Set a mark, or remove it."""
        self.do(ToggleMark())

    def action_undo(self) -> None:
        """Walk back to the last junction; the same key during the glide changes nothing."""
        self.end_look()
        self.do(WalkBack())

    def action_step_back(self) -> None:
        """Walk one cell back along the route."""
        self.end_look()
        self.do(StepBack())

    def action_hint(self) -> None:
        """Show the path to just beyond the next junction for a few seconds."""
        self.do(TakeHint())

    def action_look(self) -> None:
        """Look around: the keys for walking move a cursor. The same key or a step ends it."""
        self.pane.look_around(on=not self.pane.looking)

    def end_look(self) -> bool:
        """End looking around; return whether that changed anything."""
        looking = self.pane.looking
        self.pane.look_around(on=False)
        return looking

    def on_mouse_scroll_down(self) -> None:
        """Move the window down; the next step moves it back."""
        self.action_pan(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Move the window up; the next step moves it back."""
        self.action_pan(0, -1)

    def on_maze_view_clicked(self, message: MazePane.Clicked) -> None:
        """Walk to the clicked cell by a known path."""
        self.end_look()
        self.do(WalkTo(message.cell))

    def on_key(self, event: events.Key) -> None:
        """End automatic walking at any key, except those that start it."""
        if self.session is None or not self.session.players[0].gliding:
            return
        active = self.screen.active_bindings
        actions = {
            active[key].binding.action.partition("(")[0] for key in event.aliases if key in active
        }
        if not actions & _GLIDES:
            self.do(Stop())
