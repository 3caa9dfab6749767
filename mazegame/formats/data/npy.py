"""The format ``npy``: ``Maze.passages`` as an array file of NumPy, uint8 (rows, cols).

It does not store A and B. After reading they are the upper left and the lower right corner, unless
the caller names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine import Maze
from mazegame.formats.data.arrays import header_of, read_array
from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.picture import Picture, Rows
    from mazegame.formats.source import Source


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
    if not source.head():
        raise FormatError("it is empty")
    passages = read_array(source, "the array", "iub", source.limits)
    if source.read(1):
        raise FormatError("there is more behind the array")
    try:
        maze = Maze(passages)
    except ValueError as error:
        raise FormatError(f"the array is no maze: {error}") from None
    return Found(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))
