"""The finale: the animation of the result screen as a function of time.

B flashes while the walk is drawn over the shortest path. Then the stars light up one after the
other, the medal turns, the score counts up, and the lines of the card appear. What lives here: the
times of these parts. What does not: drawing them (``widgets/``).
"""

from __future__ import annotations

from dataclasses import dataclass

DRAW_SECONDS, SCORE_SECONDS = 0.8, 0.7
"""Seconds for drawing the walk, and for counting the score up."""

STAR_SECONDS, LINE_SECONDS = 0.22, 0.07
"""Seconds from one star to the next, and from one line of the card to the next."""

TURN_SECONDS, GOLD_SECONDS = 0.08, 0.8
"""Seconds of a quarter of a medal's turn, and by which one of gold turns longer."""

FLASH_SECONDS, FLASHES = 0.1, 6
"""Seconds between two changes of B's look while it flashes, and their number; even, so that the
last look is the usual one."""


@dataclass(frozen=True)
class FinaleState:
    """The state of the finale at a time: how much is drawn, lit and shown by then."""

    flash: bool
    """Whether B is flashing now."""
    steps: int
    card: bool
    stars: int
    turn: int
    """The quarters that the medal has turned by: 0 to 3."""
    score: int
    lines: int
    done: bool


class Finale:
    """The moments after an arrival: the steps drawn, and the stars, points and lines shown."""

    def __init__(
        self, steps: int, stars: int, score: int, lines: int, *, gold: bool = False
    ) -> None:
        self._steps, self._stars, self._score, self._lines = steps, stars, score, lines
        self.length = DRAW_SECONDS + max(
            SCORE_SECONDS + gold * GOLD_SECONDS, stars * STAR_SECONDS, (lines + 1) * LINE_SECONDS
        )
        """The duration, in seconds."""

    def at(self, seconds: float) -> FinaleState:
        """Return the state some seconds after the arrival."""
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
        """The last state; without animations it is shown at once."""
        return self.at(self.length)


def _count(seconds: float, each: float, most: int) -> int:
    """Return how many of a number of things have appeared, one after the other."""
    return min(max(int(seconds / each + 1e-9), 0), most)


def _eased(share: float) -> float:
    """Return a share eased at both ends: 0 to 1 for 0 to 1, and limited to that range."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
