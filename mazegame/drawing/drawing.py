"""What every drawing can do: turn characters of a scene into glyphs and inks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.inks import Ink
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


class Block(NamedTuple):
    """Characters of a drawing: three arrays of one shape, (height, width) unless otherwise said."""

    glyphs: NDArray[np.uint32]
    """uint32: Unicode code points, each one column wide."""
    ink: NDArray[np.uint8]
    """uint8: the ``Ink`` of each glyph."""
    ground: NDArray[np.uint8]
    """uint8: the ``Ink`` behind each glyph."""

    @classmethod
    def blank(cls, *shape: int) -> Self:
        """Return a block of spaces."""
        spaces = np.full(shape, ord(" "), np.uint32)
        return cls(spaces, np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))

    def part(self, *where: int | slice) -> Self:
        """Return a part of it, which shares its memory."""
        return type(self)(self.glyphs[where], self.ink[where], self.ground[where])

    def put(self, at: tuple[int, ...], glyph: int, ink: Ink, ground: Ink) -> None:
        """Change one character, if it lies in the block."""
        if all(0 <= place < size for place, size in zip(at, self.ink.shape, strict=True)):
            self.glyphs[at], self.ink[at], self.ground[at] = glyph, ink, ground


class Drawing(Protocol):
    """A way to draw a maze in characters, which draws only the requested lines."""

    @property
    def name(self) -> str:
        """Its displayed name."""

    @property
    def glyphs(self) -> Glyphs:
        """The characters it draws with."""

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """Return how many characters a maze takes: (width, height)."""

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """Return how many cells fit into a window: (cols, rows), each at least 1."""

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the character (x, y) in the middle of a cell."""

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the characters that may change with a cell: (x, y, width, height)."""

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the cell to which a character belongs (it may lie outside the maze)."""

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """Draw a rectangle of at least one character, all within the drawing's size."""
