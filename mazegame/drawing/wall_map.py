"""Maps on which every wall is seen: large half-block pixels, or dots of braille.

Here: maps whose cells are at least a dot. Not here: the one for mazes of more cells than dots
(``overview.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.areas import Area
from mazegame.drawing.drawing import Block, Line
from mazegame.drawing.half_blocks import half_blocks, pixel_inks
from mazegame.drawing.inks import BANDS, RIVALS, Ink
from mazegame.drawing.overview import braille_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

_BLANK_BRAILLE: Final = 0x2800

_ORDER: Final = (
    Ink.FLOOR, Ink.WALL, Ink.LIT, *RIVALS, Ink.BACKTRACK, Ink.PATH, Ink.SHARED, Ink.TRAIL, Ink.HEAD,
    Ink.BUMP,
)  # fmt: skip
"""Inks of which a character has one only, those that give way first."""

_PRIORITY: Final = np.zeros(256, np.uint8)
_PRIORITY[list(_ORDER)] = np.arange(len(_ORDER))

_INKS: Final = np.array(_ORDER, np.uint8)


class BlockMap:
    """A map of square pixels, some characters long: walls are as thick as passages.

    Args:
        scale: The columns of a pixel, and half its lines.
        glyphs: Its characters.
        colour: Whether marks differ by colour; else they differ by shape.
    """

    name = "map"

    def __init__(self, scale: int, glyphs: Glyphs, *, colour: bool = True) -> None:
        self.scale = scale
        self.glyphs = glyphs
        self._colour = colour

    @classmethod
    def fitting(
        cls, cols: int, rows: int, size: tuple[int, int], glyphs: Glyphs, *, colour: bool
    ) -> BlockMap | None:
        """Return the largest map that fits a window of (width, height); None if none does."""
        width, height = size
        scale = min(width // (2 * cols + 1), 2 * height // (2 * rows + 1))
        return cls(scale, glyphs, colour=colour) if scale else None

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """Return how many characters a maze takes: (width, height)."""
        return (2 * cols + 1) * self.scale, -(-(2 * rows + 1) * self.scale // 2)

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """Return how many cells fit into a window: (cols, rows), each at least 1."""
        return (
            max((width // self.scale - 1) // 2, 1),
            max((2 * height // self.scale - 1) // 2, 1),
        )

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the character (x, y) in the middle of a cell."""
        half = self.scale // 2
        x, y = (2 * cell[1] + 1) * self.scale + half, (2 * cell[0] + 1) * self.scale + half
        return x, y // 2

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the characters that may change with a cell: (x, y, width, height)."""
        top, bottom = 2 * cell[0] * self.scale, (2 * cell[0] + 3) * self.scale
        first = top // 2
        return 2 * cell[1] * self.scale, first, 3 * self.scale, -(-bottom // 2) - first

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the cell to which a character belongs (it may lie outside the maze)."""
        return 2 * y // self.scale // 2, x // self.scale // 2

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""
        return "■" if self._colour else chr(int(self.glyphs.marks[ink]))

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""
        block = self.block(scene, x, y, width, 1)
        return Line(block.glyphs[0], block.ink[0], block.ground[0])

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """Draw a rectangle of at least one character, all within the drawing's size."""
        rows, cols = scene.shape
        down = np.arange(2 * y, 2 * (y + height)) // self.scale
        across = np.arange(x, x + width) // self.scale
        row, col = int(down[0]) // 2, int(across[0]) // 2
        area = Area(row, col, int(down[-1]) // 2 - row + 1, int(across[-1]) // 2 - col + 1)
        inks = pixel_inks(scene, area)
        if self._colour:
            _paint_trails(scene, inks, row, col)
        for cell, ink in _tokens(scene):
            at = 2 * (cell[0] - row) + 1, 2 * (cell[1] - col) + 1
            if 0 <= at[0] < len(inks) and 0 <= at[1] < inks.shape[1]:
                inks[at] = ink
        pixels = inks[np.ix_(down - 2 * row, across - 2 * col)]
        pixels[down > 2 * rows] = Ink.FLOOR
        pixels[:, across > 2 * cols] = Ink.FLOOR
        block = half_blocks(pixels[::2], pixels[1::2], self.glyphs, colour=self._colour)
        _put_letters(scene, self, block, x, y)
        return block


class WallMap:
    """A map in braille: a cell is two dots wide and two high, with the walls left of it and above.

    Args:
        glyphs: Its other characters.
        colour: Whether colours tell heat; else digits do.
    """

    name = "map"

    def __init__(self, glyphs: Glyphs, *, colour: bool = True) -> None:
        self.glyphs = glyphs
        self._colour = colour

    @classmethod
    def fitting(
        cls, cols: int, rows: int, size: tuple[int, int], glyphs: Glyphs, *, colour: bool
    ) -> WallMap | None:
        """Return the map if it fits a window of (width, height), else None."""
        found = cls(glyphs, colour=colour)
        wide, high = found.size(cols, rows)
        return found if wide <= size[0] and high <= size[1] else None

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """Return how many characters a maze takes: (width, height)."""
        return cols + 1, rows // 2 + 1

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """Return how many cells fit into a window: (cols, rows), each at least 1."""
        return max(width - 1, 1), max(2 * height - 1, 1)

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the character (x, y) in which a cell lies."""
        return cell[1], cell[0] // 2

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the characters that may change with a cell: (x, y, width, height)."""
        return cell[1], cell[0] // 2, 2, (cell[0] + 1) // 2 - cell[0] // 2 + 1

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the first cell of a character (it may lie outside the maze)."""
        return 2 * y, x

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""
        return chr(int(self.glyphs.marks[ink]))

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""
        block = self.block(scene, x, y, width, 1)
        return Line(block.glyphs[0], block.ink[0], block.ground[0])

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """Draw a rectangle of at least one character, all within the drawing's size."""
        rows, cols = scene.shape
        inks = pixel_inks(scene, Area(2 * y, x, 2 * height, width))
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
        _put_letters(scene, self, block, x, y)
        return block


def _tokens(scene: Scene) -> list[tuple[Cell, Ink]]:
    """Return who and what stands in cells, each over those before."""
    ends = [(end.cell, end.ink) for row in scene.ends.values() for end in row]
    walkers = [
        (walker.cell, walker.ink)
        for walker in scene.walkers
        if walker.cell is not None and scene.sees(walker.cell)
    ]
    return [(cell, ink) for cell, ink in ends if scene.knows(cell)] + walkers


def _paint_trails(scene: Scene, inks: NDArray[np.uint8], row: int, col: int) -> None:
    """Paint the trails of rivals where there is floor, in place.

    Args:
        scene: The scene.
        inks: uint8 (2 rows, 2 cols): the inks of pixels, as of ``pixel_inks``.
        row: The first row of cells in it.
        col: The first column.
    """
    for cell, (rival, _) in scene.trails.items():
        at = 2 * (cell[0] - row) + 1, 2 * (cell[1] - col) + 1
        inside = 0 <= at[0] < inks.shape[0] and 0 <= at[1] < inks.shape[1]
        if inside and inks[at] == Ink.FLOOR:
            inks[at] = RIVALS[rival]


def _put_letters(scene: Scene, drawing: BlockMap | WallMap, block: Block, x: int, y: int) -> None:
    """Put hints, labels and letters into the middles of their cells, in place."""
    height, width = block.glyphs.shape

    def put(cell: Cell, glyph: int, ink: Ink, ground: Ink) -> None:
        across, down = drawing.centre(cell)
        at = down - y, across - x
        if 0 <= at[0] < height and 0 <= at[1] < width and scene.knows(cell):
            block.glyphs[at], block.ink[at], block.ground[at] = glyph, ink, ground

    for cell, (rival, mark) in scene.trails.items():
        across, down = drawing.centre(cell)
        at = down - y, across - x
        if 0 <= at[0] < height and 0 <= at[1] < width and block.glyphs[at] == ord(" "):
            put(cell, drawing.glyphs.trail(mark), RIVALS[rival], Ink.FLOOR)
    for cell, direction in scene.hint.items():
        put(cell, drawing.glyphs.arrows[direction], Ink.HINT, Ink.FLOOR)
    for cell, label in scene.labels.items():
        put(cell, ord(label), Ink.HINT, Ink.FLOOR)
    for ends in scene.ends.values():
        for end in ends:
            put(end.cell, ord(end.letter), end.ink, end.ink)
    for walker in scene.walkers:
        if walker.cell is not None and scene.sees(walker.cell):
            glyph = drawing.glyphs.letter(walker.ink, walker.letter)
            put(walker.cell, glyph, walker.ink, walker.ink)


def fitting_map(
    cols: int, rows: int, size: tuple[int, int], glyphs: Glyphs, *, colour: bool
) -> BlockMap | WallMap | None:
    """Return the largest map with walls that fits a window of (width, height), or None."""
    return BlockMap.fitting(cols, rows, size, glyphs, colour=colour) or WallMap.fitting(
        cols, rows, size, glyphs, colour=colour
    )
