"""Convert what callers pass into arrays, integers and short texts, or raise a clear error."""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MAX_CHARACTERS: Final = 60
"""Longest text of a value in an error message, in characters."""

_MAX_DIGITS: Final = 40
"""Integers of more digits are shown as their number of digits, which Python limits anyway."""

_KIND_NAMES: Final = {
    "O": "objects",
    "V": "records",
    "c": "complex numbers",
    "M": "dates",
    "m": "times",
}
"""Names of other kinds of NumPy types, for error messages."""


def as_int_or_none(value: object) -> int | None:
    """Return any integer (Python's, NumPy's or another type's) as a Python int, else None."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_count(name: str, value: object, most: int | None = None) -> int:
    """Return a whole number from 1 on as a Python int; raise ValueError for all else, and True."""
    count = None if isinstance(value, bool) else as_int_or_none(value)
    if count is None or count < 1 or (most is not None and count > most):
        fits = "on" if most is None else f"to {most:,}"
        raise ValueError(f"{name} must be a whole number from 1 {fits}, not {short_repr(value)}")
    return count


def as_numeric_array(value: object, what: str) -> NDArray[Any]:
    """Return a grid of booleans, integers or floats as an array; raise ValueError for all else."""
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{what} must be rows of numbers, all equally long, not {short_repr(value)}"
        ) from None
    if array.dtype.kind not in "buif":  # booleans, integers, floats
        raise ValueError(
            f"{what} must hold numbers, not {_KIND_NAMES.get(array.dtype.kind, 'texts')}"
        )
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise ValueError(f"{what} must hold numbers, not NaN")
    return array


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view of an array that nobody can write to any more, nor make writable again."""
    for owner in (array.base, array):
        if isinstance(owner, np.ndarray):
            owner.setflags(write=False)
    return array.view()  # an array that owns its memory could be made writable


def short_repr(value: object) -> str:
    """Return a value as a short text on one line, for an error message."""
    if isinstance(value, np.ndarray):
        return f"an array of the shape {value.shape}"
    if isinstance(value, int) and not isinstance(value, bool):
        return format_int(value)
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # it holds an integer of thousands of digits
        text = f"a {type(value).__name__} that is too long to show"
    return text if len(text) <= _MAX_CHARACTERS else f"{text[: _MAX_CHARACTERS - 3]}..."


def format_int(value: int) -> str:
    """Return an integer as text, for an error message; a huge one as its number of digits."""
    digits = int(value.bit_length() * 0.30103)
    return str(value) if digits < _MAX_DIGITS else f"a number of about {digits:,} digits"
