"""Outline drawing: walls as bars and ``_``, the smallest drawing of which every wall is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.areas import Area, N, S, W
from mazegame.drawing.drawing import Block, Drawing
from mazegame.drawing.inks import BANDS, UNDERLINED, Ink
from mazegame.drawing.shares import FIRST_INK
from mazegame.engine import Direction
from mazegame.layers import SIDES

if TYPE_CHECKING:
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


class Outline(Drawing):
    """A cell is two characters, the walls on its left and below it.

    A line above the first row has the boundary. A mark or a sign is in the place of the wall
    below, and is underlined there.
    """

    def centre(self, cell: Cell) -> tuple[int, int]:
        return 2 * cell[1] + 1, cell[0] + 1

    def cell_at(self, x: int, y: int) -> Cell:
        return y - 1, x // 2

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        row, col = self.cell_at(x, y)
        area = Area(row, col, height, (x + width - 1) // 2 - col + 1)
        walls = Area(row + 1, col, area.rows, area.cols).walls(scene)
        floor, wall, solid = walls.above, walls.left[:-1], walls.solid[:-1, 1:]
        tiles = Block.blank(area.rows, area.cols, 2)
        glyphs, ink, ground = tiles
        glyphs[floor[:, 1:]] = ord("_")
        glyphs[..., 0][~floor[:, :-1]] = ord(" ")
        glyphs[..., 0][wall] = self.glyphs.posts[N | S]
        bare = glyphs == ord(" ")
        ink[:] = np.where(bare, Ink.FLOOR, FIRST_INK[walls.light_above[:, 1:]][..., np.newaxis])
        ink[..., 0][wall] = FIRST_INK[walls.light_left[:-1]][wall]
        under = glyphs == ord("_")
        inner = area.within(scene)
        there = inner.slices(row, col)
        if scene.light is None:  # rock, so that it is no floor
            rock = (solid & bare[..., 1])[there]
            glyphs[there][..., 1][rock] = self.glyphs.dot(colour=True)
            ink[there][..., 1][rock] = Ink.ROCK
        else:
            dark = area.dark(scene)[..., np.newaxis] & (bare | (under & (not self._colour)))
            dark[..., 0] &= not self._colour
            glyphs[dark], ink[dark] = self.glyphs.dot(colour=self._colour), Ink.ROCK
        for at, side in ((0, W), (1, SIDES)):
            marks = inner.marks(scene, side)
            marked = marks > 0
            glyphs[there][..., at][marked] = self.glyphs.marks[marks[marked]]
            ink[there][..., at][marked] = marks[marked]
        if scene.heat or scene.paint is not None:
            filling = inner.ground(scene)
            heated = (filling >= Ink.BAND) & (filling < Ink.BAND + BANDS)
            signed = heated | (filling >= Ink.CURRENT) | ((filling > 0) & (not self._colour))
            between = np.where(filling >= Ink.CURRENT, inner.ground_between(scene, W), filling)
            ground[there] = np.stack([between, filling], axis=-1)
            signs = inner.signs(scene, filling, self.glyphs)
            signed &= marks == Ink.FLOOR  # of the cells, the last that were asked for
            np.copyto(glyphs[there][..., 1], signs, where=signed)
            np.copyto(ink[there][..., 1], filling, where=signed)
            np.copyto(ink[there][..., 0], between, where=between >= Ink.CURRENT)
            if self._colour:  # of letters, as walls of their own colour are hard to see on heat
                np.copyto(ink[there][..., 0], between, where=heated)
        size = area.rows, area.cols * 2
        whole = Block(glyphs.reshape(size), ink.reshape(size), ground.reshape(size))
        columns = slice(x - 2 * col, x - 2 * col + width)
        block = whole.part(slice(None), columns)
        self.put_letters(scene, block, x, y)
        if scene.bump is not None:
            cell, side = scene.bump
            spot = cell[0] + (side is not Direction.N) - y, 2 * cell[1] + 1 + side.delta[1] - x
            if block.has(spot):
                block.glyphs[spot], block.ink[spot] = self.glyphs.flash, Ink.BUMP
        block.ground[under.reshape(size)[:, columns] & (block.glyphs != ord("_"))] |= UNDERLINED
        return block
