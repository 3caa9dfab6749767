"""Lists of cells with their walls, a line a cell: the formats ``num`` and ``pyamaze``.

``num`` is what the simulator mms of micromouse mazes reads: column and row, from the lower left
on, and the walls north, east, south and west. ``pyamaze`` is the table that pyamaze saves: row and
column, from the upper left and from 1 on, and the ways east, west, north and south.

    0 0 0 1 1 1           cell  ,E,W,N,S
    0 1 1 0 0 1        "(1, 1)",1,0,0,0
    1 0 0 1 1 1        "(1, 2)",0,1,0,1

As in contests A is the cell at the lower left, and the goals are those in the middle. Players of
pyamaze go from the lower right to the upper left.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from types import SimpleNamespace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell
from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import ParsedMaze, maze_of
from mazegame.formats.picture import Picture
from mazegame.formats.source import Source

_NUM: Final = re.compile(rb"(\d{1,6})[ \t]+(\d{1,6})((?:[ \t]+[01]){4})[ \t]*\r?")
_HEAD: Final = re.compile(rb'\s*"?cell\s*"?((?:,"?[EWNS]"?){4})\s*')
_ROW: Final = re.compile(rb'"?\((\d{1,6}), ?(\d{1,6})\)"?((?:,[01]){4})\s*')
_SIDES: Final = {"N": 1, "E": 2, "S": 4, "W": 8}

_BYTES_PER_BYTE: Final = 40
"""Peak memory of reading a list, in bytes per byte of the file."""


def usual_ends(rows: int, cols: int) -> tuple[Cell, tuple[Cell, ...]]:
    """Return A and the goals as in micromouse contests: the lower left cell, the middle cells."""
    middle = product(sorted({(rows - 1) // 2, rows // 2}), sorted({(cols - 1) // 2, cols // 2}))
    return (rows - 1, 0), tuple(middle)


def _is_num(head: bytes) -> bool:
    """Return whether a text is a list of the format ``num``, and no matrix of six columns.

    The first two numbers of each line must name a cell, each cell once.
    """
    lines = [line for line in head.split(b"\n")[:-1] or [head] if line.strip()]
    matches = [_NUM.fullmatch(line) for line in lines]
    if not matches or not all(matches):
        return False
    cells = {(int(match[1]), int(match[2])) for match in matches if match}
    whole = len(head) < 1 << 15  # else it may be cut off
    wide, high = (max(place) + 1 for place in zip(*cells, strict=True))
    return len(cells) == len(lines) and (not whole or wide * high == len(cells) or wide + high > 4)


def _is_pyamaze(head: bytes) -> bool:
    return _HEAD.fullmatch(head.lstrip(b"\r\n").partition(b"\n")[0]) is not None


SIGNS: Final[dict[str, Callable[[bytes], bool]]] = {"num": _is_num, "pyamaze": _is_pyamaze}
"""For each format a function that detects it from the first bytes."""


def _read_num(source: Source) -> ParsedMaze:
    """Read a list of mms."""
    data = _content(source)
    walls = _grid_of(data, 1, _NUM, "NESW", 0, "0 0 1 0 1 1 is column, row, and walls N E S W")
    maze = maze_of(15 - walls.T[::-1], "its walls are")
    return ParsedMaze(maze, *usual_ends(maze.rows, maze.cols))


def _read_pyamaze(source: Source) -> ParsedMaze:
    above, _, data = _content(source).lstrip(b"\r\n").partition(b"\n")
    head = _HEAD.fullmatch(above)
    names = re.findall("[EWNS]", head[1].decode()) if head else []
    if len(set(names)) < len(_SIDES):
        raise FormatError("it is no table of pyamaze: its first line is not cell,E,W,N,S")
    passages = _grid_of(data, 2, _ROW, names, 1, '"(1, 1)",1,0,0,1 is row, column, and ways')
    maze = maze_of(passages, "its ways are")
    return ParsedMaze(maze, (maze.rows - 1, maze.cols - 1), ((0, 0),))


def _content(source: Source) -> bytes:
    size = source.size or 0
    memory.require(size * _BYTES_PER_BYTE, f"a list of {memory.format_size(size)}")
    return source.read_nonblank().removeprefix(codecs.BOM_UTF8)


def _grid_of(
    data: bytes,
    first_line: int,
    row: re.Pattern[bytes],
    names: Iterable[str],
    least: int,
    fits: str,
) -> NDArray[np.uint8]:
    """Parse lines of two numbers and four bits; return the sides, uint8, by the two numbers.

    FormatError unless each cell of a rectangle is there once.

    Args:
        data: The lines.
        first_line: The number of the first line in the file.
        row: Matches a line.
        names: The sides of the four bits.
        least: The least number of a row and a column.
        fits: An example of a line, for messages.
    """
    cells = []
    for number, line in enumerate(data.split(b"\n"), first_line):
        match = row.fullmatch(line)
        if match:
            bits = re.findall(rb"[01]", match[3])
            sides = sum(_SIDES[name] for name, bit in zip(names, bits, strict=True) if bit == b"1")
            cells.append((int(match[1]) - least, int(match[2]) - least, sides))
        elif line.strip():
            raise FormatError(f"line {number} is no cell: {fits}")
    if not cells:
        raise FormatError("it is no list of cells: there is none in it")
    first, second, sides = np.array(cells).T
    shape = int(first.max()) + 1, int(second.max()) + 1
    places = {(one, other) for one, other, _ in cells}
    if len(places) < len(cells) or shape[0] * shape[1] != len(cells) or min(map(min, places)) < 0:
        raise FormatError(
            f"it has {len(cells):,} cells, which are not all of {shape[0]:,} by {shape[1]:,}, each "
            f"once: {fits}"
        )
    grid = np.empty(shape, np.uint8)
    grid[first, second] = sides
    return grid


def _write_num(picture: Picture) -> Iterator[bytes]:
    """Write a maze for mms: column by column from the west, each from the south up."""
    maze = picture.maze
    for col in range(maze.cols):
        sides = maze.passages[::-1, col].tolist()
        yield "".join(
            f"{col} {row} {' '.join(str(int(not side & bit)) for bit in _SIDES.values())}\n"
            for row, side in enumerate(sides)
        ).encode()


NUM: Final = SimpleNamespace(read=_read_num, write=_write_num)
PYAMAZE: Final = SimpleNamespace(read=_read_pyamaze)
