"""What callers give: as arrays and whole numbers, and as words for a message.

What lives here: turning any Python value into what the engine works on, or into a short text for
the sentence that refuses it. What does not: the sentences themselves, beside what they are about.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LONGEST: Final = 60
"""So many characters of a value are shown."""

_DIGITS: Final = 40
"""Of a longer number only its length is told; Python refuses to write thousands of digits."""

_NUMBERS: Final = "buif"
"""The kinds of NumPy's types that are numbers or truth values."""

_OTHERS: Final = {
    "O": "objects",
    "V": "records",
    "c": "complex numbers",
    "M": "dates",
    "m": "times",
}


def as_int_or_none(given: object) -> int | None:
    """Return an integer of Python's, NumPy's or any other make as Python's; None if it is none."""
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_numeric_array(given: object, what: str) -> NDArray[Any]:
    """Return a grid of numbers or truth values as an array.

    Args:
        given: What a caller gave: an array, or rows of numbers.
        what: What it is, for the message: ``"the mask"``.

    Returns:
        An array of booleans, integers or floats, of whatever shape; nothing is copied if it is one.

    Raises:
        ValueError: If it cannot be one, or holds NaN.
    """
    try:
        array = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{what} must be rows of numbers, all equally long, not {short_repr(given)}"
        ) from None
    if array.dtype.kind not in _NUMBERS:
        raise ValueError(f"{what} must hold numbers, not {_OTHERS.get(array.dtype.kind, 'texts')}")
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise ValueError(f"{what} must hold numbers, not NaN")
    return array


def short_repr(given: object) -> str:
    """Write a value for a message: one line, not long, and whatever it is."""
    if isinstance(given, np.ndarray):
        return f"an array of the shape {given.shape}"
    if isinstance(given, int) and not isinstance(given, bool):
        return format_int(given)
    try:
        text = " ".join(repr(given).split())
    except (ValueError, RecursionError):  # a number of thousands of digits in it
        text = f"a {type(given).__name__} that is too long to show"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def format_int(value: int) -> str:
    """Write an integer for a message; of a huge one only how large it is."""
    digits = int(value.bit_length() * 0.30103)
    return str(value) if digits < _DIGITS else f"a number of about {digits:,} digits"
