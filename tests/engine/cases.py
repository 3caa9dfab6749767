"""Every way to make a maze, for tests that hold for all of them, compiled and in plain Python."""

import contextlib
import os
from collections import Counter
from collections.abc import Callable
from typing import TypeVar
from unittest import mock

import numpy as np
import pytest

from mazegame.engine import ALGORITHMS, Maze, Recipe
from mazegame.engine.carving.carving_grid import CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingRules
from mazegame.engine.carving.rng import seed_state
from mazegame.engine.generation import task_of
from mazegame.engine.kernels import jit
from mazegame.engine.kernels.jit import compiled, jit_disabled
from tests.programs import run_code

PICKS = ("newest", "oldest", "middle", "random", "last10", "newest.75+random.25")

WAYS = [
    *((name, {}) for name in ALGORITHMS),
    ("wilson", {"build": "walls"}),
    ("growing-tree", {"removal": "ordered"}),
]
"""(algorithm, options): each text once."""

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
    with mock.patch.object(jit, "jit_disabled", return_value=True):
        yield


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program of somebody who has set nothing but this."""
    names = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "MAZEGAME_HOME", "PYTHONPATH"}
    return {key: value for key, value in os.environ.items() if key not in names} | more


def run_program(code: str, **more: str) -> str:
    """Run a program in a fresh interpreter and return what it printed."""
    return run_code(code, env=environment(**more)).strip()


def prepare(recipe: Recipe, rules: CarvingRules | None = None) -> CarvingGrid:
    """Return the grid that a recipe's text carves."""
    task = task_of(recipe, rules)
    return ALGORITHMS[recipe.algorithm].text_for(task).lay_out(task, recipe.seed)


def carve(recipe: Recipe, grid: CarvingGrid, rules: CarvingRules | None = None) -> None:
    """Carve a maze into a grid from ``prepare``, in place."""
    task = task_of(recipe, rules)
    ALGORITHMS[recipe.algorithm].text_for(task).carve(grid, task)


def bordered(recipe: Recipe) -> np.ndarray:
    """Return the bordered grid that a recipe's generator leaves; its border is 0."""
    grid = prepare(recipe)
    carve(recipe, grid)
    assert not grid.bordered[[0, -1]].any()
    assert not grid.bordered[:, [0, -1]].any()
    return grid.bordered


def make(name: str, cols: int, rows: int, seed: str = "kite-7", **options: str) -> Maze:
    """Return a maze made by compiled kernels."""
    with compiled():
        return Maze(bordered(Recipe.make(name, cols, rows, seed, options))[1:-1, 1:-1])


def made_both_ways(name: str, cols: int, rows: int, seed: str = "kite-7", **options: str) -> Maze:
    """Return a maze that compiled kernels and plain Python make alike."""
    maze = make(name, cols, rows, seed, **options)
    with plain():
        slow = bordered(Recipe.make(name, cols, rows, seed, options))
    assert maze.passages.tobytes() == slow[1:-1, 1:-1].tobytes(), (name, cols, rows, options)
    return maze


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
