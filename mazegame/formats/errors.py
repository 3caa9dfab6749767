"""The error of the readers, and helpers for its messages."""

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
    """Invalid data; the message says where it is, what was found and what is allowed."""


def at(row: int, col: int, first_line: int = 1) -> str:
    """Return the place of a character, counted from 1: ``line 3, column 5``.

    Args:
        row: Its row, counted from 0.
        col: Its column, counted from 0.
        first_line: The line of the file that row 0 is.
    """
    return f"line {row + first_line}, column {col + 1}"


def name_character(character: str) -> str:
    """Return a printable name of a character, for example ``'#'`` or ``a tab``."""
    return _NAMES.get(
        character, ascii(character) if not character.isprintable() else f"{character!r}"
    )
