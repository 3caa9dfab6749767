"""Words: numbers as people write them, whatever they count."""

from __future__ import annotations

from typing import Final

TENTH: Final = 50
"""Shortest time that rounds to a tenth of a second and not to none, in milliseconds."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def spell_gap(ms: int) -> str:
    """The difference of two times in tenths of a second, or in milliseconds if that is none."""
    return f"{ms / 1000:.1f} s" if ms >= TENTH else f"{ms} ms"
