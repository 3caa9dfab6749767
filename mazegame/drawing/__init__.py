"""Drawing: from a maze and what happened in it to glyphs and inks. NumPy only, no screen."""

from mazegame.drawing.drawing import Drawing, Line
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.lines import LinesDrawing
from mazegame.drawing.minimap import Minimap
from mazegame.drawing.overview import Overview
from mazegame.drawing.rows import marks_in
from mazegame.drawing.scene import End, Scene, Walker
from mazegame.drawing.zoom import ASCII_ZOOMS, COLOURLESS_ZOOMS, ZOOMS, best_fit, zooms

__all__ = [
    "ASCII_ZOOMS",
    "BANDS",
    "COLOURLESS_ZOOMS",
    "WALLS",
    "ZOOMS",
    "Drawing",
    "End",
    "HalfBlocks",
    "Ink",
    "Line",
    "LinesDrawing",
    "Minimap",
    "Overview",
    "Scene",
    "Walker",
    "best_fit",
    "marks_in",
    "zooms",
]
