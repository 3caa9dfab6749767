"""``Drawing``: the base class of drawings, which turn a scene into glyphs and inks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from mazegame.drawing.areas import hints, tokens
from mazegame.drawing.inks import WALKERS, Ink

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.faces import Face
    from mazegame.drawing.glyphs import Glyphs
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
        """Return a view of a part."""
        return type(self)(self.glyphs[where], self.ink[where], self.ground[where])

    def has(self, at: tuple[int, ...]) -> bool:
        """Return whether a place lies in the block."""
        return all(0 <= place < size for place, size in zip(at, self.ink.shape, strict=True))

    def put(self, at: tuple[int, ...], glyph: int, ink: Ink, ground: Ink) -> None:
        """Change one character, if it lies in the block."""
        if self.has(at):
            self.glyphs[at], self.ink[at], self.ground[at] = glyph, ink, ground


class Drawing(ABC):
    """A way to draw a maze in characters, which draws only the requested lines.

    Here a cell is some characters; in a ``Map`` a character is some cells.

    ``pitch`` and ``height`` are columns and lines a cell, its left and upper wall included.
    ``colour`` says whether colour alone may distinguish marks, ``faces`` whether scenes are shown
    with their faces.
    """

    made_of_pixels = False
    """Whether a walk is drawn by colouring pixels."""

    def __init__(
        self,
        name: str,
        glyphs: Glyphs,
        pitch: int,
        height: int,
        *,
        colour: bool = True,
        faces: bool = False,
    ) -> None:
        self.name = name
        self.glyphs = glyphs
        self.pitch = pitch
        self.height = height
        self._colour = colour
        self._faces = faces
        self._middle, self._text_line = pitch // 2, height // 2

    def face_of(self, scene: Scene) -> Face | None:
        """Return the face that a scene is shown with; heat is shown without one."""
        return scene.face if self._faces and not scene.heat else None

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """Return the size of a maze in characters: (width, height)."""
        return cols * self.pitch + 1, rows * self.height + 1

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the character (x, y) in the middle of a cell."""
        return cell[1] * self.pitch + self._middle, cell[0] * self.height + self._text_line

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the characters that may change with a cell: (x, y, width, height)."""
        return cell[1] * self.pitch, cell[0] * self.height, self.pitch + 1, self.height + 1

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the cell to which a character belongs (it may lie outside the maze)."""
        return y // self.height, x // self.pitch

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""
        is_pixel = self.made_of_pixels and self._colour
        return "■" if is_pixel else chr(int(self.glyphs.marks[ink]))

    def put_letters(
        self,
        scene: Scene,
        block: Block,
        x: int,
        y: int,
        *,
        behind: Ink = Ink.FLOOR,
        filled: bool = True,
    ) -> None:
        """Put hint, labels, ends and walkers into a block that begins at (x, y), in place.

        Each is drawn in the middle of its cell, over other marks.
        ``behind`` is the ground of hint and labels; ends and walkers fill their own if ``filled``.
        """

        def place(cell: Cell) -> tuple[int, int]:
            across, down = self.centre(cell)
            return down - y, across - x

        for cell, glyph in hints(scene, self.glyphs):
            block.put(place(cell), glyph, Ink.HINT, behind)
        for cell, glyph, ink in tokens(scene, self.glyphs):
            if filled:
                block.put(place(cell), glyph, ink, ink)
            else:
                block.put(place(cell), glyph, ink if ink in WALKERS else Ink.LIT, Ink.FLOOR)

    @abstractmethod
    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        """Draw a rectangle of at least one character, all within the drawing's size."""


class Map(Drawing):
    """A drawing in which a character is ``pitch`` by ``height`` cells.

    ``frame`` is the width of a frame around it; ``edge`` the dots of the boundary on the right and
    below, counted as cells.
    """

    def __init__(
        self,
        glyphs: Glyphs,
        pitch: int,
        height: int,
        *,
        frame: int = 0,
        edge: int = 0,
        colour: bool,
    ) -> None:
        super().__init__("map", glyphs, pitch, height, colour=colour)
        self._frame, self._edge = frame, edge

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        sides = zip((cols, rows), (self.pitch, self.height), strict=True)
        width, height = (-(-(side + self._edge) // per) + 2 * self._frame for side, per in sides)
        return width, height

    def centre(self, cell: Cell) -> tuple[int, int]:
        return cell[1] // self.pitch + self._frame, cell[0] // self.height + self._frame

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        x, y = self.centre(cell)
        right, below = self.centre((cell[0] + self._edge, cell[1] + self._edge))
        return x, y, right - x + 1, below - y + 1

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the first cell of a character (it may lie outside the maze)."""
        return (y - self._frame) * self.height, (x - self._frame) * self.pitch
