"""Descent: a way down through rows that never end, while the rows behind the player fall.

A seed is one maze for all depths. A descent is ranked by the deepest row that it reached, then by
its steps to the first cell in that row beyond the shortest way down. So it equals a walk from A to
B in a maze that ends at that row, all of which is B; ``level_of`` returns the recipe of that maze.

A descent is a state machine without a clock, as ``Session`` is. It is a function of the seed and of
the times of its steps. Its memory does not grow: ``take`` removes and returns the latest steps.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Cell, Direction, eller_rows
from mazegame.game.commands import Glide, Move, Pause, StepBack, WalkBack
from mazegame.game.events import Bumped, Caught, Paused, Resumed, Stepped
from mazegame.game.modes.endless import BEHIND, COLS, PREFIX, START, endless_key
from mazegame.game.modes.way_down import WayDown
from mazegame.game.recording.record import ForgedRecordError, Record
from mazegame.game.run import Stopwatch, leave_track
from mazegame.game.session import CLOCK_SECONDS
from mazegame.game.walking.gliding import Glider, Timed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.game.commands import Command
    from mazegame.game.events import GameEvent

AHEAD: Final = 16
"""Rows in view below the deepest row reached, whatever the size of the screen."""

HEAD_START: Final = 8
"""Number of rows above the first one at which the collapse begins."""

_BLOCK: Final = 32
"""Number of rows that are carved at once."""

START_ROWS_PER_SECOND: Final = 0.5
"""Speed at which the collapse begins."""

ROWS_PER_SECOND_GAINED_PER_MINUTE: Final = 0.5
"""Speed that the collapse gains every minute."""

_LINEAR_MS: Final = round(120_000 * START_ROWS_PER_SECOND / ROWS_PER_SECOND_GAINED_PER_MINUTE)
"""In milliseconds: the factor of the linear term of ``rows_fallen``, before the division."""

_SQUARE_MS: Final = round(120_000_000 / ROWS_PER_SECOND_GAINED_PER_MINUTE)
"""In square milliseconds: the divisor of ``rows_fallen``."""


def rows_fallen(ms: int) -> int:
    """Return the number of rows that fall within ``ms``: t/2 + t²/240 after t seconds."""
    return ms * (ms + _LINEAR_MS) // _SQUARE_MS


def ms_of_rows(rows: int) -> int:
    """Return the first millisecond at which ``rows_fallen`` returns ``rows``."""
    return isqrt(_LINEAR_MS**2 // 4 + _SQUARE_MS * max(rows, 0) - 1) + 1 - _LINEAR_MS // 2


@dataclass(frozen=True)
class Depth:
    """The result of a descent: its walk to the first cell in its deepest row."""

    rows: int = 0
    """The deepest row, counted from 0."""
    steps: int = 0
    """The steps of the walk to that row."""
    way_down: int = 0
    """The steps of the shortest way to that row."""

    @property
    def over(self) -> int:
        """The steps beyond the shortest way."""
        return self.steps - self.way_down


class Descent(Timed):
    """A descent. It is paused until the first ``Resume``; the first step starts its stopwatch."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed
        self.players = (Glider(),)
        self.position: Cell = START
        self.route: list[Cell] = [START]
        """The cells to the player without detours, in rows that have not yet collapsed."""
        self.steps = 0
        self.depth = Depth()
        self.top = 0
        """The first row in view: the first that has not collapsed; at the end the player's row."""
        self.stopwatch = Stopwatch(lambda: self._now)
        self._rows = chain.from_iterable(eller_rows(COLS, seed, block=_BLOCK))
        self._way = WayDown(COLS, START[1])
        self._open, self._tracks = bytearray(), bytearray()
        """The open sides and the tracks of the cells in view, row by row."""
        self._collapse_offset = -HEAD_START
        """Rows to add to those fallen by the clock: it grows while the player outruns them."""
        self._walked: list[tuple[Direction, int]] = []
        """The steps since the last ``take``, with their milliseconds."""
        self._stream()

    @classmethod
    def resumed(cls, record: Record) -> Descent:
        """Return a descent at the end of a record of its steps; ``take`` does not return these.

        Raises:
            ForgedRecordError: If a step is impossible.
        """
        descent = cls(record.level.removeprefix(PREFIX))
        if record.moves:
            descent.stopwatch.go()
        for number, (move, ms) in enumerate(zip(record.moves, record.times, strict=True), start=1):
            happened = descent.command(0, Move(Direction(move)), ms / 1000)
            if not any(isinstance(event, Stepped) for event in happened):
                raise ForgedRecordError(number, f"step {number} is impossible in {record.level}")
        descent.command(0, Pause(), record.seconds)
        descent.take()
        descent._now = descent._shown = 0.0
        return descent

    # State

    @property
    def front(self) -> int:
        """The first row that has not collapsed; below 0 before the first one collapses."""
        return rows_fallen(self.stopwatch.ms) + self._collapse_offset

    @property
    def end(self) -> int:
        """The first row that is not in view yet."""
        return self.top + len(self._open) // COLS

    @property
    def running(self) -> bool:
        """Whether the stopwatch runs, and rows collapse."""
        return self.stopwatch.running

    @property
    def passages(self) -> NDArray[np.uint8]:
        """The open sides of the cells from ``top`` to ``end``: uint8 (rows, cols)."""
        return np.array(self._open, np.uint8).reshape(-1, COLS)

    @property
    def tracks(self) -> NDArray[np.uint8]:
        """The tracks in the cells of ``passages``, as in ``Run.tracks``."""
        return np.array(self._tracks, np.uint8).reshape(-1, COLS)

    def _at(self, cell: Cell) -> int:
        """Return the index of a cell in ``_open`` and ``_tracks``."""
        return (cell[0] - self.top) * COLS + cell[1]

    def exits(self, cell: Cell) -> int:
        """Return the sides of a cell that lead to cells that have not collapsed."""
        sides = self._open[self._at(cell)]
        return sides if cell[0] > self.top else sides & ~Direction.N.value

    def take(self) -> Record:
        """Remove and return the steps since the last call; any thread may call it."""
        steps, self._walked = self._walked, []
        moves, times = bytes(side for side, _ in steps), array("I", (ms for _, ms in steps))
        seconds = self.stopwatch.seconds
        return Record(endless_key(self.seed), moves, times, 0, assisted=False, seconds=seconds)

    def _wakes(self) -> list[float]:
        times = super()._wakes()
        if self.running:
            falls = (ms_of_rows(self.front + 1 - self._collapse_offset) - self.stopwatch.ms) / 1000
            times += [self._shown + CLOCK_SECONDS, self._now + falls]
        return times

    # Input

    def command(self, player: int, command: Command, now: float) -> list[GameEvent]:
        """Carry out a command; return the events. A step ends a pause."""
        if not self._accepts(player, command, now):
            return []
        rested, self.resting = self.resting, isinstance(command, Pause)
        if rested and self.resting:
            return []
        events = self._catch_up()
        if self.resting:
            self.stopwatch.pause()
            return [*events, Paused()]
        if rested:
            events.append(Resumed())
            if self.steps:
                self.stopwatch.go()
        if self.caught:
            return events
        self._shown = self._now
        steps = self._steps_of(command)
        if isinstance(command, Glide | WalkBack):
            return events + self._glide(player, command, steps)
        return [*events, *chain.from_iterable(self._after_step(player, step) for step in steps)]

    # Walking

    def _steps_of(self, command: Command) -> Iterator[GameEvent]:
        """Yield the event of each step of a command; ``next`` takes the step."""
        match command:
            case Move(side):
                yield self._step(side)
            case Glide(side):
                ahead = int(side)
                while ahead.bit_count() == 1:
                    yield self._step(Direction(ahead))
                    ahead = self.exits(self.position) & ~Direction(ahead).opposite
            case StepBack() | WalkBack():
                while len(self.route) > 1:
                    yield self._step(Direction.between(self.position, self.route[-2]))
                    if isinstance(command, StepBack) or self.exits(self.position).bit_count() > 2:
                        return

    def _step(self, side: Direction) -> GameEvent:
        if not self.exits(self.position) & side:
            return Bumped(side=side)
        here = self.position
        self.stopwatch.go()
        self._walked.append((side, self.stopwatch.ms))
        self.steps += 1
        dropped = leave_track(self._tracks, COLS, self.route, side, first=self.top)
        self.position = self.route[-1]
        if self.position[0] > self.depth.rows:
            above = self._at((here[0], 0))
            length = self._way.add(self._open[above : above + COLS])
            self.depth = Depth(self.position[0], self.steps, length)
            self._stream()
        return Stepped(cells=(here, self.position, *dropped))

    # Rows

    def _stream(self) -> None:
        """Add the rows that come into view."""
        while self.end <= self.depth.rows + AHEAD:
            self._open += next(self._rows).tobytes()
            self._tracks += bytes(COLS)

    def _catch_up(self) -> list[GameEvent]:
        """Collapse rows up to the present time; if the player's row collapses, it is over."""
        if self.caught:
            return []
        self._collapse_offset = max(
            self._collapse_offset, self.depth.rows - BEHIND - rows_fallen(self.stopwatch.ms)
        )
        self.caught = self.front > self.position[0]
        gone = max(min(self.front, self.position[0]), 0) - self.top
        del self._open[: gone * COLS], self._tracks[: gone * COLS]
        self.top += gone
        last = max((at for at, cell in enumerate(self.route) if cell[0] < self.top), default=-1)
        del self.route[: last + 1]
        if not self.caught:
            return []
        self.stopwatch.pause()
        return [Caught()]
