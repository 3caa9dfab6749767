"""The session pane: a maze pane that shows a session, and the actions for walking in it.

Not here: the effects of commands (``game/session.py``), and the choice of a match (the screen).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from mazegame.drawing import Scene, Walker
from mazegame.engine import Direction
from mazegame.game import commands, events
from mazegame.game.racing.race import arrival_news, near_news, place_news
from mazegame.game.racing.racer import PHOTO_SECONDS
from mazegame.game.racing.signs import Trails
from mazegame.game.walking.travel import exits_that_lead_on
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions
from mazegame.widgets.maze.maze_view import walkers_of
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.events import Key
    from textual.geometry import Size
    from textual.timer import Timer

    from mazegame.engine import Cell
    from mazegame.game.seat import Seat
    from mazegame.game.session import Session
    from mazegame.game.walking.gliding import Timed
    from mazegame.game.walking.player import Player

_BY_ITSELF: Final = (
    events.TimePassed, events.Resumed, events.Paused, events.CountdownShown, events.RivalMoved,
    events.RivalArrived, events.PlaceChanged, events.RivalNear,
)  # fmt: skip
"""Events that do not take away a message: the player did nothing."""

NEWS_SECONDS, GLOW_SECONDS = 4.0, 0.3
"""Seconds for which news of a race is shown, and the walls glow of a cell that comes to light."""

CURSOR, MARK = "+", "*"
"""The signs of the cursor and of marked cells."""

LEAST_COLUMNS: Final = 78
"""Columns that the numbers above a maze take at least, if the terminal has them."""

_GLIDES: Final = frozenset({"glide", "undo", "go_on", "to_unexplored", "walk_there"})
"""The actions that start automatic walking; any other key ends it."""


class MatchNumbers(Protocol):
    """A widget with numbers of a session. It repaints its changes without a new layout."""

    def show_seat(self, seat: Seat | None, message: str = "", /) -> None:
        """Show the numbers of a player of a session, and a message; None shows nothing."""

    def limit(self, columns: int, /) -> None:
        """Stand above or beside a maze of that width, in the middle of its window."""


class SessionPane(MazePane):
    """Shows a session to one of its players, and its numbers in the same frame as the maze."""

    of_play = True
    beside = 0
    """The columns beside this pane over which the numbers stand as well."""
    cursor: Cell | None = None
    """The cell that the player looks at; None while they do not look around."""
    _seat: Seat | None = None
    _message = _news = ""
    _news_from = _news_until = 0.0
    _wide = 0
    """Columns of the widest drawing so far in this window."""
    _wide_for: tuple[int, int, Size] | None = None
    """Rows, columns and window of that."""

    def __init__(self, *boards: MatchNumbers) -> None:
        super().__init__()
        self._boards = boards
        self._player = Walker(None)
        self._rivals: list[Walker] = []
        self._unpainted: set[Cell] = set()
        self._trails = Trails(())

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show the present state of a session, and a message until the next event.

        None shows no numbers.
        """
        self._message, self._seat = message, seat
        if seat is not None:
            session, player = seat.session, seat.player
            self._player = Walker(player.run.position)
            self._rivals, self._trails = walkers_of(session.rivals)
            for rival, cell in zip(self._rivals, session.rivals_seen, strict=True):
                rival.cell = cell
            self._announce("", -NEWS_SECONDS)
            scene = Scene.of(session.level, *self._rivals, self._player)
            scene.show_tracks(player.run.tracks)
            scene.show_head(player.run.route)
            scene.labels = dict.fromkeys(player.run.marks, MARK)
            self.cursor = None
            self._show_light(scene, player)
            self.show_banner("")
            self.show_scene(scene, player.run.position)
        self._show_numbers()

    def show_events(self, happened: Iterable[events.GameEvent]) -> None:
        """Paint the changes of some events at once.

        While further keys wait, only the last change is painted.
        """
        seat, scene = self._seat, self.scene
        if seat is None or scene is None:
            return
        event = None
        for event in filter(self.shows, happened):
            if not isinstance(event, _BY_ITSELF):
                self._message = ""
                if isinstance(event, events.Refused):
                    ways = len(exits_that_lead_on(seat.player, seat.run.position))
                    self._message = event.reason.value.format(ways=ways)
            self._unpainted.update(event.cells)
            self._change_scene(event, seat, scene)
        if event is None:
            return
        waiting = self.screen.message_queue_size or self.app.message_queue_size
        if self._unpainted and not seat.session.finished and waiting:
            self.call_later(self._paint_changes)
        else:
            self._paint_changes()

    def shows(self, event: events.GameEvent) -> bool:
        """Return whether an event may change the picture."""
        return self._seat is not None and self._seat.concerns(event)

    def _change_scene(self, event: events.GameEvent, seat: Seat, scene: Scene) -> None:
        session, player = seat.session, seat.player
        here = player.run.position
        match event:
            case events.Stepped() | events.Arrived():
                self._player.cell, self._moved = here, True
                self._light_up(scene, event.cells)
                scene.hint.pop(here, None)
                self._unpainted.update(scene.show_head(player.run.route))
                if isinstance(event, events.Arrived):
                    self._ring()
            case events.Bumped(side=side) if side is not None:
                self.show_bump(here, side)
                self._ring()
            case events.RivalMoved():
                rival = self._rivals[event.rival]
                for cell in event.left:
                    self._unpainted.update(self._trails.leave(event.rival, cell))
                rival.cell = session.rivals_seen[event.rival]
            case events.RivalArrived():
                self._unpainted.update(self._trails.clear(event.rival))
                # Not before a photo finish is decided: the player may be at B as well.
                decided = session.rivals[event.rival].arrival + PHOTO_SECONDS
                news = arrival_news(session.rivals, event.rival)
                self._announce(news, max(decided, session.seconds))
            case events.PlaceChanged():  # a rival at B is announced by its arrival
                if news := place_news(event, session.rivals):
                    self._announce(f"{'▲' if event.gained else '▼'} {news}", event.seconds)
                    self._ring()
            case events.Caught():
                self._announce("", session.seconds)  # that it is near is no news any more
                self._ring()
            case events.RivalNear() if session.seconds >= self._news_until:
                self._announce(near_news(session.rivals[event.rival]), session.seconds)
            case events.HintShown():
                self._unpainted.update(scene.show_hint(here, event.path))
            case events.HintHidden():
                self._unpainted.update(scene.show_hint(here, ()))
            case events.PathShown():
                scene.show_hint(here, ())
                scene.show_path(event.path)
                self.repaint_all()
            case events.HeatShown():
                self.show_heat(on=event.shown)
            case events.FogChanged():
                self._show_light(scene, player)
                self._redraw()
            case events.MarkChanged() | events.Refused():
                self._show_sign(here)
            case events.CountdownShown():
                self.show_banner(str(event.left or ""))
            case events.Resumed():
                self.show_banner("")

    def _announce(self, news: str, seconds: float) -> None:
        self._news, self._news_from, self._news_until = news, seconds, seconds + NEWS_SECONDS

    def _show_light(self, scene: Scene, player: Player) -> None:
        scene.light, scene.glow = player.light, None
        if scene.light is not None:
            self._known, scene.glow = scene.light > 0, np.zeros_like(scene.light)

    def _light_up(self, scene: Scene, cells: Sequence[Cell]) -> None:
        """Let the cells glow that come to light, for a moment and unless animations are off."""
        if scene.light is None or not look_of(self.app).animations:
            return
        fresh = [cell for cell in cells if scene.light[cell] and not self._known[cell]]
        if fresh and scene.glow is not None:
            at = tuple(np.array(fresh).T)
            self._known[at], scene.glow[at] = True, 1
            self.set_timer(GLOW_SECONDS, partial(self._dim, scene, fresh))

    def _dim(self, scene: Scene, cells: Sequence[Cell]) -> None:
        if scene.glow is not None:
            scene.glow[tuple(np.array(cells).T)] = 0
            if scene is self.scene:
                self.repaint(cells)

    def _ring(self) -> None:
        if look_of(self.app).bell:
            self.app.bell()

    def _lay_out(self) -> None:
        """Let the numbers above the maze end where the maze does, if they have room there.

        On the map, and when the maze is drawn smaller again, they stay where they are: to move them
        costs a layout and a frame of the whole screen.
        """
        super()._lay_out()
        if self.scene is None or self.drawing is None:
            return
        rows, cols = self.scene.shape
        if self._wide_for != (rows, cols, self.size):
            self._wide, self._wide_for = LEAST_COLUMNS, (rows, cols, self.size)
        shown = (drawing.size(cols, rows)[0] for drawing in (self.drawing, self._zoomed()))
        self._wide = max(self._wide, self.beside + max(shown))
        for board in self._boards:
            board.limit(self._wide)

    # Looking around

    def look_around(self, *, on: bool) -> None:
        """Let the player move a cursor over the maze, or return to the player's cell."""
        if on == self.looking or self._seat is None:
            return
        self.looking, here = on, self._seat.run.position
        before, self.cursor = self.cursor, here if on else None
        self.follow(here)
        for cell in {here, before or here}:
            self._show_sign(cell)
        self._update_note()
        if not on:
            self._lay_out()
        self.repaint_all()

    def move_cursor(self, direction: Direction, cells: int = 1) -> None:
        """Move the cursor by some cells, within the maze."""
        before = self.cursor
        if before is None or self.scene is None:
            return
        down, across = direction.step((0, 0))
        rows, cols = self.scene.shape
        self.cursor = (
            min(max(before[0] + down * cells, 0), rows - 1),
            min(max(before[1] + across * cells, 0), cols - 1),
        )
        for cell in (before, self.cursor):
            self._show_sign(cell)
        self.follow(self.cursor)
        self.repaint((before, self.cursor))

    def _show_sign(self, cell: Cell) -> None:
        if self.scene is None or self._seat is None:
            return
        self.scene.labels.pop(cell, None)
        if cell == self.cursor or cell in self._seat.run.marks:
            self.scene.labels[cell] = CURSOR if cell == self.cursor else MARK

    def _paint_changes(self) -> None:
        if self._seat is None:
            return
        cells, self._unpainted = self._unpainted, set()
        if self.scene is not None and self._rivals:
            self.scene.trails = self._trails.marks
        moved, self._moved = self._moved, False
        with one_frame(self.app):
            if moved:
                self.follow(self._seat.run.position)
            if cells:
                self.repaint(cells)
            self._show_numbers()

    def _show_numbers(self) -> None:
        seat = self._seat
        now = 0.0 if seat is None else seat.session.seconds
        fresh = self._news_from <= now < self._news_until
        message = self._message or (self._news if fresh else "")
        for board in self._boards:
            board.show_seat(seat, message)


