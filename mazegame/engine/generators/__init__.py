"""The algorithms, one module each, and their registry ``ALGORITHMS``."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Final

from mazegame.engine.generators.algorithm import Algorithm, Option
from mazegame.engine.support.plugins import Registry

_NAMES: Final = (
    "recursive-backtracker hunt-and-kill growing-tree prim simple-prim true-prim kruskal wilson "
    "aldous-broder eller sidewinder binary-tree recursive-division"
).split()


def _load(name: str) -> Algorithm:
    algorithm: Algorithm = import_module(f"{__name__}.{name.replace('-', '_')}").ALGORITHM
    return algorithm


ALGORITHMS: Final[Registry[Algorithm]] = Registry(
    "algorithm", "mazegame.algorithms", {name: partial(_load, name) for name in _NAMES}
)
"""Every algorithm by name, in the order in which the program lists them."""

__all__ = ["ALGORITHMS", "Algorithm", "Option"]
