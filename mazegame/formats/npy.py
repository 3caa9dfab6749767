"""The format ``npy``: ``Maze.passages`` as an array file of NumPy, uint8 (rows, cols).

It does not store A and B. After reading they are the upper left and the lower right corner, unless
the caller names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine import Maze
from mazegame.formats.arrays import header_of, read_array
from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture, Rows
    from mazegame.formats.source import Source

_MOST_CELLS = 1 << 33


def write(picture: Picture) -> Iterator[bytes]:
    """Write a maze."""
    return write_rows(picture.as_rows())


def write_rows(rows: Rows) -> Iterator[bytes]:
    """Write a maze that comes row by row."""
    yield header_of((rows.rows, rows.cols), "|u1")
    for band in rows.bands:
        yield np.ascontiguousarray(band, np.uint8).tobytes()


def read(source: Source) -> Found:
    """Read an array of passages.

    Raises:
        FormatError: If it is not such an array.
    """
    stream = Bytes(source)
    if not source.head():
        raise FormatError("it is empty")
    passages = read_array(stream, "the array", "iub", _MOST_CELLS)
    if stream.read(1):
        raise FormatError("there is more behind the array")
    try:
        maze = Maze(passages)
    except ValueError as error:
        raise FormatError(f"the array is no maze: {error}") from None
    return Found(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))


class Bytes:
    """The bytes of a source as a stream."""

    def __init__(self, source: Source) -> None:
        self._blocks = source.blocks()
        self._left = b""

    def read(self, size: int, /) -> bytes:
        """Read at most a number of bytes; none at the end."""
        if not self._left:
            self._left = next(self._blocks, b"")
        piece, self._left = self._left[:size], self._left[size:]
        return piece