class TimedActions(PaneActions):
    """A screen that keeps the time of what is played, and shows its events."""

    clock: Callable[[], float]
    """Returns a monotonic time in seconds."""
    _alarm: Timer | None = None
    _alarm_at = 0.0

    @property
    def timed(self) -> Timed | None:
        """What is played now; None before the first."""
        raise NotImplementedError

    def take_look(self) -> None:
        """Let the player glide and animate as the player's look says."""
        if self.timed is not None:
            look = look_of(self.app)
            self.timed.run_speed, self.timed.animations = look.run_speed, look.animations

    def do(self, command: commands.Command, player: int = 0) -> list[events.GameEvent]:
        """Give a command of a player, by default of the first; show and return its events."""
        timed = self.timed
        return [] if timed is None else self._show(timed.command(player, command, self.clock()))

    def show_events(self, happened: list[events.GameEvent]) -> None:
        raise NotImplementedError

    def tick(self) -> None:
        """Advance to the present time, and show the events; the timer before it is done."""
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None
        if self.timed is not None:
            self._show(self.timed.tick(self.clock()))

    def _show(self, happened: list[events.GameEvent]) -> list[events.GameEvent]:
        self.show_events(happened)
        self._set_alarm()
        return happened

    def _set_alarm(self) -> None:
        """Set a timer for the next tick; a tick that is too early is harmless."""
        now = self.clock()
        wake = None if self.timed is None else self.timed.next_wake(now)
        if wake is None or (self._alarm is not None and self._alarm_at <= wake):
            return
        if self._alarm is not None:
            self._alarm.stop()
        self._alarm_at = wake
        self._alarm = self.set_timer(max(wake - now, 0.001), self.tick)


