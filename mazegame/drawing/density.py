"""Density map: a maze of more cells than pixels, with what an algorithm does to them.

A pixel is a square of ``scale`` by ``scale`` cells, two in each character (half blocks). It shows
how far it is carved; over that, what an algorithm does there. Where both pixels are carved, a shade
shows the share of dead ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.drawing.areas import heat_bands, tokens
from mazegame.drawing.drawing import Map
from mazegame.drawing.half_blocks import half_blocks
from mazegame.drawing.inks import Ink
from mazegame.drawing.overview import shades_of
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.engine.layers import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.drawing import Block
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

_SPACE: Final = ord(" ")

_RARE: Final = (Ink.FRONTIER, Ink.WALK, Ink.SCAN)
"""Inks, one after another, that a pixel has if any of its cells has; the last wins. So is CURRENT,
which wins over all. Others are those of its middle."""


class DensityMap(Map):
    """A map of shares of cells.

    Args:
        scale: Cells along a side of a pixel.
        glyphs: The shapes of what a pixel cannot tell.
        colour: Whether a colour tells enough.
    """

    def __init__(self, scale: int, glyphs: Glyphs, *, colour: bool = True) -> None:
        super().__init__(glyphs, scale, 2 * scale, colour=colour)
        self.scale = scale

    @classmethod
    def fitting(
        cls, cols: int, rows: int, size: tuple[int, int], glyphs: Glyphs, *, colour: bool
    ) -> DensityMap:
        """Return the largest map of a maze that fits a window of (width, height)."""
        width, height = max(size[0], 1), max(size[1], 1)
        return cls(max(-(-cols // width), -(-rows // (2 * height)), 1), glyphs, colour=colour)

    def sample(self, ink: Ink) -> str:
        """See ``Drawing``."""
        return "■" if self._colour else super().sample(ink)

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """See ``Drawing``."""
        first, left = self.cell_at(x, y)
        part = (
            slice(max(first - scene.row_offset, 0), first + height * 2 * self.scale),
            slice(left, left + width * self.scale),
        )
        pixels = np.full((2 * height, width), Ink.FLOOR, np.uint8)
        inks = self._inks(scene, part)
        pixels[: inks.shape[0], : inks.shape[1]] = inks
        block = half_blocks(pixels[::2], pixels[1::2], self.glyphs, colour=self._colour)
        self._shade(scene.grid[part], block)
        for cell, glyph, ink in tokens(scene, self.glyphs):
            col, row = self.centre(cell)
            block.put((row - y, col - x), glyph, ink, ink)
        return block

    def _inks(self, scene: Scene, part: tuple[slice, slice]) -> NDArray[np.uint8]:
        """Return the inks of the pixels of a part of the layers."""
        scale = self.scale
        middle = tuple(
            slice(min(cut.start + scale // 2, max(min(cut.stop, long) - 1, 0)), cut.stop, scale)
            for cut, long in zip(part, scene.grid.shape, strict=True)
        )
        grid = scene.grid[part]
        carved = self._pixels(np.add, (grid > 0) & (grid < UNVISITED))
        cells = self._pixels(np.add, np.ones(grid.shape, np.bool_))
        inks = np.where(2 * carved >= cells, Ink.FLOOR, np.where(carved, Ink.ROCK, Ink.WALL))
        inks = inks.astype(np.uint8)

        def put(found: NDArray[Any]) -> None:
            there = inks[: found.shape[0], : found.shape[1]]
            np.copyto(there, found, where=found != Ink.FLOOR, casting="unsafe")

        if scene.heat and scene.field is not None:
            put(heat_bands(scene, scene.field[middle]))
        if scene.paint is not None:
            put(scene.paint[middle])
            paint = scene.paint[part]
            rare = paint - np.uint8(_RARE[0]) < len(_RARE)
            put(self._pixels(np.maximum, paint * rare))
            put(self._pixels(np.maximum, paint == Ink.CURRENT) * Ink.CURRENT)
        if scene.path is not None:
            put((self._pixels(np.maximum, scene.path[part] & np.uint8(SIDES)) > 0) * Ink.PATH)
        return inks

    def _pixels(self, join: np.ufunc, cells: NDArray[Any], tall: int = 1) -> NDArray[np.int32]:
        """Return the sum or the most of the cells of each pixel, ``tall`` times as high as wide."""
        for size, kind in ((self.scale * tall, np.uint16), (self.scale, np.int32)):
            joined = np.zeros_like(cells[: -(-len(cells) // size)], kind)
            for at in range(min(size, len(cells))):
                some = cells[at::size]
                join(joined[: len(some)], some, out=joined[: len(some)])
            cells = joined.T
        return cells

    def _shade(self, grid: NDArray[np.uint8], block: Block) -> None:
        """Shade the characters that are carved and bare by their dead ends, in place."""
        bare = block.glyphs == _SPACE
        if not bare.any() or not grid.size:
            return
        ends = self._pixels(np.add, (grid & (grid - np.uint8(1)) == 0) & (grid > 0), tall=2)
        cells = self._pixels(np.add, np.ones(grid.shape, np.bool_), tall=2)
        rows, cols = ends.shape
        there = bare[:rows, :cols]
        block.glyphs[:rows, :cols][there] = shades_of(ends / cells)[there]
        block.ink[:rows, :cols][there] = Ink.WALL
