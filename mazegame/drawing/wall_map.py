"""Maps that show every wall: a drawing that fits, or dots of braille."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area
from mazegame.drawing.drawing import Block, Map
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.half_blocks import pixel_inks
from mazegame.drawing.inks import BANDS, RIVALS, RIVALS_BACK, Ink
from mazegame.drawing.overview import BLANK_BRAILLE, braille_of
from mazegame.drawing.zoom import zooms

if TYPE_CHECKING:
    from mazegame.drawing.drawing import Drawing
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

_ORDER: Final = (
    Ink.FLOOR, Ink.ROCK, Ink.WALL, Ink.LIT, *RIVALS_BACK, *RIVALS, Ink.BACKTRACK, Ink.PATH,
    Ink.SHARED, Ink.TRAIL, Ink.HEAD, Ink.BUMP,
)  # fmt: skip
"""Inks of which a character has only one; later ones take precedence."""

_PRIORITY: Final = np.zeros(256, np.uint8)
_PRIORITY[list(_ORDER)] = np.arange(len(_ORDER))

_INKS: Final = np.array(_ORDER, np.uint8)


class WallMap(Map):
    """A map in braille: a cell is two dots wide and two high, with the walls left of it and above.

    The way from A to the player has the player's colour. Without colours it has signs of its own,
    and digits show heat.
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
        filled = (inks >= Ink.BAND) & (inks < Ink.BAND + BANDS)
        bands = np.where(filled, inks, Ink.FLOOR)
        inks = np.where(filled, Ink.FLOOR, inks)
        orders = _PRIORITY[inks].reshape(height, 4, width, 2)
        order = orders.max(axis=(1, 3))
        ink = _INKS[order]
        # Beside a way, walls are left out: they would have its colour.
        is_way = (order > _PRIORITY[Ink.LIT]) & (order < _PRIORITY[Ink.BUMP])
        least = np.where(is_way, _PRIORITY[Ink.LIT], 0)[:, np.newaxis, :, np.newaxis]
        lit = braille_of((orders > least).reshape(inks.shape))
        ground = bands.reshape(height, 4, width, 2).max(axis=(1, 3)).astype(np.uint8)
        glyphs = np.where(lit > 0, BLANK_BRAILLE | lit, ord(" ")).astype(np.uint32)
        if not self._colour:
            heated = ground > 0
            glyphs[heated] = self.glyphs.signs[ground[heated]]
        on_route = (ink == Ink.TRAIL) | (ink == Ink.HEAD)
        if not scene.heat:  # which may be as bright as the player
            ink[on_route] = Ink.PLAYER
        if not self._colour:  # else its dots look like walls
            glyphs[on_route & (ground == Ink.FLOOR)] = self.glyphs.marks[Ink.TRAIL]
        block = Block(glyphs, ink, ground)
        self.put_letters(scene, block, x, y)
        return block


def walled_maps(walls: str, *, colour: bool, painted: bool = False) -> tuple[Drawing, ...]:
    """Return the maps with walls, the largest first."""
    offered = zooms(walls, colour=colour, marked=True)
    if walls != "ascii" and not painted:
        offered = (*offered, WallMap(WALLS[walls], colour=colour))
    return offered
