"""Mazes as pixels: the part that each pixel belongs to, in bands of rows, in constant memory.

What lives here: parts of a picture. What does not: their colours (``colours.py``), files
(``png.py``, ``pbm.py``).

A cell is a square of pixels: its upper and left wall, and its room. Path and walk run through the
middle of the rooms. So a row of cells has two or four different rows of pixels. Only those are
computed; the formats repeat them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Direction
from mazegame.formats.picture import HEAT_BANDS, Picture, Rows, usual_wall

STREAM_CELL: Final = 2
"""Pixels from a cell to the next in a maze written row by row."""

_LONGEST: Final = 1200
"""Approximate longer side of a picture of the default size, in pixels."""


class Pixel(IntEnum):
    """The part of a picture that a pixel belongs to; from ``HEAT`` on the bands of a heat map."""

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


_LETTERS: Final = {
    "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "B": ("####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."),
}
"""A and B in five by seven dots."""


class Strip(NamedTuple):
    """Some consecutive rows of pixels."""

    lines: NDArray[np.uint8]
    """uint8 (n, width): the ``Pixel`` of each pixel."""
    heights: tuple[int, ...]
    """Repetitions of the lines, in turn: of the first, of the second ..."""


@dataclass(frozen=True)
class Measures:
    """The measures of a picture in pixels."""

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
    """Choose the measures of a picture.

    Without ``cell`` and ``wall`` it has the default size: its longer side has about ``longest``
    pixels, and a cell has from ``least`` to 24 of them. A wall that leaves no room is refused.
    """
    cell = cell or min(max(longest // max(cols, rows), least), 24)
    wall = wall or usual_wall(cell)
    if not 0 < wall < cell:
        raise ValueError(f"a wall of {wall} pixels leaves no room in a cell of {cell}")
    return Measures(cols, rows, cell, wall)


def strips(rows: Rows, measures: Measures) -> Iterator[Strip]:
    """Draw a maze row by row: only walls and ground, rock as wall."""
    return _Renderer(measures).strips(rows)


def strips_of(picture: Picture, measures: Measures, *, mono: bool) -> Iterator[Strip]:
    """Draw a picture; ``mono`` in two colours only: walls (also for rock), and ground."""
    doors = picture.openings()
    return _Renderer(measures, doors, None if mono else picture).strips(picture.as_rows())


def marks_ends(measures: Measures) -> bool:
    """Return whether rooms of this size show A and B."""
    return measures.room >= 3


class _Renderer:
    """Draws rows of cells, two lines for each, or four if a path runs through their middles.

    Without a picture, whose layers it draws, there are only two colours.
    """

    def __init__(
        self,
        measures: Measures,
        doors: Iterable[tuple[Cell, Direction]] = (),
        picture: Picture | None = None,
    ) -> None:
        self._measures, self._doors, self._picture = measures, doors, picture
        self._links: list[tuple[Pixel, NDArray[np.uint8]]] = []
        self._zones: tuple[int, ...] = (measures.wall, measures.room)
        """Pixels of each zone of a cell: its wall, its room."""
        if picture is not None:
            self._links = [
                (pixel, links_of(cells, measures.rows, measures.cols))
                for pixel, cells in ((Pixel.WALK, picture.walk), (Pixel.PATH, picture.path))
                if cells is not None
            ]
            if self._links:
                middle = max(1, round(measures.room * 0.34))
                before = (measures.room - middle) // 2
                after = measures.room - middle - before
                self._zones = (measures.wall, before, middle, after)
        # Of the row above: the walls left of its cells, and which cells are rock.
        self._walls_above = np.zeros(measures.cols + 1, np.uint8)
        self._rock_above = np.ones(measures.cols, np.bool_)

    def strips(self, rows: Rows) -> Iterator[Strip]:
        """Yield all rows, and the boundary below them."""
        cols = self._measures.cols
        widths = np.array([*self._zones * cols, self._measures.wall])
        even = bool((widths == 1).all())
        top = 0
        for sides in rows.bands:
            lines = self._lines(rows, sides, top)
            lines = lines if even else np.repeat(lines, widths, axis=1)
            yield from self._with_ends(lines, top, len(sides))
            top += len(sides)
        boundary = self._lines(rows, np.zeros((1, cols), np.uint8), top)[:1]
        yield Strip(boundary if even else np.repeat(boundary, widths, axis=1), self._zones[:1])

    def _with_ends(self, lines: NDArray[np.uint8], top: int, n: int) -> Iterator[Strip]:
        """Yield the strips of some rows; draw rows of cells with A or B pixel by pixel."""
        ends: dict[int, list[tuple[int, str]]] = {}
        if self._picture is not None and marks_ends(self._measures):
            for (row, col), letter in reversed(self._picture.letters()):
                if top <= row < top + n:
                    ends.setdefault(row - top, []).append((col, letter))
        k, done = len(self._zones), 0
        for row in sorted(ends):
            if row > done:
                yield Strip(lines[done * k : row * k], self._zones)
            pixels = np.repeat(lines[row * k : (row + 1) * k], self._zones, axis=0)
            for col, letter in ends[row]:
                self._draw_end(pixels, col, letter)
            yield Strip(pixels, (1,) * len(pixels))
            done = row + 1
        if done < n:
            yield Strip(lines[done * k :], self._zones)

    def _draw_end(self, pixels: NDArray[np.uint8], col: int, letter: str) -> None:
        """Fill the room of A or B: with its letter; in small rooms without one, B with a hole."""
        wall, room = self._measures.wall, self._measures.room
        left = col * self._measures.cell + wall
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

    def _lines(self, rows: Rows, sides: NDArray[np.uint8], top: int) -> NDArray[np.uint8]:
        """Return the parts of rows from ``top`` on: a line or a column per zone of a cell.

        ``sides``, uint8 (n, cols), are the open sides; zeros for the row below the maze.
        """
        n, cols = sides.shape
        below = top == self._measures.rows
        rock = np.ones((n, cols), np.bool_) if below else rows.rock(sides, top)
        across = np.bitwise_and(sides, 1, dtype=np.uint8) ^ np.uint8(1)
        vertical = np.ones((n + 1, cols + 1), np.uint8)
        vertical[0] = self._walls_above
        vertical[1:, :-1] = (sides >> 3 & 1) ^ 1
        if below:
            vertical[1] = 0
        for (row, col), side in self._doors:
            y = row - top + (side == Direction.S)
            if 0 <= y < n and side in {Direction.N, Direction.S}:
                across[y, col] = 0
            elif 0 <= y < n:
                vertical[y + 1, col + (side == Direction.E)] = 0
        posts = np.bitwise_or(vertical[:-1], vertical[1:], dtype=np.uint8)
        posts[:, :-1] |= across
        posts[:, 1:] |= across
        rooms = np.zeros((n, cols), np.uint8) if below else self._rooms(rock, top)
        if self._picture is not None and (rock.any() or self._rock_above.any()):
            across, vertical, posts = self._with_rock(across, vertical, rock)
        self._walls_above = (vertical[-1] > 0).astype(np.uint8)
        self._rock_above = rock[-1]
        k = len(self._zones)
        lines = np.empty((n, k, k * cols + 1), np.uint8)
        lines[:, 0, ::k] = posts
        for zone in range(1, k):
            lines[:, 0, zone::k] = across
            lines[:, zone, ::k] = vertical[1:]
            for y in range(1, k):
                lines[:, y, zone::k] = rooms
        if self._picture is not None and not below:
            self._lay_over(self._picture, lines, rooms, top)
        return lines.reshape(n * k, -1)

    def _with_rock(
        self, across: NDArray[np.uint8], vertical: NDArray[np.uint8], rock: NDArray[np.bool_]
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
        """Mark walls between two rock cells as rock; return walls and posts as parts."""
        n, cols = rock.shape
        solid = np.ones((n + 1, cols + 2), np.bool_)
        solid[0, 1:-1], solid[1:, 1:-1] = self._rock_above, rock
        across = across << (solid[:-1, 1:-1] & solid[1:, 1:-1]).view(np.uint8)
        vertical = vertical << (solid[:, :-1] & solid[:, 1:]).view(np.uint8)
        assert Pixel.ROCK == Pixel.WALL << 1  # noqa: S101  the shifts rely on it
        around = np.zeros((4, n, cols + 1), np.uint8)
        around[0], around[1] = vertical[:-1], vertical[1:]
        around[2][:, :-1], around[3][:, 1:] = across, across
        posts = np.where((around == Pixel.WALL).any(axis=0), Pixel.WALL, around.max(axis=0))
        return across, vertical, posts.astype(np.uint8)

    def _rooms(self, rock: NDArray[np.bool_], top: int) -> NDArray[np.uint8]:
        """Return the part that fills each room: uint8 (n, cols)."""
        rooms = rock * np.uint8(Pixel.WALL if self._picture is None else Pixel.ROCK)
        if self._picture is not None and self._picture.heat:
            bands = self._picture.heat_bands(slice(top, top + len(rock)))
            np.copyto(rooms, bands + np.uint8(Pixel.HEAT), where=bands < HEAT_BANDS)
        return rooms

    def _lay_over(
        self, picture: Picture, lines: NDArray[np.uint8], rooms: NDArray[np.uint8], top: int
    ) -> None:
        """Draw heat in gaps, and paths, in place."""
        n, k = lines.shape[:2]
        if picture.heat:
            for zone in range(1, k):
                above, left = lines[:, 0, zone::k], lines[:, zone, :-1:k]
                np.copyto(above, rooms, where=above == Pixel.GROUND)
                np.copyto(left, rooms, where=left == Pixel.GROUND)
        if not self._links:
            return
        for y, x, bit in (
            (2, 2, _VISITED), (0, 2, Direction.N), (1, 2, Direction.N), (3, 2, Direction.S),
            (2, 0, Direction.W), (2, 1, Direction.W), (2, 3, Direction.E),
        ):  # fmt: skip
            target = lines[:, y, x:-1:k]
            there = [layer[top : top + n] & bit > 0 for _, layer in self._links]
            for (pixel, _), cells in zip(self._links, there, strict=True):
                target[cells] = pixel
            if len(there) == 2:
                target[there[0] & there[1]] = Pixel.BOTH


_VISITED: Final = 16
"""The bit of ``links_of`` for a cell on the path."""


def links_of(cells: NDArray[np.integer[Any]], rows: int, cols: int) -> NDArray[np.uint8]:
    """Return the sides a path crosses in each cell, and 16 for its cells: uint8 (rows, cols)."""
    links = np.zeros((rows, cols), np.uint8)
    if not len(cells):
        return links
    links[cells[:, 0], cells[:, 1]] = _VISITED
    here, there = cells[:-1], cells[1:]
    step = there.astype(np.int64) - here
    for direction in Direction:
        goes = (step == direction.delta).all(axis=1)
        links[here[goes, 0], here[goes, 1]] |= direction.value
        links[there[goes, 0], there[goes, 1]] |= direction.opposite.value
    return links
