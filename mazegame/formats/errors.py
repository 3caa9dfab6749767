"""The error of the readers, and how they name what they found."""

from __future__ import annotations

from typing import Final

_NAMES: Final = {
    "\t": "a tab",
    "\r": "a carriage return",
    " ": "a space",
    "\0": "a zero byte",
    "\ufeff": "a byte order mark",
}


class FormatError(ValueError):
    """Data that a reader refuses; the message says where, what it found and what it reads."""


def at(row: int, col: int, first_line: int = 1) -> str:
    """Say where a character stands, counted from 1: ``line 3, column 5``.

    Args:
        row: Its row, counted from 0.
        col: Its column, counted from 0.
        first_line: The line of the file that row 0 is.
    """
    return f"line {row + first_line}, column {col + 1}"


def name_character(character: str) -> str:
    """Name a character so that it can be printed, for example ``'#'`` or ``a tab``."""
    return _NAMES.get(
        character, ascii(character) if not character.isprintable() else f"{character!r}"
    )
