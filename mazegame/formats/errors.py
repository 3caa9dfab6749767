"""The errors of the readers, names of files, and the place of a character for their messages."""

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
"""The command line's name of an argument, and its name in Python."""

_ARGUMENT: Final = re.compile(rf"(?<!\S)({'|'.join(_IN_PYTHON)})\b")
_LIMIT: Final = re.compile(r"(?<!\S)--max-cells (\d+)")


class FormatError(ValueError):
    """Invalid data; the message says where it is, what was found and what is allowed."""


@contextlib.contextmanager
def refusing_damage(what: str) -> Iterator[None]:
    """Turn what a library raises on damaged data, ``a PNG``, into a FormatError of one sentence.

    Pillow, zipfile and its unpackers, struct and NumPy raise a dozen classes between them, with
    messages about their own insides. So everything counts that is not ours already.
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
    """Turn an error for memory that was expected to suffice, and did not, into one of ours."""
    try:
        yield
    except MemoryError:
        raise NotEnoughMemoryError("there is not enough memory to read it") from None


@contextlib.contextmanager
def in_python() -> Iterator[None]:
    """Name arguments as ``load`` does in the errors within this block, not as the command line."""
    try:
        yield
    except ValueError as error:
        text = _LIMIT.sub(r"max_cells=\1", str(error))
        text = _ARGUMENT.sub(lambda match: _IN_PYTHON[match[1]], text)
        if text == str(error):
            raise
        raise type(error)(text) from None


def check_name(path: str | os.PathLike[str]) -> None:
    """Refuse, with an OSError, a name that no file can have: a zero byte, or half a character."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        name = b"\0"
    if b"\0" in name:
        raise OSError(errno.EINVAL, "its name holds what no name of a file can", os.fspath(path))


def reason_of(error: BaseException) -> str:
    """Return what the player reads of an error; of an error of a file without the file's name."""
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
    """Return a place, counted from 1, of one counted from 0: ``line 3, column 5``.

    ``first_line`` is the line of the file that row 0 is.
    """
    return f"line {row + first_line}, column {col + 1}"
