"""The generators, one module per algorithm, and the registry that lists them.

What lives here: every algorithm with all its texts and facts. What does not: how texts are made
(``text.py``), what they draw and record with (``draws.py``, ``emitting.py``), and how an algorithm
is added (``presets.py``).
"""

from __future__ import annotations

from typing import Final

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
from mazegame.engine.support.plugins import Registry

ALGORITHMS: Final = Registry(
    "algorithm",
    "mazegame.algorithms",
    (
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
    ),
)
"""Every algorithm by name, in the order in which the program lists them."""

__all__ = ["ALGORITHMS", "Algorithm", "Option"]
