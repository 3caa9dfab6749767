"""Finding the cells of a maze in a picture of it.

Each pixel is wall or ground. Walls lie on a lattice and are equally thick, so the changes from
ground to wall along a row of pixels lie at equal distances, and likewise down a column. The
distances may differ by about a pixel, as in scaled pictures. A margin around the maze is ignored. A
and B are the two gaps in the boundary, unless the picture's text names them.

If walls and passages are equally thick, and posts or cells are not at the places that such a maze
has for them, the picture is a block grid: each square is a cell. A border may be cut: then less of
its wall is there. The caller may name the pixels of a cell and of a wall.

What lives here: from bits to a maze. What does not: files (``image.py``, ``pbm.py``).

The module is longer than others since each step measures what the next one needs, and nothing else
needs it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.engine import Maze
from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found, read_ends
from mazegame.formats.source import Pixels
from mazegame.formats.text.lattice import maze_of_pixels
from mazegame.formats.text.rows import beside, first_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from mazegame.engine import Cell
    from mazegame.formats.limits import Limits
    from mazegame.formats.pictures.raster import Measures

_BAND_PIXELS: Final = 1 << 20

_BYTES_PER_CELL: Final = 9
"""Peak memory of finding the cells, in bytes per cell, without the bits of the picture."""

_BYTES_PER_BLOCK: Final = 9
"""The same for a block grid."""

_CLEAR: Final = 0.2
"""A zone is a wall if more than 1 - this of its pixels are wall, and open if less than this."""

_LIKELY: Final = 0.4
"""The same share for uneven lines."""

_FILLED: Final = 0.95
"""A room is filled if more than this of its pixels are wall."""

_MOST_UNEVEN: Final = 20_000
"""Longest side, in pixels, of a picture in which uneven lines are looked for."""

_NEARLY: Final = 0.65
"""Share of the best clearness that a finer lattice needs; one twice too fine reaches a half."""

_MOST_EMPTY: Final = 0.3
"""Largest share of lines without any wall in an uneven picture."""

_FRAMED: Final = 0.6
"""Smallest share of wall along each side of a picture with walls as thick as passages."""

_DOORS: Final = 2
"""Most gaps in the boundary of a picture whose walls are thicker than its passages."""

_SAMPLES: Final = 500
"""Rows and columns of pixels that are sampled for the thickness of walls."""

_LEAST_CLEARNESS: Final = 0.2
"""Smallest difference between the shares of wall on lines and between them."""

_SIZE: Final = re.compile(r"size=([1-9]\d{0,8})x([1-9]\d{0,8})")

_PIXELS: Final = re.compile(r"pixels=([1-9]\d{0,8})\+([1-9]\d{0,8})")

_HINT: Final = (
    "--from-cell and --from-wall name the pixels from a cell to the next and across a wall (1 and "
    "0: every pixel is a cell)"
)

_LACKS: Final = (
    "it has no {letter}: no two gaps in its boundary are found; name cells with --start and --goal"
)


@dataclass
class Claims:
    """The size, ends and game ID that a picture's text names."""

    game_id: str = ""
    ends: str = ""
    size: tuple[int, int] | None = None
    """Columns and rows of cells."""
    pixels: tuple[int, int] | None = None
    """Pixels from a cell to the next, and across a wall."""

    @classmethod
    def of(cls, words: Iterable[str]) -> Claims:
        """Read a game ID, ``ends=...``, ``size=COLSxROWS`` and ``pixels=CELL+WALL``."""
        found = cls()
        for word in words:
            game_id, ends = beside(word.encode())
            found.game_id = found.game_id or game_id
            found.ends = found.ends or ends
            match = _SIZE.fullmatch(word)
            if match:
                found.size = int(match[1]), int(match[2])
            match = _PIXELS.fullmatch(word)
            if match:
                found.pixels = int(match[1]), int(match[2])
        return found


def claims_of(measures: Measures, ends: str, game_id: str) -> list[str]:
    """Return the words for a picture's text, the inverse of ``Claims.of``."""
    words = [
        f"size={measures.cols}x{measures.rows}",
        f"pixels={measures.cell}+{measures.wall}",
    ]
    if ends:
        words.append(f"ends={ends}")
    return [*words, game_id] if game_id else words


