"""The generators by weight: each algorithm in its own sense, on any rules.

A room of its own beside the plain generators, imported only when a recipe asks for weights, zones
or a mask: nothing of this is on the way of any other maze.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.engine.weighted import (
    depth_first,
    division,
    growing_tree,
    links,
    prims,
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
        "prim": prims.carve_modified,
        "simple-prim": prims.carve_simple,
        "true-prim": links.carve_prim,
        "kruskal": links.carve_kruskal,
        "wilson": walks.carve_wilson,
        "aldous-broder": walks.carve_aldous_broder,
        "eller": rows.carve_eller,
        "sidewinder": rows.carve_sidewinder,
        "binary-tree": rows.carve_binary_tree,
        "recursive-division": division.carve,
    }
)
"""``carve(grid, rules, **options)`` of every algorithm, by its name."""
