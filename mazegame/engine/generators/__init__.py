"""The generators, one module per algorithm, and the registry that lists them.

What lives here: every algorithm with all its texts and facts. What does not: how texts are made
(``text.py``), what they draw and record with (``draws.py``, ``emitting.py``), and designs with a
name of their own (``presets.py``).
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from mazegame.engine.generators.algorithm import Algorithm, Option
from mazegame.engine.support.plugins import Registry

_MODULES: Final = (
    "recursive_backtracker",
    "hunt_and_kill",
    "growing_tree",
    "prim",
    "simple_prim",
    "true_prim",
    "kruskal",
    "wilson",
    "aldous_broder",
    "eller",
    "sidewinder",
    "binary_tree",
    "recursive_division",
)

ALGORITHMS: Final[Registry[Algorithm]] = Registry(
    "algorithm",
    "mazegame.algorithms",
    (import_module(f"{__name__}.{module}").ALGORITHM for module in _MODULES),
)
"""Every algorithm by name, in the order in which the program lists them."""

__all__ = ["ALGORITHMS", "Algorithm", "Option"]
