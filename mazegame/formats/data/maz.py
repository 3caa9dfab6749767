"""The format ``maz``: a micromouse maze of 16x16 cells, a byte each, as contests publish them.

The bytes go column by column from the west, each column from the south up. The bits of a byte are
the walls of its cell, N=1, E=2, S=4, W=8. A is the cell in the south-west, the goals are the four
cells in the middle; others have no place in such a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import ParsedMaze, maze_of
from mazegame.formats.picture import Picture
from mazegame.formats.source import Source
from mazegame.formats.text.cell_lists import usual_ends

_SIDE: Final = 16


def read(source: Source) -> ParsedMaze:
    """Read such a maze; two cells that disagree on their wall are refused."""
    data = source.read(_SIDE * _SIDE + 1)
    if len(data) < _SIDE * _SIDE and data and max(data) <= 15:
        raise FormatError(f"a MAZ file has 256 bytes, the walls of 16x16 cells: it has {len(data)}")
    if len(data) != _SIDE * _SIDE or max(data) > 15:
        raise FormatError("it is no MAZ file: 256 bytes of 0 to 15, the walls of 16x16 cells")
    passages = 15 - np.frombuffer(data, np.uint8).reshape(_SIDE, _SIDE).T[::-1]
    maze = maze_of(passages, "its walls are")
    return ParsedMaze(maze, *usual_ends(_SIDE, _SIDE))


def write(picture: Picture) -> Iterator[bytes]:
    """Write a maze of 16x16 cells; any other is a ValueError."""
    maze = picture.maze
    if (maze.cols, maze.rows) != (_SIDE, _SIDE):
        raise ValueError(f"a MAZ file has 16x16 cells: this maze has {maze.cols}x{maze.rows}")
    return iter([(15 - maze.passages[::-1].T).astype(np.uint8).tobytes()])
