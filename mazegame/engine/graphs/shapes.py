"""The kinds of lattices: their neighbours, their sizes, and where their cells and corners are.

Side i of a cell leads to its i-th neighbour. Rows and columns are those of the kind, in which a
cell's number is ``row * cols + col``; storeys and rings follow each other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_NESW: Final = ("north", "east", "south", "west")

MOVES: Final = {
    "square": _NESW,
    "hexagonal": ("north-east", "east", "south-east", "south-west", "west", "north-west"),
    "triangular": ("east", "base", "west"),
    "polar": ("clockwise", "anticlockwise", "in", "out", "out, clockwise"),
    "storeys": (*_NESW, "up", "down"),
    "torus": _NESW,
    "cylinder": _NESW,
}
"""The name of the direction through each side, by kind; at the centre of a polar lattice they are
numbers."""

KINDS: Final = tuple(MOVES)
"""The kinds by name."""

_WRAPS: Final = {"torus": ("cols", "rows"), "cylinder": ("cols",), "polar": ("spokes",)}
"""The measures whose first and last cells are beside each other."""

_HEIGHT: Final = np.sqrt(3) / 2
"""The height of an equilateral triangle with sides of 1."""

_ARC: Final = 8
"""Straight pieces in which an arc is drawn; an even number, since half a side may be one."""

_GAP: Final = 1
"""Cells between two storeys that are drawn side by side."""


class Geometry(NamedTuple):
    """The positions and corners of a lattice's cells."""

    positions: NDArray[np.float64]
    """(cells, 2): x to the right and y down."""
    polygons: NDArray[np.float64] | None = None
    """(cells, corners, 2): clockwise, the last one repeated; None if cells are points."""
    sides: NDArray[np.int16] | None = None
    """(cells or 1, sides, 2): the first and the last corner of each side, -1 if it has no place
    between two corners, as stairs."""


def check_size(kind: str, cols: int, rows: int, levels: int) -> None:
    """Raise ValueError if two cells would be beside each other twice, or some beside no others."""
    for what in _WRAPS.get(kind, ()):
        given = rows if what == "rows" else cols
        if given < 3:
            first = "a" if kind == "polar" else "the first cell is beside the last one: a"
            raise ValueError(f"{first} {kind} lattice takes 3 {what} or more, not {given}")
    if kind == "triangular" and cols == 1 and rows > 2:
        raise ValueError(
            "the triangles of one column hang together in pairs only: "
            f"a triangular lattice of {rows:,} rows takes 2 cols or more"
        )
    if levels > 1 and kind != "storeys":
        raise ValueError(f"a {kind} lattice has no storeys")


MOST_COUNTED: Final = 1 << 32
"""Number of cells above which cells of rings are only estimated; they fit no memory."""


