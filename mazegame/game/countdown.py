"""Countdown: 3, 2, 1 before a race."""

from __future__ import annotations

from typing import Final

from mazegame.game.events import CountdownShown, Event, RaceStarted
from mazegame.game.player import ROUNDING

COUNTDOWN: Final = 3
"""The number from which a race is counted in."""

COUNT_SECONDS: Final = 1.0
"""How long each number is shown."""

STALL_SECONDS: Final = 0.1
"""A tick that is later than this was held up: the countdown waits, so that it can be read."""


class Countdown:
    """Counts a race in.

    Args:
        wanted: Whether there is anything to count in.
    """

    def __init__(self, *, wanted: bool) -> None:
        self.on = wanted
        """Whether the race has still to start."""
        self.due = 0.0
        """When the next number is due, or the start."""
        self._left = 0

    def begin(self, now: float) -> list[Event]:
        """Count, from the beginning."""
        self._left, self.due = COUNTDOWN + 1, now
        return self.advance(now)

    def advance(self, now: float) -> list[Event]:
        """Show the next number if it is due; start the race after the last one."""
        if not self.on or now < self.due - ROUNDING:
            return []
        if now - self.due > STALL_SECONDS:
            self.due = now
        self._left -= 1
        if self._left:
            self.due += COUNT_SECONDS
            return [CountdownShown(left=self._left)]
        self.on = False
        return [CountdownShown(left=0), RaceStarted()]
