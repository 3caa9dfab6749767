"""The weighted generators: every algorithm with weights, zones and masks.

What lives here: the carving function of each algorithm for recipes with ``CarvingRules``. What does
not: the plain generators (``generators/``), the meaning and spelling of weights (``weights.py``).
The package is imported only when a recipe sets weights, zones or a mask.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.engine.weighted import (
    depth_first,
    division,
    growing_tree,
    minimum_trees,
    prim_variants,
    rows,
    walks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CARVE: Final[Mapping[str, Callable[..., None]]] = MappingProxyType(
    {
        "recursive-backtracker": depth_first.carve_backtracking,
        "hunt-and-kill": depth_first.carve_hunting,
        "growing-tree": growing_tree.carve,
        "prim": prim_variants.carve_modified,
        "simple-prim": prim_variants.carve_simple,
        "true-prim": minimum_trees.carve_prim,
        "kruskal": minimum_trees.carve_kruskal,
        "wilson": walks.carve_wilson,
        "aldous-broder": walks.carve_aldous_broder,
        "eller": rows.carve_eller,
        "sidewinder": rows.carve_sidewinder,
        "binary-tree": rows.carve_binary_tree,
        "recursive-division": division.carve,
    }
)
"""``carve(grid, rules, **options)`` of every algorithm, by name."""
