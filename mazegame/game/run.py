"""``Run``: one walk through a level from A to B, and its moves: step, undo, hint, show path.

A run has every step in ``moves``, with its time in ``times``. ``tracks`` has, for each cell, the
sides that were walked through, and those of the ``route``, the walk from A without its detours.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from mazegame.engine import Cell, Direction
from mazegame.game import score as scoring
from mazegame.game.events import Arrived, Bumped, GameEvent, Stepped
from mazegame.layers import ON_ROUTE, ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level

LATEST: Final = (1 << 32) - 1
"""Largest time of a step, in milliseconds; later times are limited to it."""


@dataclass(frozen=True)
class Result:
    """The result of a finished run."""

    dist_min: int
    steps: int
    hints: int
    assisted: bool
    """Whether the whole path was shown, so that the run is not ranked."""
    seconds: float

    @property
    def over(self) -> int:
        """Number of steps beyond the shortest path."""
        return self.steps - self.dist_min

    @property
    def score(self) -> int:
        """The points, 0 to 1000."""
        return scoring.score(self.dist_min, self.steps, self.hints)

    @property
    def stars(self) -> int:
        """1 to 3 stars."""
        return scoring.stars(self.dist_min, self.steps, self.hints)

    @property
    def perfect(self) -> bool:
        """Whether the walk was a shortest path, found without help."""
        return self.over == 0 and self.hints == 0 and not self.assisted


class Stopwatch:
    """Counts the seconds of a monotonic clock while it runs; it begins at ``seconds``."""

    def __init__(self, clock: Callable[[], float], seconds: float = 0.0) -> None:
        self._clock = clock
        self._before = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The time counted so far."""
        now = 0.0 if self._since is None else self._clock() - self._since
        return self._before + now

    def add(self, seconds: float) -> None:
        """Add some seconds."""
        self._before += seconds

    @property
    def ms(self) -> int:
        """The time counted so far in whole milliseconds, ``LATEST`` at most."""
        return min(round(self.seconds * 1000), LATEST)

    def go(self) -> None:
        """Start; do nothing if it runs already."""
        if self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Stop; do nothing if it does not run."""
        self._before = self.seconds
        self._since = None


class Run:
    """One walk through a level, timed by a clock in monotonic seconds."""

    def __init__(self, level: Level, clock: Callable[[], float]) -> None:
        self.level = level
        self.position: Cell = level.start
        self.moves = bytearray()
        """Every step so far, in order, as the values of ``Direction``."""
        self.times = array("I")
        """The time of each step in milliseconds of the stopwatch, never decreasing.

        A step later than 2^32 - 1 ms (49 days) counts as taken then."""
        self.route: list[Cell] = [level.start]
        """The cells from A to the player, without detours."""
        self.tracks = bytearray(level.maze.rows * level.maze.cols)
        """A byte for each cell, row by row: in its lower four bits the sides walked through, in the
        upper four those of the route. All are 0 before the first step."""
        self.marks: set[Cell] = set()
        """Cells in which the player dropped a mark."""
        self.hints = 0
        self._hinted: Cell | None = None
        self.assisted = False
        """Whether the whole path was shown."""
        self.reveal = False
        """Whether the stopwatch starts with the reveal of the walls, not with the first step. Then
        the time of the first step is the time for reading the maze."""
        self.stopwatch = Stopwatch(clock)
        """Stops at B; menus pause it."""

    @property
    def steps(self) -> int:
        """The number of steps so far, including those back."""
        return len(self.moves)

    def cells(self) -> Iterator[Cell]:
        """Yield the cell after each number of steps, A first."""
        start = self.level.start
        return accumulate(self.moves, lambda cell, move: Direction(move).step(cell), initial=start)

    def walked(self, cell: Cell) -> int:
        """Return the sides of a cell that were walked through."""
        return self.tracks[cell[0] * self.level.maze.cols + cell[1]] & SIDES

    @property
    def remaining(self) -> int:
        """The distance from the player's cell to B."""
        return int(self.level.field[self.position])

    @property
    def trend(self) -> int:
        """Change of the distance to B by the last step: -1 nearer, 1 farther; 0 without a step."""
        if not self.moves:
            return 0
        before = Direction(self.moves[-1]).opposite.step(self.position)
        return self.remaining - self.level.distance(before)

    @property
    def detour(self) -> int:
        """Steps beyond the shortest path, if the player walks straight to B from here."""
        return self.steps + self.remaining - self.level.dist_min

    @property
    def finished(self) -> bool:
        """Whether the player is at B."""
        return self.remaining == 0

    @property
    def result(self) -> Result:
        """The result of the run so far."""
        return Result(
            self.level.dist_min, self.steps, self.hints, self.assisted, self.stopwatch.seconds
        )


