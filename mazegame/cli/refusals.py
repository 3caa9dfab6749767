"""Errors that end a command with one line for people, and their exit codes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Refused(Exception):  # noqa: N818  it is the user's to mend, not ours
    """What was asked cannot be done; the message is one line for people."""

    code = 2
    """The exit code."""


class NotWritten(Refused):
    """The result cannot be written."""

    code = 1


class Failed(Refused):
    """Something that should be there cannot be read or written."""

    code = 1


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Within this block a ValueError, or a lack of numba, is what the user has to mend."""
    try:
        yield
    except ValueError as error:
        raise Refused(str(error)) from error
    except RuntimeError as error:
        from mazegame.engine import NoCompilerError

        if not isinstance(error, NoCompilerError):
            raise
        raise Refused(str(error)) from error


def quoted(text: str) -> str:
    """Quote what was given, cut to a readable length."""
    return repr(cut(text))


def cut(text: str, longest: int = 60) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
