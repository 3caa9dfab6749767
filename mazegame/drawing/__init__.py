"""Draw mazes as characters with inks, in NumPy arrays, without a screen.

Names are loaded when they are first used: palettes are needed before the first frame, and must not
import NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazegame.drawing.areas import marks_in
    from mazegame.drawing.drawing import Drawing
    from mazegame.drawing.glyphs import WALLS
    from mazegame.drawing.inks import BANDS, Ink
    from mazegame.drawing.minimap import Minimap
    from mazegame.drawing.overview import Overview
    from mazegame.drawing.palette import PALETTES, Palette
    from mazegame.drawing.scene import End, Scene, Walker
    from mazegame.drawing.zoom import ASCII_ZOOMS, ZOOMS, best_fit, capacity, zooms

__all__ = [
    "ASCII_ZOOMS", "BANDS", "PALETTES", "WALLS", "ZOOMS", "Drawing", "End", "Ink", "Minimap",
    "Overview", "Palette", "Scene", "Walker", "best_fit", "capacity", "marks_in", "zooms",
]  # fmt: skip

_HOMES: Final = {
    "ASCII_ZOOMS": "zoom", "BANDS": "inks", "PALETTES": "palette",
    "WALLS": "glyphs", "ZOOMS": "zoom", "Drawing": "drawing", "End": "scene", "Ink": "inks",
    "Minimap": "minimap", "Overview": "overview", "Palette": "palette", "Scene": "scene",
    "Walker": "scene", "best_fit": "zoom", "capacity": "zoom", "marks_in": "areas", "zooms": "zoom",
}  # fmt: skip
"""The module of each name."""


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
