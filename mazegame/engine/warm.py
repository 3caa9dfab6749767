"""Filling the compile cache: ``python -m mazegame.engine.warm [PARENT]``.

The game runs this in a child process at its very first start (``compiler.py``), which ends when the
process PARENT does; everything else that wants the kernels ready may run it too.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys

from mazegame.engine import jit, kernel_cache
from mazegame.engine.compiler import exit_with_parent
from mazegame.engine.distance import descend, farthest_pair
from mazegame.engine.generate import generate
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.level import Level
from mazegame.engine.maze import Maze
from mazegame.engine.recipe import Recipe
from mazegame.engine.texture import texture


def warm() -> None:
    """Compile every kernel for every type it meets, or load it from the cache on disk."""
    with jit.compiled():
        for algorithm in ALGORITHMS.values():
            for (cols, rows), options in itertools.product(algorithm.sizes, algorithm.variants):
                generate(Recipe(algorithm.name, cols, rows, "warm", options))
        for algorithm in ALGORITHMS.values():
            for options in algorithm.variants:
                for weights in (
                    (("weights", "2-1"),),
                    (("weights", "2-1+1-2"), ("zones", "rings.1")),
                ):
                    generate(Recipe(algorithm.name, 5, 5, "warm", (*options, *weights)))
        generate(Recipe("hunt-and-kill", 9, 9, "warm", (("mask", "circle"),)))
        level = Level.of(Recipe("recursive-backtracker", 5, 5, "warm", (("braid", "50"),)))
        descend(level.maze, level.field, level.start)
        farthest_pair(level.maze)
        texture(generate("wilson", 5, 5, "warm"), (0, 0), (4, 4))
        texture(Maze.from_floor([[1, 1], [1, 1]]), (0, 0), (1, 1))  # a maze with loops
    marker = kernel_cache.warm_marker()
    if marker is not None and all(kernel.ready for kernel in jit.kernels()):
        with contextlib.suppress(OSError):
            marker.touch()


if __name__ == "__main__":
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    if sys.argv[1:]:
        exit_with_parent(int(sys.argv[1]))
    warm()
