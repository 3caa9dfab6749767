"""Everything that a module with an algorithm of its own imports: docs/extending.md shows how.

>>> from mazegame.engine.authoring import EXIT, Algorithm, Text, carve_step, free_sides
"""

from mazegame.engine.carving.carving_grid import EAST, NORTH, carve_step, free_sides, random_cell
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import EVEN, EXIT, Draw, first_cell
from mazegame.engine.carving.emitting import (
    BACKTRACK,
    CARVE,
    CONSIDER,
    ERASE,
    HUNT,
    JOIN,
    LEAVE,
    NEW_ROW,
    POP,
    PUSH,
    REJECT,
    SPLIT,
    VISIT,
    WALK,
    WALL,
)
from mazegame.engine.carving.rng import load_state, new_dice, next_word, pick_below
from mazegame.engine.carving.text import Text
from mazegame.engine.generators.algorithm import Algorithm, Option, choice, whole_number
from mazegame.engine.kernels.jit import CANCEL, DONE, compiled, device, u64
from mazegame.engine.recipes.presets import register
from mazegame.engine.steps.presentation import Presentation
from mazegame.engine.support.deprecation import warn_renamed

__all__ = [
    "BACKTRACK",
    "CANCEL",
    "CARVE",
    "CONSIDER",
    "DONE",
    "EAST",
    "ERASE",
    "EVEN",
    "EXIT",
    "HUNT",
    "JOIN",
    "LEAVE",
    "NEW_ROW",
    "NORTH",
    "POP",
    "PUSH",
    "REJECT",
    "SPLIT",
    "VISIT",
    "WALK",
    "WALL",
    "Algorithm",
    "CarvingTask",
    "Draw",
    "Option",
    "Presentation",
    "Text",
    "carve_step",
    "choice",
    "compiled",
    "device",
    "first_cell",
    "free_sides",
    "load_state",
    "new_dice",
    "next_word",
    "pick_below",
    "random_cell",
    "register",
    "u64",
    "whole_number",
]


def __getattr__(name: str) -> object:
    if name == "Telling":
        warn_renamed("Telling", "Presentation")
        return Presentation
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
