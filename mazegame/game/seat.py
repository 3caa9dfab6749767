"""``Seat``: the place of one player in a session, and the moment of the match that they are in.

A moment is what decides what a player may want to do next. It tells nothing that they do not see:
the exits of their cell, and which of them were walked through.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.commands import Command
    from mazegame.game.events import GameEvent
    from mazegame.game.run import Run
    from mazegame.game.session import Session

BEGINNER_RUNS: Final = 5
"""Finished runs after which a player is no beginner."""


class Seat:
    """What one player, by the index in ``Session.players``, sees of a session, and can do in it."""

    def __init__(self, session: Session, number: int) -> None:
        self.session = session
        self.number = number
        self.player = session.players[number]

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
        return event.shared or event.player == self.number


class Place(Enum):
    """What is to be decided where the player stands."""

    START = auto()
    """Nothing was walked yet."""
    CORRIDOR = auto()
    """Only one way leads on."""
    JUNCTION = auto()
    """Several exits, and some that were not taken."""
    EXPLORED_JUNCTION = auto()
    """Several exits, all of them taken before."""
    DEAD_END = auto()
    """The only way leads back."""


@dataclass(frozen=True)
class Moment:
    """The present state of a match, reduced to what its keys depend on."""

    place: Place
    fog: bool = False
    race: bool = False
    """Whether there are rivals, whose clock runs on."""
    practice: bool = False
    beginner: bool = True


def moment_of(seat: Seat, *, practice: bool = False, finished_runs: int = 0) -> Moment:
    """Return the present moment of a player; ``practice`` is that from a wrong turn."""
    fog, race = seat.session.rules.fog, bool(seat.session.rivals)
    return Moment(_place_of(seat.run), fog, race, practice, finished_runs < BEGINNER_RUNS)


def _place_of(run: Run) -> Place:
    if not run.steps:
        return Place.START
    exits = int(run.level.maze.exits(run.position))
    if exits.bit_count() == 1 and run.position != run.level.start:
        return Place.DEAD_END
    if exits.bit_count() < 3:
        return Place.CORRIDOR
    return Place.JUNCTION if exits & ~run.walked(run.position) else Place.EXPLORED_JUNCTION
