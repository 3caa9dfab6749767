"""Mazes that never are in memory as a whole: Eller's rows, in bands from the top down.

What lives here: bands of a maze of a given height. What does not: rows without end
(``generators/eller.py``), and whatever becomes of the bands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import memory
from mazegame.engine.generators.eller import carve_rows, close_last_row, first_row
from mazegame.engine.rng import seed_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.engine.recipe import Recipe

BAND_CELLS: Final = 1 << 18
"""Cells carved at a time: few enough that they stay in the cache."""

_BYTES_PER_COL: Final = 64
"""Bytes per column that a stream takes at its peak, with one row in a band."""


def can_stream(recipe: Recipe) -> bool:
    """Return whether the maze of a recipe can be made in bands: Eller's, without options."""
    return recipe.algorithm == "eller" and not recipe.options


def stream_bands(recipe: Recipe, band_cells: int = BAND_CELLS) -> Iterator[NDArray[np.uint8]]:
    """Carve the maze of a recipe in bands of rows, in memory that does not grow with its height.

    Args:
        recipe: One that ``can_stream``.
        band_cells: About how many cells a band has.

    Returns:
        An iterator of uint8 (k, cols), read-only: the rows of ``generate(recipe)``, byte for byte.

    Raises:
        ValueError: If the recipe cannot be streamed.
        NotEnoughMemoryError: If not even its rows would fit.
    """
    if not can_stream(recipe):
        raise ValueError(f"{recipe} cannot be made row by row: only eller without options can")
    memory.require(recipe.cols * _BYTES_PER_COL, f"a stream of rows of {recipe.cols:,} cells")
    return _bands(recipe, band_cells)


def _bands(recipe: Recipe, band_cells: int) -> Iterator[NDArray[np.uint8]]:
    cols = recipe.cols
    links, stream = first_row(cols, seed_state(recipe.seed, "carve"))
    progress = np.zeros(2, np.uint64)
    high = max(1, band_cells // cols)
    below = np.zeros(cols + 2, np.uint8)
    for top in range(0, recipe.rows, high):
        rows = min(high, recipe.rows - top)
        last = top + rows == recipe.rows
        grid = np.zeros((rows + 2, cols + 2), np.uint8)
        grid[1] = below
        carve_rows(grid.reshape(-1), *links, stream, progress, cols, rows - last)
        if last:
            close_last_row(grid.reshape(-1), *links, cols, rows)
        below = grid[rows + 1].copy()
        band = grid[1:-1, 1:-1]
        band.setflags(write=False)
        yield band
