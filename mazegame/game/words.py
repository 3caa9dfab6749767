"""Words: numbers as people write them. What lives here says nothing of what is counted."""

from __future__ import annotations

from typing import Final

TENTH: Final = 50
"""From so many milliseconds on, a time rounds to a tenth of a second and not to none."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 run``, ``2,000 runs``."""
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"


def spell_gap(ms: int) -> str:
    """A difference of two times: in tenths of a second, in milliseconds where that rounds to 0."""
    return f"{ms / 1000:.1f} s" if ms >= TENTH else f"{ms} ms"
