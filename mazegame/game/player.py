"""Player: one of those who play a match, with what only they have.

What lives here: a player's run, what they know of the maze, what is shown to them for a while, and
the glide (automatic walking) that they are on. What does not: what a command does (``session.py``).
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from mazegame.engine.layers import IN_SIGHT, VISITED
from mazegame.game.sight import Fog

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Direction
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
        self.seen = Fog.during(run)
        """What the player has seen so far, whether there is fog or not."""
        self.in_fog = False
        """Whether what was never seen is hidden."""
        self.dead_ends: set[tuple[int, int, Direction]] = set()
        """Exits (row, col, direction) that were seen to lead nowhere."""
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
    def marks(self) -> set[Cell]:
        """Cells in which the player dropped a mark."""
        return self.run.marks

    @property
    def gliding(self) -> bool:
        """Whether the player walks automatically."""
        return self.walk is not None

    @property
    def light(self) -> NDArray[np.uint8] | None:
        """The light on the cells, as ``Fog.light``; None where there is no fog."""
        return self.seen.light if self.in_fog else None

    def reveal(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Let the player see cells that are shown; return those that look different for it."""
        dark = self.seen.reveal(cells)
        return tuple(dark) if self.in_fog else ()

    def sees_walker(self, cell: Cell) -> bool:
        """Whether the player sees who is in a cell: it is in sight or, without fog, was walked."""
        run = self.run
        walked = run.tracks[cell[0] * run.level.maze.cols + cell[1]] & VISITED
        return bool(self.seen.light[cell] == IN_SIGHT or (walked and not self.in_fog))
