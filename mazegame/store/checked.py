"""Checked: values of files, by type and range. A wrong value raises ValueError.

What is read from a file may be anything that its format can hold: a number where a text is
expected, NaN, a number of a hundred digits. Readers request each value here by its type.
"""

from __future__ import annotations

from typing import Any, Final

MAX_INTEGER: Final = (1 << 63) - 1
"""The largest integer that SQLite keeps."""

MAX_STEPS: Final = 1 << 31
"""More steps than any walk has."""

MAX_CELLS: Final = 1 << 32
"""More cells than any maze has."""

MAX_TEXT: Final = 2000
"""The longest text, in characters: game IDs are shorter."""


def integer(value: Any, low: int = 0, high: int = MAX_INTEGER) -> int:
    """Return an integer of a range; refuse booleans."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"no whole number from {low} to {high}")
    return value


def number(value: Any, low: float, high: float) -> float:
    """Return a number of a range; refuse NaN."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"no number from {low} to {high}")
    return float(value)


def truth(value: Any) -> bool:
    """Return a truth value; SQLite keeps it as 0 or 1."""
    if not isinstance(value, bool) and value not in {0, 1}:
        raise ValueError("no truth value")
    return bool(value)


def text(value: Any, longest: int = MAX_TEXT) -> str:
    """Return the value if it is printable text of at most that length; else raise ValueError."""
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise ValueError("no text")
    return value


def items(value: Any, most: int) -> list[Any]:
    """Return a list that is not too long."""
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("no list")
    return value
