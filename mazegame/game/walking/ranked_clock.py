"""``RankedClock``: a clock in which glides are equally fast for everybody.

Each step of a glide takes ``GLIDE_STEP_MS``, whatever speed and animations the player has chosen.
Between two such steps the clock is stopped.
"""

from __future__ import annotations

from typing import Final

GLIDE_STEP_MS: Final = 25
"""Time that each step of a glide takes, in milliseconds, as at the default speed."""


class RankedClock:
    """Counts the seconds of a monotonic clock; during a glide it counts the steps instead."""

    def __init__(self) -> None:
        self._ahead = 0.0
        """Seconds that it is ahead of the monotonic clock."""
        self._held: float | None = None
        """Its time during a glide, in seconds; None while it runs."""

    def at(self, now: float) -> float:
        """Return its time at a time of the monotonic clock, in seconds."""
        return now + self._ahead if self._held is None else self._held

    def count_step(self, now: float) -> None:
        """Add the time of a step of a glide, and stop until the next one."""
        self._held = self.at(now) + GLIDE_STEP_MS / 1000

    def take_step_back(self) -> None:
        """Undo the latest ``count_step``: the walker bumped into a wall, or had no step left."""
        if self._held is not None:
            self._held -= GLIDE_STEP_MS / 1000

    def go_on(self, now: float) -> None:
        """Run again after a glide."""
        self._ahead, self._held = self.at(now) - now, None
