"""Wall cover: when the walls of a match are covered, and when they appear.

Where the rules say ``reveal``, the session starts the stopwatches when they appear first.
"""

from __future__ import annotations

from math import inf
from typing import Final

from mazegame.game.events import Covered, GameEvent, Revealed
from mazegame.game.walking.gliding import ROUNDING

SWEEP_SECONDS: Final = 0.5
"""Time in which the walls sweep in from A, in seconds; steps count from its end on."""

STILL_SECONDS: Final = 0.25
"""Time from the key to all walls at once without animations, in seconds: the mean of the sweep."""

UNCOVER_SECONDS: Final = 1.0
"""Time that each uncovering of revealed walls costs on the stopwatch, in seconds."""

RESUME_SECONDS: Final = 0.5
"""Time that a run from the disk costs on the stopwatch, in seconds: half of what a kill loses."""


class WallCover:
    """The walls of a match, which are covered at first.

    They are shown by ``begin`` and ``show``, and covered again by ``cover``.

    Where it is not ``wanted`` they are never covered.
    """

    def __init__(self, *, wanted: bool) -> None:
        self.wanted = wanted
        self.begun = not wanted
        """Whether the player has revealed them, so that the stopwatch runs."""
        self.shown = not wanted
        """Whether they are drawn."""
        self.due = inf
        """The time at which they appear after the key; infinite if they need not wait."""
        self._steps_from = -inf

    def begin(self, now: float, *, sweep: bool) -> list[GameEvent]:
        """Reveal them by a key: in a sweep, or all at once a moment later."""
        self.begun, self.shown = True, sweep
        self.due = inf if sweep else now + STILL_SECONDS
        self._steps_from = now + (SWEEP_SECONDS if sweep else STILL_SECONDS)
        return [Revealed(at_once=False)] if sweep else []

    def show(self) -> list[GameEvent]:
        """Show all of them at once; steps count from now on."""
        self.begun = self.shown = True
        self.due, self._steps_from = inf, -inf
        return [Revealed(at_once=True)]

    def advance(self, now: float) -> list[GameEvent]:
        """Show them if that is due."""
        return self.show() if now >= self.due - ROUNDING else []

    def cover(self) -> list[GameEvent]:
        """Cover them again, if they were revealed."""
        if not (self.wanted and self.begun):
            return []
        covered: list[GameEvent] = [Covered()] if self.shown else []
        self.shown, self.due = False, inf
        return covered

    def takes_steps(self, now: float) -> bool:
        """Return whether steps count by now: not while the walls still appear."""
        return self.shown and now >= self._steps_from - ROUNDING
