"""Mazes that never are in memory as a whole, in bands of rows from the top down.

What lives here: which recipes can be made like that, and the height of a band. What does not: the
bands of an algorithm (``Algorithm.bands``), and whatever becomes of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.support import memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine.recipes.recipe import Recipe

BAND_CELLS: Final = 1 << 18
"""Cells carved at a time: few enough that they stay in the cache."""

_BYTES_PER_COL: Final = 64
"""Bytes per column that a stream takes at its peak, with one row in a band."""


def can_stream(recipe: Recipe) -> bool:
    """Return whether the maze of a recipe can be made in bands: it has no options then."""
    return ALGORITHMS[recipe.algorithm].bands is not None and not recipe.options


def stream_bands(recipe: Recipe, band_cells: int = BAND_CELLS) -> Iterator[NDArray[np.uint8]]:
    """Carve the maze of a recipe in bands of rows, in memory that does not grow with its height.

    Returns:
        An iterator of uint8 (k, cols), read-only: the rows of ``generate(recipe)``, byte for byte.

    Raises:
        ValueError: If the recipe cannot be streamed.
        NotEnoughMemoryError: If not even its rows would fit.
    """
    bands = ALGORITHMS[recipe.algorithm].bands
    if bands is None or recipe.options:
        able = " or ".join(name for name, entry in ALGORITHMS.items() if entry.bands is not None)
        raise ValueError(f"{recipe} cannot be made row by row: only {able} without options can")
    memory.require(recipe.cols * _BYTES_PER_COL, f"a stream of rows of {recipe.cols:,} cells")
    height = max(1, band_cells // recipe.cols)
    return bands(recipe.cols, recipe.seed, recipe.rows, height)