class StepActions(TimedActions):
    """The actions of one who walks alone: a cell, a corridor, and back."""

    def action_move(self, name: str) -> None:
        self.do(commands.Move(Direction[name]))

    def action_glide(self, name: str) -> None:
        self.do(commands.Glide(Direction[name]))

    def action_undo(self) -> None:
        self.do(commands.WalkBack())

    def action_step_back(self) -> None:
        self.do(commands.StepBack())


class SessionActions(TimedActions):
    """A screen with a session: it gives commands, keeps the time, and shows events."""

    seat: Seat | None = None
    """The place of the player at this keyboard; None before the first session."""

    @property
    def session(self) -> Session | None:
        return None if self.seat is None else self.seat.session

    timed = session


class WalkActions(SessionActions, StepActions):
    """The actions of a screen for walking: keys become commands, and events are shown."""

    @property
    def pane(self) -> SessionPane:
        """The pane of the player at this keyboard."""
        raise NotImplementedError

    def arrived(self) -> None:
        """Handle the arrival at B, after it is painted."""
        raise NotImplementedError

    def caught(self) -> None:
        """Handle the end of a match by a hunter, after it is painted."""

    def show_events(self, happened: list[events.GameEvent]) -> None:
        self.pane.show_events(happened)
        seat = self.seat
        if any(isinstance(event, events.Caught) for event in happened):
            self.caught()
        if seat and any(isinstance(e, events.Arrived) and seat.concerns(e) for e in happened):
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

    def action_go_on(self, name: str = "") -> None:
        """Continue through junctions with only one exit that leads on; ``name`` gives the first."""
        self.end_look()
        self.do(commands.GoOn(Direction[name] if name else None))

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
        """Look around: the keys for walking move a cursor. The same key or a step ends it."""
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
        self.do(commands.WalkTo(message.cell))

    def on_key(self, event: Key) -> None:
        """End automatic walking at any key, except those that start it."""
        if self.seat is None or not self.seat.player.gliding:
            return
        active = self.screen.active_bindings
        actions = {
            active[key].binding.action.partition("(")[0] for key in event.aliases if key in active
        }
        if not actions & _GLIDES:
            self.do(commands.Stop())
