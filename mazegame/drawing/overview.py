"""Overview: the whole maze on one screen, as a map of the walked cells.

A character is two dots by four (braille); a dot is a square of ``scale`` by ``scale`` cells, and is
lit where the walk or the shown path touched one of them. Walls are too fine for it; in unvisited
squares, shades show the share of dead ends around them.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area, heat_bands, pooled, tokens
from mazegame.drawing.drawing import Block, Map
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.inks import RIVALS, Ink
from mazegame.layers import ON_ROUTE, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.scene import Scene

BLANK_BRAILLE: Final = 0x2800
"""The code point of the braille character without dots."""

_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint32)
"""The bit of each of the 4 x 2 dots of a braille character."""


SAMPLED_ROWS: Final = 16
"""Rows of cells from which the shade of a character is taken; large mazes have more."""

_SHADES: Final = "·░▒"
"""The shades for dead ends, from few to many."""

_ASCII_SHADES: Final = " ,;"
"""The same in ASCII; none is also a mark or a cell that was never seen."""

_SHARES: Final = (0.06, 0.18)
"""The shares of dead ends from which the next shade counts: few mazes lie near these as a whole."""

_AROUND: Final = 400
"""Cells around a character from which its shade is taken; with fewer, shades would be noise."""

_IS_DEAD_END: Final = np.isin(np.arange(256), [1, 2, 4, 8])


def shades_of(shares: NDArray[np.float64], shades: str = _SHADES) -> NDArray[np.uint32]:
    """Return the shades for shares of dead ends: code points of the same shape."""
    return np.array([*map(ord, shades)], np.uint32)[np.searchsorted(_SHARES, shares, side="right")]


def _around(counts: NDArray[np.int64], reach: int) -> NDArray[np.int64]:
    """Return the sums of counts over the squares of ``reach`` characters around each."""
    (rows, cols), wider, steps = counts.shape, np.pad(counts, reach), range(2 * reach + 1)
    down = np.sum([wider[at : at + rows] for at in steps], axis=0)
    return np.asarray(np.sum([down[:, at : at + cols] for at in steps], axis=0), np.int64)


def braille_of(dots: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return which dots each braille character has: bool (4 n, 2 m) to uint32 (n, m)."""
    lit = np.zeros((dots.shape[0] // 4, dots.shape[1] // 2), np.uint32)
    for (row, col), bit in np.ndenumerate(_DOTS):
        np.bitwise_or(lit, dots[row::4, col::2] * bit, out=lit)
    return lit


def framed(width: int, height: int, posts: NDArray[np.uint32]) -> Block:
    """Return blanks in a frame of walls, of a size in characters."""
    block = Block.blank(height, width)
    glyphs, ink, _ = block
    glyphs[[0, -1], :], glyphs[:, [0, -1]] = posts[10], posts[5]
    glyphs[0, 0], glyphs[0, -1], glyphs[-1, 0], glyphs[-1, -1] = posts[[6, 12, 3, 9]]
    ink[[0, -1], :] = ink[:, [0, -1]] = Ink.WALL
    return block


class Overview(Map):
    """The map of a maze.

    A side of a dot has ``scale`` cells. Without braille all is ASCII, and a character is a dot.
    ``density`` shades unvisited cells. Where colours do not tell heat, digits do.
    """

    def __init__(
        self, scale: int, *, braille: bool = True, density: bool = False, colour: bool = True
    ) -> None:
        pitch, height = (2 * scale, 4 * scale) if braille else (scale, 2 * scale)
        glyphs = WALLS["rounded" if braille else "ascii"]
        super().__init__(glyphs, pitch, height, frame=1, colour=colour)
        self.scale = scale
        self._every = max(self.height // SAMPLED_ROWS, 1)
        self._density = density
        self._braille = braille
        self._shaded: tuple[NDArray[np.uint8], NDArray[np.uint32]] | None = None

    @classmethod
    def fitting(
        cls, cols: int, rows: int, width: int, height: int, *, braille: bool = True, **look: bool
    ) -> Overview:
        """Return the largest map of a maze that fits a window, its frame included."""
        per_x, per_y = (2, 4) if braille else (1, 2)
        wide, high = per_x * max(width - 2, 1), per_y * max(height - 2, 1)
        scale = max(-(-cols // wide), -(-rows // high), 1)
        return cls(scale, braille=braille, **look)

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        rows, cols = scene.shape
        wide, high = self.size(cols, rows)
        block = framed(wide, high, self.glyphs.posts)
        first, end = max(y, 1) - 1, min(y + height, high - 1) - 1
        if first < end:
            inner = block.part(slice(first + 1, end + 1), slice(1, -1))
            top = first * self.height
            area = Area(top, 0, min(end * self.height, rows) - top, cols)
            if scene.light is not None:  # over these comes what was seen
                inner.glyphs[:], inner.ink[:] = self.glyphs.dot(colour=self._colour), Ink.ROCK
            if self._density:
                self._shade(scene, area, inner)
            self._draw_dots(scene, area, inner)
        for cell, (rival, mark) in scene.trails.items():  # a walk stands over them
            across, down = self.centre(cell)
            if block.ink[down, across] in {Ink.FLOOR, Ink.WALL, Ink.ROCK}:
                block.glyphs[down, across] = self.glyphs.trail(mark)
                block.ink[down, across] = RIVALS[rival]
        for cell, glyph, ink in tokens(scene, self.glyphs):
            across, down = self.centre(cell)
            block.put((down, across), glyph, ink, ink)
        return block.part(slice(y, y + height), slice(x, x + width))

    def _shade(self, scene: Scene, area: Area, block: Block) -> None:
        """Shade lines of characters by their dead ends, and show heat there, in place."""
        if self._shaded is None or self._shaded[0] is not scene.grid:
            self._shaded = scene.grid, self._shades_of(scene)
        first = area.row // self.height
        glyphs = self._shaded[1][first : first + len(block.ink)]
        known = glyphs > 0
        if scene.light is not None:
            known &= self._count(self._sample(scene, scene.light, area) > 0) > 0
        block.glyphs[known] = glyphs[known]
        block.ink[known] = Ink.WALL
        if scene.heat and scene.field is not None:
            bands = heat_bands(scene, scene.field[area.middles(self.height, self.pitch)])
            heated = known & (bands != Ink.FLOOR)
            block.ground[heated] = bands[heated]
            if not self._colour:
                block.glyphs[heated] = self.glyphs.signs[bands[heated]]

    def _shades_of(self, scene: Scene) -> NDArray[np.uint32]:
        """Return the shade of every character inside the frame, 0 without a cell."""
        sample = self._sample(scene, scene.grid, Area(0, 0, *scene.shape))
        cells, ends = self._count(sample > 0), self._count(_IS_DEAD_END[sample])
        reach = ceil((sqrt(_AROUND / (self.pitch * self.height)) - 1) / 2)
        shares = _around(ends, reach) / np.maximum(_around(cells, reach), 1)
        shades = shades_of(shares, _SHADES if self._braille else _ASCII_SHADES)
        return np.where(cells > 0, shades, 0).astype(np.uint32)

    def _sample(self, scene: Scene, layer: NDArray[np.uint8], area: Area) -> NDArray[np.uint8]:
        """Return the rows of a layer from which the characters of an area are shaded."""
        wanted = np.arange(area.rows) % self.height % self._every == 0
        return area.cut(layer, scene)[wanted, :]

    def _count(self, sample: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many of the cells of each character are set, of sampled rows."""
        size = -(-self.height // self._every), self.pitch
        return pooled(sample.view(np.uint8), size, np.add, (np.uint16, np.int64))

    def _draw_dots(self, scene: Scene, area: Area, block: Block) -> None:
        """Light the dots of lines of characters, in place."""
        for layer, bits, ink in (
            (scene.light, 3, Ink.WALL),
            (scene.tracks, SIDES, Ink.BACKTRACK),
            (scene.path, SIDES, Ink.PATH),
            (scene.tracks, ON_ROUTE, Ink.TRAIL),
        ):
            if layer is None:
                continue
            lit = self._lit(area.cut(layer, scene), bits, block.ink.shape)
            there = lit > 0
            if self._braille:
                before = np.where(block.glyphs < BLANK_BRAILLE, BLANK_BRAILLE, block.glyphs)
                block.glyphs[there] = (before | lit)[there]
            elif ink is Ink.PATH:  # as a line: it may fill whole areas
                block.glyphs[there] = self.glyphs.posts[lit[there]]
            else:
                block.glyphs[there] = self.glyphs.marks[ink]
            block.ink[there] = ink

    def _lit(
        self, cells: NDArray[np.uint8], bits: int, shape: tuple[int, ...]
    ) -> NDArray[np.uint32]:
        """Return the dots of each character, uint32 of a shape: cells with any of some bits.

        In ASCII return which of the bits the cells of each character have.
        """
        if not self._braille:
            return np.asarray(pooled(cells, (self.height, self.pitch)) & bits, np.uint32)
        dots = pooled(cells, (self.scale, self.scale)) & bits
        full = np.zeros((4 * shape[0], 2 * shape[1]), np.bool_)
        full[: dots.shape[0], : dots.shape[1]] = dots > 0
        return braille_of(full)
