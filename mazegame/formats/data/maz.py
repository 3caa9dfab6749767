"""The format ``maz``: a micromouse maze of 16x16 cells, a byte each, as contests publish them.

The bytes go column by column from the west, each column from the south up. The bits of a byte are
the walls of its cell, N=1, E=2, S=4, W=8. A is the cell in the south-west, the goals are the four
cells in the middle.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found, maze_of
from mazegame.formats.source import Source

_SIDE: Final = 16


def read(source: Source) -> Found:
    """Read such a maze; two cells that disagree on their wall are refused."""
    data = source.read(_SIDE * _SIDE + 1)
    if len(data) < _SIDE * _SIDE and data and max(data) <= 15:
        raise FormatError(f"a MAZ file has 256 bytes, the walls of 16x16 cells: it has {len(data)}")
    if len(data) != _SIDE * _SIDE or max(data) > 15:
        raise FormatError("it is no MAZ file: 256 bytes of 0 to 15, the walls of 16x16 cells")
    passages = 15 - np.frombuffer(data, np.uint8).reshape(_SIDE, _SIDE).T[::-1]
    maze = maze_of(passages, "its walls are")
    middle = (_SIDE // 2 - 1, _SIDE // 2)
    return Found(maze, (_SIDE - 1, 0), tuple((row, col) for row in middle for col in middle))
