"""The base of the screens that play: what keeps the time of a machine and gives it commands.

A machine is what is played by commands and time (``game/walking/gliding.py``): a session of one or
more players, or a descent. A screen says what it plays, and shows the events; when it shows cards
or other screens over its maze is its own affair.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.engine import Direction
from mazegame.game import commands, events
from mazegame.screens.base import GameScreen
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from textual.events import Key

    from mazegame.game.seat import Seat
    from mazegame.game.session import Session
    from mazegame.game.walking.gliding import Timed
    from mazegame.widgets.maze.session_pane import SessionPane

_GLIDES: Final = frozenset({"glide", "undo", "go_on", "to_unexplored", "walk_there"})
"""The actions that start automatic walking; any other key ends it."""


class PlayingScreen(GameScreen[None], PaneActions):
    """A screen that plays: it keeps the time, gives commands, and shows events."""

    seat: Seat | None = None
    """The place of the player at this keyboard; None before the first session."""
    _alarm: asyncio.TimerHandle | None = None
    _alarm_at = 0.0

    @property
    def session(self) -> Session | None:
        return None if self.seat is None else self.seat.session

    @property
    def timed(self) -> Timed | None:
        """The machine that is played now; None before the first."""
        return self.session

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
        """Show what happened to all players, and what follows from it."""
        raise NotImplementedError

    def tick(self) -> None:
        """Advance to the present time, and show the events; the timer before it is done."""
        if self._alarm is not None:
            self._alarm.cancel()
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
            self._alarm.cancel()
        self._alarm_at = wake
        # Textual's timers skip a call that is late, even the only one: the game would stand still.
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(max(wake - now, 0.001), self.call_if_open, self.tick)

    # Steps of one who walks alone

    def action_move(self, name: str) -> None:
        self.do(commands.Move(Direction[name]))

    def action_glide(self, name: str) -> None:
        self.do(commands.Glide(Direction[name]))

    def action_undo(self) -> None:
        self.do(commands.WalkBack())

    def action_step_back(self) -> None:
        self.do(commands.StepBack())


class WalkingScreen(PlayingScreen):
    """A screen on which one player walks in a session: with looking around, marks and hints."""

    pauses: ClassVar[bool] = True
    """Whether the clock stops while the player sees another screen."""

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

    # Pauses

    def on_screen_suspend(self) -> None:
        if self.pauses:
            self.do(commands.Pause())

    def on_screen_resume(self) -> None:
        if self.pauses:
            self.do(commands.Resume())

    def focus_changed(self, focused: bool) -> None:
        """Stop the clock while the terminal lacks the focus, if it reports that."""
        if self.pauses and focused:
            self.do(commands.Resume())
        elif self.pauses:
            happened = self.do(commands.Pause())
            if any(isinstance(event, events.Paused) for event in happened):
                self.pane.show_banner("paused")
