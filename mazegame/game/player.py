"""Player: one of those who play a match, with what only they have.

What lives here: a player's run, what they know of the maze, what is shown to them for a while, and
the glide (automatic walking) that they are on. What does not: what a command does (``session.py``).
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from mazegame.engine.layers import IN_SIGHT, VISITED
from mazegame.game.sight import Fog, sight

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.engine import Cell
    from mazegame.game.commands import Command
    from mazegame.game.events import Event
    from mazegame.game.run import Run

MAX_CATCH_UP_CELLS: Final = 4
"""Most cells that a glide advances in one tick after a stall."""

ROUNDING: Final = 1e-9
"""Times are equal if they differ by less, in seconds."""


class AutoWalk:
    """A glide that is under way.

    Args:
        command: The command that began it.
        steps: Takes a step each time it is asked for an event.
        began: When its first step is taken.
    """

    __slots__ = ("began", "cells", "command", "shown", "steps")

    def __init__(self, command: Command, steps: Iterator[Event], began: float) -> None:
        self.command = command
        self.steps = steps
        self.began = began
        self.shown = began
        """When it was advanced last."""
        self.cells = 0
        """How many steps it has taken."""

    def due(self, speed: float) -> float:
        """When its next step is due, at a speed in cells a second."""
        return self.began + self.cells / speed

    def let_go(self, now: float, speed: float) -> None:
        """After a stall, keep only the latest ``MAX_CATCH_UP_CELLS`` of the steps that are due."""
        lost = floor((now + ROUNDING - self.began) * speed) + 1 - self.cells - MAX_CATCH_UP_CELLS
        if lost > 0:
            self.began += lost / speed


class Player:
    """One of those who play: a run, what was seen on it, and what is shown to its player."""

    def __init__(self, run: Run) -> None:
        self.run = run
        """The walk."""
        self.fog: Fog | None = None
        """What the player has seen; None where there is no fog."""
        self.hint: tuple[Cell, ...] = ()
        """The cells of the hint that is shown; empty for none."""
        self.hint_distance: int | None = None
        """How far B is, while a hint tells that; None after the next step."""
        self.heat = False
        """Whether the distances of all cells to B are shown."""
        self.hint_ends = 0.0
        """When the hint is to be hidden; in a pause, how long it is shown after it."""
        self.walk: AutoWalk | None = None
        """The glide that the player is on."""

    @property
    def gliding(self) -> bool:
        """Whether the player walks automatically."""
        return self.walk is not None

    def eyes(self) -> Callable[[Cell], bool]:
        """Whether the player sees who is in a cell: has it in sight or, without fog, was there."""
        if self.fog is not None:
            light = self.fog.light
            return lambda cell: bool(light[cell] == IN_SIGHT)
        return self.knowledge()

    def knowledge(self) -> Callable[[Cell], bool]:
        """Whether the player knows a cell now: was there, or sees it; in fog, has ever seen it."""
        if self.fog is not None:
            light = self.fog.light
            return lambda cell: bool(light[cell])
        maze, tracks = self.run.level.maze, self.run.tracks
        in_sight = sight(maze, self.run.position)
        return lambda cell: (
            cell in in_sight or bool(tracks[cell[0] * maze.cols + cell[1]] & VISITED)
        )
