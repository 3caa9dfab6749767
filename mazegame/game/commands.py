"""Commands: what a player can ask of a session.

A command is a value. What it does is decided in ``session.py``; which key gives it, by the screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazegame.engine import Cell, Direction
    from mazegame.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a player asks for."""


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Go one cell."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class Glide(Command):
    """Follow the corridor until there is something to decide (see ``corridor.py``)."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class WalkBack(Command):
    """Walk back along the route to its last junction."""


@dataclass(frozen=True, slots=True)
class StepBack(Command):
    """Walk one cell back along the route."""


@dataclass(frozen=True, slots=True)
class WalkTo(Command):
    """Walk to a cell by a shortest path through cells that the player knows."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class GoOn(Command):
    """Walk on through every junction with only one exit left that may lead to something new."""

    direction: Direction | None = None
    """Where to go first, whatever is known of it; None for the only exit that leads on."""


@dataclass(frozen=True, slots=True)
class ToUnexplored(Command):
    """Walk to the nearest junction with an exit that may lead to something new."""


@dataclass(frozen=True, slots=True)
class ToggleMark(Command):
    """Drop a mark here, or take it up again."""


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """End automatic walking."""


@dataclass(frozen=True, slots=True)
class TakeHint(Command):
    """Show how to go on from here, for a few seconds; it costs points."""


@dataclass(frozen=True, slots=True)
class ShowPath(Command):
    """Show the whole shortest path from here; the run is not ranked then."""


@dataclass(frozen=True, slots=True)
class OpenLab(Command):
    """Look at the whole maze and its path in the lab; the run is not ranked then."""


@dataclass(frozen=True, slots=True)
class ShowHeat(Command):
    """Show how far every cell is from B, or hide it; the run is not ranked once it was shown."""

    shown: bool


@dataclass(frozen=True, slots=True)
class ChangeRules(Command):
    """Go on under other rules."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Pause(Command):
    """Stop the clock and whatever moves."""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Begin, or go on after a pause."""
