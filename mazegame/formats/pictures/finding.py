"""Find the cells of a maze in a picture of it.

Pixels that may be walls (``Candidate``) are fitted to a lattice of lines (``lattices.py``). Each
piece of a line must clearly be wall or gap; that gives a maze. Its walls are drawn again and
compared with the picture, pixel by pixel; a FormatError says where they differ.

If no lattice fits, squares of pixels are cells, wall or floor: a block grid. If the caller or the
picture's own text gives the pixels of a cell and of a wall, the lattice is known, and nothing is
compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Cell, Maze
from mazegame.engine.measures.distance import distances
from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import ParsedMaze, read_ends
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap, Metadata
from mazegame.formats.pictures.lattices import (
    NO_LATTICE,
    Lines,
    SideMeasurement,
    known_lines,
    likely_pitches,
    lines_of,
    measure_walls,
    usual_thickness,
)
from mazegame.formats.source import Limits
from mazegame.formats.text.lattice import boundary_gaps, maze_of_walls

BYTES_PER_CELL: Final = 11
"""Peak memory of finding the cells, in bytes per cell, without the bits of the picture."""

NO_WALL: Final = "it is no maze: there is no wall in the picture"

LACKS: Final = (
    "it has no {letter}: no two gaps in its boundary are found; name cells with --start and --goal"
)

HINT: Final = (
    "--from-cell and --from-wall name the pixels from a cell to the next and across a wall (1 and "
    "0: every pixel is a cell)"
)

_CLEAR: Final = 0.12
"""Largest share of wrong pixels in a wall or a gap, without its edges."""

_CLEAR_IF_KNOWN: Final = 0.2
"""The same with edges, on a lattice that the caller or the file gives."""

_OFF: Final = 0.8
"""Largest mean distance, in pixels, between the outlines of drawn and pictured walls."""

_OFF_IF_FINE: Final = 0.25
"""The same if walls or rooms have two pixels at most."""

_SQUARE: Final = 0.05
"""Largest share by which width and height of cells differ, as in a slightly stretched picture."""

_FEW_AT_BORDER: Final = 8
"""Most rows plus columns of a maze that may well have only two walls at its border."""

_SOFT_ROOM: Final = 4
"""Fewest pixels across a room with soft edges: two on either side may have another colour."""

_LOSSY_WALL: Final = 2
"""Fewest pixels across a wall in a lossy picture, which stores one colour for two pixels."""

_FEWEST_IF_SOFT: Final = 3
"""Fewest cells along a side with soft edges; with two cells only one line shows the lattice."""

_FEWEST_IF_UNEVEN: Final = 6
"""The same in uneven light, which may hide walls; the others have to show the lattice."""

_TITLE: Final = 0.15
"""Largest area beside the maze, as a share of its own, that is not another picture."""

_MOST_PIECES: Final = 400
"""Most pieces of ink, separated by blank rows and columns, that are considered."""


class AmbiguousError(FormatError):
    """Two different mazes agree with the picture."""


@dataclass
class Candidate:
    """Pixels that may be walls; the bitmap is computed when it is first used."""

    make: Callable[[], tuple[Bitmap, bool]]
    """Returns the bitmap, and whether its edges are sharp: few pixels lie between two colours."""
    is_dark: bool
    """Whether the pixels are darker than the ground."""
    is_main: bool = True
    """Whether they have one of the two most frequent colours."""

    @classmethod
    def of_bits(cls, bits: NDArray[np.uint8], width: int, *, is_dark: bool) -> Candidate:
        """Return a candidate of packed bits: uint8 (height, bytes)."""
        return cls(lambda: (Bitmap(bits, width, len(bits)), True), is_dark)

    @cached_property
    def made(self) -> tuple[Bitmap, bool]:
        """The result of ``make``."""
        return self.make()


@dataclass
class Reading:
    """A maze that agrees with the pixels of a picture."""

    maze: Maze
    ends: tuple[Cell, ...] = ()
    """The cells at the gaps of the border if there are exactly two; else empty."""
    gaps: int = 0
    """Number of gaps in the border."""
    walls_at_border: int = 0
    """Number of walls between neighbouring border cells; 0 if a corridor runs all around."""
    has_rock: bool = False
    """Whether some cells are filled."""
    is_block_grid: bool = False
    is_named: bool = False
    """Whether the size is the one in the picture's text."""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Its part of the picture, in pixels: top, left, bottom, right; the last two are exclusive."""
    lines: tuple[Lines, Lines] | None = None
    """The vertical and the horizontal lines of the lattice within the box; None in a block grid."""
    thick: float = 1.0
    """Pixels across a wall."""
    room: float = 1.0
    """Pixels between two walls."""
    borders: tuple[float, float, float, float] = (0, 0, 0, 0)
    """Pixels by which the border is thicker than other walls: top, left, bottom, right."""
    is_dark: bool = True
    """Whether the walls are darker than the ground."""
    is_main: bool = True
    """Whether the walls have one of the two most frequent colours."""

    @property
    def area(self) -> int:
        """Number of pixels of its part of the picture."""
        return _area(self.box)

    def margins(self, picture: Bitmap) -> tuple[int, int, int, int]:
        """Return the margins around it in pixels: top, left, bottom, right."""
        top, left, bottom, right = self.box
        return top, left, picture.height - bottom, picture.width - right

    @property
    def slack(self) -> float:
        """Pixels by which walls of one thickness may differ."""
        return max(1, 0.3 * self.thick)

    @property
    def is_even(self) -> bool:
        """Whether the border is as thick as the other walls."""
        return max(map(abs, self.borders)) <= self.slack

    def rooms(self) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
        """Return the middles of the cells, as pixel rows and columns; None in a block grid."""
        if self.lines is None:
            return None
        xs, ys = ((lines[:-1, 1] + lines[1:, 0]) // 2 for lines in self.lines)
        return ys + self.box[0], xs + self.box[1]


@dataclass
class Finder:
    """Finds the maze in a picture; the fields are what is known about the picture before."""

    metadata: Metadata = field(default_factory=Metadata)
    limits: Limits = field(default_factory=Limits)
    is_lossy: bool = False
    """Whether the file format changes colours slightly."""
    has_other_colours: bool = False
    """Whether the picture has more colours than those of walls and ground."""
    is_uneven: bool = False
    """Whether the light is uneven; then paper around the maze is never read as wall."""

    def find(self, candidates: Iterable[Candidate]) -> Reading:
        """Return the one maze that agrees with a picture.

        Raises:
            FormatError: If there is none; it says where the picture differs, and what may help.
            AmbiguousError: If there are two.
        """
        if self.limits.sets_pixel_sizes:
            return self._with_known_pixels(candidates)
        held = list(candidates)
        if self.metadata.size is not None and self.metadata.pixels is not None:
            for candidate in held:
                reading = self._on_given_lattice(candidate.made[0])
                if reading is not None:
                    return reading
        found, reasons = self._readings(held)
        if not found:  # a reason with a position is from the most advanced attempt
            farthest = max(reasons, key=lambda reason: "pixel row" in reason)
            raise FormatError(farthest if "--" in farthest else f"{farthest}; {HINT}")
        return self._one_of(sorted(found, key=lambda reading: -reading.area), held[0].made[0])

    def _readings(self, candidates: list[Candidate]) -> tuple[list[Reading], list[str]]:
        """Return the different mazes that agree with the pixels, and the reasons against others."""
        found: list[Reading] = []
        reasons: list[str] = []
        for as_blocks in (False, True):
            if found:
                break
            for candidate in candidates:
                if (found and not candidate.is_main) or (as_blocks and not candidate.made[1]):
                    continue
                try:
                    reading = self._read(candidate, as_blocks=as_blocks)
                except FormatError as reason:
                    reasons.append(str(reason))
                    continue
                if self.is_uneven and not reading.thick < reading.room >= _SOFT_ROOM:
                    continue  # paper, ground and walls are not of one colour each
                if not reading.is_named:
                    self._check_fineness(reading, is_sharp=candidate.made[1])
                if reading.has_rock and self.has_other_colours and not reading.is_named:
                    raise FormatError(
                        "a cell is filled, as by a path in a colour like that of the walls"
                    )
                if all(reading.maze != other.maze for other in found):
                    found.append(reading)
                whole = 0, 0, candidate.made[0].height, candidate.made[0].width
                if reading.box == whole and (reading.gaps or reading.walls_at_border > 2):
                    return [reading], reasons  # no other one can be around it
        return found, reasons or [NO_WALL]

    def _check_fineness(self, reading: Reading, *, is_sharp: bool) -> None:
        """Raise FormatError if soft edges, lossy colours or uneven light may have hidden walls."""
        if is_sharp:
            return
        if reading.room < _SOFT_ROOM or (self.is_lossy and reading.thick < _LOSSY_WALL):
            raise FormatError("it is too small a picture, since its edges are soft or lossy")
        if min(reading.maze.shape) < (_FEWEST_IF_UNEVEN if self.is_uneven else _FEWEST_IF_SOFT):
            raise FormatError("it has too few cells, since its edges are soft or its light uneven")

    def _read(self, candidate: Candidate, *, as_blocks: bool) -> Reading:
        """Read the largest piece of ink; the others must be small, as titles are."""
        boxes = list(_pieces(candidate.made[0]))
        if not boxes or _area(boxes[0]) < 9:
            raise FormatError(NO_WALL)
        if len(boxes) > 1 and _area(boxes[1]) > _TITLE * _area(boxes[0]):
            raise FormatError(f"{_place(*boxes[1][:2])}: there is another picture, or maze")
        box = boxes[0]
        walls = candidate.made[0].crop(*box)
        reading = _block_grid(walls) if as_blocks else self._on_lattice(walls, box)
        if as_blocks and not candidate.is_dark and not reading.gaps:
            raise FormatError(f"{NO_LATTICE}, and its light frame may be paper")
        rows, cols = reading.maze.shape
        pitch = max(walls.height / rows, walls.width / cols)
        for other in boxes[1:]:  # two doors across from each other cut off a part of a maze
            beside = max(other[0] - box[2], box[0] - other[2], other[1] - box[3], box[1] - other[3])
            if beside <= pitch and _are_in_line(box, other):
                raise FormatError(f"{_place(*other[:2])}: a wall is apart from the others")
        reading.box, reading.is_dark = box, candidate.is_dark
        reading.is_main = candidate.is_main
        margins = reading.margins(candidate.made[0])
        if any(
            margin and thicker < -reading.slack
            for margin, thicker in zip(margins, reading.borders, strict=True)
        ):
            raise FormatError("its border is thinner than its walls: a part of it may be missing")
        if not candidate.is_main and min(rows, cols) < 5:
            raise FormatError("it is too small to say which of its colours are walls")
        if self.metadata.size is not None:
            if self.metadata.size != (cols, rows):
                raise FormatError(
                    f"it says it has {self.metadata.size} cells, and has {cols}x{rows}"
                )
            reading.is_named = True
        return reading

    def _one_of(self, found: list[Reading], picture: Bitmap) -> Reading:
        """Return the right reading of those in ``found``, which are sorted by area, largest first.

        Light and dark may be swapped: then passages look like walls, and the paper around the maze
        looks like a border with a corridor all along it. A reading with walls at its border is none
        of these.
        """
        outer = found[0]
        if self.limits.shade is not None or outer.is_named:
            return outer
        margins = outer.margins(picture)
        is_thick = outer.thick > outer.room
        is_joined = outer.walls_at_border <= 2
        is_small = sum(outer.maze.shape) <= _FEW_AT_BORDER
        if outer.gaps == 0 and is_joined:
            is_paper = not outer.is_even or outer.walls_at_border == 0
            if len(found) > 1 and (is_paper or (found[1].walls_at_border > 2 and not is_small)):
                return found[1]
            if self.is_uneven or not any(margins):  # paper reaches the edges of the picture
                is_paper |= is_thick or not is_small
            if len(found) > 1 or is_paper:
                raise AmbiguousError(_both(outer, *found[1:2]))
        elif is_thick:
            # These walls may be the passages of a maze whose border lies around them.
            is_ringed = any(margins) and max(margins) <= outer.room + 2
            if (is_ringed and min(margins) == 0) or (
                is_joined and (is_ringed or self.has_other_colours)
            ):
                raise AmbiguousError(_both(outer))
        return outer

    def _on_lattice(self, walls: Bitmap, box: tuple[int, int, int, int]) -> Reading:
        """Fit a lattice to the walls; return the first and coarsest one that agrees."""
        reason: FormatError | None = None
        rows, columns = walls.sample()
        measured = (
            measure_walls(rows, len(rows) / walls.height),
            measure_walls(columns, len(columns) / walls.width),
        )
        for across, down in zip(*measured, strict=False):
            for own in likely_pitches(across, down):
                for other in likely_pitches(down, across):
                    try:
                        return self._checked(walls, box, (across, down), (own, other))
                    except FormatError as error:
                        reason = reason or error
        raise reason or FormatError(NO_LATTICE)

    def _checked(
        self,
        walls: Bitmap,
        box: tuple[int, int, int, int],
        seen: tuple[SideMeasurement, SideMeasurement],
        pitches: tuple[float, float],
    ) -> Reading:
        across, down = seen
        xs, ys = lines_of(across, pitches[0]), lines_of(down, pitches[1])
        cells = (len(xs) - 1) * (len(ys) - 1)
        what = f"a maze of {len(xs) - 1}x{len(ys) - 1}"
        self.limits.require(what, cells, 2 * cells * BYTES_PER_CELL)
        if self.metadata.size is None:
            _check_squares(xs, ys)
        reading = _Comparison(walls, xs, ys, box).reading(is_named=self.metadata.size is not None)
        reading.thick, reading.room = min(across.thick, down.thick), min(across.room, down.room)
        (top, bottom), (left, right) = down.borders, across.borders
        reading.borders = top, left, bottom, right
        return reading

    def _on_given_lattice(self, walls: Bitmap) -> Reading | None:
        """Read the lattice given in the picture's text; None if the picture has another size."""
        assert self.metadata.size is not None  # noqa: S101  the caller asked
        assert self.metadata.pixels is not None  # noqa: S101
        (cols, rows), (cell, thick) = self.metadata.size, self.metadata.pixels
        if thick >= cell:
            return None
        if (walls.width, walls.height) != (cols * cell + thick, rows * cell + thick):
            return None
        if not all(walls.rows(y, y + 1)[0, [0, -1]].all() for y in (0, walls.height - 1)):
            return None  # its corners are ground: these are not the walls
        zone = np.array([0, thick], np.intp)
        xs, ys = (
            np.arange(n + 1, dtype=np.intp)[:, np.newaxis] * cell + zone for n in (cols, rows)
        )
        reading = self._known(walls, xs, ys, (0, 0, walls.height, walls.width))
        reading.is_named = True
        return reading

    def _with_known_pixels(self, candidates: Iterable[Candidate]) -> Reading:
        """Find the maze on a lattice whose cells or walls have a size that the caller gives."""
        cell, thick = self.limits.cell, self.limits.wall
        if (cell is not None and cell < 1) or (thick is not None and thick < 0):
            raise FormatError("a cell has one pixel at least, and a wall none at least")
        if thick == 0 and cell is None:
            raise FormatError("where a wall has no pixels, name those of a cell: --from-cell")
        reason: FormatError | None = None
        for candidate in sorted(candidates, key=lambda one: not one.is_dark):
            try:
                reading = self._with_hints(candidate.made[0], cell, thick)
            except FormatError as error:
                reason = reason or error
                continue
            reading.is_dark = candidate.is_dark
            return reading
        raise reason or FormatError(NO_WALL)

    def _with_hints(self, picture: Bitmap, cell: int | None, thick: int | None) -> Reading:
        walls = picture.without_margin()
        if walls is None:
            raise FormatError(NO_WALL)
        top, left = walls.top - picture.top, walls.left - picture.left
        box = (top, left, top + walls.height, left + walls.width)
        if thick == 0:
            assert cell is not None  # noqa: S101  the caller asked
            reading = _squares(walls, cell, is_framed=False)
            reading.box = box
            return reading
        asked = [f"{cell} pixels from a cell to the next"] if cell else []
        asked += [f"{thick} pixels across a wall"] if thick else []
        none = f"no lattice of {' and '.join(asked)} fits its {walls.width}x{walls.height} pixels"
        if max(cell or 0, thick or 0) >= min(walls.width, walls.height):
            raise FormatError(f"{none}: it is too small")
        is_named, pitch = thick is not None, cell
        samples = walls.sample()
        if thick is None:
            thick = min(usual_thickness(lines) for lines in samples)
        if pitch is None:
            pitch = _pitch_of(samples, thick)
        margins = (*box[:2], picture.height - box[2], picture.width - box[3])
        try:
            ys, xs = (
                known_lines(shares, pitch, thick, has_margin=any(margins))
                for shares in walls.shares()
            )
            reading = self._known(walls, xs, ys, box)
        except FormatError as error:
            raise FormatError(f"{none}: {error}") from None
        if (
            not is_named
            and thick > pitch - thick + 1
            and (reading.gaps > 2 or reading.walls_at_border <= 2)
        ):
            raise FormatError(
                f"its walls are {thick} pixels thick, and there are {pitch - thick} between them: "
                "they may be its passages; --from-wall names the pixels across the walls"
            )
        return reading

    def _known(
        self, walls: Bitmap, xs: Lines, ys: Lines, box: tuple[int, int, int, int]
    ) -> Reading:
        """Read a known lattice; its walls are not compared with the picture."""
        rows, cols = len(ys) - 1, len(xs) - 1
        size = rows * cols * BYTES_PER_CELL
        self.limits.require(f"a maze of {cols}x{rows}", rows * cols, size)
        sides = [int(np.diff(lines).max()) for lines in (xs, ys)]
        rooms = [int((lines[1:, 0] - lines[:-1, 1]).max()) for lines in (xs, ys)]
        clear = min(0.4, _CLEAR_IF_KNOWN + 1 / max(min(*sides, *rooms), 1))
        comparison = _Comparison(walls, xs, ys, box)
        is_asked = self.limits.sets_pixel_sizes
        return comparison.plain_reading(clear if is_asked else _CLEAR_IF_KNOWN, is_asked=is_asked)


def candidates_of_bits(
    dark: NDArray[np.uint8], width: int, shade: str | None = None
) -> list[Candidate]:
    """Return the candidates of a black and white picture; ``dark`` are its dark pixels, packed."""
    found = (
        Candidate.of_bits(bits, width, is_dark=is_dark)
        for bits, is_dark in ((dark, True), (~dark, False))
    )
    return [one for one in found if shade is None or one.is_dark == (shade == "dark")]


def parsed_picture(reading: Reading, metadata: Metadata, ends: tuple[Cell, ...]) -> ParsedMaze:
    """Return the result of reading a picture, with game ID and ends from the picture's text."""
    start, goals = (ends[0], ends[1:]) if ends else (None, ())
    if metadata.ends:
        start, goals = read_ends(metadata.ends)
    return ParsedMaze(
        reading.maze, start, goals, metadata.game_id, lacks=LACKS, marks=goals,
        blank_is_rock=not (reading.is_named or reading.is_block_grid),
    )  # fmt: skip


def _both(outer: Reading, inner: Reading | None = None) -> str:
    names = ("dark", "light") if outer.is_dark else ("light", "dark")
    sizes = [f"{one.maze.cols}x{one.maze.rows} cells" if one else "" for one in (outer, inner)]
    return (
        f"{names[0]} pixels may be its walls ({sizes[0]}), or "
        f"{names[1]} ones{f' ({sizes[1]})' if inner else ''}: --from-shade dark or light chooses"
    )


def _area(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _are_in_line(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Return whether two boxes have the same columns or the same rows, within a pixel."""
    return any(
        abs(box[side] - other[side]) <= 1 and abs(box[side + 2] - other[side + 2]) <= 1
        for side in (0, 1)
    )


def _place(y: int, x: int) -> str:
    return f"pixel row {y + 1}, column {x + 1}"


def _pitch_of(samples: tuple[NDArray[np.bool_], NDArray[np.bool_]], thick: int) -> int:
    """Return the pixels from a cell to the next, for walls of a known thickness."""
    for rows in samples:
        for seen in measure_walls(rows):
            if abs(seen.thick - thick) <= 1:
                return round(seen.thick + seen.room)
    raise FormatError("its walls have no equal distances: name those of a cell: --from-cell")


def _spans(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return begin and end of each run of True: int (n, 2)."""
    changes = np.diff(marks.astype(np.int8), prepend=np.int8(0), append=np.int8(0))
    return np.flatnonzero(changes).reshape(-1, 2)


def _pieces(walls: Bitmap) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes of ink that blank rows and columns separate, the largest first."""
    todo = [(0, 0, walls.height, walls.width)]
    done: list[tuple[int, int, int, int]] = []
    while todo and len(todo) + len(done) < _MOST_PIECES:
        top, left, bottom, right = todo.pop()
        rows, cols = map(
            _spans, (side > 0 for side in walls.crop(top, left, bottom, right).shares())
        )
        cut = [
            (top + int(y), left + int(x), top + int(end), left + int(x_end))
            for y, end in rows
            for x, x_end in cols
        ]
        (done if len(cut) == 1 else todo).extend(cut)
    yield from sorted(done + todo, key=_area, reverse=True)


class _Comparison:
    """Compares walls with a lattice, whose lines and the rooms between them divide the pixels.

    A zone is a rectangle of pixels: a post, a piece of a line between two posts, or a room.
    """

    def __init__(self, walls: Bitmap, xs: Lines, ys: Lines, box: tuple[int, int, int, int]) -> None:
        self._walls = walls
        self._lines = xs, ys
        self._xs, self._ys = xs.ravel(), ys.ravel()
        self._box = box
        self._zones = np.empty((len(self._ys) - 1, len(self._xs) - 1), np.bool_)
        self._marked = np.empty((len(ys) - 1, len(xs) - 1), np.bool_)
        """Rooms that are neither wall nor ground."""
        self._filled = np.empty_like(self._marked)
        """Rooms that are nearly all wall."""

    def _at(self, row: int, col: int) -> str:
        """Return the position of a zone in words."""
        return _place(self._box[0] + int(self._ys[row]), self._box[1] + int(self._xs[col]))

    def _bands(self) -> Iterator[tuple[int, int, NDArray[np.bool_]]]:
        """Yield (first row of zones, end, pixels) for bands of rows of zones."""
        ys = self._ys
        rows, high = (
            len(ys) - 1,
            max(1, (BAND_PIXELS // self._walls.width) * len(ys) // int(ys[-1])),
        )
        for first in range(0, rows, high):
            end = min(first + high, rows)
            yield first, end, self._walls.rows(int(ys[first]), int(ys[end]))

    def _classify(self, clear: float, *, by_cores: bool) -> None:
        """Decide which zones are wall; raise FormatError if one is not clearly wall or gap.

        ``clear`` is the largest share of wrong pixels. ``by_cores`` ignores the blurred edges of
        zones.
        """
        (x0, x1), (y0, y1) = (
            _cores(edges) if by_cores else (edges[:-1], edges[1:]) for edges in (self._xs, self._ys)
        )
        worst, place = clear, None
        for first, end, pixels in self._bands():
            sums = np.zeros((len(pixels), pixels.shape[1] + 1), np.int32)
            np.cumsum(pixels, axis=1, out=sums[:, 1:])
            across = np.zeros((len(pixels) + 1, len(x0)), np.int32)
            np.cumsum(sums[:, x1] - sums[:, x0], axis=0, out=across[1:])
            top = int(self._ys[first])
            high = y1[first:end] - y0[first:end]
            areas = high[:, np.newaxis] * (x1 - x0)
            counts = across[y1[first:end] - top] - across[y0[first:end] - top]
            # A zone without pixels is a border that was cropped: it is closed.
            share = np.where(areas > 0, counts / np.maximum(areas, 1), 1.0)
            self._zones[first:end] = share > 0.5
            doubt = np.minimum(share, 1 - share)
            odd = 1 - first % 2  # the first row of rooms
            begin = (first + odd) // 2
            rooms = doubt[odd::2, 1::2]
            self._marked[begin : begin + len(rooms)] = rooms > _CLEAR
            self._filled[begin : begin + len(rooms)] = share[odd::2, 1::2] > 0.95
            rooms[:] = 0
            doubt[1 - odd :: 2, ::2] = 0  # posts follow from walls
            if doubt.max() > worst:
                worst = float(doubt.max())
                row, col = np.unravel_index(int(doubt.argmax()), doubt.shape)
                place = first + int(row), int(col)
        if place is not None:
            raise FormatError(
                f"{self._at(*place)}: {worst:.0%} of a wall, or of the gap in one, is not as the "
                "rest of it: it is no grid of equal cells, or no picture in two colours"
            )

    def _close_rock(self) -> None:
        """Close the passages into filled areas. A single filled room is a mark, not an area."""
        zones, filled = self._zones, self._filled
        beside = np.pad(filled, 1)
        filled &= beside[:-2, 1:-1] | beside[2:, 1:-1] | beside[1:-1, :-2] | beside[1:-1, 2:]
        zones[:-1:2, 1::2] |= filled
        zones[2::2, 1::2] |= filled
        zones[1::2, :-1:2] |= filled
        zones[1::2, 2::2] |= filled

    def plain_reading(self, clear: float, *, is_asked: bool) -> Reading:
        """Return the maze of a known lattice; ``is_asked`` if the caller gave it, not the file."""
        self._classify(clear, by_cores=False)
        self._close_rock()
        if is_asked:
            _check_sides(self._filled)
        return self._reading()

    def reading(self, *, is_named: bool) -> Reading:
        """Return the maze that the walls show; FormatError if its drawing differs from them."""
        self._classify(_CLEAR, by_cores=True)
        self._close_rock()
        zones, marked = self._zones, self._marked
        rooms, above, left = zones[1::2, 1::2], zones[::2, 1::2], zones[1::2, ::2]
        rock = rooms & above[:-1] & above[1:] & left[:, :-1] & left[:, 1:]
        marked |= rooms & ~rock
        if marked.sum() > max(2, 0.02 * rooms.size):
            row, col = np.unravel_index(int(marked.argmax()), marked.shape)
            place = self._at(2 * int(row) + 1, 2 * int(col) + 1)
            raise FormatError(f"{place}: there is wall in the middle of a cell")
        if not is_named:
            _check_rock(rock)
        self._check_posts()
        rooms &= ~marked
        self._check_drawing(200 * int(marked.sum()))
        reading = self._reading()
        beside = np.pad(rock, 1)
        beside = beside[:-2, 1:-1] | beside[2:, 1:-1] | beside[1:-1, :-2] | beside[1:-1, 2:]
        if not is_named and ((rock & ~beside).any() or 0 < rock.sum() < 4):
            raise FormatError("a cell is filled by itself, as by a mark in the colour of the walls")
        reading.has_rock = bool(rock.any())
        if not is_named:
            self._check_sense(reading)
        return reading

    def _check_posts(self) -> None:
        """Fill the posts between walls; raise FormatError if too many are empty in the picture."""
        zones = self._zones
        above, left = zones[::2, 1::2], zones[1::2, ::2]
        ends = np.zeros(zones[::2, ::2].shape, np.int8)  # how many walls end in each post
        ends[:, 1:] += above
        ends[:, :-1] += above
        ends[1:] += left
        ends[:-1] += left
        posts = zones[::2, ::2]
        bare = (ends > 1) & ~posts
        thick, pitch = (float(np.median(np.diff(self._xs)[at::2])) for at in (0, 1))
        most = max(1, 0.03 * posts.size) if 2 * thick < pitch else 0  # else a gap may be a passage
        if bare.sum() > most:
            row, col = np.unravel_index(int(bare.argmax()), bare.shape)
            raise FormatError(f"{self._at(2 * int(row), 2 * int(col))}: walls do not meet")
        posts |= ends > 1

    def _check_drawing(self, spare: int) -> None:
        """Draw the walls again; raise FormatError if the picture has other ones.

        ``spare`` is a number of pixels that may differ besides.
        """
        zones = self._zones
        wide, high = np.diff(self._xs), np.diff(self._ys)
        outline = int((zones[1:] != zones[:-1]).sum(axis=0) @ wide)
        outline += int((zones[:, 1:] != zones[:, :-1]).sum(axis=1) @ high)
        is_fine = min(int(wide.min()), int(high.min())) <= 2
        allowed = outline + 2 * (self._walls.height + self._walls.width)
        most = (_OFF_IF_FINE if is_fine else _OFF) * allowed + spare
        wrong, worst, place = 0, -1, (0, 0)
        for first, end, pixels in self._bands():
            model = zones[first:end].repeat(wide, axis=1).repeat(high[first:end], axis=0)
            off = model != pixels
            count = int(np.count_nonzero(off))
            wrong += count
            if count > worst:
                worst = count
                ys = self._ys[first:end] - self._ys[first]
                by_zone = np.add.reduceat(off, ys, axis=0, dtype=np.int32)
                by_zone = np.add.reduceat(by_zone, self._xs[:-1] - self._xs[0], axis=1)
                row, col = np.unravel_index(int(by_zone.argmax()), by_zone.shape)
                place = first + int(row), int(col)
        if wrong > most:
            raise FormatError(
                f"{self._at(*place)}: the walls of the maze that was found are "
                f"{wrong / max(outline, 1):.1f} pixels off those in the picture, most of all here"
            )

    def _reading(self) -> Reading:
        across, left = self._zones[::2, 1::2], self._zones[1::2, ::2]
        edges = across[0], across[-1], left[:, 0], left[:, -1]
        start, goals = boundary_gaps(*edges)
        ends = () if start is None else (start, *goals)
        gaps = sum(edge.size - int(np.count_nonzero(edge)) for edge in edges)
        inner = left[[0, -1], 1:-1], across[1:-1, [0, -1]]
        walls_at_border = sum(int(np.count_nonzero(walls)) for walls in inner)
        maze = maze_of_walls(across, left)
        return Reading(maze, ends, gaps, walls_at_border, box=self._box, lines=self._lines)

    def _is_scaled(self) -> bool:
        """Return whether distances between lines vary, as after scaling, which can lose walls."""
        return any(len(set(np.diff(lines[:, 0]).tolist())) > 1 for lines in self._lines)

    def _check_sense(self, reading: Reading) -> None:
        """Raise FormatError if the result is no plausible maze, or several mazes."""
        across, left = self._zones[::2, 1::2], self._zones[1::2, ::2]
        if reading.gaps > 2:
            raise FormatError(f"its border has {reading.gaps} gaps")
        passages = reading.maze.passages
        there = passages > 0
        rows, cols = there.shape
        links = np.count_nonzero(passages & 2) + np.count_nonzero(passages & 4)
        if links < max(0.8 * (int(there.sum()) - 1), 0.2 * there.size):
            raise FormatError(
                f"its {cols}x{rows} cells have {links} passages: they fall apart, as several "
                "mazes or no maze do"
            )
        is_bare = not (across[1:-1].any(axis=1).all() and left[:, 1:-1].any(axis=0).all())
        if is_bare and self._is_scaled() and links >= there.sum():
            raise FormatError(f"{NO_LATTICE}: a line between these has no wall at all")
        if _is_twice_as_fine(across, left):
            raise FormatError("its walls cross the middles of its cells, as a path in their colour")
        if links > 0.95 * (2 * rows * cols - rows - cols) and rows * cols > 9:
            raise FormatError("there are no walls within it")
        for name, walls, used in (
            ("row", across[1:-1], np.flatnonzero(there.any(axis=1))),
            ("column", left[:, 1:-1].T, np.flatnonzero(there.any(axis=0))),
        ):
            for k in np.flatnonzero(walls.all(axis=1)).tolist():
                if used[0] <= k < used[-1]:
                    raise FormatError(
                        f"below or right of its {name} {k + 1} a wall goes from border to border: "
                        "there are several mazes"
                    )


def _cores(edges: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return begin and end of the middle of each zone."""
    size = np.diff(edges)
    cut = np.where(size <= 2, 0, np.maximum(1, np.round(0.15 * size))).astype(np.intp)
    return edges[:-1] + cut, edges[1:] - cut


def _is_twice_as_fine(across: NDArray[np.bool_], left: NDArray[np.bool_]) -> bool:
    """Return whether all walls are two cells long: a maze of half the size, and a path in it."""
    rows, cols = left.shape[0], across.shape[1]
    if rows % 2 or cols % 2 or min(rows, cols) < 4:
        return False
    for lines in (across, left.T):
        walls, path = lines[::2], np.pad(lines[1::2], ((0, 0), (1, 1)))
        if (walls[:, ::2] != walls[:, 1::2]).any() or (path[:, ::2] != path[:, 1::2]).any():
            return False
    return True


def _check_squares(xs: Lines, ys: Lines) -> None:
    """Raise FormatError if cells are no squares, within a pixel at each end of the picture."""
    wide, high = ((lines[-1].mean() - lines[0].mean()) / (len(lines) - 1) for lines in (xs, ys))
    slack = max(_SQUARE * max(wide, high), 2 / (min(len(xs), len(ys)) - 1))
    if abs(wide - high) > slack:
        raise FormatError(
            f"its cells would be {wide:.1f} pixels wide and {high:.1f} high: they are no squares"
        )


def _check_rock(rock: NDArray[np.bool_]) -> None:
    if min(rock.shape) < 2:
        raise FormatError("it is one row of cells")
    _check_sides(rock)


def _check_sides(rock: NDArray[np.bool_]) -> None:
    if any(bool(side.all()) for side in (rock[0], rock[-1], rock[:, 0], rock[:, -1])):
        raise FormatError("a side of it is filled: it may be paper")


def _block_grid(walls: Bitmap) -> Reading:
    """Read squares of pixels as cells, wall or floor."""
    size = math.gcd(walls.height, walls.width)
    for lines in walls.sample():
        changes = np.flatnonzero((lines[:, 1:] != lines[:, :-1]).any(axis=0)) + 1
        size = math.gcd(size, *changes.tolist())
    if min(walls.height, walls.width) < 3 * size:
        raise FormatError(NO_LATTICE)
    reading = _squares(walls, size, is_framed=True)
    floor = ~_middles(walls, size)
    gaps, ring = _gaps(floor)
    if len(gaps) != 2 or np.count_nonzero(ring) > 0.25 * ring.size:
        raise FormatError(f"{NO_LATTICE}, or squares within a border with two gaps")
    if floor[1::2, 1::2].all() and not floor[::2, ::2].any():
        raise FormatError(f"{NO_LATTICE}, though its squares do")
    areas = floor[1:, 1:] & floor[:-1, 1:] & floor[1:, :-1] & floor[:-1, :-1]
    if areas.sum() > (0.1 if size == 1 else 0.2) * floor.sum():
        raise FormatError(f"{NO_LATTICE}; its squares form areas")
    is_floor = reading.maze.passages > 0
    if not is_floor.any():
        raise FormatError(NO_LATTICE)
    # As on a lattice: 0 if a corridor runs all around.
    inner = floor[1], floor[-2], floor[:, 1], floor[:, -2]
    reading.walls_at_border = sum(len(_spans(~side[1:-1])) for side in inner)
    joined = _largest_part(reading.maze, is_floor)
    if joined < max(0.9 * floor.sum(), 0.2 * floor.size):
        raise FormatError(f"{NO_LATTICE}; its floor falls apart")
    return reading


def _largest_part(maze: Maze, floor: NDArray[np.bool_]) -> int:
    """Return the number of cells in the largest connected part, judged by a sample of cells."""
    cells = np.argwhere(floor)
    most = 0
    for row, col in cells[:: max(1, len(cells) // 8)].tolist():
        most = max(most, int((distances(maze, [(row, col)]) >= 0).sum()))
    return most


def _middles(walls: Bitmap, size: int) -> NDArray[np.bool_]:
    """Return the pixel in the middle of each square: bool (rows, cols)."""
    middle = size // 2
    tops = range(middle, walls.height, size)
    return np.concatenate([walls.rows(y, y + 1)[:, middle::size] for y in tops])


def _squares(walls: Bitmap, size: int, *, is_framed: bool) -> Reading:
    """Read squares of pixels as cells; with ``is_framed`` an edge without a gap is removed."""
    width, height = walls.width, walls.height
    rows, cols = height // size, width // size
    if (rows * size, cols * size) != (height, width):
        raise FormatError(f"its {width}x{height} pixels are no whole squares of {size}x{size}")
    floor = ~_middles(walls, size)
    gaps, _ = _gaps(floor)
    ends = tuple(gaps) if len(gaps) == 2 else ()
    if is_framed and not gaps and min(rows, cols) > 2:
        floor = floor[1:-1, 1:-1]
    return Reading(Maze.from_floor(floor), ends, len(gaps), room=size, is_block_grid=True)


def _gaps(floor: NDArray[np.bool_]) -> tuple[list[Cell], NDArray[Any]]:
    """Return the middle of each gap in the outermost squares, and which of these are floor."""
    places = np.arange(floor.size).reshape(floor.shape)
    ring = np.concatenate([places[0], places[1:, -1], places[-1, -2::-1], places[-2:0:-1, 0]])
    there = floor.reshape(-1)[ring]
    if there.all():
        return [], there
    begin = int(there.argmin())  # a gap may go round a corner, so the first square is wall
    ring, there = np.roll(ring, -begin), np.roll(there, -begin)
    middles = sorted(int(ring[(begin + end - 1) // 2]) for begin, end in _spans(there))
    return [divmod(place, floor.shape[1]) for place in middles], there
