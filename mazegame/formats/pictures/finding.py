"""Finding the cells of a maze in a picture of it.

What lives here: from bits to a maze. What does not: the lines of walls (``lattices.py``), files
(``image.py``, ``pbm.py``).

Each pixel is wall or ground. Walls lie on a lattice and are equally thick, so the changes from
ground to wall along a row of pixels lie at equal distances, and likewise down a column. The
distances may differ by about a pixel, as in scaled pictures. A margin around the maze is ignored. A
and B are the two gaps in the boundary, unless the picture's text names them.

If walls and passages are equally thick, and posts or cells are not at the places that such a maze
has for them, the picture is a block grid: each square is a cell. A border may be cut: then less of
its wall is there. The caller may name the pixels of a cell and of a wall: then a side may have no
border at all, and is closed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Maze
from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found, read_ends
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap, Claims
from mazegame.formats.pictures.lattices import (
    Axis,
    Edges,
    bare_axis,
    changes,
    cut_lattice,
    exact_lattice,
    likely_lattice,
    near_lattice,
)
from mazegame.formats.source import Limits
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls
from mazegame.formats.text.rows import first_place

BYTES_PER_CELL: Final = 9
"""Peak memory of finding the cells, in bytes per cell, without the bits of the picture."""

_CLEAR, _LIKELY = 0.2, 0.4
"""A zone is a wall if more than 1 - this of its pixels are wall, and open if less than this; on
uneven lines the second counts."""

_DOORS: Final = 2
"""Most gaps in the boundary of a picture whose walls are thicker than its passages."""

_HINT: Final = (
    "--from-cell and --from-wall name the pixels from a cell to the next and across a wall (1 and "
    "0: every pixel is a cell)"
)

NO_WALL: Final = "it is no maze: there is no wall in the picture"

LACKS: Final = (
    "it has no {letter}: no two gaps in its boundary are found; name cells with --start and --goal"
)

_NAME_WALL: Final = "; --from-wall names the pixels across them"


def find_maze(bitmap: Bitmap, claims: Claims, limits: Limits, *, exactly: bool = False) -> Found:
    """Find the maze in a picture, or say what is off the lattice, and where, and what helps.

    If the caller says something of its pixels, the claims of its text do not
    count. With ``exactly`` its lines must have exactly equal distances.
    """
    cropped = bitmap.without_margin()
    if cropped is None:
        raise FormatError(NO_WALL)
    below = bitmap.height - cropped.height - cropped.top
    right = bitmap.width - cropped.width - cropped.left
    margins = {cropped.top, cropped.left, below, right}
    search = _Search(cropped, changes(cropped), margins, claims, limits, exactly)
    if limits.name_pixels:
        return replace(search, claims=Claims()).with_known_pixels()
    try:
        return search.without_known_pixels()
    except FormatError as error:
        if claims.size is not None or "--" in str(error):  # it names an option already
            raise
        raise FormatError(f"{error}; {_HINT}") from None


@dataclass(frozen=True, eq=False)
class _Search:
    """The search for the maze in a picture; arguments and errors as in ``find_maze``."""

    bitmap: Bitmap
    """The picture without its margins."""
    edges: tuple[Edges, Edges]
    """Those of ``changes``."""
    margins: set[int]
    """The pixels that were removed at its sides."""
    claims: Claims
    limits: Limits
    exactly: bool

    def without_known_pixels(self) -> Found:
        """Find the maze by the picture, and by the claims of its text, alone."""
        bitmap, edges = self.bitmap, self.edges
        exact = exact_lattice(*edges, self.claims)
        lattice = exact or cut_lattice(*edges)
        if lattice is None and self.exactly:
            raise FormatError("its walls stand at no equal distances")
        size = None if exact else _block_size(*edges, bitmap)
        if size is not None and size > 1:
            return self._blocks(size)
        is_likely = lattice is None
        try:
            lattice = lattice or likely_lattice(bitmap)
        except FormatError:
            if size is None:
                raise
            return self._blocks(size)
        thick, room = lattice[0].thick, lattice[0].room()
        is_framed = min(float(side.mean()) for side in bitmap.sides()) > 0.6  # mostly wall
        if self.claims.size is None and thick >= room and not is_framed:
            raise FormatError(_thick(thick, room))  # the walls may be light, or it is no maze
        try:
            return self._on_lattice(lattice, is_likely=is_likely)
        except FormatError:
            size = size or _block_size(*edges, bitmap)
            if size is None:
                raise
            return self._blocks(size)

    def with_known_pixels(self) -> Found:
        """Find the maze in a picture of whose pixels the caller says something.

        If nothing around it was removed, sides without a border are closed.
        """
        bitmap, edges = self.bitmap, self.edges
        cell, wall = self.limits.cell, self.limits.wall
        if (cell is not None and cell < 1) or (wall is not None and wall < 0):
            raise FormatError("a cell has one pixel at least, and a wall none at least")
        if wall == 0:
            if cell is None:
                raise FormatError("where a wall has no pixels, name those of a cell: --from-cell")
            return self._blocks(cell, is_framed=False)
        lattice = cut_lattice(*edges, cell, wall)
        if lattice is None and self.margins == {0}:
            vertical, horizontal = (bare_axis(side, cell, wall) for side in edges)
            if vertical and horizontal and vertical[0].thick == horizontal[0].thick:
                frames = (*vertical[1], *horizontal[1])
                sides = zip(bitmap.sides(), frames, strict=True)
                if not any(frame and side.all() for side, frame in sides):  # else it is dark paper
                    framed = replace(self, bitmap=bitmap.framed(vertical[1], horizontal[1]))
                    return framed._on_lattice((vertical[0], horizontal[0]))
        if lattice is None and self.exactly and wall is None:
            raise FormatError("its walls stand at no equal distances")
        if lattice is None:
            lattice = near_lattice(bitmap, edges, cell, wall)
            thick, room = lattice[0].thick, lattice[0].room()
            if wall is None and thick > room + 1:
                raise FormatError(_thick(thick, room) + _NAME_WALL)
        return self._on_lattice(lattice)

    def _on_lattice(self, lattice: tuple[Axis, Axis], *, is_likely: bool = False) -> Found:
        """Read the maze on a lattice, its lines down the picture and across it.

        ``is_likely`` says whether the lattice is a guess.
        """
        vertical, horizontal = lattice
        rows, cols = len(vertical.lines) - 1, len(horizontal.lines) - 1
        size = rows * cols * BYTES_PER_CELL
        self.limits.require(f"a maze of {cols}x{rows}", rows * cols, size)

        def place(row: int, col: int) -> str:
            y = _pixel(vertical, row, self.bitmap.top)
            x = _pixel(horizontal, col, self.bitmap.left)
            return f"pixel row {y + 1}, column {x + 1}"

        clear, is_known = _CLEAR, self.limits.name_pixels
        if is_likely or is_known:  # edges may be off its lines
            clear = min(_LIKELY, _CLEAR + 1 / max(min(vertical.thick, vertical.room()), 1))
        zones = _zones(self.bitmap, vertical, horizontal, place, clear)
        inner = zones[2:-1:2, 1::2].any(axis=1), zones[1::2, 2:-1:2].any(axis=0)
        if is_likely and any(lines.size and (~lines).mean() > 0.3 for lines in inner):
            raise FormatError(  # too many lines are without any wall
                "its walls stand on no clear lattice: it is too small or too uneven a picture"
            )
        is_named = self.claims.size is not None
        if not is_named and self.limits.wall is None:
            _refuse_swapped(zones, vertical, self.margins, _NAME_WALL if is_known else "")
            if self.exactly and _has_side_of_rock(zones):
                raise FormatError("what looks like light rock around it may be paper")
        across, left = zones[::2, 1::2], zones[1::2, ::2]
        start, goals = boundary_gaps(across[0], across[-1], left[:, 0], left[:, -1])
        return self._found(maze_of_walls(across, left), start, goals, blank_is_rock=not is_named)

    def _blocks(self, size: int, *, is_framed: bool = True) -> Found:
        """Read the squares as cells of a block grid; two gaps at its edge are A and B.

        ``is_framed`` says whether an edge without a gap is only a frame.
        """
        width, height = self.bitmap.width, self.bitmap.height
        rows, cols = height // size, width // size
        if (rows * size, cols * size) != (height, width):
            raise FormatError(f"its {width}x{height} pixels are no whole squares of {size}x{size}")
        cells = rows * cols
        self.limits.require(f"a block grid of {cols}x{rows}", cells, cells * BYTES_PER_CELL)
        # A square is what the pixel in its middle is.
        middle = size // 2
        lines = (self.bitmap.rows(y, y + 1)[:, middle::size] for y in range(middle, height, size))
        floor = ~np.concatenate([*lines])
        gaps = _gaps(floor)
        if is_framed and not gaps and min(rows, cols) > 2 and not floor[0, 0]:
            return self._found(Maze.from_floor(floor[1:-1, 1:-1]), None, ())
        start, goals = (gaps[0], (gaps[1],)) if len(gaps) == 2 else (None, ())
        return self._found(Maze.from_floor(floor), start, goals)

    def _found(
        self,
        maze: Maze,
        start: Cell | None,
        goals: tuple[Cell, ...],
        *,
        blank_is_rock: bool = False,
    ) -> Found:
        claims = self.claims
        if claims.size not in {None, (maze.cols, maze.rows)}:
            raise FormatError(
                f"it says it has {claims.size} cells, and has {maze.cols}x{maze.rows}"
            )
        if claims.ends:
            start, goals = read_ends(claims.ends)
        return Found(
            maze, start, goals, claims.game_id, lacks=LACKS, blank_is_rock=blank_is_rock,
            marks=goals,
        )  # fmt: skip


def _pixel(axis: Axis, zone: int, offset: int) -> int:
    line, room = divmod(zone, 2)
    return int(axis.lines[line]) + room * axis.thick + offset


def _zones(
    bitmap: Bitmap, vertical: Axis, horizontal: Axis, place: Callable[[int, int], str], clear: float
) -> NDArray[np.bool_]:
    """Return which zones are wall, bool (2 rows + 1, 2 cols + 1); refuse one that is half wall."""
    ys, xs = vertical.edges(bitmap.height), horizontal.edges(bitmap.width)
    zones = np.empty((len(ys), len(xs)), np.bool_)
    filled = np.empty((len(ys) // 2, len(xs) // 2), np.bool_)
    areas_x = np.diff(np.append(xs, bitmap.width))
    bounds = np.append(ys, bitmap.height)
    high = max(1, BAND_PIXELS // bitmap.width * len(ys) // bitmap.height)
    for first in range(0, len(ys), high):
        end = min(first + high, len(ys))
        pixels = bitmap.rows(int(bounds[first]), int(bounds[end]))
        sums = np.add.reduceat(pixels, ys[first:end] - ys[first], axis=0, dtype=np.int32)
        sums = np.add.reduceat(sums, xs, axis=1)
        areas = np.diff(bounds[first : end + 1])[:, np.newaxis] * areas_x
        share = sums / areas
        zones[first:end] = share > 0.5
        rooms = share[1 - first % 2 :: 2, 1::2]
        filled[first // 2 : first // 2 + len(rooms)] = rooms > 0.95
        unclear = (share > clear) & (share < 1 - clear)
        # Posts follow from the walls that end in them; in rooms there may be marks.
        unclear[first % 2 :: 2, ::2] = False
        unclear[1 - first % 2 :: 2, 1::2] = False
        if unclear.any():
            row, col = first_place(unclear)
            raise FormatError(
                f"{place(row + first, col)}: {share[row, col]:.0%} of a wall or a room is wall: "
                "it is no grid of equal cells, or no picture in two colours"
            )
    # No passage leads into a filled area, nearly all wall; a filled room alone is a mark.
    beside = np.pad(filled, 1)
    filled &= beside[:-2, 1:-1] | beside[2:, 1:-1] | beside[1:-1, :-2] | beside[1:-1, 2:]
    zones[:-1:2, 1::2] |= filled
    zones[2::2, 1::2] |= filled
    zones[1::2, :-1:2] |= filled
    zones[1::2, 2::2] |= filled
    return zones


def _has_side_of_rock(zones: NDArray[np.bool_]) -> bool:
    """Return whether all cells along a side are rock; a dark one with an open side is a mark."""
    rooms = zones[1::2, 1::2] & zones[:-1:2, 1::2] & zones[2::2, 1::2]
    rooms &= zones[1::2, :-1:2] & zones[1::2, 2::2]
    return any(bool(side.all()) for side in (rooms[0], rooms[-1], rooms[:, 0], rooms[:, -1]))


def _refuse_swapped(zones: NDArray[np.bool_], axis: Axis, margins: set[int], hint: str) -> None:
    """Refuse walls thicker than passages if these may be the walls, and light.

    Then the boundary has many gaps, or was taken for a margin; or the cells along it are joined all
    around, since they are its light walls, or nowhere, since they are off these.
    """
    room = axis.room()
    sides = (zones[0, 1::2], zones[-1, 1::2], zones[1::2, 0], zones[1::2, -1])
    gaps = sum(side.size - np.count_nonzero(side) for side in sides)
    inner = (zones[1, 2:-1:2], zones[-2, 2:-1:2], zones[2:-1:2, 1], zones[2:-1:2, -2])
    ring = np.concatenate(inner)
    is_ring = np.count_nonzero(ring) <= _DOORS or bool(ring.all())
    if axis.thick > room + 1 and (gaps > _DOORS or margins == {room} or is_ring):
        raise FormatError(_thick(axis.thick, room) + hint)


def _thick(thick: int, room: int) -> str:
    return (
        f"its walls are {thick} pixels thick, and there are {room} between them: in a picture of a "
        "maze walls are thinner, or stand all around"
    )


def _block_size(down: Edges, across: Edges, bitmap: Bitmap) -> int | None:
    """Return the side of a picture's squares, in pixels; None if it does not seem to have any.

    Squares of one pixel take a frame with two gaps of one pixel: many pictures have such detail.
    """
    places = (*down.begins, *down.ends, *across.begins, *across.ends)
    size = math.gcd(*(int(place) for place in places))
    # In a scaled picture all edges may be even by chance, but a wall of one block is not, and where
    # an area is filled only passages are wider.
    if {down.thick(), across.thick(), down.room(), across.room()} != {size}:
        return None
    if min(down.length, across.length) < 3 * size:
        return None
    floor = sum(side.size - np.count_nonzero(side) for side in bitmap.sides())
    return size if size > 1 or floor == 2 else None


def _gaps(floor: NDArray[np.bool_]) -> list[Cell]:
    """Return the middle of each gap in the outermost squares, by rows."""
    places = np.arange(floor.size).reshape(floor.shape)
    ring = np.concatenate([places[0], places[1:, -1], places[-1, -2::-1], places[-2:0:-1, 0]])
    there = floor.reshape(-1)[ring]
    if there.all():
        return []
    begin = int(there.argmin())  # a gap may go round a corner, so the first square is wall
    ring, there = np.roll(ring, -begin), np.roll(there, -begin)
    steps = np.diff(there.view(np.int8), append=np.int8(0))
    begins, ends = np.flatnonzero(steps == 1) + 1, np.flatnonzero(steps == -1)
    middles = np.sort(ring[(begins + ends) // 2]).tolist()
    return [(place // floor.shape[1], place % floor.shape[1]) for place in middles]
