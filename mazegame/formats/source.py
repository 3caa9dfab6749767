"""Sources of a reader's bytes (a file, standard input, memory), with their limits on size.

What a file declares is checked before anything is made of it. How much memory a reader takes, it
says itself.

Files are regular files, or pipes with a writer, such as ``<(command)`` in a shell. A device is
refused, since it may have no end, and a pipe without a writer, since it would block for ever.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import math
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError, check_name

MAX_FILE_BYTES: Final = 8 << 30
"""Largest file, in bytes: 8 GiB, a block grid of 92,000 by 92,000."""

STDIN: Final = "-"
"""The path that means standard input."""

BLOCK_BYTES: Final = 1 << 20
"""Bytes read at a time; few enough that their arrays fit the processor's cache."""

_HEAD_BYTES: Final = 1 << 16

MAX_CELLS: Final = 1 << 30
"""Most cells of a maze that a file declares, unless the caller names another limit."""

SMALL_CELLS: Final = 1 << 22
"""Most cells that are read however little of them a file holds: some 20 MB of memory."""

DEFLATE_RATIO: Final = 1032
"""Most bytes that one byte of deflated data unpacks to (zlib's technical details)."""


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Read at most ``size`` bytes; none at the end."""


@dataclass(frozen=True)
class Limits:
    """What one reading may take, and what the caller says of the file."""

    max_cells: int | None = None
    """Most cells. None for ``MAX_CELLS``, and for no more than the file's content can hold."""
    bytes_per_cell: float = 0
    """Memory that the caller needs after reading, the maze included, in bytes per cell."""
    needs: str = ""
    """The letters, of A and B, that the file must have, since the caller names no such cell."""
    cell: int | None = None
    """In a picture, the pixels from a cell to the next; None is found out."""
    wall: int | None = None
    """Those across a wall; 0 if each square of ``cell`` pixels is a cell."""
    shade: str | None = None
    """In a picture, whether walls are ``dark`` or ``light``; None is found out."""
    floor: str = ""
    """In a text or an array, the characters that are floor; empty if its convention says it."""

    @property
    def name_pixels(self) -> bool:
        """Whether the caller says something of a picture's pixels."""
        return (self.cell, self.wall) != (None, None)

    @property
    def name_picture(self) -> bool:
        """Whether the caller says anything that only pictures have."""
        return self.name_pixels or self.shade is not None

    def require(self, what: str, cells: int, size: float, held: float = math.inf) -> None:
        """Refuse what is declared too large, by a FormatError or a NotEnoughMemoryError.

        ``what`` is declared, for messages: ``a maze of 40x20``. Reading it takes ``size`` bytes of
        memory, and the content of the file can hold ``held`` cells at most.
        """
        self.check(cells)
        self.check_content(what, cells, held)
        memory.require(max(size, self.bytes_per_cell * cells), what)

    def require_pixels(
        self, width: int, height: int, size: float = 0, held: float = math.inf
    ) -> None:
        """Refuse a picture that is too large, before its cells are known.

        As in ``require``; ``size`` and ``held`` count for its pixels.
        """
        what = f"a picture of {width}x{height} pixels"
        cells = max(width // 2, 1) * max(height // 2, 1)  # a cell and its wall take two
        most = max(self.max_cells or 0, MAX_CELLS)
        if cells > most:
            raise FormatError(f"{what} may show {cells:,} cells: {_limit(most)}")
        self.check_content(what, cells, held / 4)
        memory.require(size, what)

    def check(self, cells: int) -> None:
        """Refuse more cells than the limit."""
        most = MAX_CELLS if self.max_cells is None else self.max_cells
        if cells > most:
            raise FormatError(f"it has {cells:,} cells: {_limit(most)}")

    def check_content(self, what: str, cells: int, held: float) -> None:
        """Refuse more cells than the content can hold, unless the caller asked for as many."""
        if cells > max(held, SMALL_CELLS, self.max_cells or 0):
            raise FormatError(
                f"it declares {what} and holds too little for it: --max-cells {cells} reads it"
            )


class Source:
    """The bytes of one file, each read once; ``size`` of them, if that is known.

    ``begin`` is what was read from the stream before.
    """

    def __init__(
        self,
        stream: Readable,
        size: int | None = None,
        limits: Limits | None = None,
        begin: bytes = b"",
    ) -> None:
        self.size = size
        self.limits = limits or Limits()
        self._stream = stream
        self._head = begin
        self._taken = 0
        if size is not None and size > MAX_FILE_BYTES:
            raise _too_large()

    @classmethod
    def of(cls, data: bytes, limits: Limits | None = None) -> Source:
        """Return a source of bytes in memory."""
        return cls(io.BytesIO(data), len(data), limits)

    def head(self) -> bytes:
        """Return the first bytes, at most 64 KiB; ``blocks`` starts with them again."""
        while len(self._head) < _HEAD_BYTES:
            block = self._stream.read(_HEAD_BYTES - len(self._head))
            if not block:
                break
            self._head += block
        return self._head

    def as_utf8(self) -> Source:
        """Return this source, or if its byte order mark is that of UTF-16, its text in UTF-8."""
        if self.head()[:2] not in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
            return self
        size = None if self.size is None else self.size * 3 // 2
        return Source(_Utf8(self), size, self.limits)

    def read(self, size: int, /) -> bytes:
        """Read at most a number of bytes; none at the end. Refuses too many of them."""
        piece = self._head[:size] or self._stream.read(size)
        self._head = self._head[size:]
        self._taken += len(piece)
        if self._taken > MAX_FILE_BYTES:
            raise _too_large()
        return piece

    def blocks(self) -> Iterator[bytes]:
        """Read everything, in parts of at most ``BLOCK_BYTES``; errors as for ``read``."""
        while block := self.read(BLOCK_BYTES):
            yield block

    def lines(self) -> Iterator[bytes]:
        """Read everything in blocks of whole lines; the last line may lack its end."""
        left: list[bytes] = []
        for block in self.blocks():
            end = block.rfind(b"\n") + 1
            if not end:
                left.append(block)
                continue
            yield b"".join([*left, block[:end]])
            left = [block[end:]] if end < len(block) else []
        if left:
            yield b"".join(left)

    def content(self) -> bytes:
        """Read everything at once, like ``all``, and refuse a file that is empty or blank."""
        data = self.all()
        if not data.strip():
            raise FormatError("it is empty")
        return data

    def all(self, most: int = MAX_FILE_BYTES) -> bytes:
        """Read everything at once, at most a number of bytes that fit into memory."""
        size = self.size or 0
        if size > most:
            raise _too_large(most)
        memory.require(2 * size, f"a file of {memory.format_size(size)}")
        blocks = []
        for block in self.blocks():
            blocks.append(block)
            if self._taken > most:
                raise _too_large(most)
        return b"".join(blocks)


class _Utf8:
    """The text of a source in UTF-16 as UTF-8."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder("utf-16")()

    def read(self, size: int, /) -> bytes:
        """Read at most ``size`` bytes; none at the end."""
        while True:
            piece = self._source.read(max(size // 2, 1))  # two bytes become three at most
            try:
                text = self._decoder.decode(piece, final=not piece)
            except UnicodeDecodeError:
                raise FormatError("it is not text: its UTF-16 is damaged") from None
            if text or not piece:
                return text.encode()


def utf8(data: bytes) -> bytes:
    """Return a text in UTF-8 without a byte order mark, whose mark may be that of UTF-16."""
    return Source.of(data).as_utf8().all().removeprefix(codecs.BOM_UTF8)


@contextlib.contextmanager
def opened(path: str | os.PathLike[str], limits: Limits | None = None) -> Iterator[Source]:
    """Open a file, but no device, or standard input for ``-``; the rest as in ``Source``."""
    if str(path) == STDIN:
        if sys.stdin is None:
            raise OSError("it is closed")
        yield Source(sys.stdin.buffer, None, limits)
        return
    check_name(path)
    # Opening a pipe without a writer must not block.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    status = os.fstat(descriptor)
    if stat.S_ISDIR(status.st_mode):
        os.close(descriptor)
        raise IsADirectoryError(21, "Is a directory", str(path))
    with os.fdopen(descriptor, "rb") as stream:
        if stat.S_ISFIFO(status.st_mode):
            yield Source(stream, None, limits, _first_of_pipe(descriptor))
        elif stat.S_ISREG(status.st_mode):
            yield Source(stream, status.st_size, limits)
        else:
            raise OSError("it is a device, not a file (- is standard input)")


def _first_of_pipe(descriptor: int) -> bytes:
    """Make reads of a pipe wait for its writer; refuse one without. Return a byte, or none yet."""
    try:
        first = os.read(descriptor, 1)
    except BlockingIOError:
        first = b""
    else:
        if not first:
            raise OSError("it is a pipe that nobody writes to")
    os.set_blocking(descriptor, True)
    return first


def _too_large(most: int = 0) -> ValueError:
    return ValueError(
        f"it is larger than {memory.format_size(most or MAX_FILE_BYTES)}, the most that is read"
    )


def _limit(most: int) -> str:
    return f"at most {most:,} are read, unless --max-cells names another number"
