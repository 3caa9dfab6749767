"""The finale: what the result screen shows at each moment after the arrival at B.

A pure function of the time. B flashes while the walk is drawn over the shortest path; then the
stars light one after the other, the score counts up, and line by line the card says how it went.
What lives here: when each of these happens. What does not: how it looks (``widgets/``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DRAW_SECONDS: Final = 0.8
"""How long the walk is drawn, in seconds."""

FLASH_SECONDS: Final = 0.1
"""How long B keeps each of its two looks while it flashes, in seconds."""

FLASHES: Final = 6
"""How often B changes its look; an even number, so that it ends with its own."""

STAR_SECONDS: Final = 0.22
"""The time from one star to the next, in seconds."""

SCORE_SECONDS: Final = 0.7
"""How long the score counts up, in seconds."""

LINE_SECONDS: Final = 0.07
"""The time from one line of the card to the next, in seconds."""


@dataclass(frozen=True)
class Moment:
    """What is shown at a moment."""

    flash: bool
    """Whether B has its other look."""
    steps: int
    """How many steps of the walk are drawn."""
    card: bool
    """Whether the card is there."""
    stars: int
    """How many stars are lit."""
    score: int
    """The points that are shown."""
    lines: int
    """How many lines of the card can be read."""
    done: bool
    """Whether this is how it stays."""


class Finale:
    """The moments after an arrival.

    Args:
        steps: The steps of the walk.
        stars: The stars that it earns.
        score: The points that it earns.
        lines: The lines of the card.
    """

    def __init__(self, steps: int, stars: int, score: int, lines: int) -> None:
        self._steps, self._stars, self._score, self._lines = steps, stars, score, lines
        self.length = DRAW_SECONDS + max(
            SCORE_SECONDS, stars * STAR_SECONDS, (lines + 1) * LINE_SECONDS
        )
        """How long it takes, in seconds."""

    def at(self, seconds: float) -> Moment:
        """What is shown some seconds after the arrival."""
        after = seconds - DRAW_SECONDS
        if seconds >= self.length:
            return self.end
        flashes = int(seconds / FLASH_SECONDS)
        return Moment(
            flash=flashes < FLASHES and flashes % 2 == 0,
            steps=round(self._steps * _eased(seconds / DRAW_SECONDS)),
            card=after >= 0,
            stars=_count(after, STAR_SECONDS, self._stars),
            score=round(self._score * _eased(after / SCORE_SECONDS)),
            lines=_count(after, LINE_SECONDS, self._lines),
            done=False,
        )

    @property
    def end(self) -> Moment:
        """What is shown in the end, or at once where nothing is to move by itself."""
        return Moment(
            flash=False,
            steps=self._steps,
            card=True,
            stars=self._stars,
            score=self._score,
            lines=self._lines,
            done=True,
        )


def _count(seconds: float, each: float, most: int) -> int:
    """Return how many things are there that come one after the other."""
    return min(max(int(seconds / each + 1e-9), 0), most)


def _eased(share: float) -> float:
    """Return a share that begins and ends slowly: 0 to 1 for 0 to 1, and no more beyond."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)
