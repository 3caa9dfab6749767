"""Difficulty for players: a word and a number of pips, from ``Texture.difficulty``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mazegame.engine import Texture

WORDS: Final = ("very easy", "easy", "moderate", "hard", "very hard")
"""The words of the scale, one for each number of pips."""

LIMITS: Final = (11.0, 14.0, 17.0, 21.0)
"""The least difficulty of every word after the first. A 12x8 maze is easy, one that fills a
terminal of 80x24 is easy to moderate, one that fills 200x60 is hard."""

SLOPES: Final = (0.5, 1.3)
"""The range of the exponent with which distMin grows with the cells: straight across, and beyond
what any design of ours does."""


def difficulty_word(difficulty: float) -> tuple[str, int]:
    """Return a word for a difficulty, and its pips from 1 to 5."""
    pips = sum(difficulty >= limit for limit in LIMITS) + 1
    return WORDS[pips - 1], pips


def estimated_difficulty(cells: int, large: Texture, small: Texture) -> float:
    """Return the difficulty of a maze, from a large and a small sample of its design.

    distMin grows as a power of the number of cells; the samples give the exponent.
    """
    slope = 1.0
    if large.cells > small.cells and large.dist_min > 0 and small.dist_min > 0:
        slope = math.log(large.dist_min / small.dist_min) / math.log(large.cells / small.cells)
    slope = min(max(slope, SLOPES[0]), SLOPES[1])
    dist_min = large.dist_min * (cells / large.cells) ** slope
    return math.log2(max(large.passages / large.cells * cells * dist_min, 1.0))
