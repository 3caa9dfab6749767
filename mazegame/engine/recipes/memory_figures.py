"""Peak memory of generating a recipe's maze, and the check that it is available.

All figures are measured by ``benchmarks/memory.py``. Sizes of ``Text.scratch`` would be too high,
since most of it is never written: 5.1 bytes a cell for prim, 17.1 for simple-prim and 5.3 for
growing-tree, of which 1.1 are measured.
"""

from __future__ import annotations

from typing import Final, Protocol

from mazegame.engine.carving.braiding import BRAID_BYTES_PER_CELL
from mazegame.engine.carving.masks import NO_MASK
from mazegame.engine.carving.zones import NO_ZONES
from mazegame.engine.errors import blaming
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.support import memory

ZONES_BYTES_PER_CELL: Final = 1.1
"""Memory of a zone map, in bytes per cell: one byte, and the border."""

MASK_BYTES_PER_CELL: Final = 1.1
"""Memory of a mask while the maze is carved, in bytes per cell."""

MASK_LAYOUT_BYTES_PER_CELL: Final = 10.1
"""Peak memory while a mask is drawn, in bytes per cell: a flood checks that it is connected."""

MOST_BYTES_PER_CELL: Final = 64
"""Upper limit for the memory of any recipe, in bytes per cell."""


class Costed(Protocol):
    """The part of ``Recipe`` from which memory is computed; that module imports this one."""

    @property
    def algorithm(self) -> str:
        """Name of the algorithm."""

    @property
    def cols(self) -> int:
        """Columns of cells."""

    @property
    def rows(self) -> int:
        """Rows of cells."""

    @property
    def plain(self) -> bool:
        """Whether it has no weights, zones or mask."""

    def option(self, name: str) -> str:
        """Return an option's value or its default."""


def bytes_per_cell(recipe: Costed) -> float:
    """Return the peak memory of generating a recipe's maze, in bytes per cell."""
    algorithm = ALGORITHMS[recipe.algorithm]
    carving = algorithm.bytes_per_cell
    options = {o.name: recipe.option(o.name) for o in algorithm.options}
    if algorithm.option_bytes_per_cell is not None:
        carving = algorithm.option_bytes_per_cell(**options)
    if not recipe.plain:
        carving = max(carving, algorithm.weighted_bytes_per_cell)
        if recipe.option("zones") != NO_ZONES:
            carving += ZONES_BYTES_PER_CELL + algorithm.zoned_bytes_per_cell
    if recipe.option("mask") != NO_MASK:
        carving = max(carving + MASK_BYTES_PER_CELL, MASK_LAYOUT_BYTES_PER_CELL)
    return max(carving, 0 if recipe.option("braid") == "0" else 1 + BRAID_BYTES_PER_CELL)


def check_memory(recipe: Costed, besides: float = 0) -> None:
    """Raise RecipeError if a recipe's maze does not fit into the memory that is available now.

    ``besides`` is the peak memory of what follows while the maze is kept, in bytes per cell, the
    maze's own byte included.
    """
    bordered = (recipe.cols + 2) * (recipe.rows + 2)
    if bordered * (MOST_BYTES_PER_CELL + besides) >= memory.ALWAYS_FITS:
        what = f"a {recipe.algorithm} maze of {recipe.cols}x{recipe.rows}"
        with blaming("size"):
            memory.require(bordered * max(bytes_per_cell(recipe), besides), what)
