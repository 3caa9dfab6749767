"""Words: numbers and times as text."""

from __future__ import annotations

from typing import Final

TENTH: Final = 50
"""Shortest time that does not round to 0.0 s, in milliseconds."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def spell_gap(ms: int) -> str:
    """Return a difference of times in tenths of a second; a shorter one in milliseconds."""
    return f"{ms / 1000:.1f} s" if ms >= TENTH else f"{ms} ms"
