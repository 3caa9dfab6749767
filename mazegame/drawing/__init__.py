"""Drawing: from a maze and what happened in it to glyphs and inks. NumPy only, no screen."""

from mazegame.drawing.drawing import Drawing, Line
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.inks import Ink
from mazegame.drawing.lines import LinesDrawing
from mazegame.drawing.overview import Overview
from mazegame.drawing.rows import marks_in
from mazegame.drawing.scene import Scene
from mazegame.drawing.zoom import ASCII_ZOOMS, COLOURLESS_ZOOMS, ZOOMS, best_fit

__all__ = [
    "ASCII_ZOOMS",
    "COLOURLESS_ZOOMS",
    "ZOOMS",
    "Drawing",
    "HalfBlocks",
    "Ink",
    "Line",
    "LinesDrawing",
    "Overview",
    "Scene",
    "best_fit",
    "marks_in",
]
