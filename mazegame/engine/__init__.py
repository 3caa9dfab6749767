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
    from mazegame.engine.batches.batch import Batch as Batch
    from mazegame.engine.batches.batching import batch as batch
    from mazegame.engine.batches.folder import Shards as Shards
    from mazegame.engine.carving.braiding import braid as braid
    from mazegame.engine.errors import CancelledError as CancelledError
    from mazegame.engine.errors import DamagedBatchError as DamagedBatchError
    from mazegame.engine.errors import MissingLibraryError as MissingLibraryError
    from mazegame.engine.errors import NoCompilerError as NoCompilerError
    from mazegame.engine.errors import NotEnoughMemoryError as NotEnoughMemoryError
    from mazegame.engine.errors import RecipeError as RecipeError
    from mazegame.engine.errors import UnknownOptionError as UnknownOptionError
    from mazegame.engine.errors import Unreachable as Unreachable
    from mazegame.engine.errors import UnreachableError as UnreachableError
    from mazegame.engine.generation import generate as generate
    from mazegame.engine.generation import stream_rows as stream_rows
    from mazegame.engine.generators import ALGORITHMS as ALGORITHMS
    from mazegame.engine.generators import Algorithm as Algorithm
    from mazegame.engine.generators import Option as Option
    from mazegame.engine.generators.eller import eller_rows as eller_rows
    from mazegame.engine.kernels.jit import compiled as compiled
    from mazegame.engine.level import Level as Level
    from mazegame.engine.measures.distance import dist_min as dist_min
    from mazegame.engine.measures.distance import distances as distances
    from mazegame.engine.measures.distance import farthest_pair as farthest_pair
    from mazegame.engine.measures.distance import shortest_path as shortest_path
    from mazegame.engine.measures.measuring import cell_numbers as cell_numbers
    from mazegame.engine.measures.measuring import texture as texture
    from mazegame.engine.measures.textures import Texture as Texture
    from mazegame.engine.model.maze import Cell as Cell
    from mazegame.engine.model.maze import Direction as Direction
    from mazegame.engine.model.maze import Maze as Maze
    from mazegame.engine.model.tree import Corridors as Corridors
    from mazegame.engine.model.tree import Tree as Tree
    from mazegame.engine.recipes.presets import PRESETS as PRESETS
    from mazegame.engine.recipes.presets import Preset as Preset
    from mazegame.engine.recipes.presets import register as register
    from mazegame.engine.recipes.recipe import Recipe as Recipe
    from mazegame.engine.searching import METHODS as METHODS
    from mazegame.engine.searching import Method as Method
    from mazegame.engine.searching import Search as Search
    from mazegame.engine.searching import search as search
    from mazegame.engine.steps.event_log import Event as Event
    from mazegame.engine.steps.event_log import EventKind as EventKind
    from mazegame.engine.support.seed import draw_seed as draw_seed
    from mazegame.engine.tracing import Trace as Trace
    from mazegame.engine.tracing import trace as trace
    from mazegame.engine.warm import ready as ready

_HOMES: Final = {
    name: home
    for home, names in {
        "batches.batching": "batch",
        "batches.folder": "Shards",
        "batches.batch": "Batch",
        "carving.braiding": "braid",
        "errors": "CancelledError DamagedBatchError MissingLibraryError NoCompilerError "
        "NotEnoughMemoryError RecipeError UnknownOptionError Unreachable UnreachableError",
        "generation": "generate stream_rows",
        "generators": "ALGORITHMS Algorithm Option",
        "generators.eller": "eller_rows",
        "kernels.jit": "compiled",
        "level": "Level",
        "measures.distance": "dist_min distances farthest_pair shortest_path",
        "measures.measuring": "cell_numbers texture",
        "measures.textures": "Texture",
        "model.maze": "Cell Direction Maze",
        "model.tree": "Corridors Tree",
        "recipes.presets": "PRESETS Preset register",
        "recipes.recipe": "Recipe",
        "searching": "METHODS Method Search search",
        "steps.event_log": "Event EventKind",
        "support.seed": "draw_seed",
        "tracing": "Trace trace",
        "warm": "ready",
    }.items()
    for name in names.split()
}
"""The module of each name."""

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Load the module of a name."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted(__all__)
