"""Check values that were read from a file by type and range; a wrong value raises ValueError.

A damaged file may hold a number where a text is expected, NaN, or a number of a hundred digits.
"""

from __future__ import annotations

from typing import Any, Final

MAX_INTEGER: Final = (1 << 63) - 1
"""The largest integer that SQLite keeps."""

MAX_STEPS: Final = 1 << 31
"""Upper limit for the steps of a walk."""

MAX_CELLS: Final = 1 << 32
"""Upper limit for the cells of a maze, its rows and its columns."""

MAX_TEXT: Final = 2000
"""Longest text, in characters; game IDs are shorter."""


def integer(value: Any, low: int = 0, high: int = MAX_INTEGER) -> int:
    """Return the value if it is an integer from ``low`` to ``high`` and no boolean."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"no whole number from {low} to {high}")
    return value


def number(value: Any, low: float, high: float) -> float:
    """Return the value as a float if it is a number from ``low`` to ``high``, not NaN."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"no number from {low} to {high}")
    return float(value)


def truth(value: Any) -> bool:
    """Return the value as a bool if it is one, or 0 or 1, as SQLite stores it."""
    if not isinstance(value, bool) and value not in {0, 1}:
        raise ValueError("no truth value")
    return bool(value)


def text(value: Any, longest: int = MAX_TEXT) -> str:
    """Return the value if it is printable text of at most ``longest`` characters."""
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise ValueError("no text")
    return value


def items(value: Any, most: int) -> list[Any]:
    """Return the value if it is a list of at most ``most`` items."""
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("no list")
    return value
