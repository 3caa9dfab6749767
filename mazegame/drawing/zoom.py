"""The drawings one can zoom between, from the roomiest to the smallest."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.lines import LinesDrawing
from mazegame.drawing.names import DRAWING_NAMES
from mazegame.drawing.outline import Outline

if TYPE_CHECKING:
    from mazegame.drawing.drawing import Drawing


CELL_SIZES: Final = ((8, 4), (6, 3), (4, 2), (3, 2), (2, 1))
"""Columns and lines of a cell in each drawing, walls included."""


def zooms(
    walls: str, *, colour: bool, marked: bool = False, faces: bool = False
) -> tuple[Drawing, ...]:
    """Return the drawings in a style of walls, the largest first.

    The smallest is half blocks. It is an outline in "ascii", and, if there are walks or paint
    (``marked``), wherever these must be distinguished by shape. With ``faces`` the walls of scenes
    that have a face are those of the face.
    """
    return _zooms(walls, colour, walls == "ascii" or (marked and not colour), faces)


@cache
def _zooms(walls: str, colour: bool, outlined: bool, faces: bool) -> tuple[Drawing, ...]:
    smallest = Outline if outlined else HalfBlocks
    kinds = [*[LinesDrawing] * (len(CELL_SIZES) - 1), smallest]
    return tuple(
        kind(name, WALLS[walls], *size, colour=colour, faces=faces)
        for kind, name, size in zip(kinds, DRAWING_NAMES, CELL_SIZES, strict=True)
    )


@cache
def with_cell_height(drawing: Drawing, height: int) -> Drawing:
    """Return a line drawing with cells of another height in lines; any other one as it is."""
    return drawing.of_height(height) if isinstance(drawing, LinesDrawing) else drawing


ZOOMS: Final = zooms("rounded", colour=True)
"""For terminals that can show box-drawing and block characters."""

ASCII_ZOOMS: Final = zooms("ascii", colour=True)
"""For other terminals."""


def best_fit(
    zooms: tuple[Drawing, ...], cols: int, rows: int, width: int, height: int
) -> Drawing | None:
    """Return the roomiest drawing in which a maze fits a window; None if none does."""
    sizes = ((drawing, *drawing.size(cols, rows)) for drawing in zooms)
    return next((one for one, wide, high in sizes if wide <= width and high <= height), None)


def capacity(zoom: Drawing, width: int, height: int) -> tuple[int, int]:
    """Return the largest maze that fits a window: (cols, rows), each at least 1."""
    return max(1, (width - 1) // zoom.pitch), max(1, (height - 1) // zoom.height)
