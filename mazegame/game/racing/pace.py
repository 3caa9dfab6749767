"""Paces: the speeds of rivals, and their spelling."""

from __future__ import annotations

from typing import Final

PACES: Final = {"stroll": 4.0, "jog": 8.0, "run": 16.0, "sprint": 32.0}
"""The named paces, in cells per second."""

YOURS_PACE: Final = 0.0
"""Stands for the pace that makes the race close, by the player's own runs."""

SLOWEST, FASTEST = 0.1, 1000.0
"""The range of a pace, in cells per second."""


def parse_pace(text: str) -> float:
    """Read a pace: a name from ``PACES``, or cells per second; ValueError lists what fits."""
    word = text.strip().lower()
    if word in PACES:
        return PACES[word]
    try:
        pace = float(f"{float(word):g}")  # in the form of files
    except ValueError:
        pace = float("nan")
    if not SLOWEST <= pace <= FASTEST:
        from mazegame.engine.recipes.recipe import (
            shorten,  # loads NumPy: only where there is an error
        )

        raise ValueError(
            f"the pace {shorten(text)} does not fit: {', '.join(PACES)}, "
            f"or {SLOWEST:g} to {FASTEST:g} cells a second"
        )
    return pace


def spell_pace(pace: float) -> str:
    """Return a pace in words: its name, or cells per second."""
    if pace == YOURS_PACE:
        return "yours"
    for name, value in PACES.items():
        if value == pace:
            return name
    return f"{pace:g} cells/s"
