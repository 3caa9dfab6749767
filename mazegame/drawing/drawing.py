"""What every drawing can do: turn characters of a scene into glyphs and inks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.inks import Ink
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


@dataclass(frozen=True, slots=True)
class Line:
    """A run of characters on one line of the drawing."""

    glyphs: NDArray[np.uint32]
    """uint32 (n,): Unicode code points, each one column wide."""
    ink: NDArray[np.uint8]
    """uint8 (n,): the ``Ink`` of each glyph."""
    ground: NDArray[np.uint8]
    """uint8 (n,): the ``Ink`` behind each glyph."""


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of characters of the drawing."""

    glyphs: NDArray[np.uint32]
    """uint32 (height, width): Unicode code points, each one column wide."""
    ink: NDArray[np.uint8]
    """uint8 (height, width): the ``Ink`` of each glyph."""
    ground: NDArray[np.uint8]
    """uint8 (height, width): the ``Ink`` behind each glyph."""

    @classmethod
    def of(cls, lines: list[Line]) -> Self:
        """Return lines below each other."""
        return cls(
            np.stack([line.glyphs for line in lines]),
            np.stack([line.ink for line in lines]),
            np.stack([line.ground for line in lines]),
        )


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

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """Draw a rectangle of at least one character; faster than its lines one by one."""
