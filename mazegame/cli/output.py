"""Standard output and standard error: what is written there, and what becomes of failures."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

from mazegame.cli.refusals import NotWritten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def write(pieces: Iterable[str]) -> None:
    """Write text to standard output.

    Raises:
        NotWritten: If it cannot be written.
        BrokenPipeError: If the reader went away.
    """
    if sys.stdout is None:
        raise NotWritten("the output cannot be written: standard output is closed")
    with _writing():
        for piece in pieces:
            sys.stdout.write(piece)


def flush() -> None:
    """Write what is still buffered for standard output; errors as in ``write``."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


def say(text: str) -> None:
    """Write a line to standard error, whatever is in it and whatever becomes of it."""
    if sys.stderr is not None:
        line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
        with contextlib.suppress(OSError, UnicodeEncodeError):
            print(line, file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Return the text as standard output can show it: what its encoding lacks becomes ``?``."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Within this block an OSError is the output's: a full disk, a reader that went away."""
    try:
        yield
    except OSError as error:
        # What is still buffered must not fail a second time when Python ends.
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        if isinstance(error, BrokenPipeError):
            raise
        raise NotWritten(f"the output cannot be written: {error.strerror or error}") from error
