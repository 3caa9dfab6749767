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

from mazegame.drawing.drawing import Line
from mazegame.drawing.inks import Ink
from mazegame.drawing.rows import (
    E,
    N,
    S,
    W,
    row_ground,
    row_ground_between,
    row_light,
    row_marks,
    row_sides,
    row_signs,
    wall_ink,
)
from mazegame.engine import Direction
from mazegame.engine.layers import VISITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

_UPPER, _LOWER, _FULL, _SPACE = (ord(c) for c in "▀▄█ ")
_MARKS: Final = (Ink.TRAIL, Ink.HEAD, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)


class HalfBlocks:
    """Walls and floor as half-block pixels.

    Args:
        name: Its name for people.
        glyphs: The shapes of what a pixel cannot tell.
        colour: Whether marks differ by colour; else they differ by shape.
    """

    def __init__(self, name: str, glyphs: Glyphs, *, colour: bool = True) -> None:
        self.name = name
        self.glyphs = glyphs
        self._colour = colour

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """How many characters a maze takes: (width, height)."""
        return cols * 2 + 1, rows + 1

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """How many cells fit into a window: (cols, rows), each at least 1."""
        return max(1, (width - 1) // 2), max(1, height - 1)

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The character (x, y) in the middle of a cell."""
        return cell[1] * 2 + 1, cell[0]

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """The characters that may change with a cell: (x, y, width, height)."""
        return cell[1] * 2, cell[0], 3, 2

    def cell_at(self, x: int, y: int) -> Cell:
        """The cell to which a character belongs (it may lie outside the maze)."""
        return y, x // 2

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""
        return "■" if self._colour else chr(int(self.glyphs.marks[ink]))

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""
        first = x // 2
        count = (x + width - 1) // 2 - first + 1
        upper = _posts(scene, y, first, count).reshape(-1)
        lower = _cells(scene, y, first, count).reshape(-1)
        glyphs = np.full(count * 2, _UPPER, np.uint32)
        ink, ground = upper.copy(), lower.copy()
        # Floor is never printed, so that the terminal's own background shows.
        bare_above = upper == Ink.FLOOR
        glyphs[bare_above] = _LOWER
        ink[bare_above] = lower[bare_above]
        ground[bare_above] = Ink.FLOOR
        same = upper == lower
        glyphs[same] = _FULL
        ground[same] = Ink.FLOOR
        glyphs[same & bare_above] = _SPACE
        if not self._colour:
            bare_below = lower == Ink.FLOOR
            for mark in _MARKS:
                shown = ((lower == mark) & (bare_above | same)) | ((upper == mark) & bare_below)
                glyphs[shown] = self.glyphs.marks[mark]
            filled = lower >= Ink.BAND
            glyphs[filled] = self.glyphs.signs[lower[filled]]
            self._signs(scene, y, first, lower[1::2], glyphs[1::2])
        cut = slice(x - first * 2, x - first * 2 + width)
        line = Line(glyphs, ink, ground)
        self._tokens(scene, y, first, count, line)
        return Line(glyphs[cut], ink[cut], ground[cut])

    def _signs(
        self,
        scene: Scene,
        row: int,
        first: int,
        inks: NDArray[np.uint8],
        glyphs: NDArray[np.uint32],
    ) -> None:
        """Put the signs of filled cells in the place of those of their inks, in place."""
        inside = min(len(inks), scene.shape[1] - first)
        if scene.signs is not None and scene.row_offset <= row < scene.shape[0]:
            filled = np.flatnonzero(inks[:inside] >= Ink.CURRENT)
            signs = row_signs(scene, row, first, inks[:inside], self.glyphs)
            glyphs[filled] = signs[filled]

    def _tokens(self, scene: Scene, row: int, first: int, count: int, line: Line) -> None:
        """Draw trails, hint, labels, ends and walkers, each over what was there, in place."""

        def put(cell: Cell, glyph: int, ink: Ink, ground: Ink) -> None:
            if cell[0] == row and scene.knows(cell) and 0 <= cell[1] - first < count:
                at = (cell[1] - first) * 2 + 1
                line.glyphs[at], line.ink[at], line.ground[at] = glyph, ink, ground

        for cell, mark in scene.trails.items():
            at = (cell[1] - first) * 2 + 1
            if cell[0] == row and 0 < at < count * 2 and line.glyphs[at] == _SPACE:
                put(cell, self.glyphs.trail(mark), Ink.RUNNER, Ink.FLOOR)
        behind = Ink.HINT if scene.heat else Ink.FLOOR  # inverted, it stands out among the bands
        for cell, direction in scene.hint.items():
            put(cell, self.glyphs.arrows[direction], Ink.HINT, behind)
        for cell, label in scene.labels.items():
            put(cell, ord(label), Ink.HINT, behind)
        for end in scene.ends.get(row, ()):
            put(end.cell, ord(end.letter), end.ink, end.ink)
        for walker in scene.walkers:
            if walker.cell is not None and scene.sees(walker.cell):
                glyph = self.glyphs.letter(walker.ink, walker.letter)
                put(walker.cell, glyph, walker.ink, walker.ink)


def _posts(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """The inks (count, 2) of the pixels above a row of cells: a post, and what is right of it."""
    pixels = np.zeros((count, 2), np.uint8)
    top, (rows, cols) = scene.row_offset, scene.shape
    if row < top:
        return pixels
    above, _ = row_sides(scene, row - 1, first - 1, count + 1)
    below, _ = row_sides(scene, row, first - 1, count + 1)
    light_above = row_light(scene, row - 1, first - 1, count + 1)
    light_below = row_light(scene, row, first - 1, count + 1)
    light = np.maximum(light_above, light_below)
    # In fog a wall is known if a cell beside it was seen.
    open_sides = below & N if row < rows else above & S
    flat = (open_sides == 0) & (light > 0)
    post = (
        flat[1:]
        | flat[:-1]
        | (((above[1:] & W) == 0) & (np.maximum(light_above[1:], light_above[:-1]) > 0))
        | (((below[1:] & W) == 0) & (np.maximum(light_below[1:], light_below[:-1]) > 0))
    )
    walls = wall_ink(light)
    pixels[post, 0] = np.maximum(walls[1:], walls[:-1])[post]
    pixels[flat[1:], 1] = walls[1:][flat[1:]]
    if scene.bump is not None:
        cell, side = scene.bump
        at = cell[1] - first
        if cell[0] + (side is Direction.S) == row and side & (N | S) and 0 <= at < count:
            pixels[at, 1] = Ink.BUMP
    if top < row < rows:
        inside = min(count, cols - first)
        if scene.heat or scene.paint is not None:
            between = row_ground_between(scene, row, first, inside, N)
            np.copyto(pixels[:inside, 1], between, where=between != Ink.FLOOR)
        marks = row_marks(scene, row, first, inside, N)
        np.copyto(pixels[:inside, 1], marks, where=marks != Ink.FLOOR)
    return pixels


def _cells(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """The inks (count, 2) of the pixels in a row of cells: the wall left of it, and the cell."""
    pixels = np.zeros((count, 2), np.uint8)
    rows, cols = scene.shape
    if not scene.row_offset <= row < rows:
        return pixels
    sides, solid = row_sides(scene, row, first, count)
    light = row_light(scene, row, first - 1, count + 1)
    beside = np.maximum(light[1:], light[:-1])
    wall = ((sides & W) == 0) & (beside > 0)
    pixels[wall, 0] = wall_ink(beside)[wall]
    pixels[solid & (light[1:] > 0), 1] = Ink.WALL
    inside = min(count, cols - first)
    if scene.heat or scene.paint is not None:
        ground = row_ground(scene, row, first, inside)
        np.copyto(pixels[:inside, 1], ground, where=ground != Ink.FLOOR)
        between = row_ground_between(scene, row, first, inside, W)
        np.copyto(pixels[:inside, 0], between, where=between != Ink.FLOOR)
    for column, side in ((0, W), (1, VISITED)):
        marks = row_marks(scene, row, first, inside, side)
        np.copyto(pixels[:inside, column], marks, where=marks != Ink.FLOOR)
    if scene.bump is not None:
        cell, side = scene.bump
        at = cell[1] + (side is Direction.E) - first
        if cell[0] == row and side & (E | W) and 0 <= at < count:
            pixels[at, 0] = Ink.BUMP
    return pixels
