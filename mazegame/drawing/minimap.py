"""The minimap: a small map in a corner, kept up to date cell by cell.

It has its own background, and shows the cells that the player has visited (in fog: has seen), the
part of the maze in the window, the player, and B as soon as B is known. Each step updates one dot,
so its cost does not depend on the size of the maze.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from mazegame.drawing.areas import tokens
from mazegame.drawing.inks import Ink
from mazegame.drawing.overview import (
    BLANK_BRAILLE,
    DOTS_ACROSS,
    DOTS_DOWN,
    Overview,
    braille_of,
    framed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from mazegame.drawing.drawing import Block
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

_Corners: TypeAlias = "tuple[tuple[int, int], tuple[int, int]]"
"""The places (x, y) of the first and the last character of the window on the map."""

_PlacedSign: TypeAlias = "tuple[tuple[int, int], int, int]"
"""The place (x, y) of a token on the map, its glyph and its ink."""


class Minimap:
    """A map of a scene that fits into width x height characters, including its frame.

    Without braille a character is a single dot.
    """

    def __init__(self, scene: Scene, width: int, height: int, *, braille: bool = True) -> None:
        rows, cols = scene.shape
        self._scene = scene
        self._braille = braille
        self._frame = Overview.fitting(cols, rows, width, height, braille=braille)
        self.size = self._frame.size(cols, rows)
        """(width, height) in characters."""
        self._cells_per_dot = self._frame.cells_per_dot
        columns, lines = self.size[0] - 2, self.size[1] - 2
        self._dots = np.zeros((lines * DOTS_DOWN, columns * DOTS_ACROSS), np.bool_)
        self._drawn_for: tuple[_Corners, list[_PlacedSign]] | None = None
        """The window and the tokens of ``_drawn``."""
        self._drawn: Block | None = None
        known = self._known_layer()
        if known is not None:
            for row in np.flatnonzero(known.any(axis=1)).tolist():
                known_columns = np.flatnonzero(known[row])
                line = int((row + scene.row_offset) / self._cells_per_dot)
                self._dots[line, (known_columns / self._cells_per_dot).astype(np.intp)] = True

    def _known_layer(self) -> NDArray[np.uint8] | None:
        """Return the layer of the scene that is not 0 where cells are shown."""
        return self._scene.tracks if self._scene.light is None else self._scene.light

    def _dot_of(self, cell: Cell) -> tuple[int, int]:
        """Return the row and column of a cell's dot."""
        return int(cell[0] / self._cells_per_dot), int(cell[1] / self._cells_per_dot)

    def light_up(self, cells: Iterable[Cell]) -> None:
        """Light the dots of cells that have become known."""
        known = self._known_layer()
        for cell in cells:
            at, dot = (cell[0] - self._scene.row_offset, cell[1]), self._dot_of(cell)
            if at[0] >= 0 and known is not None and known[at] and not self._dots[dot]:
                self._dots[dot] = True
                self._drawn = None

    def draw(self, first: Cell, last: Cell) -> Block:
        """Draw the map, with a window from a first to a last cell, which may lie outside the maze.

        The block is the same one as before while nothing on it changes.
        """
        window_corners = self._frame.centre(first), self._frame.centre(last)
        tokens_on_map: list[_PlacedSign] = [
            (self._frame.centre(cell), glyph, ink)
            for cell, glyph, ink in tokens(self._scene, self._frame.glyphs)
            if ink is not Ink.START
        ]
        drawn_for = window_corners, tokens_on_map
        if self._drawn is not None and self._drawn_for == drawn_for:
            return self._drawn
        block = framed(*self.size, self._frame.glyphs.posts)
        glyphs, ink, ground = block
        ink[:] = Ink.WALL
        inner, inner_ink, inner_ground = block.part(slice(1, -1), slice(1, -1))
        inner_ground[:] = Ink.ROCK
        window, window_glyph = (
            _inner_slices(window_corners),
            self._frame.glyphs.marks[Ink.BACKTRACK],
        )
        inner[window], inner_ink[window], inner_ground[window] = window_glyph, Ink.LIT, Ink.FLOOR
        lit = braille_of(self._dots)
        walked = lit > 0
        inner[walked] = BLANK_BRAILLE | lit[walked] if self._braille else ord("#")
        inner_ink[walked] = Ink.TRAIL
        for (x, y), glyph, role in tokens_on_map:
            glyphs[y, x], ink[y, x], ground[y, x] = glyph, role, role
        self._drawn_for, self._drawn = drawn_for, block
        return block


def _inner_slices(corners: _Corners) -> tuple[slice, slice]:
    """Return the lines and columns between two corners, without the frame of 1."""
    (left, top), (right, bottom) = corners
    return slice(max(top, 1) - 1, max(bottom, 0)), slice(max(left, 1) - 1, max(right, 0))
