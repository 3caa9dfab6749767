"""Overview: the whole maze on one screen, or a part of it, as a map of the walked cells.

A character is two dots by four (braille); a dot is some cells, not always a whole number of them,
so that the map fills its window. It is lit where the walk or the shown path touched one of them.
The way from A to the player has the player's colour; without colours, signs of its own.
Walls are too fine for it; in unvisited places, faint shades show where dead ends are more or fewer
than elsewhere in this maze: landmarks, also where the maze is alike everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.areas import heat_bands, hints, tokens
from mazegame.drawing.drawing import Block, Map
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.inks import RIVALS, RIVALS_BACK, Ink
from mazegame.layers import ON_ROUTE, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

BLANK_BRAILLE: Final = 0x2800
"""The code point of the braille character without dots."""

_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint32)
"""The bit of each of the 4 x 2 dots of a braille character."""

DOTS_DOWN, DOTS_ACROSS = _DOTS.shape
"""Dots along the sides of a braille character."""

STRETCH: Final = 2
"""Most times wider or higher that a map may be drawn to fill its window."""

SAMPLED_ROWS: Final = 16
"""Rows of cells from which the shade of a character is taken; large mazes have more."""

SHADES: Final = " ·░"
"""The shades for dead ends, from few to many: fainter than any walk."""

PLAIN_SHADES: Final = " ·:"
"""The shades without colours, where no ink makes them fainter than walks."""

ASCII_SHADES: Final = " ,;"
"""The shades in ASCII; none is also a mark or a cell that was never seen."""

DEAD_END_SHARE_BREAKS: Final = (0.06, 0.18)
"""A share of dead ends at or above the n-th value gets shade n + 1; few mazes as a whole lie near
these values."""

_Z_SCORE_BREAKS: Final = (-0.5, 0.5)
"""Limits between the three shades, in standard errors from the maze's mean share. Where dead ends
lie as by chance, each shade has about a third of the characters."""

_MIN_STANDARD_ERROR: Final = 1e-3
"""Lower bound, so that an even maze is not divided into shades by rounding."""

_SHADE_SAMPLE_CELLS: Final = 400
"""Cells over which a character's share is averaged; with fewer, shades would be noise. Those of the
characters beside it count in any case, so that shades are areas."""

_SAMPLED_CELLS: Final = 1 << 20
"""Most cells from which the share of a whole maze is taken."""

_REDUCEAT_MAX_CELLS: Final = 1 << 15
"""Below this many cells one ``reduceat`` call is faster than a loop over rows."""

_IS_DEAD_END: Final = np.isin(np.arange(256), [1, 2, 4, 8])

Span = tuple[int, int]
"""The first of some dots or characters, and the one behind the last."""


def shades_of(
    values: NDArray[np.float64],
    shades: str = SHADES,
    breaks: tuple[float, ...] = DEAD_END_SHARE_BREAKS,
) -> NDArray[np.uint32]:
    """Return the code point of the shade for each value; ``breaks`` are their limits."""
    return np.array([*map(ord, shades)], np.uint32)[np.searchsorted(breaks, values, side="right")]


def _box_sums(counts: NDArray[np.int64], radius: int) -> NDArray[np.int64]:
    """Return for each entry the sum over the square of side 2 * radius + 1 around it."""
    rows, cols = counts.shape
    padded, offsets = np.pad(counts, radius), range(2 * radius + 1)
    down = np.sum([padded[at : at + rows] for at in offsets], axis=0)
    return np.asarray(np.sum([down[:, at : at + cols] for at in offsets], axis=0), np.int64)


def braille_of(dots: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return which dots each braille character has: bool (4 n, 2 m) to uint32 (n, m)."""
    lit = np.zeros((dots.shape[0] // 4, dots.shape[1] // 2), np.uint32)
    for (row, col), bit in np.ndenumerate(_DOTS):
        np.bitwise_or(lit, dots[row::4, col::2] * bit, out=lit)
    return lit


def framed(
    width: int,
    height: int,
    posts: NDArray[np.uint32],
    part: tuple[int, int, int, int] | None = None,
) -> Block:
    """Return a blank block of width x height characters inside a frame, or only a part of it.

    ``part`` is the part's first column and line, and its width and height.
    """
    x, y, wide, high = part or (0, 0, width, height)
    columns, lines = np.arange(x, x + wide), np.arange(y, y + high)[:, np.newaxis]
    left, right, top, bottom = columns == 0, columns == width - 1, lines == 0, lines == height - 1
    arms = (top | bottom) * np.uint8(2 | 8) | (left | right) * np.uint8(1 | 4)
    arms &= ~(top * np.uint8(1) | right * np.uint8(2) | bottom * np.uint8(4) | left * np.uint8(8))
    block = Block.blank(high, wide)
    is_frame = arms > 0
    block.glyphs[is_frame], block.ink[is_frame] = posts[arms[is_frame]], Ink.WALL
    return block


def _reduce_between(
    cells: NDArray[np.uint8], edges: NDArray[np.intp], axis: int, ufunc: np.ufunc
) -> NDArray[np.uint8]:
    """Reduce the cells between consecutive edges along an axis with ``ufunc``; 0 without cells."""
    cells = np.moveaxis(cells, axis, 0)[edges[0] : edges[-1]]
    first, end = edges[:-1] - edges[0], edges[1:] - edges[0]
    reduced = np.zeros((len(first), *cells.shape[1:]), cells.dtype)
    if 0 < cells.size < _REDUCEAT_MAX_CELLS:
        reduced[first < end] = ufunc.reduceat(cells, first[first < end], axis=0)
        return np.moveaxis(reduced, 0, axis)
    for step in range(int((end - first).max(initial=0))):
        has_cell = first + step < end
        if has_cell.all():
            ufunc(reduced, cells[first + step], out=reduced)
        else:
            reduced[has_cell] = ufunc(reduced[has_cell], cells[first[has_cell] + step])
    return np.moveaxis(reduced, 0, axis)


class _Axis:
    """One side of a map: which cells lie in which dot and in which character."""

    def __init__(self, scale: Fraction, dots: int) -> None:
        self.scale = scale
        self.dots = dots
        """Dots of a character."""
        per = scale * dots
        self._cells, self._characters = per.numerator, per.denominator

    def size(self, cells: int) -> int:
        """Return how many characters some cells take."""
        return -(-cells * self._characters // self._cells)

    def character_of(self, cell: int) -> int:
        """Return the character of a cell."""
        return cell * self._characters // self._cells

    def first_cell_of(self, character: int) -> int:
        """Return the first cell of a character."""
        return -(-character * self._cells // self._characters)

    def edges(self, span: Span, cells: int, dots: int = 1) -> NDArray[np.intp]:
        """Return the first cell of each part of some characters, of ``dots`` each, and the end."""
        per = self._characters * dots
        at = np.arange(span[0] * dots, span[1] * dots + 1, dtype=np.int64)
        return np.minimum(-(-at * self._cells // per), cells).astype(np.intp)


class _ShadeCache(NamedTuple):
    """The shades of some characters of a grid."""

    grid: NDArray[np.uint8]
    lines: Span
    columns: Span
    shades: NDArray[np.uint32]

    def covers(self, grid: NDArray[np.uint8], lines: Span, columns: Span) -> bool:
        """Return whether it has all shades of some characters."""
        has_lines = self.lines[0] <= lines[0] and lines[1] <= self.lines[1]
        has_columns = self.columns[0] <= columns[0] and columns[1] <= self.columns[1]
        return self.grid is grid and has_lines and has_columns

    def part(self, lines: Span, columns: Span) -> NDArray[np.uint32]:
        """Return the shades of some of its characters."""
        return self.shades[_part_of(self.lines, lines), _part_of(self.columns, columns)]


def _part_of(span: Span, part: Span) -> slice:
    """Return the slice of a part of a span, counted from the begin of the span."""
    return slice(part[0] - span[0], part[1] - span[0])


class Overview(Map):
    """The map of a maze.

    ``across`` and ``down`` are the cells along the sides of a dot; by default it is a square.
    Without braille all is ASCII, and a character is a dot, twice as high. ``density`` shades
    unvisited cells. Where colours do not tell heat, digits do.
    """

    def __init__(
        self,
        across: Fraction | int,
        down: Fraction | int | None = None,
        *,
        braille: bool = True,
        density: bool = False,
        colour: bool = True,
    ) -> None:
        wide, high = (2, 4) if braille else (1, 2)
        self._x = _Axis(Fraction(across), wide)
        self._y = _Axis(Fraction(across if down is None else down), high)
        pitch, height = ceil(self._x.scale * wide), ceil(self._y.scale * high)
        glyphs = WALLS["rounded" if braille else "ascii"]
        super().__init__(glyphs, pitch, height, frame=1, colour=colour)
        self.scale = across
        self._density = density
        self._braille = braille
        self._shaded: _ShadeCache | None = None
        self._share: tuple[NDArray[np.uint8], float] | None = None

    @property
    def cells_per_dot(self) -> float:
        """Columns of cells in each of the 4 x 2 dots of a character, which ASCII does not show."""
        return float(self.scale) if self._braille else float(self.scale) / 2

    @property
    def shades(self) -> str:
        """The shades for dead ends, from few to many; empty if it has none."""
        if not self._density:
            return ""
        return ASCII_SHADES if not self._braille else SHADES if self._colour else PLAIN_SHADES

    @classmethod
    def fitting(
        cls, cols: int, rows: int, width: int, height: int, *, braille: bool = True, **look: bool
    ) -> Overview:
        """Return the largest map of squares of cells that fits a window, its frame included."""
        per_x, per_y = (2, 4) if braille else (1, 2)
        wide, high = per_x * max(width - 2, 1), per_y * max(height - 2, 1)
        scale = max(-(-cols // wide), -(-rows // high), 1)
        return cls(scale, braille=braille, **look)

    @classmethod
    def filling(
        cls, cols: int, rows: int, width: int, height: int, *, braille: bool = True, **look: bool
    ) -> list[Overview]:
        """Return the map that fills a window, its frame included, then ever larger ones.

        Each is twice as large as the one before, up to the one with a dot for each cell. It is
        stretched, but not more than ``STRETCH`` times.
        """
        per_x, per_y = (2, 4) if braille else (1, 2)
        across = Fraction(cols, per_x * max(width - 2, 1))
        down = Fraction(rows, per_y * max(height - 2, 1))
        across, down = max(across, down / STRETCH), max(down, across / STRETCH)
        cell = Fraction(1)
        across, down = max(across, cell), max(down, cell)
        maps = [cls(across, down, braille=braille, **look)]
        while across > cell or down > cell:
            across, down = max(across / 2, cell), max(down / 2, cell)
            maps.append(cls(across, down, braille=braille, **look))
        return maps

    # Where a cell is

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        return self._x.size(cols) + 2, self._y.size(rows) + 2

    def centre(self, cell: Cell) -> tuple[int, int]:
        return self._x.character_of(cell[1]) + 1, self._y.character_of(cell[0]) + 1

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        return *self.centre(cell), 1, 1

    def cell_at(self, x: int, y: int) -> Cell:
        return self._y.first_cell_of(y - 1), self._x.first_cell_of(x - 1)

    # What is drawn

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        wide, high = self.size(*scene.shape[::-1])
        block = framed(wide, high, self.glyphs.posts, (x, y, width, height))
        lines = max(y, 1) - 1, min(y + height, high - 1) - 1
        columns = max(x, 1) - 1, min(x + width, wide - 1) - 1
        if lines[0] < lines[1] and columns[0] < columns[1]:
            inner = block.part(
                slice(lines[0] + 1 - y, lines[1] + 1 - y),
                slice(columns[0] + 1 - x, columns[1] + 1 - x),
            )
            if scene.light is not None:  # over these comes what was seen
                inner.glyphs[:], inner.ink[:] = self.glyphs.dot(colour=self._colour), Ink.ROCK
            if self._density:
                self._shade(scene, lines, columns, inner)
            self._draw_dots(scene, lines, columns, inner)
        self._put_signs(scene, block, x, y)
        return block

    def _put_signs(self, scene: Scene, block: Block, x: int, y: int) -> None:
        """Put hint, labels, ends and walkers into a block that begins at (x, y)."""

        def place(cell: Cell) -> tuple[int, int]:
            across, down = self.centre(cell)
            return down - y, across - x

        for cell, glyph in hints(scene, self.glyphs):
            block.put(place(cell), glyph, Ink.HINT, Ink.FLOOR)
        for cell, glyph, ink in tokens(scene, self.glyphs):
            block.put(place(cell), glyph, ink, ink)

    def _shade(self, scene: Scene, lines: Span, columns: Span, block: Block) -> None:
        """Shade characters by their dead ends, and show heat there, in place."""
        glyphs = self._shades_of(scene, lines, columns)
        known = glyphs > 0
        if scene.light is not None:
            seen = (scene.light > 0).view(np.uint8)
            known &= self._pooled(scene, seen, lines, columns, np.maximum) > 0
        block.glyphs[known] = glyphs[known]
        block.ink[known] = Ink.ROCK
        if scene.heat and scene.field is not None:
            bands = heat_bands(scene, scene.field[self._middles(scene, lines, columns)])
            heated = known & (bands != Ink.FLOOR)
            block.ground[heated] = bands[heated]
            if not self._colour:
                block.glyphs[heated] = self.glyphs.signs[bands[heated]]

    def _middles(self, scene: Scene, lines: Span, columns: Span) -> tuple[NDArray[np.intp], ...]:
        """Return the indices of a cell in the middle of each character."""
        edges = self._edges(scene, lines, columns)
        return np.ix_(*((one[:-1] + np.maximum(one[1:] - 1, one[:-1])) // 2 for one in edges))

    def _edges(
        self, scene: Scene, lines: Span, columns: Span, *, dots: bool = False
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the first rows and columns of characters or dots in the grid, and the ends."""
        rows = self._y.edges(lines, scene.shape[0], self._y.dots if dots else 1)
        cols = self._x.edges(columns, scene.shape[1], self._x.dots if dots else 1)
        return np.maximum(rows - scene.row_offset, 0), cols

    def _pooled(
        self,
        scene: Scene,
        layer: NDArray[np.uint8],
        lines: Span,
        columns: Span,
        ufunc: np.ufunc = np.bitwise_or,
        *,
        dots: bool = False,
    ) -> NDArray[np.uint8]:
        """Reduce the cells of a layer in each of some characters, or in each of their dots."""
        rows, cols = self._edges(scene, lines, columns, dots=dots)
        by_row = _reduce_between(layer[:, cols[0] : cols[-1]], rows, 0, ufunc)
        return _reduce_between(by_row, cols - cols[0], 1, ufunc)

    def _shades_of(self, scene: Scene, lines: Span, columns: Span) -> NDArray[np.uint32]:
        """Return the shade of some characters, 0 without a cell; keep those around for later."""
        if self._shaded is None or not self._shaded.covers(scene.grid, lines, columns):
            width, height = self.size(*scene.shape[::-1])
            kept_lines, kept_columns = (
                (max(begin - (end - begin), 0), min(end + (end - begin), size - 2))
                for (begin, end), size in ((lines, height), (columns, width))
            )
            shades = self._new_shades(scene, kept_lines, kept_columns)
            self._shaded = _ShadeCache(scene.grid, kept_lines, kept_columns, shades)
        return self._shaded.part(lines, columns)

    def _new_shades(self, scene: Scene, lines: Span, columns: Span) -> NDArray[np.uint32]:
        """Return the shade of some characters, 0 without a cell, by the shares around them."""
        radius = max(ceil((sqrt(_SHADE_SAMPLE_CELLS / (self.pitch * self.height)) - 1) / 2), 1)
        width, height = self.size(*scene.shape[::-1])
        near_lines, near_columns = (
            (max(begin - radius, 0), min(end + radius, size - 2))
            for (begin, end), size in ((lines, height), (columns, width))
        )
        cells, dead_ends = self._dead_end_counts(scene, near_lines, near_columns)
        near_cells = np.maximum(_box_sums(cells, radius), 1)
        share = self._share_of(scene)
        standard_error = np.sqrt(share * (1 - share) / near_cells)
        z_scores = (_box_sums(dead_ends, radius) / near_cells - share) / np.maximum(
            standard_error, _MIN_STANDARD_ERROR
        )
        shades = np.where(cells > 0, shades_of(z_scores, self.shades, _Z_SCORE_BREAKS), 0)
        part = _part_of(near_lines, lines), _part_of(near_columns, columns)
        return shades.astype(np.uint32)[part]

    def _dead_end_counts(self, scene: Scene, lines: Span, columns: Span) -> NDArray[np.int64]:
        """Return the cells and the dead ends in sampled rows of characters: (2, lines, columns)."""
        row_edges, column_edges = self._edges(scene, lines, columns)
        part = scene.grid[:, column_edges[0] : column_edges[-1]]
        cells, dead_ends = counts = np.zeros(
            (2, lines[1] - lines[0], columns[1] - columns[0]), np.int64
        )
        row_counts = row_edges[1:] - row_edges[:-1]
        strides = np.maximum(row_counts // SAMPLED_ROWS, 1)
        for step in range(int((row_counts // strides).max(initial=0)) + 1):
            sampled = np.flatnonzero(step * strides < row_counts)
            sample = part[row_edges[:-1][sampled] + step * strides[sampled]]
            for sums, found in ((cells, sample > 0), (dead_ends, _IS_DEAD_END[sample])):
                sums[sampled] += _counts(found, column_edges - column_edges[0])
        return counts

    def _share_of(self, scene: Scene) -> float:
        """Return the share of dead ends in a whole maze, of some of its rows if it is large."""
        if self._share is None or self._share[0] is not scene.grid:
            grid = scene.grid
            sample = grid[:: max(grid.size // _SAMPLED_CELLS, 1)]
            cells = max(int(np.count_nonzero(sample)), 1)
            self._share = grid, int(_IS_DEAD_END[sample].sum()) / cells
        return self._share[1]

    def _draw_dots(self, scene: Scene, lines: Span, columns: Span, block: Block) -> None:
        """Light the dots of characters, in place."""
        route = Ink.TRAIL if scene.heat else Ink.PLAYER  # heat may be as bright as the player
        for layer, bits, ink in (
            (scene.light, 3, Ink.WALL),
            *((layer, SIDES, RIVALS_BACK[number]) for number, layer in scene.lines),
            *((layer, ON_ROUTE, RIVALS[number]) for number, layer in scene.lines),
            (scene.tracks, SIDES, Ink.BACKTRACK),
            (scene.path, SIDES, Ink.PATH),
            (scene.tracks, ON_ROUTE, route),
        ):
            if layer is None:
                continue
            lit = self._lit(scene, layer, bits, lines, columns)
            there = lit > 0
            if ink is route and not (self._braille and self._colour):
                block.glyphs[there] = self.glyphs.marks[Ink.TRAIL]
            elif self._braille:
                before = np.where(block.glyphs < BLANK_BRAILLE, BLANK_BRAILLE, block.glyphs)
                block.glyphs[there] = (before | lit)[there]
            elif ink is Ink.PATH:  # as a line: it may fill whole areas
                block.glyphs[there] = self.glyphs.posts[lit[there]]
            else:
                block.glyphs[there] = self.glyphs.marks[ink]
            block.ink[there] = ink

    def _lit(
        self, scene: Scene, layer: NDArray[np.uint8], bits: int, lines: Span, columns: Span
    ) -> NDArray[np.uint32]:
        """Return the dots of each character with any of some bits, uint32.

        In ASCII return which of the bits the cells of each character have.
        """
        found = self._pooled(scene, layer, lines, columns, dots=self._braille) & bits
        return braille_of(found > 0) if self._braille else found.astype(np.uint32)


def _counts(found: NDArray[np.bool_], edges: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return how many are set between each two edges of every line."""
    sums = np.zeros((len(found), found.shape[1] + 1), np.int64)
    np.cumsum(found, axis=1, out=sums[:, 1:])
    return np.diff(sums[:, edges], axis=1)
