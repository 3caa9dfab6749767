"""The generators, one module per algorithm, and the registry that lists them.

What lives here: plain generators, without weights, zones or masks. What does not: their weighted
forms (``engine/weighted/``).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.engine.generators import (
    aldous_broder,
    binary_tree,
    eller,
    growing_tree,
    hunt_and_kill,
    kruskal,
    prim,
    recursive_backtracker,
    recursive_division,
    sidewinder,
    simple_prim,
    true_prim,
    wilson,
)
from mazegame.engine.generators.algorithm import Algorithm, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

ALGORITHMS: Final[Mapping[str, Algorithm]] = MappingProxyType(
    {
        algorithm.name: algorithm
        for algorithm in (
            recursive_backtracker.ALGORITHM,
            hunt_and_kill.ALGORITHM,
            growing_tree.ALGORITHM,
            prim.ALGORITHM,
            simple_prim.ALGORITHM,
            true_prim.ALGORITHM,
            kruskal.ALGORITHM,
            wilson.ALGORITHM,
            aldous_broder.ALGORITHM,
            eller.ALGORITHM,
            sidewinder.ALGORITHM,
            binary_tree.ALGORITHM,
            recursive_division.ALGORITHM,
        )
    }
)
"""Every algorithm by name, in the order in which the program lists them."""

__all__ = ["ALGORITHMS", "Algorithm", "Option"]
