"""``Playback``: a finished walk on its time line, forwards, backwards and at several speeds.

The playhead moves in seconds of the run's stopwatch; ``step`` moves it to the time of a step of the
player. If the stopwatch started with the reveal of the walls, the time line begins with the first
step, at the time ``reading``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Final

from mazegame.engine import Cell, Direction
from mazegame.game.racing.lines import MOST_DRAWN
from mazegame.game.racing.order import position_of
from mazegame.game.racing.race import settle
from mazegame.game.racing.repeaters import Ghost, shown_times
from mazegame.game.recording.playhead import Playhead
from mazegame.game.run import Run, leave_track
from mazegame.layers import ROUTE_SHIFT

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.racing.order import Measure, RacePosition
    from mazegame.game.racing.racer import Racer

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""The available speeds, as multiples of the speed of the walk."""


_MOVES: Final = {direction.step((0, 0)): int(direction) for direction in Direction} | {(0, 0): 0}


class Playback(Playhead):
    """A run on a time line, with the rivals of its race. It does not modify them."""

    def __init__(self, run: Run, rivals: Sequence[Racer] = ()) -> None:
        self.run = run
        self.rivals = tuple(rivals)
        settle(self.rivals)
        self._times = shown_times(run.times)
        self.reading = run.times[0] / 1000 if run.reveal and run.times else 0.0
        """Seconds from the reveal to the first step; 0 without a reveal."""
        self._begins = max(self.reading - 0.001, 0.0)  # a moment before: at 0 all are at A
        self._walker = Ghost(run.level, bytes(run.moves), run.times, "you")
        arrivals = (rival.arrival for rival in self.rivals if isfinite(rival.arrival))
        end = self._walker.arrival if run.finished else run.stopwatch.seconds
        super().__init__(max(end, *arrivals, self._begins) - self._begins, SPEEDS, 1.0)

    @property
    def seconds(self) -> float:
        """The time at the playhead, in seconds of the stopwatch."""
        return self.at + self._begins

    @property
    def steps(self) -> int:
        """The number of the player's steps at the playhead."""
        return self._walker.taken(self.seconds)

    @property
    def player(self) -> Cell:
        """The player's cell at the playhead."""
        return self._walker.cell(self.seconds)

    @property
    def left(self) -> int:
        """The player's distance to B at the playhead."""
        return self._walker.left(self.seconds)

    @property
    def rival_cells(self) -> list[Cell]:
        """The cell of each rival at the playhead."""
        return [rival.cell(self.seconds) for rival in self.rivals]

    def race_position(self, measure: Measure) -> RacePosition:
        """Return the player's position in the race at the playhead."""
        return position_of(self._walker, self.seconds, measure)

    def moments(self, cells: list[Cell]) -> dict[Cell, float]:
        """Return the playhead's position at which the player first left each of some cells.

        Cells that the player never left are missing. The order is that of the walk. One pass over
        the moves.
        """
        wanted, found = set(cells), {}
        for cell, time in zip(self.run.cells(), self.run.times, strict=False):
            if cell in wanted:
                wanted.remove(cell)
                found[cell] = max(time / 1000 - self._begins, 0.0)
        return found

    def step(self, by: int) -> None:
        """Pause, and go to the time of the next (1) or the previous (-1) step."""
        self.playing = False
        times, at = self._times, self.steps
        if by > 0:
            self.seek(times[at] / 1000 - self._begins if at < len(times) else self.length)
        else:
            at = bisect_left(times, self.seconds * 1000 - 1e-6) - 1
            self.seek(times[at] / 1000 - self._begins if at >= 0 else 0.0)


def moves_of(rival: Racer, seconds: float) -> list[int]:
    """Return a rival's steps until a time, at most ``MOST_DRAWN``: values of ``Direction``.

    0 for a step in which it waits. The steps end where its walk is not known.
    """
    cells = rival.cells(0, min(rival.taken(seconds), MOST_DRAWN))
    moves: list[int] = []
    for (row, col), (to_row, to_col) in pairwise(cells):
        by = to_row - row, to_col - col
        if by not in _MOVES:
            break
        moves.append(_MOVES[by])
    return moves


class Retrace:
    """The tracks of a walk, ``moves``, after any number of its steps.

    Every step stores its changes, so stepping back costs as little as stepping forwards.
    """

    def __init__(self, level: Level, moves: Sequence[int]) -> None:
        self._moves = moves
        self._cols = level.maze.cols
        self.tracks = bytearray(level.maze.rows * self._cols)
        """As ``Run.tracks`` after ``steps`` steps; modified in place."""
        self.route = [level.start]
        """The cells from A to the walker after ``steps`` steps, without detours."""
        self._log: list[tuple[list[tuple[int, int]], list[Cell]]] = []

    @property
    def steps(self) -> int:
        """The number of steps in the tracks."""
        return len(self._log)

    def go_to(self, steps: int, most: int | None = None) -> set[Cell]:
        """Go to a step, by at most ``most`` steps; return the cells whose tracks changed."""
        here, there = self.steps, min(max(steps, 0), len(self._moves))
        if most is not None:
            there = min(max(there, here - most), here + most)
        changed: set[Cell] = set()
        while self.steps < there:
            changed |= self._on()
        while self.steps > there:
            changed |= self._back()
        return changed

    def _index(self, cell: Cell) -> int:
        return cell[0] * self._cols + cell[1]

    def _on(self) -> set[Cell]:
        if not self._moves[self.steps]:
            self._log.append(([], []))
            return set()
        direction = Direction(self._moves[self.steps])
        here = self.route[-1]
        there = direction.step(here)
        before = [(at, self.tracks[at]) for at in map(self._index, (here, there))]
        dropped = leave_track(self.tracks, self._cols, self.route, direction)
        self._log.append((before, dropped))
        return {here, there, *dropped}

    def _back(self) -> set[Cell]:
        if not self._moves[self.steps - 1]:
            self._log.pop()
            return set()
        there = self.route[-1]
        here = Direction(self._moves[self.steps - 1]).opposite.step(there)
        before, dropped = self._log.pop()
        if not dropped:
            self.route.pop()
        for cell in reversed(dropped):
            direction = Direction.between(self.route[-1], cell)
            self.tracks[self._index(self.route[-1])] |= direction << ROUTE_SHIFT
            self.tracks[self._index(cell)] |= direction.opposite << ROUTE_SHIFT
            self.route.append(cell)
        for index, sides in before:
            self.tracks[index] = sides
        return {here, there, *dropped}
