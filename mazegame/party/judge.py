"""Judge: a player's walk in a round, simulated on the server's own level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine import Direction
from mazegame.engine.layers import IN_SIGHT
from mazegame.game.run import Run, step
from mazegame.game.walking.sight import Fog
from mazegame.party.protocol import SIDES, STEPS_A_MESSAGE

if TYPE_CHECKING:
    from mazegame.engine import Cell, Level
    from mazegame.party.protocol import Steps

FASTEST, BURST = 60.0, 60
"""Most steps per second over a longer time, more than a glide and a held key; and most at once: the
keys that a terminal held back."""

ROUNDING, LATE = 0.02, 1.0
"""Seconds by which a step may be ahead of the clock besides the slack, and by which an arrival may
come later than the walker's own stopwatch says."""


class CheatError(ValueError):
    """An impossible step; the message says why."""


class Judged:
    """The walk of one player in a round, on the server's level."""

    def __init__(self, level: Level) -> None:
        self._seconds = 0.0
        self.run = Run(level, lambda: self._seconds)
        """The walk so far, with the times of the player's own stopwatch."""
        self.run.stopwatch.go()
        self.ms = -1
        """The time of the arrival, in milliseconds; -1 before it."""
        self.out = False
        """Whether it was left out of the round."""
        self.late = LATE
        """Seconds by which the next steps may be late, as ``LATE``."""
        self._fog = Fog(level)
        self._fog.look(level.start)
        self._free = float(BURST)

    @property
    def goes_on(self) -> bool:
        """Whether the walker is still on its way."""
        return not self.out and self.ms < 0

    def sees(self, cell: Cell) -> bool:
        """Return whether a cell is in the walker's sight."""
        return bool(self._fog.light[cell] == IN_SIGHT)

    def take(self, steps: Steps, elapsed: float, slack: float) -> None:
        """Take some steps; those that are known already are left out.

        ``elapsed`` is the time since the start by the server's clock, ``slack`` the most by which
        the two clocks may differ; both in seconds. Raises CheatError at the first step that cannot
        be; those before it are taken.
        """
        run, late = self.run, self.late
        if len(steps.moves) < STEPS_A_MESSAGE:  # after a full message more of the same come
            self.late = LATE
        if len(steps.moves) != len(steps.times) or not 0 <= steps.first <= run.steps:
            raise CheatError("steps are missing")
        known = run.steps - steps.first
        for letter, ms in zip(steps.moves[known:], steps.times[known:], strict=True):
            before = run.times[-1] if run.times else 0
            if letter not in SIDES:
                raise CheatError("a step goes in no direction")
            if run.finished:
                raise CheatError("a step comes after B")
            if ms < before:
                raise CheatError("a step is earlier than the one before")
            if ms > (elapsed + slack + ROUNDING) * 1000:
                raise CheatError("a step lies in the future")
            self._free = min(self._free + (ms - before) / 1000 * FASTEST, BURST) - 1
            if self._free < 0:
                raise CheatError("the steps are faster than a run can go")
            if not run.level.maze.is_open(run.position, Direction(SIDES[letter])):
                raise CheatError("a step goes through a wall")
            self._seconds = ms / 1000
            step(run, Direction(SIDES[letter]))
            self._fog.look(run.position)
        if run.finished and self.ms < 0:
            self.ms = max(run.times[-1] if run.times else 0, round((elapsed - late) * 1000))
