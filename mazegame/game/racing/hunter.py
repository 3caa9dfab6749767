"""Hunters: rivals that enter behind the player, and catch who stands in their cell.

What lives here: how a hunter finds its way, and when it has the player. What does not: what is lost
then (``session.py``, ``series/chase.py``).

Where a hunter is, and whether it has the player, is a function of the level, the player's walk with
its times, and the time. It knows no more than it can see or smell: the latest way by which the
player left the cell that it stands on, or what is in sight from there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.engine import Cell, Direction
from mazegame.engine.searching.space import SearchSpace
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.runner import OnCells, RivalSpec, rival_key, steps_in
from mazegame.game.walking.sight import sight

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.racing.ghost import Walk

ENTERS_AFTER: Final = 3.0
"""Seconds from the player's first step until a hunter enters at A."""

REACTION_MS: Final = 1
"""Milliseconds after which a hunter knows of a step. The times of steps are whole milliseconds, so
without it a step could come after the hunter's, and yet have an earlier time."""

MOST_SMELLED: Final = 99
"""Most steps that a gap is counted up to."""

_OFFSETS: Final = {int(side): side.step((0, 0)) for side in Direction}
"""The change of row and column by a step; ``Direction.step`` takes ten times as long."""


class Hunter(OnCells):
    """A hunter on a level, at a pace in cells per second. It waits outside until it has a walk."""

    name = "hunter"
    hunts: ClassVar[bool] = True
    arrival = inf
    """Never: it goes where the player is, not to B."""
    steps: int | None = None

    _cells: list[Cell]

    def __init__(self, level: Level, pace: float) -> None:
        super().__init__(level, [level.start])
        self.pace = pace
        self.caught: float | None = None
        """When it had the player, in seconds; None until then."""
        self._walk: Walk | None = None
        self._player = level.start
        self._known = 0

    def hunt(self, walk: Walk | None) -> None:
        """Follow a walk, which may grow at its end; None waits outside."""
        self._walk = walk

    @property
    def enters(self) -> float:
        """The time at which it enters; infinite before the player's first step."""
        walk = self._walk
        return walk.times[0] / 1000 + ENTERS_AFTER if walk and len(walk.times) else inf

    def has_entered(self, seconds: float) -> bool:
        """Return whether it is in the maze at a time."""
        return seconds >= self.enters

    def taken(self, seconds: float) -> int:
        """Return the number of its steps at a time; none follows after it has the player."""
        self._advance(seconds)
        return min(self._due(seconds), len(self._cells) - 1)

    def share(self, step: int) -> float:
        """Return 0: its walk has no end that is known."""
        del step
        return 0.0

    def time_of(self, step: int) -> float:
        """Return the time of a step of its walk, from 1 on, in seconds."""
        return self.enters + step / self.pace

    @abstractmethod
    def gap(self) -> int | None:
        """Return the steps to where it knew the player to be when last asked; None for unknown."""

    # Its walk

    def _smell(self, cell: Cell, side: int) -> None:
        """Note that the player left a cell by a side, if it has a nose."""

    @abstractmethod
    def _next(self, cell: Cell) -> Cell:
        """Return the cell to go to from its own one."""

    def _due(self, seconds: float) -> int:
        inside = self.has_entered(seconds)
        return steps_in(seconds - self.enters, self.pace) if inside else 0

    def _advance(self, seconds: float) -> None:
        due, known = self._due(seconds), seconds * 1000 + 1e-6
        while self.caught is None and self.enters < inf:
            step = len(self._cells)
            time = self.time_of(step)
            before = time * 1000 - REACTION_MS
            self._learn(before if step <= due else min(known, before))
            if self.caught is not None or step > due:
                return
            self._cells.append(self._next(self._cells[-1]))
            self._look(time)

    def _learn(self, until: float) -> None:
        """Take the player's steps up to a time in milliseconds."""
        walk = self._walk
        while walk and self._known < len(walk.times) and walk.times[self._known] <= until:
            time, side = walk.times[self._known], walk.moves[self._known]
            if time / 1000 >= self.enters:
                self._look(self.enters)  # for a player who waits at A
            if self.caught is not None:
                return
            self._known += 1
            self._smell(self._player, side)
            self._player = Direction(side).step(self._player)
            self._look(time / 1000)
        if until / 1000 >= self.enters:
            self._look(self.enters)

    def _look(self, seconds: float) -> None:
        """Note that it has the player, if both are in one cell; at B a player is safe."""
        here = self._player
        inside = seconds >= self.enters and here not in self._level.goals
        if self.caught is None and inside and here == self._cells[-1]:
            self.caught = max(seconds, self.time_of(len(self._cells) - 1))


