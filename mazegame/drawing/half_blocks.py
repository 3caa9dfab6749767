"""Half-block drawing: the maze as square pixels, two in each character.

Walls are pixels too, as thick as the passages, so a cell with its left and upper wall is two
columns by one line. A character's upper pixel lies in a row of posts, its lower one in a row of
cells. Rock is drawn as wall. What a pixel cannot tell by its shape (A, B, the player, the hint)
is a letter. Trail and path are pixels of their colour; where there is no colour, they have the
shapes of the line drawings wherever no wall shares their character.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import WALL_INKS, Area, N, S, W, hints, tokens
from mazegame.drawing.drawing import Block, Drawing
from mazegame.drawing.inks import RIVALS, WALKERS, Ink
from mazegame.layers import SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

_UPPER, _LOWER, _FULL, _SPACE = (ord(c) for c in "▀▄█ ")
_MARKS: Final = (Ink.TRAIL, Ink.HEAD, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)


class HalfBlocks(Drawing):
    """Walls and floor as half-block pixels."""

    def __init__(self, name: str, glyphs: Glyphs, *, colour: bool = True) -> None:
        super().__init__(name, glyphs, 2, 1, colour=colour)

    def sample(self, ink: Ink) -> str:
        return "■" if self._colour else super().sample(ink)

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        first = x // 2
        area = Area(y, first, height, (x + width - 1) // 2 - first + 1)
        inks = pixel_inks(scene, area)
        upper, lower = inks[::2], inks[1::2]
        block = half_blocks(upper, lower, self.glyphs, colour=self._colour)
        if not self._colour:
            self._draw_signs(scene, area, lower[:, 1::2], block.glyphs[:, 1::2])
        self._put_dots(scene, area, block)
        self._draw_tokens(scene, area, block)
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

    def _draw_tokens(self, scene: Scene, area: Area, block: Block) -> None:
        """Draw trails, hint, labels, ends and walkers, each over what was there, in place."""
        for cell, (rival, mark) in scene.trails.items():
            at = cell[0] - area.row, (cell[1] - area.col) * 2 + 1
            if not block.has(at):
                continue
            if block.glyphs[at] == _SPACE and scene.knows(cell):
                block.put(at, self.glyphs.trail(mark), RIVALS[rival], Ink.FLOOR)
            elif self._colour and block.glyphs[at] == _UPPER and block.ground[at] == Ink.FLOOR:
                block.ground[at] = RIVALS[rival]  # below a wall
        behind = Ink.HINT if scene.heat else Ink.FLOOR  # inverted, it stands out among the bands
        shown = [(cell, glyph, Ink.HINT, behind) for cell, glyph in hints(scene, self.glyphs)]
        for cell, glyph, ink in tokens(scene, self.glyphs):
            if self._colour:
                shown.append((cell, glyph, ink, ink))
            else:  # a filled character would look like the walls around it
                shown.append((cell, glyph, ink if ink in WALKERS else Ink.LIT, Ink.FLOOR))
        for cell, glyph, ink, ground in shown:
            at = cell[0] - area.row, (cell[1] - area.col) * 2 + 1
            block.put(at, glyph, ink, ground)


def pixel_inks(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the inks of the pixels of cells: uint8 (2 rows, 2 cols).

    Each cell is the lower right one of four; the others are the wall to its left, the one above it,
    and the post where these meet. A walk or a path fills the cells and passages that it takes.
    """
    size = area.rows, area.cols * 2
    posts, cells = _posts(scene, area).reshape(size), _cells(scene, area).reshape(size)
    pixels = np.stack([posts, cells], axis=1).reshape(area.rows * 2, area.cols * 2)
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
        filled = lower >= Ink.BAND
        codes[filled] = glyphs.signs[lower[filled]]
    return Block(codes, ink, ground)


def _posts(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the inks (rows, cols, 2) of the pixels above cells: the post, and the wall."""
    pixels = np.zeros((area.rows, area.cols, 2), np.uint8)
    wider = Area(area.row - 1, area.col - 1, area.rows + 1, area.cols + 1)
    sides, _ = wider.sides(scene)
    light = wider.light(scene)
    known = np.maximum(light[:-1], light[1:])
    # In fog a wall is known if a cell beside it was seen.
    open_north = sides[1:] & N
    last = scene.shape[0] - area.row
    if last < area.rows:
        open_north[last] = sides[last] & S
    above, left = wider.frame(scene)
    flat = (open_north == 0) & ((known > 0) | above[1:])
    beside = (np.maximum(light[:, 1:], light[:, :-1]) > 0) | left[:, 1:]
    vertical = ((sides[:, 1:] & W) == 0) & beside
    post = flat[:, 1:] | flat[:, :-1] | vertical[:-1] | vertical[1:]
    walls = WALL_INKS[known]
    pixels[..., 0] = np.where(post, np.maximum(walls[:, 1:], walls[:, :-1]), Ink.FLOOR)
    pixels[..., 1] = np.where(flat[:, 1:], walls[:, 1:], Ink.FLOOR)
    inner = area.within(scene)
    if inner.row == scene.row_offset:  # above its first row there is nothing but the boundary
        inner = Area(inner.row + 1, inner.col, max(inner.rows - 1, 0), inner.cols)
    part = pixels[inner.slices(area.row, area.col)][..., 1]
    if scene.heat or scene.paint is not None:
        between = inner.ground_between(scene, N)
        np.copyto(part, between, where=between != Ink.FLOOR)
    marks = inner.marks(scene, N)
    np.copyto(part, marks, where=marks != Ink.FLOOR)
    pixels[: max(scene.row_offset - area.row, 0)] = Ink.FLOOR
    return pixels


def _cells(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the inks (rows, cols, 2) of the pixels of cells: the wall left, and the cell."""
    pixels = np.zeros((area.rows, area.cols, 2), np.uint8)
    sides, solid = area.sides(scene)
    light = Area(area.row, area.col - 1, area.rows, area.cols + 1).light(scene)
    beside = np.maximum(light[:, 1:], light[:, :-1])
    wall = ((sides & W) == 0) & ((beside > 0) | area.frame(scene)[1])
    pixels[..., 0] = np.where(wall, WALL_INKS[beside], Ink.FLOOR)
    pixels[..., 1] = np.where(solid & (light[:, 1:] > 0), Ink.WALL, Ink.FLOOR)
    inner = area.within(scene)
    part = pixels[inner.slices(area.row, area.col)]
    if scene.heat or scene.paint is not None:
        ground = inner.ground(scene)
        np.copyto(part[..., 1], ground, where=ground != Ink.FLOOR)
        between = inner.ground_between(scene, W)
        np.copyto(part[..., 0], between, where=between != Ink.FLOOR)
    for column, side in ((0, W), (1, SIDES)):
        marks = inner.marks(scene, side)
        np.copyto(part[..., column], marks, where=marks != Ink.FLOOR)
    pixels[: max(scene.row_offset - area.row, 0)] = Ink.FLOOR
    pixels[max(scene.shape[0] - area.row, 0) :] = Ink.FLOOR
    return pixels
