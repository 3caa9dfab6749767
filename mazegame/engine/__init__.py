"""The maze engine: generators, the model and breadth-first search. NumPy and numba only.

A library of its own: it never imports the game, and reads neither the clock nor the terminal. A
name is loaded when it is first used, so that a program waits for what it needs only.

>>> from mazegame.engine import Level, Recipe, generate
>>> maze = generate("wilson", 40, 20, "kite-7")
>>> Level.of(Recipe.parse("wilson:40x20:kite-7")).dist_min > 0
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazegame.engine.batches.folder import Shards
    from mazegame.engine.batches.result import Batch
    from mazegame.engine.batching import batch
    from mazegame.engine.braiding import braid
    from mazegame.engine.distance import dist_min, distances, farthest_pair, shortest_path
    from mazegame.engine.errors import (
        CancelledError,
        DamagedBatchError,
        MissingLibraryError,
        NoCompilerError,
        NotEnoughMemoryError,
        RecipeError,
        Unreachable,
        UnreachableError,
    )
    from mazegame.engine.events import Event, EventKind
    from mazegame.engine.generation import generate
    from mazegame.engine.generators import ALGORITHMS, Algorithm, Option
    from mazegame.engine.generators.eller import eller_rows
    from mazegame.engine.jit import compiled
    from mazegame.engine.level import Level
    from mazegame.engine.maze import Cell, Direction, Maze
    from mazegame.engine.measuring import texture
    from mazegame.engine.presets import PRESETS, Preset
    from mazegame.engine.recipe import Recipe
    from mazegame.engine.searching import METHODS, Method, Search, search
    from mazegame.engine.seed import draw_seed
    from mazegame.engine.textures import Texture
    from mazegame.engine.tracing import Trace, trace
    from mazegame.engine.warm import ready

_HOMES: Final = {
    "ALGORITHMS": "generators",
    "Algorithm": "generators",
    "Batch": "batches.result",
    "CancelledError": "errors",
    "Cell": "maze",
    "DamagedBatchError": "errors",
    "Direction": "maze",
    "Event": "events",
    "EventKind": "events",
    "Level": "level",
    "METHODS": "searching",
    "Maze": "maze",
    "Method": "searching",
    "MissingLibraryError": "errors",
    "NoCompilerError": "errors",
    "NotEnoughMemoryError": "errors",
    "Option": "generators",
    "PRESETS": "presets",
    "Preset": "presets",
    "Recipe": "recipe",
    "RecipeError": "errors",
    "Search": "searching",
    "Shards": "batches.folder",
    "Texture": "textures",
    "Trace": "tracing",
    "Unreachable": "errors",
    "UnreachableError": "errors",
    "batch": "batching",
    "braid": "braiding",
    "compiled": "jit",
    "dist_min": "distance",
    "distances": "distance",
    "draw_seed": "seed",
    "eller_rows": "generators.eller",
    "farthest_pair": "distance",
    "generate": "generation",
    "ready": "warm",
    "search": "searching",
    "shortest_path": "distance",
    "texture": "measuring",
    "trace": "tracing",
}
"""The module of each name."""

__all__ = [
    "ALGORITHMS",
    "METHODS",
    "PRESETS",
    "Algorithm",
    "Batch",
    "CancelledError",
    "Cell",
    "DamagedBatchError",
    "Direction",
    "Event",
    "EventKind",
    "Level",
    "Maze",
    "Method",
    "MissingLibraryError",
    "NoCompilerError",
    "NotEnoughMemoryError",
    "Option",
    "Preset",
    "Recipe",
    "RecipeError",
    "Search",
    "Shards",
    "Texture",
    "Trace",
    "Unreachable",
    "UnreachableError",
    "batch",
    "braid",
    "compiled",
    "dist_min",
    "distances",
    "draw_seed",
    "eller_rows",
    "farthest_pair",
    "generate",
    "ready",
    "search",
    "shortest_path",
    "texture",
    "trace",
]


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return all names, loaded or not."""
    return sorted({*globals(), *_HOMES})
