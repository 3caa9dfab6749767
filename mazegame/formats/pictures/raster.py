"""Draw mazes as pixels, in bands of rows and constant memory.

A cell is a square of pixels: its upper and left wall, and its room. Path and walk run through the
middle of the rooms. So a row of cells has two or four different rows of pixels. Only these are
computed; the formats repeat them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Direction
from mazegame.formats.picture import HEAT_BANDS, VISITED, Picture, Rows, bands, usual_wall
from mazegame.formats.text.lattice import lattice_of, pixels_of

STREAM_CELL: Final = 2
"""Pixels from a cell to the next in a maze written row by row."""

_LONGEST: Final = 1200
"""Approximate longer side of a picture of the default size, in pixels."""


class Pixel(IntEnum):
    """The part of a picture that a pixel belongs to.

    ``HEAT`` is the first band of a heat map, ``TITLE`` the first shade of a title.
    """

    GROUND = 0
    WALL = 1
    ROCK = 2
    PATH = 3
    WALK = 4
    BOTH = 5
    START = 6
    GOAL = 7
    ON_END = 8
    HEAT = 9
    TITLE = HEAT + HEAT_BANDS


_LETTERS: Final = {
    "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "B": ("####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."),
}
"""A and B in five by seven dots."""


class Strip(NamedTuple):
    """Consecutive rows of pixels, of which repeated ones are stored once."""

    lines: NDArray[np.uint8]
    """uint8 (n, width): the ``Pixel`` of each pixel."""
    heights: tuple[int, ...]
    """Number of repetitions of each line, cyclically."""


@dataclass(frozen=True)
class Measures:
    """The size of a picture: columns and rows of cells; pixels of a cell and of a wall."""

    cols: int
    rows: int
    cell: int
    wall: int

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.cols * self.cell + self.wall

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.rows * self.cell + self.wall

    @property
    def room(self) -> int:
        """The side of a cell without its wall, in pixels."""
        return self.cell - self.wall


def measure(
    cols: int,
    rows: int,
    cell: int | None = None,
    wall: int | None = None,
    longest: int = _LONGEST,
    least: int = 2,
) -> Measures:
    """Return the measures of a picture.

    Without ``cell`` and ``wall`` its longer side has about ``longest`` pixels, and a cell has from
    ``least`` to 24. ValueError if a wall leaves no room in a cell.
    """
    cell = cell or min(max(longest // max(cols, rows), least), 24)
    wall = wall or usual_wall(cell)
    if not 0 < wall < cell:
        raise ValueError(f"a wall of {wall} pixels leaves no room in a cell of {cell}")
    return Measures(cols, rows, cell, wall)


def strips(rows: Rows, measures: Measures) -> Iterator[Strip]:
    """Draw a maze row by row with walls and ground alone; rock is wall."""
    zones, top = (measures.wall, measures.room), 0
    above = np.zeros((1, rows.cols + 1), np.bool_)
    for sides in rows.bands:
        right = np.ones((len(sides), 1), np.bool_)
        left = np.concatenate([above, np.hstack([sides & Direction.W.value == 0, right])])
        lattice = lattice_of(sides & Direction.N.value == 0, left, rows.rock(sides, top))
        yield Strip(_widened(lattice, zones), zones)
        above, top = left[-1:], top + len(sides)
    boundary = np.full((1, 2 * rows.cols + 1), Pixel.WALL, np.uint8)
    yield Strip(_widened(boundary, zones), zones[:1])


def strips_of(picture: Picture, measures: Measures, *, mono: bool) -> Iterator[Strip]:
    """Draw a picture; with ``mono`` in two colours, walls (also for rock) and ground.

    A row of cells has two lines, or four if a path runs through their middles.
    """
    rows, cols = picture.maze.shape
    has_links = not mono and (picture.path is not None or picture.walk is not None)
    has_rock = not picture.maze.passages.all()
    zones: tuple[int, ...] = (measures.wall, measures.room)
    if has_links:
        middle = max(1, round(measures.room * 0.34))
        before = (measures.room - middle) // 2
        zones = (measures.wall, before, middle, measures.room - middle - before)
    for top, end in (*bands(rows, cols), (rows, rows + 1)):  # the last is the boundary
        lattice = pixels_of(picture, top, end)
        if not mono and has_rock:
            walls = pixels_of(picture, top, end, in_rock=False)
            lattice = np.where(walls, np.uint8(Pixel.WALL), lattice * np.uint8(Pixel.ROCK))
        if picture.heat and not mono and top < rows:
            _lay_heat(lattice, picture.heat_bands(slice(top, end)))
        if has_links:
            lattice = _with_links(picture, lattice, top)
        lines = _widened(lattice, zones)
        if top == rows:
            yield Strip(lines[:1], zones[:1])
        elif mono or not marks_ends(measures):
            yield Strip(lines, zones)
        else:
            yield from _with_ends(picture, measures, Strip(lines, zones), top)


def marks_ends(measures: Measures) -> bool:
    """Return whether rooms are large enough to show A and B."""
    return measures.room >= 3


def _widened(lattice: NDArray[np.uint8], zones: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return lines whose columns are repeated to the pixels of each zone of a cell."""
    if set(zones) == {1}:
        return lattice
    return np.repeat(lattice, repeated(zones, lattice.shape[1]), axis=1)