def step(run: Run, direction: Direction) -> GameEvent:
    """Go one cell in a direction; the first step starts the stopwatch, the one to B stops it."""
    if run.finished:
        return Bumped()
    if not run.level.maze.is_open(run.position, direction):
        return Bumped(side=direction)
    run.stopwatch.go()
    here = run.position
    run.moves.append(direction)
    run.times.append(run.stopwatch.ms)
    dropped = leave_track(run.tracks, run.level.maze.cols, run.route, direction)
    run.position = run.route[-1]
    changed = (here, run.position, *dropped)
    if run.remaining == 0:
        run.stopwatch.pause()
        return Arrived(cells=changed)
    return Stepped(cells=changed)


def leave_track(
    tracks: bytearray, cols: int, route: list[Cell], direction: Direction, *, first: int = 0
) -> list[Cell]:
    """Add a step to the tracks; extend the route, or cut it back if the step returns to it.

    Args:
        tracks: As in ``Run``, modified in place.
        cols: The columns of the maze.
        route: As in ``Run``, modified in place. The step leaves its last cell.
        direction: The direction of the step.
        first: The first row of ``tracks``.

    Returns:
        The cells that were cut off the route, the last one first. These and the two cells of the
        step are all that look different now.
    """
    here, there = route[-1], direction.step(route[-1])
    at, to = (here[0] - first) * cols + here[1], (there[0] - first) * cols + there[1]
    side = int(direction)  # the operators of an IntFlag take ten times as long
    opposite = (side << 2 | side >> 2) & SIDES
    if not tracks[to] & ON_ROUTE and there != route[0]:  # A alone has no sides
        tracks[at] |= side << ROUTE_SHIFT | side
        tracks[to] |= opposite << ROUTE_SHIFT | opposite
        route.append(there)
        return []
    tracks[at] |= side
    tracks[to] |= opposite
    dropped = []
    while route[-1] != there:
        row, col = cell = route.pop()
        tracks[(row - first) * cols + col] &= SIDES
        dropped.append(cell)
    tracks[to] &= ~(int(Direction.between(there, dropped[-1])) << ROUTE_SHIFT)
    return dropped


def undo(run: Run) -> GameEvent:
    """Walk one cell back along the route. It counts as a step."""
    if run.finished or len(run.route) < 2:
        return Bumped()
    return step(run, Direction.between(run.position, run.route[-2]))


def hint(run: Run) -> list[Cell]:
    """Take a hint, and return the shortest path from here to just beyond the next junction.

    These are at most ten cells, from the one after the player's own; none if the run is over. A
    second hint in the same cell is the same, and is not counted again.
    """
    if run.finished:
        return []
    if run._hinted != run.position:
        run.hints += 1
        run._hinted = run.position
    path = run.level.path_from(run.position, 10)[1:]
    for passed, cell in enumerate(path):
        if run.level.maze.exits(cell).bit_count() > 2:
            return path[: passed + 2]
    return path


def show_path(run: Run) -> NDArray[np.intp]:
    """Return the shortest path from here, and mark the run as assisted.

    The result is intp (distance + 1, 2): the cells (row, col), the player's own first.
    """
    if not run.finished:
        run.assisted = True
    return run.level.cells_of_path(run.position)
