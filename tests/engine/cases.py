"""Every way to make a maze, for tests that hold for all of them, compiled and in plain Python."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import pytest

from mazegame.engine import ALGORITHMS, Maze, Recipe
from mazegame.engine.generation import carve, prepare
from mazegame.engine.jit import compiled, jit_disabled
from mazegame.engine.rng import seed_state

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from mazegame.engine.carving_grid import CarvingGrid

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
    """Return the first value, or the second where compilation is off and kernels are slow."""
    return plain if jit_disabled() else many


needs_compiler = pytest.mark.skipif(jit_disabled(), reason="compilation is switched off")
"""Marks tests of compiled code only, and of sizes for which plain Python takes minutes."""


@contextlib.contextmanager
def plain():
    """Run every kernel within this block as plain Python."""
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
    """Return the bordered grid that a recipe's generator leaves."""
    grid = prepare(recipe)
    carve(recipe, grid)
    return grid.bordered


def bordered_compiled(recipe: Recipe) -> np.ndarray:
    """Return the bordered grid that a recipe's compiled generator leaves."""
    with compiled():
        return bordered(recipe)


def make(name: str, cols: int, rows: int, seed: str = "kite-7", **options: str) -> Maze:
    """Return a perfect maze made by compiled kernels, with its border checked."""
    grid = bordered_compiled(Recipe.make(name, cols, rows, seed, options))
    assert not grid[[0, -1]].any()
    assert not grid[:, [0, -1]].any()
    return Maze(grid[1:-1, 1:-1])


def count_mazes(
    grid: CarvingGrid, carve_grid: Callable[[CarvingGrid], object], samples: int
) -> Counter[bytes]:
    """Return how often each maze comes up with the seeds 0, 1, 2 and so on.

    Mazes are those of ``generate``, without the steps that do not depend on the seed.

    Args:
        grid: A grid before carving.
        carve_grid: Carves it.
        samples: Number of mazes.
    """
    blank = grid.flat.copy()
    cells = grid.cells
    counts: Counter[bytes] = Counter()
    for seed in range(samples):
        grid.flat[:] = blank
        grid.rng = seed_state(f"{seed}", "carve")
        carve_grid(grid)
        counts[cells.tobytes()] += 1
    return counts
