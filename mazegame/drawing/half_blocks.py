"""Half-block drawing: the maze as square pixels, two in each character.

Walls are pixels too, as thick as the passages, so a cell with its left and upper wall is two
columns by one line. A character's upper pixel lies in a row of posts, its lower one in a row of
cells. Rock is drawn as wall. What a pixel cannot tell by its shape (A, B, the player, the hint)
is a letter. Trail and path are pixels of their colour; where there is no colour, they have the
shapes of the line drawings wherever no wall shares their character.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area, N, W
from mazegame.drawing.drawing import Block, Drawing
from mazegame.drawing.inks import RIVALS, RIVALS_BACK, Ink
from mazegame.drawing.shares import FIRST_INK, WALL_INKS, wall_shares
from mazegame.layers import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.faces import Face
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

_UPPER, _LOWER, _FULL, _SPACE = (ord(c) for c in "▀▄█ ")
_MARKS: Final = (
    *RIVALS, *RIVALS_BACK, Ink.TRAIL, Ink.HEAD, Ink.BACKTRACK, Ink.PATH, Ink.SHARED
)  # fmt: skip


class HalfBlocks(Drawing):
    """Walls and floor as half-block pixels."""

    made_of_pixels = True

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        first = x // 2
        area = Area(y, first, height, (x + width - 1) // 2 - first + 1)
        inks = pixel_inks(scene, area, self.face_of(scene) if self._colour else None)
        upper, lower = inks[::2], inks[1::2]
        block = half_blocks(upper, lower, self.glyphs, colour=self._colour)
        if not self._colour:
            self._draw_signs(scene, area, lower[:, 1::2], block.glyphs[:, 1::2])
        self._put_dots(scene, area, block)
        # Inverted, a hint stands out among the bands; a filled letter looks like a wall if grey.
        behind = Ink.HINT if scene.heat else Ink.FLOOR
        self.put_letters(scene, block, first * 2, y, behind=behind, filled=self._colour)
        return block.part(slice(None), slice(x - first * 2, x - first * 2 + width))

    def _put_dots(self, scene: Scene, area: Area, block: Block) -> None:
        """Put a dot into each cell in the dark, in place; without colour, fill it."""
        glyphs, ink, ground = block.part(
            slice(None), slice(int(self._colour), None, 1 + self._colour)
        )
        dark = area.dark(scene).repeat(2 - self._colour, axis=1) & (glyphs == _SPACE)
        glyphs[dark], ink[dark] = self.glyphs.dot(colour=self._colour), Ink.ROCK
        ground[dark] = Ink.FLOOR

    def _draw_signs(
        self, scene: Scene, area: Area, inks: NDArray[np.uint8], glyphs: NDArray[np.uint32]
    ) -> None:
        """Put the signs of filled cells in the place of those of their inks, in place."""
        if scene.signs is not None:
            inner = area.within(scene)
            there = inner.slices(area.row, area.col)
            signs = inner.signs(scene, inks[there], self.glyphs)
            np.copyto(glyphs[there], signs, where=inks[there] >= Ink.CURRENT)


def pixel_inks(scene: Scene, area: Area, face: Face | None = None) -> NDArray[np.uint8]:
    """Return the inks of the pixels of cells: uint8 (2 rows, 2 cols), walls in those of a face.

    Each cell is the lower right one of four; the others are the wall to its left, the one above it,
    and the post where these meet. A walk or a path fills the cells and passages that it takes.
    """
    walls = area.walls(scene, within_rock=True)
    shares = None if face is None else wall_shares(face, scene, area, walls)
    if shares is None:
        above, left = FIRST_INK[walls.light_above], FIRST_INK[walls.light_left]
        posts = np.maximum(above[:, 1:], above[:, :-1])
        rock: NDArray[np.uint8] | np.uint8 = np.uint8(Ink.WALL)
    else:
        above = WALL_INKS[shares.above, walls.light_above]
        left = WALL_INKS[shares.left, walls.light_left]
        light = np.maximum(walls.light_above[:, 1:], walls.light_above[:, :-1])
        posts, rock = WALL_INKS[shares.posts, light], above[:, 1:]
    tiles = np.zeros((area.rows, 2, area.cols, 2), np.uint8)
    tiles[:, 0, :, 0] = (walls.arms > 0) * posts
    tiles[:, 0, :, 1] = (walls.above * above)[:, 1:]
    tiles[:, 1, :, 0] = (walls.left * left)[1:]
    if scene.light is None:
        tiles[:, 1, :, 1] = walls.solid[1:, 1:] * rock
    inner = area.within(scene)
    rows, cols = inner.slices(area.row, area.col)
    for side, line, column in ((N, 0, 1), (W, 1, 0), (SIDES, 1, 1)):
        marks = inner.marks(scene, side)
        if side == N and inner.row == scene.row_offset:
            marks[:1] = Ink.FLOOR  # above the first row there is nothing but the boundary
        layers = [marks]
        if scene.heat or scene.paint is not None:
            filled = inner.ground if side == SIDES else partial(inner.ground_between, side=side)
            layers.insert(0, filled(scene))
        for layer in layers:
            np.copyto(tiles[rows, line, cols, column], layer, where=layer != Ink.FLOOR)
    tiles[: max(scene.row_offset - area.row, 0)] = Ink.FLOOR
    tiles[max(scene.shape[0] - area.row, 0) :, 1] = Ink.FLOOR
    pixels = tiles.reshape(area.rows * 2, area.cols * 2)
    if scene.bump is not None:
        (row, col), side = scene.bump
        y, x = 2 * (row - area.row) + 1 + side.delta[0], 2 * (col - area.col) + 1 + side.delta[1]
        if 0 <= y < len(pixels) and 0 <= x < pixels.shape[1]:
            pixels[y, x] = Ink.BUMP
    return pixels


def half_blocks(
    upper: NDArray[np.uint8], lower: NDArray[np.uint8], glyphs: Glyphs, *, colour: bool
) -> Block:
    """Return pixels as characters, two above each other in each.

    ``upper`` and ``lower`` are the inks, uint8 (height, width). Where a colour does not tell
    enough, the shapes of marks and fills do.
    """
    codes = np.full(upper.shape, _UPPER, np.uint32)
    ink, ground = upper.copy(), lower.copy()
    # Floor is never printed, so that the terminal's own background shows.
    bare_above = upper == Ink.FLOOR
    codes[bare_above] = _LOWER
    ink[bare_above] = lower[bare_above]
    ground[bare_above] = Ink.FLOOR
    same = upper == lower
    codes[same] = _FULL
    ground[same] = Ink.FLOOR
    codes[same & bare_above] = _SPACE
    if not colour:
        bare_below = lower == Ink.FLOOR
        for mark in _MARKS:
            shown = ((lower == mark) & (bare_above | same)) | ((upper == mark) & bare_below)
            codes[shown] = glyphs.marks[mark]
        filled = glyphs.signs[lower] != _SPACE
        codes[filled] = glyphs.signs[lower[filled]]
    return Block(codes, ink, ground)
