"""Write to standard output and standard error, and handle the errors of that."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from mazegame.cli.refusals import FileFailedError, quoted
from mazegame.formats.errors import reason_of
from mazegame.formats.writing import save_pieces, write_pieces


def write(pieces: Iterable[str]) -> None:
    """Write all of a text to standard output, buffered or not.

    FileFailedError if it cannot be written; BrokenPipeError if the reader went away.
    """
    stream = _stdout()
    encoding, errors = stream.encoding or "utf-8", stream.errors or "strict"
    if _descriptor(stream) is None:
        with _writing():
            for piece in pieces:
                stream.write(piece)
    else:
        write_bytes(piece.encode(encoding, errors) for piece in pieces)


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output; errors as in ``write``."""
    stream = _stdout()
    descriptor = _descriptor(stream)
    with _writing():
        if descriptor is None:
            for piece in pieces:
                stream.buffer.write(piece)
        else:
            stream.flush()
            write_pieces(descriptor, pieces)


def save(path: str, pieces: Iterable[bytes]) -> None:
    """Write a whole file, or keep the old one unchanged; FileFailedError if it cannot be done."""
    try:
        save_pieces(path, pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileFailedError(f"{quoted(path)} cannot be written: {reason_of(error)}") from error


def flush() -> None:
    """Flush standard output; errors as in ``write``."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


def print_stderr(text: str) -> None:
    """Write a line to standard error, with control characters escaped; ignore errors."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            print(visible(text), file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """Return the text with control characters escaped, so that a terminal shows them."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def printable(text: str) -> str:
    """Return the text in standard output's encoding: characters that it lacks become ``?``."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise FileFailedError("the output cannot be written: standard output is closed")
    return sys.stdout


def _descriptor(stream: TextIO) -> int | None:
    """Return the file descriptor; None without one, and on Windows, whose console needs text."""
    if sys.platform == "win32":
        return None
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Turn a full disk and a character without an encoding into a FileFailedError."""
    try:
        yield
    except OSError as error:
        # Buffered data must not fail a second time when Python ends.
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        if isinstance(error, BrokenPipeError):
            raise
        raise FileFailedError(f"the output cannot be written: {reason_of(error)}") from error
    except UnicodeEncodeError as error:
        lacks = f"{error.encoding} lacks {error.object[error.start]!a}"
        raise FileFailedError(f"the output cannot be written: {lacks}") from error
