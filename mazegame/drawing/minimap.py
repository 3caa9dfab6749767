"""The minimap: a small map in a corner, kept up to date cell by cell.

On a ground of its own it shows where one was (in fog: what one has seen), the part of the maze in
the window, the player, and B as soon as B is known. A step costs a dot, whatever the size of the
maze.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.areas import tokens
from mazegame.drawing.inks import Ink
from mazegame.drawing.overview import BLANK_BRAILLE, Overview, braille_of, framed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.drawing.drawing import Block
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


class Minimap:
    """A map of a scene, of some characters at most, its frame included.

    Without braille a character is a single dot.
    """

    def __init__(self, scene: Scene, width: int, height: int, *, braille: bool = True) -> None:
        rows, cols = scene.shape
        self._scene = scene
        self._braille = braille
        self._frame = Overview.fitting(cols, rows, width, height, braille=braille)
        self.size = self._frame.size(cols, rows)
        """(width, height) in characters."""
        self._per = float(self._frame.scale) / (1 if braille else 2)
        """Cells along a side of a dot."""
        self._dots = np.zeros(((self.size[1] - 2) * 4, (self.size[0] - 2) * 2), np.bool_)
        self._shown: tuple[object, ...] | None = None
        self._drawn: Block | None = None
        known = scene.light if scene.light is not None else scene.tracks
        if known is not None:
            for row in np.flatnonzero(known.any(axis=1)).tolist():
                there = np.flatnonzero(known[row])
                line = int((row + scene.row_offset) / self._per)
                self._dots[line, (there / self._per).astype(np.intp)] = True

    def note(self, cells: Iterable[Cell]) -> None:
        """Light the dots of cells of which more is known now."""
        scene = self._scene
        for cell in cells:
            at = cell[0] - scene.row_offset, cell[1]
            layer = scene.tracks if scene.light is None else scene.light
            dot = int(cell[0] / self._per), int(cell[1] / self._per)
            if at[0] >= 0 and layer is not None and layer[at] and not self._dots[dot]:
                self._dots[dot] = True
                self._drawn = None

    def draw(self, first: Cell, last: Cell) -> Block:
        """Draw the map, with a window from a first to a last cell, which may lie outside the maze.

        The block is the same one as before while nothing on it changes.
        """
        corners = self._frame.centre(first), self._frame.centre(last)
        there = [
            (self._frame.centre(cell), glyph, ink)
            for cell, glyph, ink in tokens(self._scene, self._frame.glyphs)
            if ink is not Ink.START
        ]
        shown = corners, there
        if self._drawn is not None and self._shown == shown:
            return self._drawn
        block = framed(*self.size, self._frame.glyphs.posts)
        glyphs, ink, ground = block
        ink[:] = Ink.WALL
        inner, inner_ink, inner_ground = block.part(slice(1, -1), slice(1, -1))
        inner_ground[:] = Ink.ROCK
        (left, top), (right, bottom) = corners
        window = (slice(max(top, 1) - 1, max(bottom, 0)), slice(max(left, 1) - 1, max(right, 0)))
        dot = self._frame.glyphs.marks[Ink.BACKTRACK]
        inner[window], inner_ink[window], inner_ground[window] = dot, Ink.LIT, Ink.FLOOR
        lit = braille_of(self._dots)
        walked = lit > 0
        inner[walked] = BLANK_BRAILLE | lit[walked] if self._braille else ord("#")
        inner_ink[walked] = Ink.TRAIL
        for (x, y), glyph, role in there:
            glyphs[y, x], ink[y, x], ground[y, x] = glyph, role, role
        self._shown, self._drawn = shown, block
        return block
