"""Racers that search: ``Searcher``, a rival on its way to B, and ``Hunter``, who hunts the player.

A search reads only the sides of the racer's own cell. A walk is computed step by step when it is
needed, so that a rival in a maze of millions of cells costs nothing before it moves.

A hunter's position, and whether it has caught the player, are functions of the level, the player's
walk with its times, and the time. It uses only what it can smell, the latest side by which the
player left the hunter's cell, or what is in sight from that cell.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.engine import Cell, Direction
from mazegame.engine.searching.space import SearchSpace
from mazegame.game.racing.racer import (
    ENTERS_AFTER,
    OnCells,
    Racer,
    head_start,
    steps_in,
)
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.walking.sight import sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Level
    from mazegame.game.racing.racer import Walk
    from mazegame.game.racing.rival_kinds import RivalKind

SETTLE_STEPS: Final = 50_000
"""Most steps computed ahead to find a rival's arrival; that takes about a tenth of a second."""

REACTION_MS: Final = 1
"""Delay, in milliseconds, with which a hunter learns of the player's steps. Times of steps are
whole milliseconds; without it a step could come after the hunter's and have an earlier time."""

MOST_SMELLED: Final = 99
"""Longest gap that is counted, in steps."""


class Searcher(Racer):
    """A rival that searches for B at a pace in cells per second."""

    searches: ClassVar[bool] = True
    pace: float

    def __init__(
        self, level: Level, kind: RivalKind, pace: float, usual: float | None = None
    ) -> None:
        self.pace = pace
        self.kind = kind
        self.name = kind.title
        self._level = level
        self._space = SearchSpace(level.maze, level.start, level.goals, str(level.recipe or "maze"))
        self._steps = kind.walk(self._space)
        self._cells = array("q", [self._space.start])
        self._ended = False
        self._arrived = level.start in level.goals
        if usual is not None:
            self.settle()
            self.start = head_start(self.arrival, level, usual)

    @property
    def steps(self) -> int | None:
        return len(self._cells) - 1 if self._arrived else None

    def settle(self) -> None:
        """Compute its arrival, with at most ``SETTLE_STEPS`` steps ahead."""
        self._walk_to(len(self._cells) + SETTLE_STEPS)

    def taken(self, seconds: float) -> int:
        done = steps_in(seconds + (self.start or 0.0), self.pace)
        self._walk_to(done)
        return min(done, len(self._cells) - 1) if self._arrived else done

    def route_length(self, steps: int) -> int:
        self._walk_to(steps)
        last = len(self._cells) - 1
        if steps > last > 0:
            steps = last if self._arrived else steps % last  # as in ``_cell_after``
        return super().route_length(steps)

    def time_of(self, step: int) -> float:
        return step / self.pace - (self.start or 0.0)

    def _cell_after(self, steps: int) -> Cell:
        self._walk_to(steps)
        last = len(self._cells) - 1
        if steps > last > 0 and not self._arrived:
            steps %= last  # it circles: its walk returns to its start
        return self._space.place(self._cells[min(steps, last)])

    def _walk_to(self, step: int) -> None:
        if self._ended:
            return
        while len(self._cells) <= step:
            cell = next(self._steps, None)
            if cell is None:
                self._ended = True
                self._arrived = self._cells[-1] in self._space.goals
                return
            self._cells.append(cell)
        if self._cells[-1] in self._space.goals:
            self._ended = self._arrived = True


def walk_of(kind: RivalKind, level: Level, most: int) -> list[Cell]:
    """Return the cells of a walk, A first, of at most ``most`` steps."""
    space = SearchSpace(level.maze, level.start, level.goals, str(level.recipe or "maze"))
    return list(map(space.place, (space.start, *islice(kind.walk(space), most))))


