"""Block grids: mazes as text, one character a cell.

What lives here: reading and writing such a text, in bands of lines. What does not: opening files.

``X`` is rock, ``.`` or a space is floor, ``A`` is the start and ``B`` a goal (several are
allowed: the nearest counts). Floor cells side by side are joined. A full boundary of rock is only a
frame and is taken off; a grid that is open at its edge is fine too.

    XXXXX
    XA..X
    X.X.X
    X.XBX
    XXXXX

Other programs write ``#``, ``1``, ``@`` or full blocks for rock, ``0`` for floor, ``S`` for the
start and ``E`` or ``G`` for a goal, and draw a path with ``+`` or ``*``. All of that is read. Where
``#`` is rock and ``S`` the start, ``X`` is a path, as maze-dataset draws it.

Such programs also print mazes whose walls are as thick as their passages. Read as a block grid,
every step of those becomes two. The format ``thick`` reads them as what they are: a character in an
odd line and an odd column (the first is 0) is a cell, the others are what lies between cells. A
title whose size is that of such cells decides it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Direction, Maze
from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError, at
from mazegame.formats.found import MAX_GOALS, Found, read_ends
from mazegame.formats.picture import Picture, bands
from mazegame.formats.source import Source
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls, pixels_of
from mazegame.formats.text.plain import titles
from mazegame.formats.text.rows import Drawn, Symbols, first_place

_SIZE: Final = re.compile(r":(\d{1,9})x(\d{1,9}):")
"""The size in a game ID."""

_NEWLINE: Final = ord("\n")
_ROCK, _FLOOR, _A, _B = range(1, 5)

_READS: Final = (
    "a block grid has rock (X # 1 @ or full blocks), floor (. 0 or a space), A or S, and B, G or E"
)
_MEANINGS: Final = {_ROCK: "X#1@█", _FLOOR: ". 0+*·•", _A: "AS", _B: "BGE"}
_SYMBOLS: Final = Symbols(_MEANINGS, _READS)
_WITH_PATH: Final = Symbols({**_MEANINGS, _ROCK: "#1@█", _FLOOR: ". 0+*·•X"}, _READS)

_LACKS: Final = "it has no {letter}: write {marks}, or name a cell with --start or --goal"


def read(source: Source) -> Found:
    """Read a block grid.

    Lines may end in LF or CRLF; a byte order mark in front and empty lines at the end are ignored.
    The cells are the characters within the boundary.
    """
    grid = _Grid(source)
    if grid.says_thick():
        return _read_thick(grid)
    frame = 1 if grid.is_framed() else 0
    found = _found(grid, frame, 1)
    counted = " within its border" if frame else " at its first character"
    return Found(grid.maze(frame), *found, grid.text.game_id, lacks=_LACKS, counted=counted)


THICK: Final = SimpleNamespace(read=lambda source: _read_thick(_Grid(source)))
"""The format ``thick``."""


def _read_thick(grid: _Grid) -> Found:
    """Read a maze whose walls are as thick as its passages; its distances do not double."""
    floor = grid.floor(0, grid.rows)
    if grid.rows % 2 == 0 or grid.cols % 2 == 0 or min(grid.rows, grid.cols) < 3:
        raise FormatError(
            f"it has {grid.rows} lines of {grid.cols} characters: a maze with thick walls has odd "
            "numbers of both, 3 at least"
        )
    posts = floor[::2, ::2]
    if posts.any():
        row, col = first_place(posts)
        raise FormatError(
            f"{at(2 * row, 2 * col, grid.text.first_line)}: floor, where a maze with thick walls "
            "has a post"
        )
    across, vertical = ~floor[::2, 1::2], ~floor[1::2, ::2]
    rock = ~floor[1::2, 1::2]
    across[:-1] |= rock
    across[1:] |= rock
    vertical[:, :-1] |= rock
    vertical[:, 1:] |= rock
    start, goals = _found(grid, 1, 2)
    if start is None and not goals:
        start, goals = boundary_gaps(across[0], across[-1], vertical[:, 0], vertical[:, -1])
    return Found(maze_of_walls(across, vertical), start, goals, grid.text.game_id, lacks=_LACKS)


def _found(grid: _Grid, frame: int, scale: int) -> tuple[Cell | None, tuple[Cell, ...]]:
    """Check the number of As and goals, and return their cells."""
    if len(grid.starts) > 1:
        one, other = (at(*place, grid.text.first_line) for place in grid.starts)
        raise FormatError(f"it has two starts, at {one} and at {other}: one is the start")
    if grid.text.ends:
        return read_ends(grid.text.ends)
    if len(grid.goals) > MAX_GOALS:
        raise FormatError(f"it has more than {MAX_GOALS:,} Bs")

    def cell(place: tuple[int, int]) -> Cell:
        # With thick walls a letter in the boundary is a door of the cell beside it.
        row = min(max(place[0], frame), grid.rows - 1 - frame) - frame
        col = min(max(place[1], frame), grid.cols - 1 - frame) - frame
        return row // scale, col // scale

    start = cell(grid.starts[0]) if grid.starts else None
    return start, tuple(dict.fromkeys(map(cell, grid.goals)))


class _Grid:
    """A block grid: a bit for every character, and the places of the letters."""

    def __init__(self, source: Source) -> None:
        self.text = Drawn(source)
        self.starts: list[tuple[int, int]] = []
        self.goals: list[tuple[int, int]] = []
        self.cols = 0
        self.rows = 0
        head = source.head()
        symbols = _WITH_PATH if b"#" in head and b"S" in head and b"." not in head else _SYMBOLS
        if source.size:
            what = f"a block grid of {memory.format_size(source.size)}"
            memory.require(source.size * 1.5, what)  # the grid, a bit a character, and a band
        bits: list[NDArray[np.uint8]] = []
        for rows in symbols.bands(self.text, even=True):
            self.cols = rows.shape[1]
            for places, symbol, most in ((self.starts, _A, 2), (self.goals, _B, MAX_GOALS + 1)):
                if len(places) < most:
                    flat = np.flatnonzero(rows == symbol)[: most - len(places)]
                    found = zip(*np.divmod(flat, self.cols), strict=True)
                    places.extend((int(row) + self.rows, int(col)) for row, col in found)
            bits.append(np.packbits(rows != _ROCK, axis=1))
            self.rows += len(rows)
        self._packed = np.concatenate(bits)

    def floor(self, top: int, end: int) -> NDArray[np.bool_]:
        """Return which characters of some lines are floor: bool (end - top, cols)."""
        return np.unpackbits(self._packed[top:end], axis=1, count=self.cols).view(np.bool_)

    def is_framed(self) -> bool:
        """Return whether all four edges are rock, with room for a cell between them."""
        if min(self.rows, self.cols) < 3:
            return False
        west, east = self._packed[:, 0] >> 7, self._packed[:, -1] >> (-self.cols % 8) & 1
        return not (west.any() or east.any() or self._packed[[0, -1]].any())

    def says_thick(self) -> bool:
        """Return whether the title's size is that of a maze with walls as thick as passages."""
        size = _SIZE.search(self.text.game_id)
        thick = tuple(2 * int(side) + 1 for side in size.groups()) if size else None
        return (self.cols, self.rows) == thick

    def maze(self, frame: int) -> Maze:
        """Return the maze that joins neighbouring floor cells, without the frame."""
        rows, cols = self.rows - 2 * frame, self.cols - 2 * frame
        grid = np.zeros((rows + 2, cols + 2), np.uint8)
        for top, end in bands(rows, cols):
            floor = np.zeros((end - top + 2, cols + 2), np.uint8)  # with a row above and below
            above, below = max(top - 1, 0), min(end + 1, rows)
            inner = self.floor(above + frame, below + frame)[:, frame : frame + cols]
            floor[above - top + 1 : below - top + 1, 1:-1] = inner
            sides = grid[top + 1 : end + 1, 1:-1]
            np.multiply(floor[:-2, 1:-1], Direction.N.value, out=sides)
            sides |= floor[1:-1, 2:] << 1
            sides |= floor[2:, 1:-1] << 2
            sides |= floor[1:-1, :-2] << 3
            sides *= floor[1:-1, 1:-1]
        return Maze.from_grid(grid)