def repeated(zones: tuple[int, ...], n: int) -> NDArray[np.int64]:
    """Return the pixels of ``n`` consecutive zones: int64 (n,)."""
    return np.tile(zones, -(-n // len(zones)))[:n]


def _lay_heat(lattice: NDArray[np.uint8], heat: NDArray[np.uint8]) -> None:
    """Fill rooms, and the gaps above and left of them, in place."""
    rooms = lattice[1::2, 1::2]
    np.copyto(rooms, heat + np.uint8(Pixel.HEAT), where=heat < HEAT_BANDS)
    for gaps in (lattice[::2, 1::2], lattice[1::2, :-1:2]):
        np.copyto(gaps, rooms, where=gaps == Pixel.GROUND)


def _with_links(picture: Picture, lattice: NDArray[np.uint8], top: int) -> NDArray[np.uint8]:
    """Return rows of cells with path and walk; a cell has four zones: wall and thirds of a room."""
    lines = np.repeat(_widened(lattice, (1, 3)), repeated((1, 3), len(lattice)), axis=0)
    for y, x, bit in (
        (2, 2, VISITED), (0, 2, Direction.N), (1, 2, Direction.N), (3, 2, Direction.S),
        (2, 0, Direction.W), (2, 1, Direction.W), (2, 3, Direction.E),
    ):  # fmt: skip
        picture.lay_links(lines[y::4, x:-1:4], top, bit, (Pixel.PATH, Pixel.WALK, Pixel.BOTH))
    return lines


def _with_ends(picture: Picture, measures: Measures, strip: Strip, top: int) -> Iterator[Strip]:
    """Yield strips of the rows from ``top`` on; those with A or B are drawn pixel by pixel."""
    lines, zones = strip
    k, done = len(zones), 0
    n = len(lines) // k
    ends: dict[int, list[tuple[int, str]]] = {}
    for (row, col), letter in reversed(picture.letters()):
        if top <= row < top + n:
            ends.setdefault(row - top, []).append((col, letter))
    for row in sorted(ends):
        if row > done:
            yield Strip(lines[done * k : row * k], zones)
        pixels = np.repeat(lines[row * k : (row + 1) * k], zones, axis=0)
        for col, letter in ends[row]:
            _draw_end(pixels, measures, col, letter)
        yield Strip(pixels, (1,) * len(pixels))
        done = row + 1
    if done < n:
        yield Strip(lines[done * k :], zones)


def _draw_end(pixels: NDArray[np.uint8], measures: Measures, col: int, letter: str) -> None:
    """Fill the room of A or B and draw its letter; in small rooms B has a hole instead."""
    wall, room = measures.wall, measures.room
    left = col * measures.cell + wall
    inside = pixels[wall : wall + room, left : left + room]
    inside[:] = Pixel.START if letter == "A" else Pixel.GOAL
    size = (room - 2) // 7
    if size < 1:
        third = -(-room // 3)
        if letter == "B":
            inside[third : room - third, third : room - third] = Pixel.GROUND
        return
    glyph = np.array([[dot == "#" for dot in line] for line in _LETTERS[letter]])
    dots = np.kron(glyph, np.ones((size, size), np.bool_))
    y, x = (room - dots.shape[0]) // 2, (room - dots.shape[1]) // 2
    inside[y : y + dots.shape[0], x : x + dots.shape[1]][dots] = Pixel.ON_END