class Hunter(OnCells):
    """A hunter on a level, at a pace in cells per second."""

    name = "hunter"
    pace: float
    hunts: ClassVar[bool] = True
    arrival = inf
    """Never: it does not walk to B."""
    steps: int | None = None
    walk: Walk | None = None
    """The hunted walk, which may grow; None while it waits outside."""
    _cells: list[Cell]
    _inside = False
    _known = 0
    """The number of the player's steps that it has learned of."""

    def __init__(self, level: Level, pace: float) -> None:
        super().__init__(level, [level.start])
        self.pace = pace
        self._player = level.start
        self._scent: dict[Cell, Cell] = {}
        """The cell to which the player last went from each cell; for hunters by scent."""

    def follow(self, walk: Walk | None) -> None:
        self.walk = walk

    @property
    def enters(self) -> float:
        """The time at which it enters; infinite before the player's first step."""
        return self.walk.times[0] / 1000 + ENTERS_AFTER if self.walk and self.walk.times else inf

    def time_of(self, step: int) -> float:
        return self.enters + step / self.pace

    def taken(self, seconds: float) -> int:
        """Return the number of its steps at a time; it stops when it catches the player."""
        due = steps_in(seconds - self.enters, self.pace) if seconds >= self.enters else 0
        if self.walk is not None and self.enters < inf:
            self._advance(self.walk, due, seconds * 1000 + 1e-6)
        return min(due, len(self._cells) - 1)

    @abstractmethod
    def gap(self) -> int | None:
        """Return the steps to the last known position of the player; None if unknown."""

    @abstractmethod
    def _next(self, cell: Cell) -> Cell:
        """Return the next cell after its own one."""

    def _advance(self, walk: Walk, due: int, ms: float) -> None:
        """Simulate, in order of time, its entry and the steps of both up to ``ms``.

        It catches the player when both are in one cell, except at B.
        """
        while self.caught is None:
            own = self.time_of(len(self._cells))
            until = min(ms, own * 1000 - REACTION_MS)
            time = walk.times[self._known] if self._known < len(walk.times) else inf
            if not self._inside and min(time, until) / 1000 >= self.enters:
                self._inside, seconds = True, self.enters
            elif time <= until:
                here, seconds = self._player, time / 1000
                self._player = self._scent[here] = Direction(walk.moves[self._known]).step(here)
                self._known += 1
            elif len(self._cells) <= due:
                self._cells.append(self._next(self._cells[-1]))
                seconds = own
            else:
                return
            together = self._player == self._cells[-1] and self._player not in self._level.goals
            if self._inside and together:
                self.caught = max(seconds, self.time_of(len(self._cells) - 1))


class ScentHunter(Hunter):
    """A hunter that follows the freshest scent of the player.

    So it skips only those detours whose end it reaches before their beginning.
    """

    def gap(self) -> int | None:
        """Return the steps along the scent, ``MOST_SMELLED`` at most."""
        cell = self._cells[-1]
        for steps in range(MOST_SMELLED):
            if cell == self._player:
                return steps
            cell = self._next(cell)
        return MOST_SMELLED

    def _next(self, cell: Cell) -> Cell:
        return cell if cell == self._player else self._scent.get(cell, cell)


class SightHunter(Hunter):
    """A hunter that walks to where it sees the player, or saw them last; otherwise it searches."""

    _goal: Cell | None = None
    _search: Iterator[Cell] | None = None

    def gap(self) -> int | None:
        """Return the steps to where it last saw the player; None while it searches."""
        if self._goal is None:
            return None
        return sum(abs(a - b) for a, b in zip(self._cells[-1], self._goal, strict=True))

    def _next(self, cell: Cell) -> Cell:
        if self._player in sight(self._level.maze, cell):
            self._goal = self._player
        if self._goal == cell:  # the player has turned a corner since
            self._goal = self._search = None
        if self._goal is None:
            self._search = self._search or self._searching(cell, before=self._cells[-2:][0])
            return next(self._search)
        (row, col), (to_row, to_col) = cell, self._goal
        if abs(to_row - row) > abs(to_col - col):
            return row + (1 if to_row > row else -1), col
        return row, col + (1 if to_col > col else -1)

    def _searching(self, cell: Cell, before: Cell) -> Iterator[Cell]:
        """Yield the cells of repeated searches; the first does not lead back to ``before``."""
        while True:
            space = _Ahead(self._level.maze, cell, (), "hunter")
            space.back = 0 if before == cell else int(Direction.between(cell, before))
            for cell in map(space.place, KINDS["tremaux"].walk(space)):  # noqa: PLR1704
                yield cell
            before = cell


class _Ahead(SearchSpace):
    """A search space without B in which a search cannot begin with the way back."""

    back = 0
    """The side of the start that is closed; 0 for none."""

    def sides(self, cell: int) -> int:
        """Return the open sides of a cell, at the start without ``back``."""
        sides = super().sides(cell)
        return sides & ~self.back if cell == self.start else sides


HUNTERS: Final[dict[str, type[Hunter]]] = {"scent-hunter": ScentHunter, "sight-hunter": SightHunter}
"""The hunters by their names in files."""
