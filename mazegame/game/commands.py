"""Commands: what a player requests of a session, as values. Screens bind keys to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazegame.engine import Cell, Direction
    from mazegame.game.rules import Rules


@dataclass(frozen=True)
class Command:
    """A request of a player. A class without fields of its own needs no decorator."""


@dataclass(frozen=True)
class Move(Command):
    """Go one cell."""

    direction: Direction


@dataclass(frozen=True)
class Glide(Command):
    """Follow the corridor until there is something to decide (see ``travel.py``)."""

    direction: Direction


class WalkBack(Command):
    """Walk back along the route to its last junction."""


class StepBack(Command):
    """Walk one cell back along the route."""


@dataclass(frozen=True)
class WalkTo(Command):
    """Walk to a cell by a shortest path through cells that the player knows."""

    cell: Cell


@dataclass(frozen=True)
class GoOn(Command):
    """Continue through junctions while only one exit may lead to unseen cells."""

    direction: Direction | None = None
    """The first direction, even if it leads nowhere; None for the only exit that leads on."""


class ToUnexplored(Command):
    """Continue as ``GoOn``; if no exit leads on, walk to the nearest junction with such an exit."""


class ToggleMark(Command):
    """Set a mark here, or remove it."""


class Stop(Command):
    """End automatic walking."""


class TakeHint(Command):
    """Show the next cells of the shortest path for a few seconds; it costs points."""


class ShowPath(Command):
    """Show the whole shortest path from here; then the run is not ranked."""


class OpenLab(Command):
    """Open the maze and its path in the lab; then the run is not ranked."""


@dataclass(frozen=True)
class ShowHeat(Command):
    """Show or hide the distance of every cell to B; then the run is not ranked."""

    shown: bool


@dataclass(frozen=True)
class ChangeRules(Command):
    """Change the rules."""

    rules: Rules


class Reveal(Command):
    """Show the walls, if they are covered, and start the stopwatch."""


class Pause(Command):
    """Stop the clock and all movement; cover walls that were revealed."""


class Resume(Command):
    """Start, or continue after a pause."""
