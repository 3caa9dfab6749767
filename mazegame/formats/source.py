"""Sources of a reader's bytes (a file, standard input, memory), with their limits on size.

Sizes that a file declares are checked against ``Limits`` before memory is allocated for them.
Sources are regular files, or pipes with a writer, such as ``<(command)`` in a shell. A device is
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
"""Most bytes that ``Source.head`` returns."""

MAX_CELLS: Final = 1 << 30
"""Default for the most cells of a maze that a file declares."""

SMALL_CELLS: Final = 1 << 22
"""Most cells that a file may declare without content for them: some 20 MB of memory."""

DEFLATE_RATIO: Final = 1032
"""Most bytes to which zlib can expand one byte of compressed data (zlib's technical details)."""


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int, /) -> bytes:
        """Read at most ``size`` bytes; none at the end."""


@dataclass(frozen=True)
class Limits:
    """The caller's limits for reading a file, and hints on how to read it."""

    max_cells: int | None = None
    """Most cells. None for ``MAX_CELLS``, and for no more than the file's content can hold."""
    bytes_per_cell: float = 0
    """Memory that the caller needs after reading, including the maze, in bytes per cell."""
    needs: str = ""
    """The ends that the file must have, a part of "AB"; the caller has replacements for others."""
    cell: int | None = None
    """In a picture, the pixels from a cell to the next; None to detect them."""
    wall: int | None = None
    """In a picture, the pixels across a wall; 0 if each square of ``cell`` pixels is a cell."""
    shade: str | None = None
    """In a picture, whether walls are ``dark`` or ``light``; None to detect it."""
    floor: str = ""
    """In a text or an array, the characters that are floor; empty to detect them."""

    @property
    def sets_pixel_sizes(self) -> bool:
        """Whether the caller sets sizes in pixels."""
        return (self.cell, self.wall) != (None, None)

    @property
    def sets_picture_options(self) -> bool:
        """Whether the caller sets anything that applies to pictures only."""
        return self.sets_pixel_sizes or self.shade is not None

    def require(self, what: str, cells: int, size: float, held: float = math.inf) -> None:
        """Raise FormatError or NotEnoughMemoryError if a file declares too many cells.

        Args:
            what: What it declares, for messages, such as ``a maze of 40x20``.
            cells: The number of cells.
            size: Bytes of memory that reading takes.
            held: Most cells that the content of the file can hold.
        """
        self.check(cells)
        self.check_content(what, cells, held)
        memory.require(max(size, self.bytes_per_cell * cells), what)

    def require_pixels(
        self, width: int, height: int, size: float = 0, held: float = math.inf
    ) -> None:
        """Raise as ``require`` for a picture whose cells are not known yet.

        ``held`` is the most pixels that the content of the file can hold.
        """
        what = f"a picture of {width}x{height} pixels"
        cells = max(width // 2, 1) * max(height // 2, 1)  # a cell and its wall take two
        most = max(self.max_cells or 0, MAX_CELLS)
        if cells > most:
            raise FormatError(f"{what} may show {cells:,} cells: {_limit(most)}")
        self.check_content(what, cells, held / 4)
        memory.require(size, what)

    def check(self, cells: int) -> None:
        """Raise FormatError for more cells than ``max_cells``."""
        most = MAX_CELLS if self.max_cells is None else self.max_cells
        if cells > most:
            raise FormatError(f"it has {cells:,} cells: {_limit(most)}")

    def check_content(self, what: str, cells: int, held: float) -> None:
        """Raise FormatError for more cells than content can hold; ``max_cells`` may allow them."""
        if cells > max(held, SMALL_CELLS, self.max_cells or 0):
            raise FormatError(
                f"it declares {what} and holds too little for it: --max-cells {cells} reads it"
            )


class Source:
    """A stream of the bytes of one file, which can be read once.

    Args:
        stream: The stream.
        size: Its number of bytes; None if it is unknown.
        limits: The caller's limits.
        begin: Bytes that were already read from the stream.
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
        """Return this source, or one that converts it to UTF-8 if it begins as UTF-16."""
        if self.head()[:2] not in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
            return self
        size = None if self.size is None else self.size * 3 // 2
        return Source(_Utf8(self), size, self.limits)

    def read(self, size: int, /) -> bytes:
        """Read at most ``size`` bytes, none at the end; ValueError after ``MAX_FILE_BYTES``."""
        piece = self._head[:size] or self._stream.read(size)
        self._head = self._head[size:]
        self._taken += len(piece)
        if self._taken > MAX_FILE_BYTES:
            raise _too_large()
        return piece

    def blocks(self) -> Iterator[bytes]:
        """Yield everything in parts of at most ``BLOCK_BYTES``; errors as in ``read``."""
        while block := self.read(BLOCK_BYTES):
            yield block

    def lines(self) -> Iterator[bytes]:
        """Yield everything in blocks of whole lines; the last line may lack its newline."""
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

    def read_nonblank(self) -> bytes:
        """Return everything, as ``all``; FormatError for a file that is empty or blank."""
        data = self.all()
        if not data.strip():
            raise FormatError("it is empty")
        return data

    def all(self, most: int = MAX_FILE_BYTES) -> bytes:
        """Return everything; ValueError for more than ``most`` bytes or more than memory holds."""
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
    """A stream that converts a source from UTF-16 to UTF-8."""

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
    """Return a text, in UTF-8 or in UTF-16 with a byte order mark, as UTF-8 without one."""
    return Source.of(data).as_utf8().all().removeprefix(codecs.BOM_UTF8)


@contextlib.contextmanager
def opened(path: str | os.PathLike[str], limits: Limits | None = None) -> Iterator[Source]:
    """Open a file for reading; ``-`` is standard input. OSError if it is a device or a folder."""
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
    """Make a non-blocking pipe blocking, and return its first byte if it is there already.

    OSError if nobody writes to the pipe: reading it would block for ever.
    """
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
