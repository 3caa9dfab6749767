"""The base of the screens that play: what keeps the time of a machine and gives it commands.

A machine is what is played by commands and time (``game/walking/gliding.py``): a session of one or
more players, or a descent. A screen says what it plays, and shows the events; when it shows cards
or other screens over its maze is its own affair.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from mazegame.engine import Direction
from mazegame.game import commands, events
from mazegame.screens.base import GameScreen
from mazegame.widgets.maze.maze_pane import PaneActions
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from mazegame.game.participant import Participant
    from mazegame.game.session import Session
    from mazegame.game.walking.gliding import Timed


class PlayingScreen(GameScreen[None], PaneActions):
    """A screen that plays: it keeps the time, gives commands, and shows events."""

    participant: Participant | None = None
    """The player at this keyboard; None before the first session."""
    _alarm: asyncio.TimerHandle | None = None
    _alarm_at = 0.0

    @property
    def session(self) -> Session | None:
        return None if self.participant is None else self.participant.session

    @property
    def timed(self) -> Timed | None:
        """The state machine that is played; None before the first one."""
        return self.session

    def take_look(self) -> None:
        """Apply the player's look to glides and animations."""
        if self.timed is not None:
            look = look_of(self.app)
            self.timed.run_speed, self.timed.animations = look.run_speed, look.animations

    def do(self, command: commands.Command, player: int = 0) -> list[events.GameEvent]:
        """Give a command of a player, by default the first; show and return its events."""
        timed = self.timed
        return [] if timed is None else self._show(timed.command(player, command, self.clock()))

    def show_events(self, happened: list[events.GameEvent]) -> None:
        """Show events of all players, and do what follows from them."""
        raise NotImplementedError

    def tick(self) -> None:
        """Advance to the present time, show the events, and set the next timer."""
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
        """Set a timer for the next tick; a tick that is too early does no harm."""
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
