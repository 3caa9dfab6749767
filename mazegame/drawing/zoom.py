"""The drawings one can zoom between, from the roomiest to the smallest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.drawing.glyphs import ASCII, ROUNDED
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.lines import LinesDrawing

if TYPE_CHECKING:
    from mazegame.drawing.drawing import Drawing

ZOOMS: Final[tuple[Drawing, ...]] = (
    LinesDrawing("roomy lines", 4, ROUNDED),
    LinesDrawing("narrow lines", 3, ROUNDED),
    HalfBlocks("blocks", ROUNDED),
)
"""For terminals that can show box-drawing and block characters."""

COLOURLESS_ZOOMS: Final[tuple[Drawing, ...]] = (
    *ZOOMS[:2],
    HalfBlocks("blocks", ROUNDED, colour=False),
)
"""The same where nothing may be told by colour."""

ASCII_ZOOMS: Final[tuple[Drawing, ...]] = (
    LinesDrawing("roomy ascii", 4, ASCII),
    LinesDrawing("narrow ascii", 3, ASCII),
)
"""For the others."""


def best_fit(
    zooms: tuple[Drawing, ...], cols: int, rows: int, width: int, height: int
) -> Drawing | None:
    """Return the roomiest drawing in which a maze fits so many characters; None if none does."""
    for drawing in zooms:
        wide, high = drawing.size(cols, rows)
        if wide <= width and high <= height:
            return drawing
    return None
