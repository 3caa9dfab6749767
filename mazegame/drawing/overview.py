"""Overview: the whole maze on one screen, as a map of the walked cells.

A character is two dots by four (braille); a dot is a square of ``scale`` by ``scale`` cells, and is
lit where the walk or the shown path touched one of them. Walls are too fine for it; in unvisited
squares, shades show the share of dead ends around them.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area, tokens
from mazegame.drawing.drawing import Block, Map
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.inks import RIVALS, Ink
from mazegame.layers import ON_ROUTE, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.scene import Scene

BLANK_BRAILLE: Final = 0x2800

_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint32)
"""The bit of each of the 4 x 2 dots of a braille character."""


SAMPLED_ROWS: Final = 16
"""Rows of cells from which the shade of a character is taken; large mazes have more."""

_SHADES, _ASCII_SHADES = "·░▒", " ,;"
"""The shades for dead ends, from few to many; in ASCII none is a mark or the dark."""

_SHARES: Final = (0.06, 0.18)
"""The shares of dead ends from which the next shade counts: few mazes lie near these as a whole."""

_AROUND: Final = 400
"""Cells around a character from which its shade is taken; with fewer, shades would be noise."""

_IS_DEAD_END: Final = np.isin(np.arange(256), [1, 2, 4, 8]).astype(np.uint8)


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
        block = Block.blank(height, wide)
        posts = self.glyphs.posts
        for at in range(height):
            line = block.part(at)
            here = y + at
            if here in (0, high - 1):
                left, right = (6, 12) if here == 0 else (3, 9)
                line.glyphs[:] = posts[10]
                line.glyphs[[0, -1]] = posts[[left, right]]
                line.ink[:] = Ink.WALL
                continue
            line.glyphs[[0, -1]] = posts[5]
            line.ink[[0, -1]] = Ink.WALL
            inner = line.part(slice(1, -1))
            if scene.light is not None:  # over these comes what was seen
                inner.glyphs[:], inner.ink[:] = self.glyphs.dot(colour=self._colour), Ink.ROCK
            if self._density:
                self._shades(scene, here - 1, inner)
            self._dots(scene, here - 1, inner)
            self._tokens(scene, here - 1, inner)
        return block.part(slice(None), slice(x, x + width))

    def _shades(self, scene: Scene, y: int, line: Block) -> None:
        """Shade one line of characters by its dead ends, and show heat there, in place."""
        (rows, cols), light = scene.shape, scene.light
        if self._shaded is None or self._shaded[0] is not scene.grid:
            self._shaded = scene.grid, self._shades_of(scene)
        glyphs = self._shaded[1][y]
        known = glyphs > 0
        starts = np.arange(0, cols, self.pitch)
        if light is not None:
            seen = (light[self._sampled(scene, y)] > 0).sum(axis=0)
            known &= np.add.reduceat(seen, starts) > 0
        line.glyphs[known] = glyphs[known]
        line.ink[known] = Ink.WALL
        if scene.heat:
            middle = min(y * self.height + self.height // 2, rows - 1)
            across = np.minimum(starts + self.pitch // 2, cols - 1)
            bands = Area(middle, 0, 1, cols).ground(scene)[0, across]
            heated = known & (bands != Ink.FLOOR)
            line.ground[heated] = bands[heated]
            if not self._colour:
                line.glyphs[heated] = self.glyphs.signs[bands[heated]]

    def _shades_of(self, scene: Scene) -> NDArray[np.uint32]:
        """Return the shade of every character inside the frame, 0 without a cell."""
        rows, cols = scene.shape
        size = -(-rows // self.height), -(-cols // self.pitch)
        cells, ends = np.zeros(size, np.int64), np.zeros(size, np.int64)
        starts = np.arange(0, cols, self.pitch)
        for y in range(size[0]):
            part = scene.grid[self._sampled(scene, y)]
            cells[y] = np.add.reduceat((part > 0).sum(axis=0), starts)
            ends[y] = np.add.reduceat(_IS_DEAD_END[part].sum(axis=0), starts)
        reach = ceil((sqrt(_AROUND / (self.pitch * self.height)) - 1) / 2)
        shares = _around(ends, reach) / np.maximum(_around(cells, reach), 1)
        shades = shades_of(shares, _SHADES if self._braille else _ASCII_SHADES)
        return np.where(cells > 0, shades, 0).astype(np.uint32)

    def _sampled(self, scene: Scene, y: int) -> slice:
        """Return the rows of the layers of a scene from which a line of characters is shaded."""
        first, last = y * self.height, min((y + 1) * self.height, scene.shape[0])
        gone = scene.row_offset
        every = max((last - first) // SAMPLED_ROWS, 1)
        return slice(max(first - gone, 0), max(last - gone, 0), every)

    def _dots(self, scene: Scene, y: int, line: Block) -> None:
        """Light the dots of one line of characters, in place."""
        for layer, bits, ink in (
            (scene.light, 3, Ink.WALL),
            (scene.tracks, SIDES, Ink.BACKTRACK),
            (scene.path, SIDES, Ink.PATH),
            (scene.tracks, ON_ROUTE, Ink.TRAIL),
        ):
            if layer is None:
                continue
            rows = scene.rows_of(layer, y * self.height, (y + 1) * self.height)
            lit = self._lit(rows, bits, len(line.glyphs))
            there = lit > 0
            if self._braille:
                before = np.where(line.glyphs < BLANK_BRAILLE, BLANK_BRAILLE, line.glyphs)
                line.glyphs[there] = (before | lit)[there]
            elif ink is Ink.PATH:  # as a line: it may fill whole areas
                line.glyphs[there] = self.glyphs.posts[lit[there]]
            else:
                line.glyphs[there] = self.glyphs.marks[ink]
            line.ink[there] = ink

    def _lit(self, rows: NDArray[np.uint8], bits: int, count: int) -> NDArray[np.uint32]:
        """Return the dots of each character, uint32 (count,): cells with any of some bits.

        In ASCII return which of the bits the cells of each character have.
        """
        scale = self.scale
        across = np.bitwise_or.reduceat(rows, np.arange(0, rows.shape[1], scale), axis=1)
        dots = np.bitwise_or.reduceat(across, np.arange(0, rows.shape[0], scale), axis=0) & bits
        if not self._braille:
            return np.asarray(np.bitwise_or.reduce(dots), np.uint32)
        full = np.zeros((4, 2 * count), np.bool_)
        full[: dots.shape[0], : dots.shape[1]] = dots > 0
        line: NDArray[np.uint32] = braille_of(full)[0]
        return line

    def _tokens(self, scene: Scene, y: int, line: Block) -> None:
        """Draw trails, ends and walkers, in place; a walk stands over a trail."""
        for cell, (rival, mark) in scene.trails.items():
            if cell[0] // self.height == y:
                at = cell[1] // self.pitch
                if line.ink[at] in {Ink.FLOOR, Ink.WALL, Ink.ROCK}:
                    line.glyphs[at], line.ink[at] = self.glyphs.trail(mark), RIVALS[rival]
        for cell, glyph, ink in tokens(scene, self.glyphs):
            if cell[0] // self.height == y:
                line.put((cell[1] // self.pitch,), glyph, ink, ink)
