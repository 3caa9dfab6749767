"""``CarvingRules``: weights, zones and mask of a maze. ``CarvingTask``: all that a kernel carves.

A recipe without weights, zones or mask has no carving rules; a plain generator carves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.masks import NO_MASK, check_mask, named_mask
from mazegame.engine.carving.weights import NO_WEIGHTS, Weights, parse_weights
from mazegame.engine.carving.zones import NO_ZONES, check_zone_map, zone_map, zone_weights
from mazegame.engine.errors import blaming
from mazegame.engine.kernels.jit import MASK64
from mazegame.engine.model.maze import Cell


@dataclass(frozen=True, eq=False)
class CarvingRules:
    """The cells that a maze fills, and how strongly it grows in each direction."""

    weights: tuple[Weights, ...]
    """The weights of each zone."""
    zones: NDArray[np.uint8]
    """uint8: the zone of each cell of the bordered grid, flat. A border cell has the zone of the
    cell beside it. A single 0 if there is one zone only."""
    mask: NDArray[np.bool_] | None
    """bool (rows, cols): the cells inside; None for all."""
    cells: int
    """Number of cells inside the mask."""

    @classmethod
    def of(
        cls,
        cols: int,
        rows: int,
        option: Callable[[str], str],
        weights: str | None = None,
        zones: object | None = None,
        mask: object | None = None,
    ) -> CarvingRules | None:
        """Return the carving rules of a recipe, None if it has none.

        ``weights`` are those of a custom zone map, which a recipe cannot hold. RecipeError if the
        map does not fit.
        """
        text = option("weights") if weights is None else weights
        pattern = option("zones")
        flat = np.zeros(1, np.uint8)
        with blaming("option"):
            inside = _mask_of(cols, rows, option("mask"), mask)
            numbers = parse_weights(text)
            if zones is not None:
                if len(numbers) < 2:
                    raise ValueError(
                        "a zone map needs weights of two zones or more: 40-10+10-40 fits"
                    )
                flat = _bordered(check_zone_map(zones, cols, rows, len(numbers)))
            elif len(numbers) > 1 and pattern == NO_ZONES:
                raise ValueError("weights of several zones need zones=, or a custom zone map")
        if zones is None and pattern != NO_ZONES:
            flat = _bordered(zone_map(pattern, cols, rows, len(numbers)))
            numbers = zone_weights(pattern, numbers)
        elif zones is None and text == NO_WEIGHTS and inside is None:
            return None
        count = cols * rows if inside is None else int(np.count_nonzero(inside))
        return cls(numbers, flat, inside, count)

    @property
    def has_zones(self) -> bool:
        """Whether there are several zones."""
        return self.zones.size > 1

    @property
    def zone_index_mask(self) -> int:
        """The mask that turns a cell's index into its index in ``zones``: all ones, or 0."""
        return MASK64 if self.has_zones else 0

    @property
    def steepness(self) -> float:
        """The approximate factor, at least 1, by which the weights lengthen a walk."""
        return max(1, *(max(zone) / max(min(zone), 1) / 4 for zone in self.weights))


@dataclass(eq=False, slots=True)  # frozen, making one would take thrice the time
class CarvingTask:
    """All that a kernel needs to carve a maze, except the random stream."""

    cols: int
    rows: int
    options: Mapping[str, str] = field(default_factory=dict)
    """The values of the options of this algorithm, including defaults."""
    rules: CarvingRules | None = None
    """Weights, zones and mask; None without them."""
    batched: bool = False
    """Whether one grid after another is carved with the same ``scratch``."""

    @property
    def stride(self) -> int:
        """The distance in the flat grid from a cell to the one below it."""
        return self.cols + 2

    @property
    def size(self) -> int:
        """Number of cells of the bordered grid."""
        return (self.rows + 2) * self.stride

    @property
    def cells(self) -> int:
        """Number of cells to carve."""
        return self.cols * self.rows if self.rules is None else self.rules.cells

    @property
    def root(self) -> int:
        """Index of the carved cell that is nearest to the middle."""
        row, col = self.rows + 1 >> 1, self.cols + 1 >> 1
        if self.rules is not None and self.rules.mask is not None:
            row, col = (at + 1 for at in nearest_inside(self.rules.mask, row - 1, col - 1))
        return row * self.stride + col

    @property
    def masked(self) -> bool:
        """Whether some cells lie outside a mask."""
        return self.rules is not None and self.rules.mask is not None


def _bordered(zones: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.pad(zones, 1, "edge").reshape(-1)


def nearest_inside(mask: NDArray[np.bool_], row: int, col: int) -> Cell:
    """Return the cell of a mask that is nearest to a cell; of equals the first by rows."""
    if mask[row, col]:
        return row, col
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


def _mask_of(cols: int, rows: int, name: str, custom: object | None) -> NDArray[np.bool_] | None:
    if custom is None:
        return None if name == NO_MASK else named_mask(name, cols, rows)
    if name != NO_MASK:
        raise ValueError(
            f"the recipe has mask={name} already: mask=none makes room for a mask of your own"
        )
    return check_mask(custom, cols, rows)
