"""``Participant``: one player of a session; ``Moment``: what the key hints depend on.

A moment reveals only what the player sees: the exits of the own cell, and which were walked.
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
"""Number of finished runs after which a player is no beginner."""


class Participant:
    """One player of a session, with the index ``number`` in ``Session.players``."""

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
        """Return whether an event happened to this player or to all."""
        return event.shared or event.player == self.number


class Place(Enum):
    """The kind of cell that the player is in."""

    START = auto()
    """A, before the first step."""
    CORRIDOR = auto()
    """Only one exit leads on."""
    JUNCTION = auto()
    """Several exits, some of them not taken yet."""
    EXPLORED_JUNCTION = auto()
    """Several exits, all of them taken before."""
    DEAD_END = auto()
    """The only exit leads back."""


@dataclass(frozen=True)
class Moment:
    """The part of a match's state on which the key hints depend."""

    place: Place
    fog: bool = False
    race: bool = False
    """Whether there are rivals."""
    practice: bool = False
    beginner: bool = True


def moment_of(
    participant: Participant, *, practice: bool = False, finished_runs: int = 0
) -> Moment:
    """Return the present moment of a player; ``practice`` if it is practice from a wrong turn."""
    fog, race = participant.session.rules.fog, bool(participant.session.rivals)
    return Moment(_place_of(participant.run), fog, race, practice, finished_runs < BEGINNER_RUNS)


def _place_of(run: Run) -> Place:
    if not run.steps:
        return Place.START
    exits = int(run.level.maze.exits(run.position))
    if exits.bit_count() == 1 and run.position != run.level.start:
        return Place.DEAD_END
    if exits.bit_count() < 3:
        return Place.CORRIDOR
    return Place.JUNCTION if exits & ~run.walked(run.position) else Place.EXPLORED_JUNCTION
