"""Compile all kernels ahead: ``ready``, and ``python -m mazegame.engine.warm``.

Arguments: ``[PARENT [backwards NAME...]]``. At its first start the game runs this module in a
child process, which ends when the process PARENT does. ``mazegame warm`` runs it beside itself,
backwards, so that the two meet in the middle: each loads what the other has compiled.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from mazegame.engine.batches.batching import batch
from mazegame.engine.generation import generate
from mazegame.engine.generators import ALGORITHMS, Algorithm
from mazegame.engine.generators.eller import eller_rows
from mazegame.engine.graphs.cell_lattice import Lattice
from mazegame.engine.graphs.growing import GRAPH_ALGORITHMS
from mazegame.engine.graphs.lattice_maze import braid, shortest_path, spanning_tree, statistics
from mazegame.engine.kernels import jit, kernel_cache
from mazegame.engine.level import Level
from mazegame.engine.measures.distance import descend, farthest_pair
from mazegame.engine.measures.measuring import texture
from mazegame.engine.model.maze import Maze
from mazegame.engine.recipes.presets import PRESETS
from mazegame.engine.recipes.recipe import Recipe, find_algorithm
from mazegame.engine.tracing import trace_recipe

_POLL_SECONDS: Final = 0.5
"""Interval at which the child checks whether its parent still runs, in seconds."""


def ready(*names: str) -> None:
    """Compile or load every kernel that some algorithms need, so that no later call waits.

    Compiling takes about half a second per kernel (an algorithm has one to six), loading from the
    compile cache some milliseconds. Distances, paths, braiding, textures and the loops of ``batch``
    are prepared as well, and the same for cells of other shapes where the algorithm works there.

    Args:
        names: Algorithms, without weights, zones and masks, or presets with their weights; every
            algorithm, with weights, zones and masks and without, if there are none.

    Raises:
        RecipeError: If there is no such algorithm.
        NoCompilerError: If numba cannot be loaded.

    Examples:
        >>> from mazegame.engine import generate, ready
        >>> ready("binary-tree")
        >>> generate("binary-tree", 15, 15, "kite-7")
        <Maze 15x15, 224 passages>
    """
    warm(*names)


def warm(*names: str, backwards: bool = False) -> None:
    """Compile or load as ``ready``; without names for every type of argument."""
    jobs = _jobs(names)
    with jit.compiled():
        for job in reversed(jobs) if backwards else jobs:
            job()
    marker = None if names else kernel_cache.warm_marker()
    if marker is not None and all(kernel.ready for kernel in jit.kernels()):
        with contextlib.suppress(OSError):
            marker.touch()


def _jobs(names: Sequence[str]) -> list[Callable[[], object]]:
    """Return the calls that compile what some algorithms or presets need, or all without a name."""
    every = ALGORITHMS.values()
    if not names:
        jobs: list[Callable[[], object]]
        jobs = [partial(make, one) for one in every for make in (_compile_plain, _compile_weighted)]
        jobs += [_compile_measures, *(partial(_compile_recorded, one) for one in every)]
        jobs += [partial(_compile_on_lattices, name) for name in GRAPH_ALGORITHMS]
        return [*jobs, _compile_lattice_measures]
    chosen: list[Callable[[], object]] = []
    for name in names:
        algorithm = name
        if name in PRESETS:
            recipe = PRESETS[name].recipe(24, 24, "ready")
            chosen.append(partial(generate, recipe))
            algorithm = recipe.algorithm
        chosen.append(partial(_compile_plain, find_algorithm(algorithm)))
        if algorithm in GRAPH_ALGORITHMS:
            chosen += [partial(_compile_on_lattices, algorithm), _compile_lattice_measures]
    return [*chosen, _compile_measures]


def _compile_plain(algorithm: Algorithm) -> None:
    for (cols, rows), options in itertools.product(algorithm.sizes, algorithm.variants):
        generate(Recipe(algorithm.name, cols, rows, "warm", options))
        settings: dict[str, Any] = dict(options)
        batch(algorithm.name, cols, rows, ["warm"], **settings)


def _compile_weighted(algorithm: Algorithm) -> None:
    if algorithm.masks:
        generate(Recipe(algorithm.name, 9, 9, "warm", (("mask", "circle"),)))
    if not algorithm.takes_weights:
        return
    for options in algorithm.variants:
        for weights in ((("weights", "2-1"),), (("weights", "2-1+1-2"), ("zones", "rings.1"))):
            generate(Recipe(algorithm.name, 5, 5, "warm", (*options, *weights)))


def _compile_recorded(algorithm: Algorithm) -> None:
    for (cols, rows), options in itertools.product(algorithm.sizes, algorithm.variants):
        trace_recipe(Recipe(algorithm.name, cols, rows, "warm", (*options, ("braid", "50"))))


def _compile_measures() -> None:
    """Compile what all mazes share: braiding, floods, paths and textures; in batches, too."""
    level = Level.of(Recipe("recursive-backtracker", 5, 5, "warm", (("braid", "50"),)))
    descend(level.maze, level.field, level.start)
    farthest_pair(level.maze)
    texture(generate("wilson", 5, 5, "warm"), (0, 0), (4, 4))
    texture(Maze.from_floor([[1, 1], [1, 1]]), (0, 0), (1, 1))  # a maze with loops
    for share in (0, 50):
        batch(
            "recursive-backtracker", 5, 5, ["warm"], braid=share, ends="farthest", fields=True,
            paths=True, textures=True,
        )  # fmt: skip
    list(eller_rows(5, "warm", 4, block=2))
    tree = generate("wilson", 5, 5, "warm").tree((0, 0))
    len(tree.leaves), tree.path(1), tree.corridors()


def _compile_on_lattices(algorithm: str) -> None:
    """Compile an algorithm for cells of every shape, evenly and by weight."""
    lattice = Lattice.hexagonal(3, 3)
    spanning_tree(lattice, algorithm, "warm")
    spanning_tree(lattice, algorithm, "warm", np.ones(lattice.neighbours.shape, np.uint8))


def _compile_lattice_measures() -> None:
    """Compile what mazes on lattices share: braiding, floods and paths."""
    tree = spanning_tree(Lattice.hexagonal(3, 3), "prim", "warm")
    for maze in (tree, braid(tree, 50, "warm")):
        shortest_path(maze, 0, 8)
        statistics(maze)


def _exit_with_parent(parent: int) -> None:
    """End this process soon after its parent has ended."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL_SECONDS)
        os._exit(0)

    threading.Thread(target=look, name="mazegame-parent", daemon=True).start()


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    if sys.argv[1:]:
        _exit_with_parent(int(sys.argv[1]))
    warm(*sys.argv[3:], backwards="backwards" in sys.argv[2:3])
