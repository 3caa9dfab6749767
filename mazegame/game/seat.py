"""Seat: the place of one player in a session: whose commands and whose events they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.events import GameEvent, SharedEvent

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.commands import Command
    from mazegame.game.run import Run
    from mazegame.game.session import Session


class Seat:
    """What one player, by the index in ``Session.players``, sees of a session, and can do in it."""

    __slots__ = ("number", "player", "session")

    def __init__(self, session: Session, number: int) -> None:
        self.session = session
        self.number = number
        self.player = session.players[number]
        """The state of the player."""

    @property
    def run(self) -> Run:
        """The player's run."""
        return self.player.run

    @property
    def level(self) -> Level:
        """The level of the session."""
        return self.session.level

    def command(self, command: Command, now: float) -> list[GameEvent]:
        """Carry out a command of this player; return the events of all players."""
        return self.session.command(self.number, command, now)

    def concerns(self, event: GameEvent) -> bool:
        """Return whether an event happened to this player."""
        return event.player == self.number or isinstance(event, SharedEvent)
