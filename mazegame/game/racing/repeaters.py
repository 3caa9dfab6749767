"""Racers that know their way: the runner on a shortest path, and ghosts of recorded walks."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mazegame.engine import Cell, Direction
from mazegame.game.racing.racer import OnCells, RivalSpec, Walk, head_start, steps_in
from mazegame.game.racing.reading import reading_ms
from mazegame.game.racing.rival_kinds import SHORTEST, rival_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Level


class Runner(OnCells):
    """A racer on a shortest path from A, at a pace in cells per second.

    If the stopwatch starts with the reveal, the runner starts with the player's first step, at the
    latest after the author's reading time. In a pursuit it does not wait: its head start already
    accounts for the reading time.
    """

    name = rival_name(SHORTEST)
    pace: float
    _player: Walk | None = None
    """The walk whose first step it waits for; None if it does not wait."""

    def __init__(self, level: Level, pace: float, usual: float | None = None) -> None:
        super().__init__(level, level.cells_of_path())
        self.pace = pace
        self.start = head_start(level.dist_min / pace, level, usual)
        self._reading = 0.0

    def follow(self, walk: Walk | None) -> None:
        if walk is not None and walk.reveal and self.start is None:
            self._player, self._reading = walk, reading_ms(self._level) / 1000

    @property
    def _begins(self) -> float:
        """The time at which it starts, in seconds; negative with a head start."""
        if self._player is None:
            return -(self.start or 0.0)
        return min(first_step(self._player), self._reading)

    @property
    def steps(self) -> int:
        return len(self._cells) - 1

    def taken(self, seconds: float) -> int:
        return min(max(steps_in(seconds - self._begins, self.pace), 0), self.steps)

    def time_of(self, step: int) -> float:
        return step / self.pace + self._begins


@dataclass(frozen=True)
class GhostWalk(RivalSpec):
    """A recorded walk of one level, to race against on that level.

    A walk from a file must be verified with ``problem``.
    """

    moves: bytes
    """Every step, as the values of ``Direction``."""
    times: Sequence[int]
    """The time of each step in milliseconds, never decreasing."""
    name: str = "ghost"
    any_level: ClassVar[bool] = False
    key: ClassVar[str] = "ghost"
    reveal: ClassVar[bool] = False

    @classmethod
    def for_race(cls, walk: Walk, *, reveal: bool) -> GhostWalk:
        """Return a copy of a walk for a match with or without ``reveal``.

        A walk from a match of the other kind loses the time before its first step, and starts with
        the player's.
        """
        first = walk.times[0] if walk.times and walk.reveal != reveal else 0
        return cls(bytes(walk.moves), array("I", (time - first for time in walk.times)))

    @classmethod
    def of(cls, walk: Walk) -> GhostWalk:
        """Return a copy of a walk, since a run may change later."""
        return cls(bytes(walk.moves), array("I", walk.times))

    def problem(self, level: Level) -> str:
        """Return why it cannot walk a level, in a sentence; empty if it can.

        One pass over the moves in NumPy, about a millisecond for 100,000 of them.
        """
        moves, times = np.frombuffer(self.moves, np.uint8), np.asarray(self.times, np.int64)
        if len(moves) != len(times) or (np.diff(times) < 0).any():
            return "the ghost's walk has no time for each step"
        if not np.isin(moves, [direction.value for direction in Direction]).all():
            return "the ghost's walk has a step in no direction"
        cells = walked_cells(level.start, self.moves)
        rows, cols = cells[:-1, 0], cells[:-1, 1]
        inside = (rows >= 0) & (cols >= 0) & (rows < level.maze.rows) & (cols < level.maze.cols)
        if not inside.all() or not (level.maze.passages[rows, cols] & moves).all():
            return "the ghost's walk is one of another maze: it goes through a wall"
        if not level.field[rows, cols].all():
            return "the ghost's walk is one of another maze: it goes on after B"
        return ""

    def on(self, level: Level) -> Ghost:
        return Ghost(level, self.moves, self.times, self.name)


def shown_times(times: Sequence[int]) -> array[int]:
    """Return the times at which steps are shown: at least 1 ms, since at 0 the ghost is at A."""
    return array("I", (max(time, 1) for time in times))


def first_step(walk: Walk) -> float:
    """Return the time of a walk's first step in seconds; infinite if there is none yet."""
    return walk.times[0] / 1000 if len(walk.times) else inf


def walked_cells(start: Cell, moves: bytes) -> NDArray[np.int32]:
    """Return the cells of a walk from its start: int32 (len(moves) + 1, 2) of (row, col)."""
    cells = np.zeros((len(moves) + 1, 2), np.int32)
    cells[0] = start
    for direction in Direction:
        there = np.frombuffer(moves, np.uint8) == direction.value
        cells[1:][there] = direction.step((0, 0))
    return np.cumsum(cells, axis=0, dtype=np.int32)


class Ghost(OnCells):
    """A racer that repeats a recorded walk of this level.

    If the stopwatch starts with the reveal, a walk with a reading time starts after that time; one
    without starts with the player's first step.
    """

    _times: array[int]
    _arrives = inf
    _player: Walk | None = None
    """The walk whose first step it waits for; None if it does not wait."""

    def __init__(
        self, level: Level, moves: bytes, times: Sequence[int], name: str = "ghost"
    ) -> None:
        super().__init__(level, walked_cells(level.start, moves))
        self.name = name
        self._times = shown_times(times)
        self._has_reading = bool(len(times) and times[0])
        if not level.distance(self._cell_after(len(moves))):
            self._arrives = times[-1] / 1000 if len(times) else 0.0

    def follow(self, walk: Walk | None) -> None:
        if walk is not None and walk.reveal and not self._has_reading:
            self._player = walk

    @property
    def _begins(self) -> float:
        """The time, in seconds, to which its own times are added."""
        return 0.0 if self._player is None else first_step(self._player)

    @property
    def arrival(self) -> float:
        """The time at which its walk ends, in seconds; infinite if that is not at B."""
        return self._arrives + self._begins

    @property
    def steps(self) -> int | None:
        return len(self._times) if isfinite(self._arrives) else None

    def taken(self, seconds: float) -> int:
        # The small addend compensates for milliseconds that floats do not represent exactly.
        return bisect_right(self._times, (seconds - self._begins) * 1000 + 1e-6)

    def time_of(self, step: int) -> float:
        return self._times[step - 1] / 1000 + self._begins
