"""Errors that end a command with a message of one line, and their exit codes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

DONE: Final = 0
"""Exit code: success."""

NO_PATH: Final = 1
"""Exit code: no path leads from A to B."""

USAGE: Final = 2
"""Exit code: the command was used wrongly."""

FAILED: Final = 3
"""Exit code: something cannot be read or written."""

INTERRUPTED: Final = 130
"""Exit code after Ctrl+C, as shells report it."""

READER_GONE: Final = 141
"""Exit code after the reader of the output went away, as shells report it."""


class CliError(Exception):
    """The request cannot be fulfilled; the message is one line for the user."""

    code = USAGE
    """The exit code."""


class NoPathError(CliError):
    """The maze is readable, and no path leads from A to B."""

    code = NO_PATH


class FileFailedError(CliError):
    """A file cannot be read or written, or its contents are invalid."""

    code = FAILED


@contextlib.contextmanager
def refusing(kind: type[CliError] = CliError) -> Iterator[None]:
    """Turn a ValueError or a lack of numba within this block into a CliError.

    It is of a ``kind``, except for an error about a missing path or a file.
    """
    try:
        yield
    except (ValueError, RuntimeError) as error:
        from mazegame.engine import NoCompilerError, UnreachableError
        from mazegame.formats.files import FileError

        if isinstance(error, UnreachableError):
            kind = NoPathError
        elif isinstance(error, FileError):
            kind = FileFailedError
        elif isinstance(error, RuntimeError) and not isinstance(error, NoCompilerError):
            raise
        raise kind(str(error)) from error


def whole_number(text: str, low: int, high: int) -> int | None:
    """Parse an integer of a range in ASCII digits; return None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(high))):
        return None
    return int(text) if low <= int(text) <= high else None


def quoted(text: str) -> str:
    """Return a text in quotes, shortened to a readable length."""
    return repr(cut(text))


def cut(text: str, longest: int = 60) -> str:
    """Return a text, shortened to a number of characters."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
