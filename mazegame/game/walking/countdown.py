"""Countdown: 3, 2, 1 before a race."""

from __future__ import annotations

from typing import Final

from mazegame.game.events import CountdownShown, GameEvent, RaceStarted
from mazegame.game.walking.gliding import ROUNDING

COUNTDOWN: Final = 3
"""The first number of the countdown."""

COUNT_SECONDS: Final = 1.0
"""Time for which each number is shown, in seconds."""

STALL_SECONDS: Final = 0.1
"""Delay of a tick, in seconds, after which the countdown waits."""


class Countdown:
    """The countdown of a race; off unless it is ``wanted``.

    If it ``waits``, a late tick delays the start, so that each number can be read.
    """

    def __init__(self, *, wanted: bool, waits: bool = True) -> None:
        self.on = wanted
        """Whether the race has not started yet."""
        self._waits = waits
        self.due = 0.0
        """Time at which the next number, or the start, is due."""
        self._left = 0

    def begin(self, now: float) -> list[GameEvent]:
        """Start to count down from the first number."""
        self._left, self.due = COUNTDOWN + 1, now
        return self.advance(now)

    def advance(self, now: float) -> list[GameEvent]:
        """Show the numbers that are due; start the race after the last one."""
        happened: list[GameEvent] = []
        while self.on and now >= self.due - ROUNDING:
            if self._waits and now - self.due > STALL_SECONDS:
                self.due = now
            self._left -= 1
            happened.append(CountdownShown(left=self._left))
            if self._left:
                self.due += COUNT_SECONDS
            else:
                self.on = False
                happened.append(RaceStarted())
        return happened