def write(picture: Picture) -> Iterator[bytes]:
    """Write a picture as a block grid with a boundary of rock, in bands of lines.

    A maze that was read from such a grid is written as it is: ``rows + 2`` lines of ``cols + 2``
    characters. Any other has walls between its cells, and they need room: cell (row, col) becomes
    the character (2 row + 1, 2 col + 1), a passage the one between, so that distMin doubles.

    Raises:
        ValueError: If A is B: a grid has one character for a cell.
    """
    if picture.start in picture.goals:
        raise ValueError("A and B are the same cell: a grid cannot show both")
    scale = 1 if picture.recipe is None and _is_block_maze(picture) else 2
    return _lines(picture, scale)


def _lines(picture: Picture, scale: int) -> Iterator[bytes]:
    yield from titles(picture)
    maze = picture.maze
    edge = b"X" * (scale * maze.cols + 3 - scale) + b"\n"
    if scale == 1:
        yield edge
    letters = sorted((cell, ord(letter)) for cell, letter in picture.letters())
    for top, end in bands(maze.rows, maze.cols):
        if scale == 1:
            rock = np.pad(picture.rock(top, end), ((0, 0), (1, 1)), constant_values=True)
        else:
            rock = pixels_of(picture, top, end).view(np.bool_)
            rock[::2, ::2] = True  # posts, with walls or without
        canvas = np.full((len(rock), rock.shape[1] + 1), _NEWLINE, np.uint8)
        canvas[:, :-1] = np.where(rock, np.uint8(ord("X")), np.uint8(ord(".")))
        cells = canvas[scale - 1 :: scale, 1::scale]
        for (row, col), letter in letters:
            if top <= row < end:
                cells[row - top, col] = letter
        yield canvas.tobytes()
    yield edge


def _is_block_maze(picture: Picture) -> bool:
    """Return whether a passage joins every pair of neighbouring floor cells."""
    maze = picture.maze
    for top, end in bands(maze.rows, maze.cols):
        floor = ~picture.rock(top, min(end + 1, maze.rows))
        sides = maze.passages[top:end]
        here = floor[: end - top]
        east = sides[:, :-1] & Direction.E.value != 0
        if not np.array_equal(east, here[:, :-1] & here[:, 1:]):
            return False
        south = sides[: len(floor) - 1] & Direction.S.value != 0
        if not np.array_equal(south, floor[:-1] & floor[1:]):
            return False
    return True
