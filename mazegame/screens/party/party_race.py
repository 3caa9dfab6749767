"""Party race: the play screen in a round of a party. Its clock never stops: the others walk on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType

from mazegame.engine import Recipe
from mazegame.game import events
from mazegame.game.commands import Resume
from mazegame.game.match import Match, Series
from mazegame.game.recording.record import level_key
from mazegame.game.session import RUN_SPEED
from mazegame.game.walking.countdown import COUNT_SECONDS, COUNTDOWN
from mazegame.party.guest import PartySession
from mazegame.party.protocol import Begin
from mazegame.screens import routes
from mazegame.screens.playing.play import PlayScreen

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.commands import Command
    from mazegame.game.run import Run
    from mazegame.game.seat import Seat
    from mazegame.game.session import Session
    from mazegame.party.protocol import Message

_ALONE: Final = frozenset(
    {"restart", "next", "show_path", "heat", "export", "hint", "pause", "lab", "give_up"}
)
"""The actions that a party does without: they stop the clock, or show what others do not see."""


class PartyRaceScreen(PlayScreen):
    """Plays one round; closes at B, and at the end of the round.

    Args:
        route: The connection to the party.
    """

    CSS_PATH = "../playing/play.tcss"
    pauses = False
    _kept = False
    """Whether the score book has the run already."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave_round", "leave"),
        Binding("ctrl+n", "end_round", "end the round",
                tooltip="end the round for everybody"),
    ]  # fmt: skip

    def __init__(self, route: routes.PartyRace) -> None:
        self.client = route.client
        guest = self.guest = route.client.guest
        self.prepared = guest.prepare
        source = Recipe.parse("" if guest.prepare is None else guest.prepare.maze)
        rivals = tuple(guest.rivals.values())
        match = Match(source=source, rules=guest.rules, rivals=rivals, series=Series())
        super().__init__(routes.Play(match), clock=time.monotonic)
        self.route = route

    def on_mount(self) -> None:
        """Listen to the party."""
        self.client.listeners.append(self._heard)

    def on_unmount(self) -> None:
        """Listen no longer."""
        self.client.listeners.remove(self._heard)

    def on_screen_resume(self) -> None:
        """Close if the round has ended meanwhile."""
        self._follow()

    def _begin(self, level: Level) -> None:
        """Go on with the walk of a game that was killed, and with its journal."""
        run = self._resume = self.guest.walked(level, self.clock)
        if run is not None:
            autosave, key = self.services.autosave, level_key(level)
            left = next((one for one in autosave.left_behind if one.heading.level == key), None)
            if left is not None:
                autosave.resume(left)
            self._kept = run.finished and left is None
        super()._begin(level)

    def make_session(self, level: Level, resume: Run | None) -> Session:
        """Return the session of the round."""
        return PartySession(self._match, level, resume)

    def begun(self) -> None:
        """Report that the maze is made; the server says when the race starts."""
        if self.run is not None:
            self.guest.begin(self.run)
        if self.prepared is not None:
            self.client.ready(self.prepared.round)
        self.pane.show_banner("get ready")
        self._follow()

    def take_look(self) -> None:
        """Let the session glide as a party allows: step by step, and no faster than others."""
        super().take_look()
        if self.session is not None:
            self.session.animations = True
            self.session.run_speed = min(self.session.run_speed, RUN_SPEED)

    def do(self, command: Command, seat: Seat | None = None) -> list[events.GameEvent]:
        """Give a command to the session; nobody moves before the countdown of all."""
        if self.session is not None and self.session.resting:
            self._follow()  # the timer of the start may be late
            if self.session.resting:
                return self._show([events.Refused(reason=events.Reason.TOO_EARLY)])
        return super().do(command, seat)

    def _heard(self, _: Message) -> None:
        self._follow()

    def _follow(self) -> None:
        """Start the countdown in time for the start; close after the end of the round."""
        guest, session = self.guest, self.session
        finished = session is not None and session.finished
        if finished or guest.board is not None or guest.prepare is not self.prepared:
            self.dismiss()
        elif guest.start is not None and self.seat is not None and self.seat.session.resting:
            begin = self.client.here(guest.start) - COUNTDOWN * COUNT_SECONDS
            wait = begin - self.clock()
            if wait > 0:
                self.set_timer(wait, self._follow)
            else:
                self._show(self.seat.command(Resume(), begin))
                self.tick()

    def _show(self, happened: list[events.GameEvent]) -> list[events.GameEvent]:
        """Show events, and send the steps among them."""
        if self.guest.has_steps:
            self.client.send_steps()
        return super()._show(happened)

    def arrived(self) -> None:
        """Keep the run, and close: the lobby shows how the others walk on."""
        if self._kept:  # by the game that was killed
            self.services.autosave.rest()
        elif self.run is not None and self.session is not None:
            self.services.autosave.finish(self.run, self.session.rivals)
        self._follow()

    def action_leave_round(self) -> None:
        """Ask, then leave the party."""
        if self.end_look() or self.pane.leave_map():
            return
        self.confirm("Leave the party?", self._leave_party, "The others race on without you.")

    def _leave_party(self) -> None:
        self.client.over = "you have left"
        self.dismiss()

    def action_end_round(self) -> None:
        """Ask, then end the round for everybody."""
        self.confirm("End this round?", lambda: self.client.send(Begin()), "The board comes next.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something in a party."""
        if action == "end_round":
            return self.guest.host
        if action == "leave_round":
            return True
        return action not in _ALONE and super().check_action(action, parameters)
