"""The score and the stars of a run, and the rules of a walk in words.

Score = round(1000 x distMin / steps) - 50 per hint, never below 0. A run whose whole path was
shown is assisted: finished, but not ranked.
"""

from __future__ import annotations

from typing import Final

MIN_RANKED_PATH: Final = 10
"""Least length of a ranked level's shortest path, in passages; shorter ones are too easy."""

PERFECT: Final = 1000
"""Points for a shortest path walked without a hint."""

HINT_COST: Final = 50
"""Points that each hint costs."""

HINT_COST_SECONDS: Final = 5.0
"""Seconds that each hint costs where runs are ordered by pace."""

THREE_STARS: Final = 0.95
"""Least efficiency for three stars, of a run without a hint."""

TWO_STARS: Final = 0.75
"""Least efficiency for two stars."""

RULE: Final = (
    f"Score: {PERFECT} x shortest / steps, minus {HINT_COST} per hint, never below 0. "
    f"Stars: 3 for {THREE_STARS:.0%} without a hint, 2 for {TWO_STARS:.0%}, 1 for reaching B. "
    "If the whole path was shown, the run is not ranked."
)
"""The rule in words, for help and README."""

LEAVE_STEPS: Final = 20
"""Fewest steps of a run for which restart and next ask for confirmation."""

LEAVE: Final = f"After {LEAVE_STEPS} steps, restart and next ask first."
"""A sentence on that, for help."""

WALK: Final = f"""\
Walk from A to B: the fewer steps, the more stars.

Your score compares your walk with the shortest one. Every step counts, also steps back. The clock \
starts when the walls appear; where they lie open, with your first step. It stops while a menu is \
open, which covers the walls.

{RULE}

━ • yours   · backtracked   → hint   ◇ shortest path

{LEAVE}

A rival has a letter of its own: R walks the shortest path at its pace, a ghost repeats an \
earlier run, the others search. In fog you see only what is or was in sight."""
"""The default rules in words, for help; the first sentence says what the game is."""


def efficiency(dist_min: int, steps: int) -> float:
    """Return the length of the shortest path over the steps taken, 0 to 1; 1 if A is B."""
    return dist_min / steps if steps else 1.0


def score(dist_min: int, steps: int, hints: int) -> int:
    """Return the score of a finished run; ``steps`` includes steps back."""
    return max(0, round(PERFECT * efficiency(dist_min, steps)) - HINT_COST * hints)


def pace(dist_min: int, seconds: float, hints: int) -> float:
    """Return the cells of the shortest path per second; each hint costs ``HINT_COST_SECONDS``."""
    return dist_min / max(seconds + HINT_COST_SECONDS * hints, 0.001)


def stars(dist_min: int, steps: int, hints: int) -> int:
    """Return the stars of a finished run, 1 to 3."""
    share = efficiency(dist_min, steps)
    if share >= THREE_STARS and hints == 0:
        return 3
    return 2 if share >= TWO_STARS else 1