@dataclass(frozen=True, eq=False)
class Bitmap:
    """Pixels that are wall or ground: a rectangle of a picture."""

    bits: NDArray[np.uint8]
    """uint8 (rows, bytes): the pixels of the whole picture, packed, 1 for wall."""
    width: int
    height: int
    top: int = 0
    left: int = 0

    @classmethod
    def of_bits(cls, bits: NDArray[np.uint8], width: int) -> Bitmap:
        """Make a bitmap of a whole picture."""
        return cls(bits, width, len(bits))

    def rows(self, top: int, end: int) -> NDArray[np.bool_]:
        """Return some rows of pixels: bool (end - top, width), True for wall."""
        packed = self.bits[self.top + top : self.top + end]
        pixels = np.unpackbits(packed, axis=1, count=self.left + self.width)
        return pixels[:, self.left :].view(np.bool_)

    def column(self, col: int) -> NDArray[np.bool_]:
        """Return a column of pixels: bool (height,)."""
        byte, bit = divmod(self.left + col, 8)
        packed = self.bits[self.top : self.top + self.height, byte]
        return (packed >> np.uint8(7 - bit) & 1).view(np.bool_)

    def sides(self) -> list[NDArray[np.bool_]]:
        """Return the outermost rows and columns of pixels, in one dimension each."""
        rows = [self.rows(y, y + 1)[0] for y in (0, self.height - 1)]
        return [*rows, self.column(0), self.column(self.width - 1)]

    def bands(self, overlap: int = 0) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield all rows in bands, each with its first row; bands overlap by a number of rows."""
        high = max(_BAND_PIXELS // self.width, overlap + 1)
        for top in range(0, self.height, high):
            yield top, self.rows(top, min(top + high + overlap, self.height))

    def cropped(self, top: int, left: int, height: int, width: int) -> Bitmap:
        """Return a part of it."""
        return Bitmap(self.bits, width, height, self.top + top, self.left + left)


@dataclass(frozen=True)
class _Axis:
    """The lattice lines along one side of a picture, and the thickness of walls."""

    lines: NDArray[np.intp]
    """The first pixel of each line of walls; below 0 where a border is cut."""
    thick: int

    def edges(self, length: int) -> NDArray[np.intp]:
        """Return the first pixel of each zone, wall and room in turn."""
        edges = np.empty(2 * len(self.lines) - 1, np.intp)
        edges[::2] = np.maximum(self.lines, 0)
        edges[1::2] = np.minimum(self.lines[:-1] + self.thick, length)
        return edges


def find_maze(
    bitmap: Bitmap, claims: Claims, limits: Limits, pixels: Pixels, *, exactly: bool = False
) -> Found:
    """Find the maze in a picture.

    Args:
        bitmap: Its pixels.
        claims: The claims of its text.
        limits: What reading it may take.
        pixels: What the caller says of its pixels; then the claims of its text do not count.
        exactly: Whether its lines must have exactly equal distances.

    Raises:
        FormatError: If it finds no maze; the message says what is off the lattice, and where, and
            which options help.
        NotEnoughMemoryError: If its cells would not fit.
    """
    cropped = _without_margin(bitmap)
    down, across = _changes(cropped)
    if pixels != Pixels():
        return _find_known(cropped, down, across, limits, pixels)
    beyond = (
        bitmap.height - cropped.height - cropped.top,
        bitmap.width - cropped.width - cropped.left,
    )
    margins = {cropped.top, cropped.left, *beyond}
    try:
        return _find(cropped, down, across, claims, limits, margins, exactly=exactly)
    except FormatError as error:
        if claims.size is not None or "--" in str(error):  # it names an option already
            raise
        raise FormatError(f"{error}; {_HINT}") from None


def _find(
    bitmap: Bitmap,
    down: _Edges,
    across: _Edges,
    claims: Claims,
    limits: Limits,
    margins: set[int],
    *,
    exactly: bool,
) -> Found:
    """Find the maze in a picture without its margins; arguments and errors as in ``find_maze``."""
    exact = _exact_lattice(down, across, claims)
    lattice = exact or _cut_lattice(down, across)
    if lattice is None and exactly:
        raise FormatError("its walls stand at no equal distances")
    size = None if exact else _block_size(down, across, bitmap)
    if size is not None and size > 1:
        return _blocks(bitmap, size, claims, limits)
    likely = lattice is None
    try:
        lattice = lattice or _likely_lattice(bitmap)
    except FormatError:
        if size is None:
            raise
        return _blocks(bitmap, size, claims, limits)
    if claims.size is None:
        _refuse_unframed(bitmap, lattice[0])
    try:
        return _on_lattice(bitmap, lattice, claims, limits, margins, likely=likely)
    except FormatError:
        size = size or _block_size(down, across, bitmap)
        if size is None:
            raise
        return _blocks(bitmap, size, claims, limits)


def _find_known(
    bitmap: Bitmap, down: _Edges, across: _Edges, limits: Limits, pixels: Pixels
) -> Found:
    """Find the maze in a picture of whose pixels the caller says something."""
    cell, wall = pixels
    if (cell is not None and cell < 1) or (wall is not None and wall < 0):
        raise FormatError("a cell has one pixel at least, and a wall none at least")
    if wall == 0:
        if cell is None:
            raise FormatError("where a wall has no pixels, name those of a cell: --from-cell")
        return _blocks(bitmap, cell, Claims(), limits, is_framed=False)
    lattice = _cut_lattice(down, across, cell, wall)
    if lattice is None:
        asked = [f"{cell} pixels from a cell to the next"] if cell else []
        asked += [f"{wall} pixels across a wall"] if wall else []
        raise FormatError(
            f"no lattice of {' and '.join(asked)} fits its {bitmap.width}x{bitmap.height} pixels"
        )
    return _on_lattice(bitmap, lattice, Claims(), limits)


def _on_lattice(
    bitmap: Bitmap,
    lattice: tuple[_Axis, _Axis],
    claims: Claims,
    limits: Limits,
    margins: set[int] | None = None,
    *,
    likely: bool = False,
) -> Found:
    """Read the maze on a lattice.

    Args:
        bitmap: The picture without its margins.
        lattice: Its lines down the picture and across it.
        claims: The claims of its text.
        limits: What reading it may take.
        margins: The pixels that were removed at its sides; None if the caller knows its walls.
        likely: Whether the lattice is a guess.
    """
    vertical, horizontal = lattice
    rows, cols = len(vertical.lines) - 1, len(horizontal.lines) - 1
    limits.require(f"a maze of {cols}x{rows}", rows * cols, rows * cols * _BYTES_PER_CELL)

    def place(row: int, col: int) -> str:
        y, x = _pixel(vertical, row, bitmap.top), _pixel(horizontal, col, bitmap.left)
        return f"pixel row {y + 1}, column {x + 1}"

    clear = _CLEAR
    if likely or margins is None:  # edges may be off by a pixel
        room = int(vertical.lines[1] - vertical.lines[0]) - vertical.thick
        clear = min(_LIKELY, _CLEAR + 1 / max(min(vertical.thick, room), 1))
    zones = _zones(bitmap, vertical, horizontal, place, clear)
    if likely:
        _refuse_empty_lines(zones)
    if claims.size is None:
        if margins is not None:
            _refuse_swapped(zones, vertical, margins)
        # Dark pixels in a room with an open side are a mark, not rock.
        zones[1::2, 1::2] &= zones[:-1:2, 1::2] & zones[2::2, 1::2]
        zones[1::2, 1::2] &= zones[1::2, :-1:2] & zones[1::2, 2::2]
    maze, start, goals = maze_of_pixels(zones, place)
    return _found(maze, start, goals, claims, blank_is_rock=claims.size is None)


def _found(
    maze: Maze,
    start: Cell | None,
    goals: tuple[Cell, ...],
    claims: Claims,
    *,
    blank_is_rock: bool = False,
) -> Found:
    if claims.size not in {None, (maze.cols, maze.rows)}:
        raise FormatError(f"it says it has {claims.size} cells, and has {maze.cols}x{maze.rows}")
    if claims.ends:
        start, goals = read_ends(claims.ends)
    return Found(
        maze, start, goals, claims.game_id, lacks=_LACKS, blank_is_rock=blank_is_rock, marks=goals
    )


def _without_margin(bitmap: Bitmap) -> Bitmap:
    """Remove rows and columns without wall at all four sides."""
    columns = np.zeros(bitmap.width, np.bool_)
    filled = np.zeros(bitmap.height, np.bool_)
    for top, band in bitmap.bands():
        columns |= band.any(axis=0)
        filled[top : top + len(band)] = band.any(axis=1)
    if not filled.any():
        raise FormatError("it is no maze: there is no wall in the picture")
    ys, xs = np.flatnonzero(filled), np.flatnonzero(columns)
    top, left = int(ys[0]), int(xs[0])
    height, width = int(ys[-1]) + 1 - top, int(xs[-1]) + 1 - left
    return bitmap.cropped(top, left, height, width)


class _Edges(NamedTuple):
    """The starts and ends of walls along one side of a picture, in pixels."""

    length: int
    begins: NDArray[np.intp]
    ends: NDArray[np.intp]

    def thick(self) -> int:
        """Return the thickness of walls, in pixels."""
        return _usual_distance(self.begins, self.ends)

    def room(self) -> int:
        """Return the distance between walls, in pixels; 0 if there is only one."""
        return _usual_distance(self.ends[:-1], self.begins)


def _usual_distance(first: NDArray[np.intp], then: NDArray[np.intp]) -> int:
    """Return the usual distance from some places to the next of others; 0 if there is none."""
    at = np.searchsorted(then, first, side="right")
    runs = np.sort(then[at[at < len(then)]] - first[at < len(then)])
    return int(runs[len(runs) // 4]) if runs.size else 0  # rock and large rooms are wider


def _changes(bitmap: Bitmap) -> tuple[_Edges, _Edges]:
    """Return the starts and ends of walls down the picture, and across it."""
    begins_x = np.zeros(bitmap.width + 1, np.bool_)
    ends_x = np.zeros(bitmap.width + 1, np.bool_)
    begins_y = np.zeros(bitmap.height + 1, np.bool_)
    ends_y = np.zeros(bitmap.height + 1, np.bool_)
    for top, band in bitmap.bands(overlap=1):
        begins_x[1:-1] |= (band[:, 1:] & ~band[:, :-1]).any(axis=0)
        ends_x[1:-1] |= (band[:, :-1] & ~band[:, 1:]).any(axis=0)
        begins_x[0] |= band[:, 0].any()
        ends_x[-1] |= band[:, -1].any()
        inner = slice(top + 1, top + len(band))
        begins_y[inner] |= (band[1:] & ~band[:-1]).any(axis=1)
        ends_y[inner] |= (band[:-1] & ~band[1:]).any(axis=1)
        if top == 0:
            begins_y[0] = band[0].any()
        if top + len(band) == bitmap.height:
            ends_y[-1] = band[-1].any()
    return (
        _Edges(bitmap.height, np.flatnonzero(begins_y), np.flatnonzero(ends_y)),
        _Edges(bitmap.width, np.flatnonzero(begins_x), np.flatnonzero(ends_x)),
    )


def _exact_lattice(down: _Edges, across: _Edges, claims: Claims) -> tuple[_Axis, _Axis] | None:
    """Find a lattice of exactly equal distances; None if there is none.

    Args:
        down: Starts and ends of walls down the picture.
        across: The same across it.
        claims: The claims of its text; size and pixels count if they fit.
    """
    thick = min(down.thick(), across.thick())
    pitch = 0
    if claims.size is not None and claims.pixels is not None:
        cell, wall = claims.pixels
        if [across.length - wall, down.length - wall] == [side * cell for side in claims.size]:
            thick, pitch = wall, cell
    lasts = [edges.length - thick for edges in (down, across)]
    pitch = pitch or math.gcd(*down.begins.tolist(), *across.begins.tolist(), *lasts)
    if pitch <= thick or min(lasts) < pitch:
        return None
    vertical, horizontal = (_Axis(np.arange(0, last + 1, pitch), thick) for last in lasts)
    return vertical, horizontal


def _cut_lattice(
    down: _Edges, across: _Edges, pitch: int | None = None, thick: int | None = None
) -> tuple[_Axis, _Axis] | None:
    """Find a lattice of exactly equal distances whose outermost walls may be cut; None without one.

    Args:
        down: Starts and ends of walls down the picture.
        across: The same across it.
        pitch: Pixels from a cell to the next, if the caller knows them; then some walls may be off.
        thick: Pixels across a wall, likewise.
    """
    is_known = pitch is not None or thick is not None
    thick = thick or min(down.thick(), across.thick())
    inner = (edges.begins[1:] for edges in (down, across))
    pitch = pitch or math.gcd(*(int(step) for begins in inner for step in np.diff(begins)))
    if pitch <= thick:
        return None
    vertical = _cut_axis(down, pitch, thick, is_known=is_known)
    horizontal = _cut_axis(across, pitch, thick, is_known=is_known)
    return None if vertical is None or horizontal is None else (vertical, horizontal)


def _cut_axis(edges: _Edges, pitch: int, thick: int, *, is_known: bool) -> _Axis | None:
    """Return the lines at one distance along a side; None if walls stand elsewhere."""
    inner = edges.begins[1:] % pitch
    first = int(np.bincount(inner).argmax()) if inner.size else 0
    if not is_known and (inner != first).any():
        return None
    if first:
        first -= pitch
    if not is_known and ((edges.ends[:-1] - first - thick) % pitch).any():
        return None
    lines = np.arange(first, edges.length, pitch)
    if first + thick <= 0 or len(lines) < 2 or lines[-1] + thick < edges.length:
        return None
    return _Axis(lines, thick)


def _likely_lattice(bitmap: Bitmap) -> tuple[_Axis, _Axis]:
    """Find a lattice of about equal distances, as in scaled pictures.

    The share of wall is highest on the lines and lowest between them. Among the distances with the
    clearest difference it takes the smallest; cells are squares.

    Raises:
        FormatError: If there are no such lines.
    """
    if max(bitmap.width, bitmap.height) > _MOST_UNEVEN:
        raise FormatError("its walls stand at no equal distances")
    columns = np.zeros(bitmap.width)
    rows = np.zeros(bitmap.height)
    for top, band in bitmap.bands():
        columns += band.sum(axis=0)
        rows[top : top + len(band)] = band.sum(axis=1)
    columns /= bitmap.height
    rows /= bitmap.width
    thick = _usual_thickness(bitmap)
    last_x, last_y = bitmap.width - thick, bitmap.height - thick
    found = []
    for cols in range(1, last_x // max(thick + 2, 4) + 1):
        pitch = last_x / cols
        lines = round(last_y / pitch)
        if lines >= 1 and abs(last_y / lines - pitch) <= 0.04 * pitch:
            clear = _clearness(columns, cols, thick) + _clearness(rows, lines, thick)
            found.append((clear, cols, lines))
    best = max(found, default=(0.0, 0, 0))
    if best[0] < _LEAST_CLEARNESS:
        raise FormatError(
            "its walls stand on no lattice: a picture of a maze has square cells of one size, and "
            "walls of one thickness"
        )
    _, cols, lines = max((f for f in found if f[0] > _NEARLY * best[0]), key=lambda f: f[1])
    return (
        _Axis(np.round(np.arange(lines + 1) * last_y / lines).astype(np.intp), thick),
        _Axis(np.round(np.arange(cols + 1) * last_x / cols).astype(np.intp), thick),
    )


def _usual_thickness(bitmap: Bitmap) -> int:
    """Return the most frequent length of a run of wall pixels, in rows and columns."""
    step = max(1, bitmap.height // _SAMPLES)
    rows = np.concatenate([bitmap.rows(y, y + 1) for y in range(0, bitmap.height, step)])
    step = max(1, bitmap.width // _SAMPLES)
    columns = np.stack([bitmap.column(x) for x in range(0, bitmap.width, step)])
    counts = np.zeros(max(bitmap.width, bitmap.height) + 1, np.intp)
    for lines in (rows, columns):
        changes = np.diff(np.pad(lines, ((0, 0), (1, 1))).view(np.int8), axis=1)
        runs = np.nonzero(changes == -1)[1] - np.nonzero(changes == 1)[1]
        counts += np.bincount(runs, minlength=len(counts))
    return int(counts.argmax())


def _clearness(shares: NDArray[np.float64], count: int, thick: int) -> float:
    """Return the difference between the shares of wall on lattice lines and in cells' middles.

    It ignores the boundary, which is wall for any number of lines.
    """
    if count < 2:
        return 0.0
    pitch = (len(shares) - thick) / count
    inner = np.arange(1, count)
    on = (inner * pitch + (thick - 1) / 2).round().astype(np.intp)
    off = ((np.arange(count) + 0.5) * pitch + (thick - 1) / 2).round().astype(np.intp)
    return float(shares[on].mean() - shares[off].mean())


def _pixel(axis: _Axis, zone: int, offset: int) -> int:
    line, room = divmod(zone, 2)
    return int(axis.lines[line]) + room * axis.thick + offset


def _zones(
    bitmap: Bitmap,
    vertical: _Axis,
    horizontal: _Axis,
    place: Callable[[int, int], str],
    clear: float,
) -> NDArray[np.bool_]:
    """Return which zones are wall: bool (2 rows + 1, 2 cols + 1).

    Raises:
        FormatError: If a zone is half wall, half ground.
    """
    ys, xs = vertical.edges(bitmap.height), horizontal.edges(bitmap.width)
    zones = np.empty((len(ys), len(xs)), np.bool_)
    filled = np.empty((len(ys) // 2, len(xs) // 2), np.bool_)
    areas_x = np.diff(np.append(xs, bitmap.width))
    bounds = np.append(ys, bitmap.height)
    high = max(1, _BAND_PIXELS // bitmap.width * len(ys) // bitmap.height)
    for first in range(0, len(ys), high):
        end = min(first + high, len(ys))
        pixels = bitmap.rows(int(bounds[first]), int(bounds[end]))
        sums = np.add.reduceat(pixels, ys[first:end] - ys[first], axis=0, dtype=np.int32)
        sums = np.add.reduceat(sums, xs, axis=1)
        areas = np.diff(bounds[first : end + 1])[:, np.newaxis] * areas_x
        share = sums / areas
        zones[first:end] = share > 0.5
        rooms = share[1 - first % 2 :: 2, 1::2]
        filled[first // 2 : first // 2 + len(rooms)] = rooms > _FILLED
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
    # No passage leads into a filled area; a filled room alone is a mark.
    beside = np.pad(filled, 1)
    filled &= beside[:-2, 1:-1] | beside[2:, 1:-1] | beside[1:-1, :-2] | beside[1:-1, 2:]
    zones[:-1:2, 1::2] |= filled
    zones[2::2, 1::2] |= filled
    zones[1::2, :-1:2] |= filled
    zones[1::2, 2::2] |= filled
    # A post is wall if a wall ends in it: thin posts may be lost by scaling.
    posts = zones[::2, ::2]
    posts[:, :-1] |= zones[::2, 1::2]
    posts[:, 1:] |= zones[::2, 1::2]
    posts[:-1] |= zones[1::2, ::2]
    posts[1:] |= zones[1::2, ::2]
    return zones


def _refuse_unframed(bitmap: Bitmap, axis: _Axis) -> None:
    """Refuse walls as thick as passages without a frame: they may be light, or it is no maze."""
    room = int(axis.lines[1] - axis.lines[0]) - axis.thick
    if axis.thick >= room and min(float(side.mean()) for side in bitmap.sides()) <= _FRAMED:
        raise FormatError(_thick(axis.thick, room))


def _refuse_swapped(zones: NDArray[np.bool_], axis: _Axis, margins: set[int]) -> None:
    """Refuse walls thicker than passages if these may be the walls, and light.

    Then the boundary has many gaps, or was taken for a margin; or the cells along it are joined all
    around, since they are its light walls.
    """
    room = int(axis.lines[1] - axis.lines[0]) - axis.thick
    sides = (zones[0, 1::2], zones[-1, 1::2], zones[1::2, 0], zones[1::2, -1])
    gaps = sum(side.size - np.count_nonzero(side) for side in sides)
    inner = (zones[1, 2:-1:2], zones[-2, 2:-1:2], zones[2:-1:2, 1], zones[2:-1:2, -2])
    is_ring = np.count_nonzero(np.concatenate(inner)) <= _DOORS
    if axis.thick > room + 1 and (gaps > _DOORS or margins == {room} or is_ring):
        raise FormatError(_thick(axis.thick, room))


def _thick(thick: int, room: int) -> str:
    return (
        f"its walls are {thick} pixels thick, and there are {room} between them: in a picture of a "
        "maze walls are thinner, or stand all around"
    )


def _refuse_empty_lines(zones: NDArray[np.bool_]) -> None:
    """Refuse a lattice with too many lines, most of them without a wall."""
    across, verticals = zones[2:-1:2, 1::2].any(axis=1), zones[1::2, 2:-1:2].any(axis=0)
    for lines in (across, verticals):
        if lines.size and (~lines).mean() > _MOST_EMPTY:
            raise FormatError(
                "its walls stand on no clear lattice: it is too small or too uneven a picture"
            )


def _block_size(down: _Edges, across: _Edges, bitmap: Bitmap) -> int | None:
    """Return the side of a picture's squares, in pixels; None if it does not seem to have any.

    Squares of one pixel take a frame with two gaps of one pixel: many pictures have such detail.
    """
    changes = (*down.begins, *down.ends, *across.begins, *across.ends)
    size = math.gcd(*(int(place) for place in changes))
    # In a scaled picture all edges may be even by chance, but a wall of one block is not, and where
    # an area is filled only passages are wider.
    if {down.thick(), across.thick(), down.room(), across.room()} != {size}:
        return None
    if min(down.length, across.length) < 3 * size:
        return None
    floor = sum(side.size - np.count_nonzero(side) for side in bitmap.sides())
    return size if size > 1 or floor == 2 else None


def _floor(bitmap: Bitmap, size: int) -> NDArray[np.bool_]:
    """Return which squares of a picture are floor, by the pixels in their middles."""
    lines = range(size // 2, bitmap.height, size)
    return ~np.concatenate([bitmap.rows(y, y + 1)[:, size // 2 :: size] for y in lines])


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


def _blocks(
    bitmap: Bitmap, size: int, claims: Claims, limits: Limits, *, is_framed: bool = True
) -> Found:
    """Read the squares as cells of a block grid; two gaps at its edge are A and B.

    Args:
        bitmap: The picture without its margins.
        size: The side of a square, in pixels.
        claims: The claims of its text.
        limits: What reading it may take.
        is_framed: Whether an edge without a gap is only a frame.
    """
    rows, cols = bitmap.height // size, bitmap.width // size
    if (rows * size, cols * size) != (bitmap.height, bitmap.width):
        raise FormatError(
            f"its {bitmap.width}x{bitmap.height} pixels are no whole squares of {size}x{size}"
        )
    limits.require(f"a block grid of {cols}x{rows}", rows * cols, rows * cols * _BYTES_PER_BLOCK)
    floor = _floor(bitmap, size)
    gaps = _gaps(floor)
    if is_framed and not gaps and min(rows, cols) > 2 and not floor[0, 0]:
        return _found(Maze.from_floor(floor[1:-1, 1:-1]), None, (), claims)
    start, goals = (gaps[0], (gaps[1],)) if len(gaps) == 2 else (None, ())
    return _found(Maze.from_floor(floor), start, goals, claims)
