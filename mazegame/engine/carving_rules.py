"""CarvingRules: the weights, the zones and the mask of one maze, as its generator sees them.

What lives here: their meeting with a size. What does not: how they are written (``weights.py``,
``zones.py``, ``masks.py``), and what a generator makes of them (``weighted/``). A maze
without any has no rules at all, and its generator knows nothing of this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.errors import RecipeError
from mazegame.engine.jit import MASK64
from mazegame.engine.masks import RECTANGLE, check_mask, named_mask
from mazegame.engine.weights import (
    EVEN,
    Weights,
    canonical_weights,
    draw_table,
    parse_weights,
)
from mazegame.engine.zones import WHOLE, check_zone_map, zone_map, zone_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.maze import Cell
    from mazegame.engine.recipe import Recipe


@dataclass(frozen=True, eq=False)
class CarvingRules:
    """Where a maze may grow, and how eagerly it does so into each direction."""

    weights: tuple[Weights, ...]
    """Of each zone."""
    zones: NDArray[np.uint8]
    """The zone of each cell of the bordered grid, flat, on the border that of the cell beside it;
    one 0 if there is one zone only."""
    mask: NDArray[np.bool_] | None
    """bool (rows, cols): the cells inside; None for all."""
    cells: int
    """How many are inside."""

    @classmethod
    def of(
        cls,
        recipe: Recipe,
        weights: str | None = None,
        zones: object | None = None,
        mask: object | None = None,
    ) -> CarvingRules | None:
        """Lay out the rules of a recipe, None if it has none.

        Args:
            recipe: What is to be made.
            weights: Weights for zones of one's own, which the recipe cannot hold.
            zones: A zone map of one's own.
            mask: A mask of one's own.

        Raises:
            RecipeError: If a map does not fit.
        """
        try:
            inside = _inside(recipe, mask)
            return cls._of(recipe, weights, zones, inside)
        except RecipeError:
            raise
        except ValueError as error:
            raise RecipeError("option", str(error)) from None

    @classmethod
    def _of(
        cls,
        recipe: Recipe,
        weights: str | None,
        zones: object | None,
        inside: NDArray[np.bool_] | None,
    ) -> CarvingRules | None:
        cols, rows, pattern = recipe.cols, recipe.rows, recipe.option("zones")
        text = recipe.option("weights") if weights is None else weights
        numbers = parse_weights(canonical_weights(text))
        of_cells: NDArray[np.uint8] | None = None
        if zones is not None:
            if len(numbers) < 2:
                raise ValueError("a zone map needs weights of two zones or more: 40-10+10-40 fits")
            of_cells = check_zone_map(zones, cols, rows, len(numbers))
        elif len(numbers) > 1 and pattern == WHOLE:
            raise ValueError("weights of several zones need zones=, or a zone map of one's own")
        elif pattern != WHOLE:
            of_cells = zone_map(pattern, cols, rows, len(numbers))
            numbers = zone_weights(pattern, numbers)
        elif text == EVEN and inside is None:
            return None
        flat = np.zeros(1, np.uint8)
        if of_cells is not None:
            flat = np.pad(of_cells, 1, "edge").reshape(-1)
        count = cols * rows if inside is None else int(np.count_nonzero(inside))
        return cls(numbers, flat, inside, count)

    @property
    def zone_count(self) -> int:
        """How many zones have weights."""
        return len(self.weights)

    @property
    def zoned(self) -> bool:
        """Whether there are several zones."""
        return self.zones.size > 1

    @property
    def zone_index_mask(self) -> int:
        """What to cut a cell's index with to find its zone: all ones, or 0 for one zone only."""
        return MASK64 if self.zoned else 0

    def table(self) -> NDArray[np.uint64]:
        """The table by which kernels draw a side (``weights.draw_table``)."""
        return draw_table(self.weights)

    def centre(self, cols: int, rows: int) -> Cell:
        """The cell inside that is nearest to the middle of the grid, as (row, col)."""
        row, col = (rows + 1) // 2 - 1, (cols + 1) // 2 - 1
        if self.mask is None or self.mask[row, col]:
            return row, col
        return nearest_inside(self.mask, row, col)


def nearest_inside(mask: NDArray[np.bool_], row: int, col: int) -> Cell:
    """Return the cell of a mask that is the fewest steps away; among equals the first by rows."""
    best, far = (0, 0), mask.shape[0] + mask.shape[1]
    for at in sorted(range(mask.shape[0]), key=lambda at: (abs(at - row), at)):
        if abs(at - row) > far:
            break
        cols = np.flatnonzero(mask[at])
        if cols.size:
            steps = np.abs(cols - col)
            nearest = int(steps.argmin())
            candidate = (abs(at - row) + int(steps[nearest]), at, int(cols[nearest]))
            if candidate < (far, *best):
                far, best = candidate[0], candidate[1:]
    return best


def _inside(recipe: Recipe, own: object | None) -> NDArray[np.bool_] | None:
    name = recipe.option("mask")
    if own is not None:
        if name != RECTANGLE:
            raise ValueError(
                f"the recipe has mask={name} already: mask=none makes room for a mask of your own"
            )
        return check_mask(own, recipe.cols, recipe.rows)
    return None if name == RECTANGLE else named_mask(name, recipe.cols, recipe.rows)