def count_cells(kind: str, cols: int, rows: int, levels: int) -> tuple[int, int]:
    """Return the number of cells, or a lower bound for many rings; and the most sides of a cell."""
    if kind == "polar":
        least = max(cols * rows, rows * rows // 2)  # ring i has i cells or more
        cells = least if least > MOST_COUNTED else 1 + sum(ring_sizes(cols, rows))
        return cells, max(cols, len(MOVES[kind]))
    return cols * rows * levels, len(MOVES[kind])


def ends_of(kind: str, cols: int, rows: int, levels: int, cells: int) -> tuple[int, int, int]:
    """Return A and B, and the cell in the middle.

    A and B are the first and the last cell, as far apart as two cells of the kind are: round a
    torus B is in the middle, on a cylinder half way round, and in rings the centre.
    """
    middle = rows // 2 * cols + cols // 2
    if kind == "torus":
        return 0, middle, middle
    if kind == "cylinder":
        return 0, cells - cols + cols // 2, middle
    if kind == "polar":
        return cells - ring_sizes(cols, rows)[-1], 0, 0
    if kind == "graph":
        return 0, cells - 1, cells // 2
    return 0, cells - 1, levels // 2 * rows * cols + middle


def ring_sizes(spokes: int, rings: int) -> list[int]:
    """Return the number of cells of each ring: twice that of the ring inside where cells get wide.

    Ring i, from 1 up, has the inner radius i; a cell is split where it would be 1.5 wide inside.
    """
    sizes = [spokes]
    for ring in range(2, rings + 1):
        wide = 2 * np.pi * ring / sizes[-1] >= 1.5
        sizes.append(sizes[-1] * (2 if wide else 1))
    return sizes


def neighbours(kind: str, cols: int, rows: int, levels: int) -> NDArray[np.int32]:
    """Return the table of neighbours of a kind: int32 (cells, sides), -1 for none."""
    if kind == "polar":
        return _polar_neighbours(cols, rows)
    row, col = np.divmod(np.arange(rows * cols, dtype=np.int64), cols)

    def at(down: int | NDArray[np.int64], right: int | NDArray[np.int64]) -> NDArray[np.int64]:
        there, beside = row + down, col + right
        if "rows" in _WRAPS.get(kind, ()):
            there = there % rows
        if "cols" in _WRAPS.get(kind, ()):
            beside = beside % cols
        inside = (there >= 0) & (there < rows) & (beside >= 0) & (beside < cols)
        return np.where(inside, there * cols + beside, -1)

    if kind == "hexagonal":
        odd = row & 1
        sides = [at(-1, odd), at(0, 1), at(1, odd), at(1, odd - 1), at(0, -1), at(-1, odd - 1)]
    elif kind == "triangular":
        sides = [at(0, 1), at(1 - 2 * ((row + col) & 1), 0), at(0, -1)]
    else:
        sides = [at(-1, 0), at(0, 1), at(1, 0), at(0, -1)]
    table = np.stack(sides, axis=1).astype(np.int32)
    if kind != "storeys":
        return table
    floor = rows * cols
    stacked = np.full((levels, floor, 6), -1, np.int32)
    for level in range(levels):
        first = level * floor
        stacked[level, :, :4] = np.where(table < 0, -1, table + first)
        here = np.arange(first, first + floor)
        stacked[level, :, 4] = here - floor if level else -1
        stacked[level, :, 5] = here + floor if level < levels - 1 else -1
    return stacked.reshape(-1, 6)


def _polar_neighbours(spokes: int, rings: int) -> NDArray[np.int32]:
    sizes = ring_sizes(spokes, rings)
    cells, sides = count_cells("polar", spokes, rings, 1)
    table = np.full((cells, sides), -1, np.int32)
    table[0, :spokes] = np.arange(1, 1 + spokes)
    first = 1
    for ring, size in enumerate(sizes):
        at = np.arange(size)
        part = table[first : first + size]
        part[:, 0] = first + (at + 1) % size
        part[:, 1] = first + (at - 1) % size
        inner = 1 if ring == 0 else sizes[ring - 1]
        part[:, 2] = 0 if ring == 0 else first - inner + at * inner // size
        if ring + 1 < rings:
            split = sizes[ring + 1] // size
            for out in range(split):
                part[:, 3 + out] = first + size + at * split + out
        first += size
    return table


def geometry(kind: str, cols: int, rows: int, levels: int) -> Geometry:
    """Return where the cells of a kind are; neighbours are about 1 apart."""
    if kind == "polar":
        return _polar_geometry(cols, rows)
    row, col = np.divmod(np.arange(rows * cols), cols)
    if kind == "hexagonal":
        radius = 1 / np.sqrt(3)
        middles = np.stack((col + (row & 1) / 2 + 0.5, row * _HEIGHT + radius), axis=1)
        turns = np.arange(6) * np.pi / 3
        corners = radius * np.stack((np.sin(turns), -np.cos(turns)), axis=1)
        polygons = middles[:, None] + corners
    elif kind == "triangular":
        turned = (row + col) & 1  # its corner points down
        middles = np.stack(((col + 1) / 2, (row + (2 - turned) / 3) * _HEIGHT), axis=1)
        tip = _HEIGHT * 2 / 3
        upward = np.array([[0, -tip], [0.5, tip / 2], [-0.5, tip / 2]])
        downward = np.array([[0.5, -tip / 2], [0, tip], [-0.5, -tip / 2]])
        corners = np.where(turned[:, None, None], downward, upward)
        polygons = middles[:, None] + corners
    else:
        middles = np.stack((col + 0.5, row + 0.5), axis=1)
        corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
        polygons = middles[:, None] + corners
    count = polygons.shape[1]
    polygons = np.concatenate((polygons, polygons[:, :1]), axis=1)
    sides = np.stack((np.arange(count), np.arange(1, count + 1)), axis=1)[None]
    if kind == "triangular":
        sides = np.where(turned[:, None, None], sides[:, [0, 2, 1]], sides)
    if kind == "storeys":
        moved = floor_places(cols, rows, levels)
        middles = (moved[:, None] + middles).reshape(-1, 2)
        polygons = (moved[:, None, None] + polygons).reshape(-1, count + 1, 2)
        sides = np.concatenate((sides, np.full((1, 2, 2), -1)), axis=1)
    return Geometry(middles, polygons, sides.astype(np.int16))


def floor_places(cols: int, rows: int, levels: int) -> NDArray[np.float64]:
    """Return the top left corner of each storey, (levels, 2): in rows, about as wide as high."""
    across = levels if levels <= 3 else int(np.ceil(np.sqrt(levels * rows / cols)))
    down, right = np.divmod(np.arange(levels), max(across, 1))
    return np.stack((right * (cols + _GAP), down * (rows + _GAP)), axis=1).astype(np.float64)


def _polar_geometry(spokes: int, rings: int) -> Geometry:
    sizes = ring_sizes(spokes, rings)
    cells, sides = count_cells("polar", spokes, rings, 1)
    corners = max(2 * _ARC + 3, spokes * _ARC + 1)
    positions = np.zeros((cells, 2))
    polygons = np.zeros((cells, corners, 2))
    places = np.full((cells, sides, 2), -1, np.int16)
    polygons[0, : spokes * _ARC + 1] = _around(1, np.linspace(0, 1, spokes * _ARC + 1))
    polygons[0, spokes * _ARC + 1 :] = polygons[0, spokes * _ARC]
    places[0, :spokes, 0] = np.arange(spokes) * _ARC
    places[0, :spokes, 1] = np.arange(1, spokes + 1) * _ARC
    first = 1
    for ring, size in enumerate(sizes):
        part = slice(first, first + size)
        turns = (np.arange(size)[:, None] + np.linspace(0, 1, _ARC + 1)) / size
        positions[part] = _around(ring + 1.5, turns[:, _ARC // 2])
        outline = np.concatenate(
            (_around(ring + 2, turns), _around(ring + 1, turns[:, ::-1])), axis=1
        )
        closing = np.repeat(outline[:, :1], corners - outline.shape[1], axis=1)
        polygons[part] = np.concatenate((outline, closing), axis=1)
        split = ring + 1 < rings and sizes[ring + 1] > size
        places[part, 0] = _ARC, _ARC + 1
        places[part, 1] = 2 * _ARC + 1, 2 * _ARC + 2
        places[part, 2] = _ARC + 1, 2 * _ARC + 1
        places[part, 3] = 0, _ARC // 2 if split else _ARC
        if split:
            places[part, 4] = _ARC // 2, _ARC
        first += size
    return Geometry(positions + rings + 1, polygons + rings + 1, places)


def _around(radius: float, turns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points on a circle around (0, 0), by shares of a turn, clockwise from the top."""
    angles = 2 * np.pi * turns
    return radius * np.stack((np.sin(angles), -np.cos(angles)), axis=-1)


def circle(cells: int) -> Geometry:
    """Return points on a circle, about 1 apart."""
    radius = max(cells / (2 * np.pi), 0.5)
    return Geometry(_around(radius, np.arange(cells) / cells) + radius)
