"""Write all bytes to a file or standard output, or raise an error that says why not.

Importing this must stay cheap: ``mazegame --help`` writes through it.

Two problems make it necessary. ``os.write`` and an unbuffered ``sys.stdout`` may write only a part
and report that only by a count (a limit on file sizes, a full disk, more than 2 GiB at once). And a
file that is written in place is incomplete meanwhile.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from typing import Final

from mazegame.engine.support.whole_files import replacing
from mazegame.formats.errors import check_name

PIECE_BYTES: Final = 1 << 18
"""Bytes of a block into which small pieces are collected before they are written."""

_MOST_AT_ONCE: Final = 1 << 30
"""Most bytes for one system call: Linux writes at most 2 GiB less 4 KiB."""


def write_all(descriptor: int, data: bytes | bytearray | memoryview) -> None:
    """Write all bytes to an open file descriptor, which may be non-blocking.

    Raises:
        OSError: If a byte cannot be written: a full disk, a limit, a reader that went away.
    """
    left = memoryview(data).cast("B")
    while left:
        try:
            written = os.write(descriptor, left[:_MOST_AT_ONCE])
        except BlockingIOError:
            import select

            select.select([], [descriptor], [])
            continue
        left = left[written:]


def write_pieces(descriptor: int, pieces: Iterable[bytes]) -> None:
    """Write pieces to an open file descriptor, small ones together; errors as ``write_all``."""
    block = bytearray()
    for piece in pieces:
        block += piece
        if len(block) >= PIECE_BYTES:
            write_all(descriptor, block)
            block.clear()
    write_all(descriptor, block)


def save_pieces(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Write a file completely: it appears, or replaces the old one, after the last byte.

    Replaces the target of a link, not the link; keeps the mode of an old file. If anything fails
    (a full disk, Ctrl+C, an error in ``pieces``), the old file stays unchanged and no other file is
    left. Writes directly to a pipe or a device, such as ``/dev/stdout``.
    """
    from pathlib import Path

    check_name(path)
    target = Path(path)
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        rights = None
    else:
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, "Is a directory", str(path))
        if not stat.S_ISREG(mode):
            with target.open("wb", buffering=0) as stream:
                write_pieces(stream.fileno(), pieces)
            return
        rights = stat.S_IMODE(mode)
    with replacing(target, rights) as file:
        write_pieces(file.fileno(), pieces)
