"""The score and the stars of a run.

Score = round(1000 x distMin / steps) - 50 per hint, never below 0. A run whose whole path was
shown is assisted: finished, but not ranked.
"""

from __future__ import annotations

from typing import Final

MIN_RANKED_PATH: Final = 10
"""Least length of a ranked level's shortest path, in passages; shorter ones are too easy."""

PERFECT: Final = 1000
"""The score of a shortest path walked without a hint."""

HINT_COST: Final = 50
"""Points that each hint costs."""

THREE_STARS: Final = 0.95
"""Least efficiency of a run without a hint for three stars."""

TWO_STARS: Final = 0.75
"""Least efficiency for two stars."""

RULE: Final = (
    f"Score: {PERFECT} x shortest / steps, minus {HINT_COST} per hint, never below 0. "
    f"Stars: 3 for {THREE_STARS:.0%} without a hint, 2 for {TWO_STARS:.0%}, 1 for reaching B. "
    "If the whole path was shown, the run is not ranked."
)
"""The rule in words, for help and README."""


def efficiency(dist_min: int, steps: int) -> float:
    """Return the length of the shortest path over the steps taken, 0 to 1; 1 where A is B."""
    return dist_min / steps if steps else 1.0


def score(dist_min: int, steps: int, hints: int) -> int:
    """Return the score of a finished run; its steps include those back."""
    return max(0, round(PERFECT * efficiency(dist_min, steps)) - HINT_COST * hints)


def stars(dist_min: int, steps: int, hints: int) -> int:
    """Return the stars of a finished run, 1 to 3."""
    share = efficiency(dist_min, steps)
    if share >= THREE_STARS and hints == 0:
        return 3
    return 2 if share >= TWO_STARS else 1
