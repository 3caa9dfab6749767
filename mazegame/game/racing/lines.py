"""``RivalLine``: the line that a rival leaves in the maze, where the player saw it walk."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Direction
from mazegame.game.run import leave_track
from mazegame.layers import ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Cell, Level
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run


MOST_DRAWN: Final = 50_000
"""Most steps of a rival that are drawn of a finished race."""


class RivalLine:
    """The line of a rival: its tracks, without the passages that it walked unseen."""

    def __init__(self, rival: Racer, level: Level) -> None:
        self._rival = rival
        self._cols = level.maze.cols
        self.steps = 0
        """The number of steps that the line has taken into account."""
        self.tracks = bytearray(level.maze.rows * level.maze.cols)
        """As ``Run.tracks``, with the seen passages only."""
        self._whole = self.tracks
        """The tracks with the unseen passages; ``tracks`` itself until there may be some."""
        self._route = [level.start]
        self._level = level

    def walk_to(self, steps: int, sees: Callable[[Cell], bool] | None = None) -> set[Cell]:
        """Add the rival's walk up to a number of steps; return the cells that look different.

        ``sees`` says whether the player sees a rival in a cell: a passage is drawn if both of its
        cells are seen as it walks. None: the player sees it everywhere.
        """
        changed: set[Cell] = set()
        if steps <= self.steps:
            return changed
        if sees is not None:
            self._separate()
        cells = self._rival.cells(self.steps, steps)
        for here, there in pairwise(cells):
            if here == there:
                continue  # a hunter waits
            if here != self._route[-1] or not self._are_neighbours(here, there):
                self._begin_again(there)
                continue
            direction = Direction.between(here, there)
            dropped = leave_track(self._whole, self._cols, self._route, direction)
            if sees is None:
                for cell in (here, there, *dropped):
                    self._copy(cell, SIDES)
                    changed.add(cell)
            elif sees(here) and sees(there):
                self._copy(here, int(direction))
                self._copy(there, int(direction.opposite))
                changed |= {here, there}
        self.steps = steps
        return changed

    def _are_neighbours(self, here: Cell, there: Cell) -> bool:
        """Return whether both cells are known, and side by side; in a party they may be hidden."""
        inside = here in self._level.maze and there in self._level.maze
        return inside and abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1

    def _begin_again(self, cell: Cell) -> None:
        """Continue in another cell, after a part of the walk that is not known."""
        self._separate()
        whole = np.frombuffer(self._whole, np.uint8)
        whole &= SIDES
        self._route = [cell]

    def _separate(self) -> None:
        """Keep the whole walk apart from what is shown of it, from now on."""
        if self._whole is self.tracks:
            self._whole = bytearray(self.tracks)

    def _copy(self, cell: Cell, sides: int) -> None:
        """Show the present state of a cell's passages: those shown before, and these sides."""
        at = cell[0] * self._cols + cell[1]
        shown = (self.tracks[at] | sides) & SIDES
        self.tracks[at] = self._whole[at] & (shown | shown << ROUTE_SHIFT)


def whole_line(rival: Racer, run: Run) -> RivalLine:
    """Return the line of a rival after a finished race: to B, or to where it was at its end."""
    line = RivalLine(rival, run.level)
    end = rival.arrival if isfinite(rival.arrival) else run.stopwatch.seconds
    line.walk_to(min(rival.taken(end), MOST_DRAWN))
    return line