class ScentHunter(Hunter):
    """A hunter that follows the player's way by its freshest scent.

    So it leaves out a detour of which it finds the end before its beginning, and no other.
    """

    def __init__(self, level: Level, pace: float) -> None:
        super().__init__(level, pace)
        self._left_by: dict[Cell, int] = {}

    def gap(self) -> int | None:
        """Return the steps along the scent, ``MOST_SMELLED`` at most."""
        cell = self._cells[-1]
        for steps in range(MOST_SMELLED):
            if cell == self._player:
                return steps
            cell = self._next(cell)
        return MOST_SMELLED

    def _smell(self, cell: Cell, side: int) -> None:
        self._left_by[cell] = side

    def _next(self, cell: Cell) -> Cell:
        side = self._left_by.get(cell)
        if side is None or cell == self._player:
            return cell
        down, across = _OFFSETS[side]
        return cell[0] + down, cell[1] + across


class SightHunter(Hunter):
    """A hunter that goes straight to where it sees the player, or saw it last; else it searches."""

    def __init__(self, level: Level, pace: float) -> None:
        super().__init__(level, pace)
        self._goal: Cell | None = None
        self._search: Iterator[Cell] = iter(())

    def gap(self) -> int | None:
        """Return the steps to where it saw the player last; None while it searches."""
        if self._goal is None:
            return None
        (row, col), (to_row, to_col) = self._cells[-1], self._goal
        return abs(row - to_row) + abs(col - to_col)

    def _next(self, cell: Cell) -> Cell:
        if self._player in sight(self._level.maze, cell):
            self._goal, self._search = self._player, iter(())
        if self._goal == cell:  # it has turned a corner since
            self._goal = None
            self._search = self._searching(cell, self._back())
        if self._goal is None:
            step = next(self._search, None)
            if step is None:
                self._search = self._searching(cell, 0)
                step = next(self._search, cell)
            return step
        (row, col), (to_row, to_col) = cell, self._goal
        if abs(to_row - row) > abs(to_col - col):
            return row + (1 if to_row > row else -1), col
        return row, col + (1 if to_col > col else -1)

    def _back(self) -> int:
        """Return the side by which it came into its cell; 0 at the beginning."""
        if len(self._cells) < 2 or self._cells[-1] == self._cells[-2]:
            return 0
        return int(Direction.between(*self._cells[:-3:-1]))

    def _searching(self, cell: Cell, back: int) -> Iterator[Cell]:
        """Return the cells of a search from a cell, at first not back."""
        space = _Ahead(self._level, cell, back)
        return map(space.place, KINDS["tremaux"].walk(space))


class _Ahead(SearchSpace):
    """A maze without B for a search that does not begin with the way back."""

    def __init__(self, level: Level, start: Cell, back: int) -> None:
        super().__init__(level.maze, start, (), "hunter")
        self._back = back

    def sides(self, cell: int) -> int:
        """Return the open sides of a cell, without the one that leads back from the start."""
        sides = super().sides(cell)
        return sides & ~self._back if cell == self.start else sides


HUNTERS: Final[dict[str, type[Hunter]]] = {"scent-hunter": ScentHunter, "sight-hunter": SightHunter}
"""The hunters, by their names in files."""


@dataclass(frozen=True)
class HunterSpec(RivalSpec):
    """A hunter before the level is known."""

    kind: str
    """Its name in ``HUNTERS``."""
    pace: float
    """Cells per second."""

    @property
    def key(self) -> str:
        """Its key in files."""
        return rival_key(self.kind, self.pace)

    def on(self, level: Level) -> Hunter:
        """Return the hunter on a level, before it is given a walk."""
        return HUNTERS[self.kind](level, self.pace)
