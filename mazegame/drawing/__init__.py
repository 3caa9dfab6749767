"""Drawing: from a maze and what happened in it to glyphs and inks. NumPy only, no screen.

Names are loaded when they are first used: the palettes are wanted before the first frame, and NumPy
is not there by then.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazegame.drawing.areas import marks_in
    from mazegame.drawing.drawing import Block, Drawing, Line
    from mazegame.drawing.glyphs import WALLS
    from mazegame.drawing.half_blocks import HalfBlocks
    from mazegame.drawing.inks import BANDS, SETS, Ink
    from mazegame.drawing.lines import LinesDrawing
    from mazegame.drawing.minimap import Minimap
    from mazegame.drawing.overview import Overview
    from mazegame.drawing.palette import PALETTES, Palette
    from mazegame.drawing.scene import End, Scene, Walker
    from mazegame.drawing.zoom import ASCII_ZOOMS, COLOURLESS_ZOOMS, ZOOMS, best_fit, zooms

_HOMES: Final = {
    "ASCII_ZOOMS": "zoom",
    "BANDS": "inks",
    "Block": "drawing",
    "COLOURLESS_ZOOMS": "zoom",
    "Drawing": "drawing",
    "End": "scene",
    "HalfBlocks": "half_blocks",
    "Ink": "inks",
    "Line": "drawing",
    "LinesDrawing": "lines",
    "Minimap": "minimap",
    "Overview": "overview",
    "PALETTES": "palette",
    "Palette": "palette",
    "SETS": "inks",
    "Scene": "scene",
    "WALLS": "glyphs",
    "Walker": "scene",
    "ZOOMS": "zoom",
    "best_fit": "zoom",
    "marks_in": "areas",
    "zooms": "zoom",
}
"""The module of each name."""

__all__ = [
    "ASCII_ZOOMS",
    "BANDS",
    "COLOURLESS_ZOOMS",
    "PALETTES",
    "SETS",
    "WALLS",
    "ZOOMS",
    "Block",
    "Drawing",
    "End",
    "HalfBlocks",
    "Ink",
    "Line",
    "LinesDrawing",
    "Minimap",
    "Overview",
    "Palette",
    "Scene",
    "Walker",
    "best_fit",
    "marks_in",
    "zooms",
]


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
