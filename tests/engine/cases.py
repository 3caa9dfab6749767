"""Every way to make a maze, for tests that hold for all of them, and the two ways to run it."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, TypeVar

import pytest

from mazegame.engine import ALGORITHMS, Maze, Recipe
from mazegame.engine.generate import carve, prepare
from mazegame.engine.jit import compiled, jit_disabled

if TYPE_CHECKING:
    import numpy as np

PICKS = ("newest", "oldest", "middle", "random", "last10", "newest.75+random.25")

CASES = [
    *((name, {}) for name in ALGORITHMS),
    ("wilson", {"build": "walls"}),
    *(("growing-tree", {"pick": pick, "removal": "ordered"}) for pick in PICKS),
    *(("growing-tree", {"pick": pick, "removal": "swap"}) for pick in PICKS),
]
"""(algorithm, options), each algorithm with its defaults first."""

IDS = [" ".join([name, *options.values()]) for name, options in CASES]


T = TypeVar("T")


def few(many: T, plain: T) -> T:
    """So many; or so few where compilation is off and everything takes a hundred times as long."""
    return plain if jit_disabled() else many


needs_compiler = pytest.mark.skipif(jit_disabled(), reason="compilation is switched off")
"""For tests of what compiled code alone does, or of sizes that plain Python takes minutes for."""


@contextlib.contextmanager
def plain():
    """Within this block every kernel runs as plain Python."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["NUMBA_DISABLE_JIT"]
        else:
            os.environ["NUMBA_DISABLE_JIT"] = before


def bordered(recipe: Recipe) -> np.ndarray:
    """What a recipe's generator leaves on its grid, the border included, in this mode."""
    grid = prepare(recipe)
    carve(recipe, grid)
    return grid.bordered


def bordered_compiled(recipe: Recipe) -> np.ndarray:
    """The same, compiled."""
    with compiled():
        return bordered(recipe)


def make(name: str, cols: int, rows: int, seed: str = "kite-7", **options: str) -> Maze:
    """A maze without loops, made by compiled kernels and checked for being one at all."""
    grid = bordered_compiled(Recipe.make(name, cols, rows, seed, options))
    assert not grid[[0, -1]].any()
    assert not grid[:, [0, -1]].any()
    return Maze(grid[1:-1, 1:-1])
