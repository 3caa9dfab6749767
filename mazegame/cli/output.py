"""Standard output and standard error: what is written there, and what becomes of failures."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, TextIO

from mazegame.cli.refusals import NotWritten, quoted
from mazegame.formats.writing import save_pieces, write_pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def write(pieces: Iterable[str]) -> None:
    """Write text to standard output, all of it, whether Python buffers it or not.

    Raises:
        NotWritten: If it cannot be written.
        BrokenPipeError: If the reader went away.
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
    """Write a file as a whole, or leave the old one as it was.

    Raises:
        NotWritten: If it cannot be written.
    """
    try:
        save_pieces(path, pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotWritten(f"{quoted(path)} cannot be written: {error.strerror or error}") from error


def flush() -> None:
    """Write what is still buffered for standard output; errors as in ``write``."""
    if sys.stdout is not None:
        with _writing():
            sys.stdout.flush()


def say(text: str) -> None:
    """Write a line to standard error, whatever is in it and whatever becomes of it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            print(visible(text), file=sys.stderr, flush=True)


def visible(text: str) -> str:
    """Return the text with control characters spelled out, so that no terminal obeys them."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def printable(text: str) -> str:
    """Return the text as standard output can show it: what its encoding lacks becomes ``?``."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise NotWritten("the output cannot be written: standard output is closed")
    return sys.stdout


def _descriptor(stream: TextIO) -> int | None:
    """Return the file descriptor to write to, or None where Python's own stream has to be used.

    That is a stream without a descriptor, and Windows, whose console takes text, not bytes.
    """
    if sys.platform == "win32":
        return None
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


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
