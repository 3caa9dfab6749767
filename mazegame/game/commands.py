"""Commands: the requests of a player to a session.

A command is a value. ``session.py`` carries it out; the screen binds it to a key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.frozen import frozen

if TYPE_CHECKING:
    from mazegame.engine import Cell, Direction
    from mazegame.game.rules import Rules


@frozen
class Command:
    """A request of a player. A class without fields of its own needs no decorator."""


@frozen
class Move(Command):
    """Go one cell."""

    direction: Direction


@frozen
class Glide(Command):
    """Follow the corridor until there is something to decide (see ``corridor.py``)."""

    direction: Direction


class WalkBack(Command):
    """Walk back along the route to its last junction."""


class StepBack(Command):
    """Walk one cell back along the route."""


@frozen
class WalkTo(Command):
    """Walk to a cell by a shortest path through cells that the player knows."""

    cell: Cell


@frozen
class GoOn(Command):
    """Continue through junctions while only one exit may lead to unseen cells."""

    direction: Direction | None = None
    """The first direction, even if it leads nowhere; None for the only exit that leads on."""


class ToUnexplored(Command):
    """Walk to the nearest junction with an exit that may lead to unseen cells."""


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


@frozen
class ShowHeat(Command):
    """Show or hide the distance of every cell to B; then the run is not ranked."""

    shown: bool


@frozen
class ChangeRules(Command):
    """Change the rules."""

    rules: Rules


class Pause(Command):
    """Stop the clock and all movement."""


class Resume(Command):
    """Start, or continue after a pause."""
