"""Errors that end a command with one line for people, and their exit codes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

DONE: Final = 0
"""Exit code: everything asked was done."""

NO_PATH: Final = 1
"""Exit code: no path leads from A to B."""

USAGE: Final = 2
"""Exit code: the command was used wrongly."""

FAILED: Final = 3
"""Exit code: something cannot be read or written."""

INTERRUPTED: Final = 130
"""Exit code: Ctrl+C, as shells report it."""

READER_GONE: Final = 141
"""Exit code: the reader of the output went away, as shells report it."""


class Refused(Exception):  # noqa: N818  it is the user's to mend, not ours
    """What was asked cannot be done; the message is one line for people."""

    code = USAGE
    """The exit code."""


class NoPath(Refused):
    """The maze is readable, and no path leads from A to B."""

    code = NO_PATH


class Failed(Refused):
    """Something cannot be read or written, or what was read is not what it should be."""

    code = FAILED


class NotWritten(Failed):
    """The result cannot be written."""


@contextlib.contextmanager
def refusing(kind: type[Refused] = Refused) -> Iterator[None]:
    """Within this block a ValueError, or a lack of numba, is what the user has to mend.

    Args:
        kind: What it becomes, unless it is about a path that does not exist or about a file.
    """
    try:
        yield
    except (ValueError, RuntimeError) as error:
        from mazegame.engine import NoCompilerError, UnreachableError
        from mazegame.formats.files import FileProblem

        if isinstance(error, UnreachableError):
            kind = NoPath
        elif isinstance(error, FileProblem):
            kind = Failed
        elif isinstance(error, RuntimeError) and not isinstance(error, NoCompilerError):
            raise
        raise kind(str(error)) from error


def quoted(text: str) -> str:
    """Quote what was given, cut to a readable length."""
    return repr(cut(text))


def cut(text: str, longest: int = 60) -> str:
    """Return a text, shortened to a number of characters."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
