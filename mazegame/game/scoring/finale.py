"""The finale: the animation of the result screen as a function of time.

B flashes while the walk is drawn over the shortest path. Then the stars light up one after the
other, the medal turns, the score counts up, and the lines of the card appear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DRAW_SECONDS: Final = 0.8
"""Seconds for drawing the walk."""

SCORE_SECONDS: Final = 0.7
"""Seconds for counting up the score."""

STAR_SECONDS: Final = 0.22
"""Seconds from one star to the next."""

LINE_SECONDS: Final = 0.07
"""Seconds from one line of the card to the next."""

TURN_SECONDS: Final = 0.08
"""Seconds for a quarter turn of a medal."""

GOLD_SECONDS: Final = 0.8
"""Seconds by which a gold medal turns longer."""

FLASH_SECONDS: Final = 0.1
"""Seconds between two changes of B's look while it flashes."""

FLASHES: Final = 6
"""Number of these changes; even, so that the last look is the usual one."""

ALL_LINES: Final = 1000
"""A number of text lines that no card exceeds: its last state shows all."""


@dataclass(frozen=True)
class FinaleState:
    """The picture of the finale at one time."""

    flash: bool
    """Whether B is flashing now."""
    steps: int
    card: bool
    stars: int
    turn: int
    """Quarter turns of the medal: 0 to 3."""
    score: int
    lines: int
    done: bool


class Finale:
    """The finale of a run with given numbers of steps, stars, points and lines."""

    def __init__(
        self, steps: int, stars: int, score: int, lines: int, *, gold: bool = False
    ) -> None:
        self._steps, self._stars, self._score, self._lines = steps, stars, score, lines
        self.length = DRAW_SECONDS + max(
            SCORE_SECONDS + gold * GOLD_SECONDS, stars * STAR_SECONDS, (lines + 1) * LINE_SECONDS
        )
        """The duration, in seconds."""

    def at(self, seconds: float) -> FinaleState:
        """Return the state at a time after the arrival, in seconds."""
        after, done = seconds - DRAW_SECONDS, seconds >= self.length
        flashes = int(seconds / FLASH_SECONDS)
        return FinaleState(
            flash=flashes < FLASHES and flashes % 2 == 0,
            steps=round(self._steps * _eased(seconds / DRAW_SECONDS)),
            card=after >= 0,
            stars=_count(after, STAR_SECONDS, self._stars),
            turn=0 if done else int(max(after, 0.0) / TURN_SECONDS) % 4,
            score=round(self._score * _eased(after / SCORE_SECONDS)),
            lines=_count(after, LINE_SECONDS, self._lines),
            done=done,
        )

    @property
    def end(self) -> FinaleState:
        """The last state, which is shown at once without animations."""
        return self.at(self.length)


def _count(seconds: float, each: float, most: int) -> int:
    """Return how many of ``most`` things have appeared, one every ``each`` seconds."""
    return min(max(int(seconds / each + 1e-9), 0), most)


def _eased(share: float) -> float:
    """Return a share from 0 to 1, clamped to that range and eased at both ends."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
