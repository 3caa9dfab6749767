"""Density map: a maze of more cells than pixels, with what an algorithm does to them.

A pixel is a square of ``scale`` by ``scale`` cells, two in each character (half blocks). It shows
how far it is carved; over that, what an algorithm does there. Where both pixels are carved, a shade
shows the share of dead ends, if there are enough cells for that. Without colours or blocks a
character is one sign: a dot until both are carved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area, heat_bands, pooled, tokens
from mazegame.drawing.drawing import Block, Map
from mazegame.drawing.half_blocks import half_blocks
from mazegame.drawing.inks import Ink
from mazegame.drawing.overview import shades_of
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.layers import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

_SPACE: Final = ord(" ")

_ENOUGH: Final = 80
"""Fewest cells of a character whose share of dead ends counts; with fewer it is chance."""

_USUAL: Final = 0.1
"""The share of dead ends of characters with fewer cells than ``_ENOUGH``."""

_RARE: Final = (Ink.FRONTIER, Ink.WALK, Ink.SCAN)
"""Inks that a pixel takes if any of its cells has them; of several the last in this list wins, and
CURRENT over all. Without them a pixel takes the ink of its middle cell."""


class DensityMap(Map):
    """A density map; a pixel is ``scale`` by ``scale`` cells."""

    made_of_pixels = True

    def __init__(self, scale: int, glyphs: Glyphs, *, colour: bool = True) -> None:
        super().__init__(glyphs, scale, 2 * scale, colour=colour)
        self.scale = scale
        self._shades = " ,;" if not glyphs.has_blocks else "·░▒" if colour else " ░▒"

    @classmethod
    def fitting(
        cls, cols: int, rows: int, size: tuple[int, int], glyphs: Glyphs, *, colour: bool
    ) -> DensityMap:
        """Return the largest map of a maze that fits a window of (width, height)."""
        width, height = max(size[0], 1), max(size[1], 1)
        return cls(max(-(-cols // width), -(-rows // (2 * height)), 1), glyphs, colour=colour)

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        first, left = self.cell_at(x, y)
        area = Area(first, left, height * self.height, width * self.pitch).within(scene)
        pixels = np.full((2 * height, width), Ink.FLOOR, np.uint8)
        inks = self._inks(scene, area)
        pixels[: inks.shape[0], : inks.shape[1]] = inks
        if self._colour and self.glyphs.has_blocks:
            block = half_blocks(pixels[::2], pixels[1::2], self.glyphs, colour=True)
        else:
            block = self._signs(pixels[::2], pixels[1::2])
        self._shade(scene.grid[area.slices()], block)
        for cell, glyph, ink in tokens(scene, self.glyphs):
            col, row = self.centre(cell)
            block.put((row - y, col - x), glyph, ink, ink)
        return block

    def _signs(self, upper: NDArray[np.uint8], lower: NDArray[np.uint8]) -> Block:
        """Return characters with one sign each, preferably that of the active cell."""
        inks = np.maximum(upper, lower)
        inks[(upper == Ink.CURRENT) | (lower == Ink.CURRENT)] = Ink.CURRENT
        block = Block(self.glyphs.signs[inks], inks, inks * (inks >= Ink.BAND))
        block.glyphs[inks == Ink.PATH] = self.glyphs.marks[Ink.PATH]
        closed = (inks == Ink.WALL) | (inks == Ink.ROCK)
        block.glyphs[closed], block.ink[closed] = self.glyphs.dot(colour=True), Ink.ROCK
        return block

    def _inks(self, scene: Scene, area: Area) -> NDArray[np.uint8]:
        part, middles = area.slices(), area.middles(self.scale, self.scale)
        grid = scene.grid[part]
        carved = self._sum((grid > 0) & (grid < UNVISITED))
        cells = self._cells(grid)
        inks = np.where(2 * carved >= cells, Ink.FLOOR, np.where(carved, Ink.ROCK, Ink.WALL))
        inks = inks.astype(np.uint8)

        def put(found: NDArray[np.uint8]) -> None:
            there = inks[: found.shape[0], : found.shape[1]]
            np.copyto(there, found, where=found != Ink.FLOOR)

        if scene.heat and scene.field is not None:
            put(heat_bands(scene, scene.field[middles]))
        if scene.paint is not None:
            put(scene.paint[middles])
            paint = scene.paint[part]
            rare = paint - np.uint8(_RARE[0]) < len(_RARE)
            put(self._most(paint * rare))
            current = self._most((paint == Ink.CURRENT).view(np.uint8))
            put(current * np.uint8(Ink.CURRENT))
        if scene.path is not None:
            on_path = self._most(scene.path[part] & np.uint8(SIDES)) > 0
            put(np.where(on_path, Ink.PATH, Ink.FLOOR).astype(np.uint8))
        return inks

    def _sum(self, cells: NDArray[np.bool_], tall: int = 1) -> NDArray[np.int32]:
        """Return the number of set cells in each pixel, ``tall`` times as high as wide."""
        enough = np.uint8 if self.scale * tall < 256 else np.uint16
        size = self.scale * tall, self.scale
        return pooled(cells.view(np.uint8), size, np.add, (enough, np.int32))

    def _cells(self, grid: NDArray[np.uint8], tall: int = 1) -> NDArray[np.int64]:
        """Return the number of cells of each pixel, ``tall`` times as high as wide."""
        high, wide = (
            np.minimum(size, long - np.arange(0, long, size))
            for long, size in zip(grid.shape, (self.scale * tall, self.scale), strict=True)
        )
        return np.outer(high, wide)

    def _most(self, cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return pooled(cells, (self.scale, self.scale), np.maximum)

    def _shade(self, grid: NDArray[np.uint8], block: Block) -> None:
        """Shade the characters that are carved and bare by their dead ends, in place."""
        cells = self._cells(grid, tall=2)
        part = block.part(*map(slice, cells.shape))
        bare = part.glyphs == _SPACE
        if not bare.any():
            return
        shares = np.full(cells.shape, _USUAL)
        if 2 * self.scale**2 >= _ENOUGH:
            shares = self._sum((grid & (grid - np.uint8(1)) == 0) & (grid > 0), tall=2) / cells
        part.glyphs[bare] = shades_of(shares, self._shades)[bare]
        part.ink[bare] = Ink.WALL
