"""Block grids: mazes as text, one character a cell.

``X`` is rock, ``.`` or a space is floor, ``A`` is the start and ``B`` a goal (several are
allowed: the nearest counts). Floor cells side by side are joined. A full rim of rock is only a
frame and is taken off; a grid that is open at its edge is fine too.

    XXXXX
    XA..X
    X.X.X
    X.XBX
    XXXXX

What lives here: reading and writing such a text. What does not: files (``files.py``), drawings
that are only to be looked at (``plain.py``).
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np

from mazegame.engine import Level, Maze, UnreachableError
from mazegame.engine import memory as engine_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MAX_GOALS: Final = 1 << 16
"""The most goals that a grid may have."""

_READ_BYTES_PER_CELL: Final = 14
"""What reading takes at its peak, measured: the text, its kinds, its walls, and the flood."""

_WRITE_BYTES_PER_CHARACTER: Final = 3
"""What writing takes at its peak: the canvas, its bytes and its text."""

_PIECE: Final = 1 << 16
_NEWLINE: Final = ord("\n")
_OTHER, _ROCK, _FLOOR, _A, _B = range(5)

_KINDS: Final[NDArray[np.uint8]] = np.full(256, _OTHER, np.uint8)
"""uint8 (256,): what a byte of the text stands for."""
_KINDS[[ord("X"), ord("."), ord(" "), ord("A"), ord("B")]] = (_ROCK, _FLOOR, _FLOOR, _A, _B)

_FOREIGN: Final = re.compile(rb"[^X. AB]")
_SPOKEN: Final = {"\t": "a tab", "\r": "a carriage return"}


class GridError(ValueError):
    """A text that is no block grid; the message says where and why."""


def read_grid(text: str | bytes, name: str = "") -> Level:
    """Read a block grid.

    Lines may end in LF or CRLF; a byte order mark in front and empty lines at the end are
    ignored.

    Args:
        text: The grid; bytes are UTF-8.
        name: What the level is to be called.

    Returns:
        The level. Its cells are the characters within the rim.

    Raises:
        GridError: If it is empty, not text, ragged, holds another character, has no A, several
            As, no B or more than 65,536 of them. Lines and columns are counted from 1.
        UnreachableError: If no B can be reached from A.
        NotEnoughMemoryError: If the level would not fit.
    """
    data = _lines_only(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    kinds = _kinds(data)
    starts = _places(kinds, _A, 2)
    if len(starts) != 1:
        raise GridError(
            f"it has two As, at {_at(starts[0])} and at {_at(starts[1])}: one is the start"
            if starts
            else "it has no A: mark the start with one"
        )
    goals = _places(kinds, _B, MAX_GOALS + 1)
    if not goals:
        raise GridError("it has no B: mark the goal with one")
    if len(goals) > MAX_GOALS:
        raise GridError(f"it has more than {MAX_GOALS:,} Bs")
    rim = 1 if _has_rim(kinds) else 0
    floor = kinds[rim : kinds.shape[0] - rim, rim : kinds.shape[1] - rim] != _ROCK
    try:
        return Level(
            Maze.from_floor(floor),
            (starts[0][0] - rim, starts[0][1] - rim),
            tuple((row - rim, col - rim) for row, col in goals),
            name=name,
        )
    except UnreachableError:
        raise UnreachableError(
            f"there is no path: no B can be reached from A at {_at(starts[0])}"
        ) from None


def read(data: bytes, name: str = "") -> Level:
    """Read a block grid, as ``read_grid``."""
    return read_grid(data, name)


def write(level: Level, *, path: bool = False) -> Iterator[str]:
    """Write a level as a block grid, as ``write_grid``; it has no character for a path."""
    if path:
        raise ValueError("a block grid cannot show a path")
    yield write_grid(level)


def write_grid(level: Level) -> str:
    """Write a level as a block grid with a rim of rock.

    A maze that was read from such a grid is written as it is. Any other has walls between its
    cells, and they need room: cell (row, col) becomes the character (2 row + 1, 2 col + 1), a
    passage the one between, so that distMin doubles.

    Args:
        level: Any level whose A is no goal.

    Returns:
        ``rows + 2`` lines of ``cols + 2`` characters for a block maze, else ``2 rows + 1`` lines
        of ``2 cols + 1``; each ends in a newline.

    Raises:
        ValueError: If A is B: a grid has one character for a cell.
        NotEnoughMemoryError: If the text would not fit.
    """
    if level.start in level.goals:
        raise ValueError("A and B are the same cell: a grid cannot show both")
    maze = level.maze
    ends = (level.start, *level.goals)
    open_cells = maze.passages != 0
    for end in ends:
        open_cells[end] = True
    scale = 1 if level.recipe is None and Maze.from_floor(open_cells) == maze else 2
    margin = 3 - scale  # scale 1: the rim on both sides; scale 2: the last wall
    height, width = scale * maze.rows + margin, scale * maze.cols + margin
    engine_memory.require(
        height * (width + 1) * _WRITE_BYTES_PER_CHARACTER, f"a grid of {width}x{height} characters"
    )
    canvas = np.full((height, width + 1), ord("X"), np.uint8)
    canvas[:, width] = _NEWLINE
    inner = canvas[1:-1, 1 : width - 1]
    inner[::scale, ::scale][open_cells] = ord(".")
    if scale == 2:
        inner[::2, 1::2][maze.passages[:, :-1] & 2 != 0] = ord(".")
        inner[1::2, ::2][maze.passages[:-1] & 4 != 0] = ord(".")
    for end, letter in zip(ends, "A" + "B" * len(level.goals), strict=True):
        inner[scale * end[0], scale * end[1]] = ord(letter)
    return canvas.tobytes().decode("ascii")


def _lines_only(data: bytes) -> bytes:
    """Return the text with LF alone at the end of each line, the last included."""
    if b"\0" in data:
        raise GridError("it is not text: it holds a zero byte")
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.isascii():
        try:
            # Piece by piece: the whole as a str could take four times its bytes.
            for _ in codecs.iterdecode(
                (data[i : i + _PIECE] for i in range(0, len(data), _PIECE)), "utf-8"
            ):
                pass
        except UnicodeDecodeError as error:
            raise GridError(
                f"it is not text: the byte 0x{error.object[error.start]:02x} is not UTF-8"
            ) from None
    lines = data.replace(b"\r\n", b"\n").rstrip(b"\r\n")
    if not lines:
        raise GridError("it is empty")
    return lines + b"\n"


def _kinds(data: bytes) -> NDArray[np.uint8]:
    """uint8 (lines, columns): what each character stands for."""
    width = data.index(b"\n")
    if width == 0:
        raise GridError("line 1 is empty")
    rows, rest = divmod(len(data), width + 1)
    engine_memory.require(len(data) * _READ_BYTES_PER_CELL, f"a grid of {width}x{rows}")
    lines = np.frombuffer(data, np.uint8)[: len(data) - rest].reshape(rows, width + 1)
    kinds = _KINDS[lines]
    # The first line of another length ends in its row too early or not at all.
    wrong = (kinds[:, :width] == _OTHER).any(axis=1) | (lines[:, width] != _NEWLINE)
    if rest or wrong.any():
        _refuse_line(data, int(wrong.argmax()) if wrong.any() else rows, width)
    return kinds[:, :width]


def _refuse_line(data: bytes, row: int, width: int) -> NoReturn:
    """Say what is wrong with the first wrong line; those above it are ``width`` wide."""
    start = row * (width + 1)
    line = data[start : data.index(b"\n", start)]
    foreign = _FOREIGN.search(line)
    if foreign:
        col = foreign.start()
        character = line[col : col + 4].decode("utf-8", "ignore")[0]
        raise GridError(
            f"line {row + 1}, column {col + 1}: {_SPOKEN.get(character, repr(character))} "
            "has no place in a grid: X (rock), . or a space (floor), A and B have"
        )
    raise GridError(
        f"line {row + 1} has length {len(line)}, line 1 has length {width}: "
        "all lines of a grid are equally long"
    )


def _places(kinds: NDArray[np.uint8], kind: int, limit: int) -> list[tuple[int, int]]:
    """The (row, col) of the first ``limit`` characters of a kind."""
    flat = (kinds == kind).reshape(-1)
    places: list[tuple[int, int]] = []
    index = 0
    while len(places) < limit and index < flat.size:
        index += int(flat[index:].argmax())
        if not flat[index]:
            break
        places.append(divmod(index, kinds.shape[1]))
        index += 1
    return places


def _has_rim(kinds: NDArray[np.uint8]) -> bool:
    """Whether all four edges are rock, with room for a cell between them."""
    if min(kinds.shape) < 3:
        return False
    edges = (kinds[0], kinds[-1], kinds[:, 0], kinds[:, -1])
    return all(bool((edge == _ROCK).all()) for edge in edges)


def _at(place: tuple[int, int]) -> str:
    return f"line {place[0] + 1}, column {place[1] + 1}"
