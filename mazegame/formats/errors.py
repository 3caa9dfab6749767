"""``FormatError``, and helpers that turn other errors into one readable sentence."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterator
from typing import Final

from mazegame.engine.errors import NotEnoughMemoryError

_IN_PYTHON: Final = {
    "--start": "start", "--goal": "goals", "--from-cell": "cell", "--from-wall": "wall",
    "--from-shade": "shade", "--max-cells": "max_cells", "--floor": "floor",
}  # fmt: skip
"""The Python name of each argument by its name on the command line."""

_ARGUMENT: Final = re.compile(rf"(?<!\S)({'|'.join(_IN_PYTHON)})\b")
_LIMIT: Final = re.compile(r"(?<!\S)--max-cells (\d+)")


class FormatError(ValueError):
    """Invalid data; the message says where it is, what was found and what is allowed."""


@contextlib.contextmanager
def refusing_damage(what: str) -> Iterator[None]:
    """Turn any exception of a library on damaged data into a FormatError of one sentence.

    ``what`` is the kind of file, such as ``a PNG``. Pillow, zipfile, zlib, struct and NumPy raise a
    dozen classes, with messages about their internals; so every exception is caught that is not
    ours already.
    """
    try:
        with refusing_exhaustion():
            yield
    except (FormatError, NotEnoughMemoryError):
        raise
    except Exception:  # noqa: BLE001
        raise FormatError(f"it is not {what}, or a damaged one") from None


@contextlib.contextmanager
def refusing_exhaustion() -> Iterator[None]:
    """Turn a MemoryError within this block into a NotEnoughMemoryError."""
    try:
        yield
    except MemoryError:
        raise NotEnoughMemoryError("there is not enough memory to read it") from None


@contextlib.contextmanager
def with_python_names() -> Iterator[None]:
    """In errors within this block, name arguments as in Python, not as on the command line."""
    try:
        yield
    except ValueError as error:
        text = _LIMIT.sub(r"max_cells=\1", str(error))
        text = _ARGUMENT.sub(lambda match: _IN_PYTHON[match[1]], text)
        if text == str(error):
            raise
        raise type(error)(text) from None


def check_name(path: str | os.PathLike[str]) -> None:
    """Raise OSError for a name of a file that contains a NUL byte or an unpaired surrogate."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        name = b"\0"
    if b"\0" in name:
        raise OSError(errno.EINVAL, "its name holds what no name of a file can", os.fspath(path))


def reason_of(error: BaseException) -> str:
    """Return the message of an error for the player; that of an OSError without the file name."""
    reason = str((isinstance(error, OSError) and error.strerror) or error)
    return reason or "there is not enough memory for this"


def why_unreadable(error: OSError | ValueError) -> str:
    """Return why a file cannot be read, in words."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a directory, not a file"
        case PermissionError() if error.filename and not os.path.lexists(error.filename):
            return "there is no permission to enter its folder"
        case PermissionError():
            return "there is no permission to read it"
        case OSError():
            return f"it cannot be read: {reason_of(error)}"
    return str(error)


def at(row: int, col: int, first_line: int = 1) -> str:
    """Return a position in words, such as ``line 3, column 5``.

    ``row`` and ``col`` are counted from 0, the result from 1. ``first_line`` is the line of row 0
    in the file.
    """
    return f"line {row + first_line}, column {col + 1}"
