"""Maps on which every wall is seen: the drawing that fits, or dots of braille, or ``_|``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import WALL_INKS, Area, S, W, hints, tokens
from mazegame.drawing.drawing import Block, Drawing, Map
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.half_blocks import pixel_inks
from mazegame.drawing.inks import BANDS, RIVALS, Ink
from mazegame.drawing.overview import braille_of
from mazegame.drawing.zoom import best_fit, zooms
from mazegame.engine.layers import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

_BLANK_BRAILLE: Final = 0x2800

_ORDER: Final = (
    Ink.FLOOR, Ink.ROCK, Ink.WALL, Ink.LIT, *RIVALS, Ink.BACKTRACK, Ink.PATH, Ink.SHARED, Ink.TRAIL,
    Ink.HEAD, Ink.BUMP,
)  # fmt: skip
"""Inks of which a character has one only, those that give way first."""

_PRIORITY: Final = np.zeros(256, np.uint8)
_PRIORITY[list(_ORDER)] = np.arange(len(_ORDER))

_INKS: Final = np.array(_ORDER, np.uint8)


class WallMap(Map):
    """A map in braille: a cell is two dots wide and two high, with the walls left of it and above.

    Where colours do not tell heat, digits do.
    """

    def __init__(self, glyphs: Glyphs, *, colour: bool = True) -> None:
        super().__init__(glyphs, 1, 2, edge=1, colour=colour)

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        rows, cols = scene.shape
        area = Area(2 * y, x, 2 * height, width)
        inks = pixel_inks(scene, area)
        if self._colour:  # else its dots look like walls
            inks[1::2, 1::2][area.dark(scene)] = Ink.ROCK
        inks[max(2 * rows + 1 - 4 * y, 0) :] = Ink.FLOOR
        inks[:, max(2 * cols + 1 - 2 * x, 0) :] = Ink.FLOOR
        if self._colour:
            _paint_trails(scene, inks, 2 * y, x)
        filled = (inks >= Ink.BAND) & (inks < Ink.BAND + BANDS)
        bands = np.where(filled, inks, Ink.FLOOR)
        inks = np.where(filled, Ink.FLOOR, inks)
        lit = braille_of(inks != Ink.FLOOR)
        four = inks.reshape(height, 4, width, 2)
        ink = _INKS[_PRIORITY[four].max(axis=(1, 3))]
        ground = bands.reshape(height, 4, width, 2).max(axis=(1, 3)).astype(np.uint8)
        glyphs = np.where(lit > 0, _BLANK_BRAILLE | lit, ord(" ")).astype(np.uint32)
        if not self._colour:
            heated = ground > 0
            glyphs[heated] = self.glyphs.signs[ground[heated]]
        block = Block(glyphs, ink, ground)
        _put_letters(self, scene, block, x, y)
        return block


class OutlineMap(Drawing):
    """A map in ASCII: a cell is ``|`` and ``_``, the walls on its left and below it.

    A line above the first row has the boundary. A mark stands in the place of the wall below.
    """

    def __init__(self, *, colour: bool = True) -> None:
        super().__init__("map", WALLS["ascii"], 2, 1, colour=colour)

    def centre(self, cell: Cell) -> tuple[int, int]:
        return 2 * cell[1] + 1, cell[0] + 1

    def cell_at(self, x: int, y: int) -> Cell:
        return y - 1, x // 2

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        row, col = self.cell_at(x, y)
        area = Area(row, col, height, (x + width - 1) // 2 - col + 1)
        # With the row below and the column on the left: both sides of each wall.
        wider = Area(row, col - 1, area.rows + 1, area.cols + 1)
        (sides, solid), light = wider.sides(scene), wider.light(scene)
        above, left = wider.frame(scene)
        known = np.maximum(light[:-1], light[1:])
        floor = ((sides[:-1] & S) == 0) & (known > 0) & ~(solid[:-1] & solid[1:]) | above[1:]
        beside = np.maximum(light[:-1, 1:], light[:-1, :-1])
        wall = ((sides[:-1, 1:] & W) == 0) & (beside > 0) & ~(solid[:-1, 1:] & solid[:-1, :-1])
        wall |= left[:-1, 1:]
        gone = max(scene.row_offset - row, 0)  # dropped rows; the last has the boundary
        wall[:gone] = floor[: max(gone - 1, 0)] = False
        tiles = Block.blank(area.rows, area.cols, 2)
        glyphs, ink, ground = tiles
        glyphs[floor[:, 1:]] = ord("_")
        glyphs[..., 0][~floor[:, :-1]] = ord(" ")
        glyphs[..., 0][wall] = ord("|")
        bare = glyphs == ord(" ")
        ink[:] = np.where(bare, Ink.FLOOR, WALL_INKS[known[:, 1:]][..., np.newaxis])
        ink[..., 0][wall] = WALL_INKS[beside][wall]
        dark = area.dark(scene)[..., np.newaxis] & bare
        dark[..., 0] &= not self._colour
        glyphs[dark], ink[dark] = self.glyphs.dot(colour=self._colour), Ink.ROCK
        inner = area.within(scene)
        there = inner.slices(row, col)
        for at, side in ((0, W), (1, SIDES)):
            marks = inner.marks(scene, side)
            marked = marks > 0
            glyphs[there][..., at][marked] = self.glyphs.marks[marks[marked]]
            ink[there][..., at][marked] = marks[marked]
        bands = inner.ground(scene)
        ground[there] = bands[..., np.newaxis]
        heated = (bands > 0) & (not self._colour)
        glyphs[there][..., 1][heated] = self.glyphs.signs[bands[heated]]
        size = area.rows, area.cols * 2
        whole = Block(glyphs.reshape(size), ink.reshape(size), ground.reshape(size))
        block = whole.part(slice(None), slice(x - 2 * col, x - 2 * col + width))
        _put_letters(self, scene, block, x, y)
        return block


def _put_letters(drawing: Drawing, scene: Scene, block: Block, x: int, y: int) -> None:
    """Put trails, hints, labels and letters into the middles of their cells, in place."""

    def place(cell: Cell) -> tuple[int, int]:
        across, down = drawing.centre(cell)
        return down - y, across - x

    for cell, (rival, mark) in scene.trails.items():
        at = place(cell)
        if block.has(at) and block.glyphs[at] == ord(" ") and scene.knows(cell):
            block.put(at, drawing.glyphs.trail(mark), RIVALS[rival], Ink.FLOOR)
    for cell, glyph in hints(scene, drawing.glyphs):
        block.put(place(cell), glyph, Ink.HINT, Ink.FLOOR)
    for cell, glyph, ink in tokens(scene, drawing.glyphs):
        block.put(place(cell), glyph, ink, ink)


def _paint_trails(scene: Scene, inks: NDArray[np.uint8], row: int, col: int) -> None:
    """Paint the trails of rivals where there is floor, in the pixels from a cell on, in place."""
    for cell, (rival, _) in scene.trails.items():
        at = 2 * (cell[0] - row) + 1, 2 * (cell[1] - col) + 1
        inside = 0 <= at[0] < inks.shape[0] and 0 <= at[1] < inks.shape[1]
        if inside and inks[at] == Ink.FLOOR:
            inks[at] = RIVALS[rival]


def fitting_map(
    cols: int, rows: int, size: tuple[int, int], walls: str, *, colour: bool
) -> Drawing | None:
    """Return the largest map with walls that fits a window of (width, height), or None."""
    outline = OutlineMap(colour=colour)
    smallest = outline if walls == "ascii" else WallMap(WALLS[walls], colour=colour)
    return best_fit((*zooms(walls, colour=colour), smallest), cols, rows, *size)
