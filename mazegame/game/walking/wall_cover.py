"""``WallCover``: when the walls of a match are covered, and when they appear.

Under ``Rules.reveal`` the session starts the stopwatches when they first appear.
"""

from __future__ import annotations

from math import inf
from typing import Final

from mazegame.game.events import Covered, GameEvent, Revealed
from mazegame.game.walking.gliding import ROUNDING

SWEEP_SECONDS: Final = 0.5
"""Duration of the sweep in which the walls appear, in seconds; no step counts before its end."""

STILL_SECONDS: Final = 0.25
"""Without animations, seconds from the key until all walls appear: the mean of the sweep."""

UNCOVER_SECONDS: Final = 1.0
"""Seconds on the stopwatch that it costs to uncover revealed walls again."""

RESUME_SECONDS: Final = 0.5
"""Seconds on the stopwatch that it costs to resume a run: half of what a kill may lose."""


class WallCover:
    """The walls of a match. If the cover is ``wanted`` they are covered at first, else never.

    ``begin`` and ``show`` uncover them, ``cover`` covers them again.
    """

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted
        self.begun = not wanted
        """Whether the player has revealed the walls, which starts the stopwatch."""
        self.shown = not wanted
        """Whether the walls are drawn."""
        self.due = inf
        """The time at which the walls appear after the key; infinite if none is due."""
        self._steps_from = -inf

    def begin(self, now: float, *, sweep: bool) -> list[GameEvent]:
        """Reveal the walls after a key: in a sweep, or all at once after ``STILL_SECONDS``."""
        self.begun, self.shown = True, sweep
        self.due = inf if sweep else now + STILL_SECONDS
        self._steps_from = now + (SWEEP_SECONDS if sweep else STILL_SECONDS)
        return [Revealed(at_once=False)] if sweep else []

    def show(self) -> list[GameEvent]:
        """Show all walls at once; steps count from now on."""
        self.begun = self.shown = True
        self.due, self._steps_from = inf, -inf
        return [Revealed(at_once=True)]

    def advance(self, now: float) -> list[GameEvent]:
        """Show the walls if they are due."""
        return self.show() if now >= self.due - ROUNDING else []

    def cover(self) -> list[GameEvent]:
        """Cover the walls again, if they were revealed."""
        if not (self.wanted and self.begun):
            return []
        covered: list[GameEvent] = [Covered()] if self.shown else []
        self.shown, self.due = False, inf
        return covered

    def takes_steps(self, now: float) -> bool:
        """Return whether steps count: not while the walls are still appearing."""
        return self.shown and now >= self._steps_from - ROUNDING
