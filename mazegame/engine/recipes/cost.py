"""What a recipe takes before its maze is made: for services that take game IDs from strangers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.weights import NO_WEIGHTS, parse_weights
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.measures.distance import FIELD_BYTES_PER_CELL
from mazegame.engine.recipes.memory_figures import Costed, bytes_per_cell

_LEVEL_BYTES_PER_CELL: Final = 1 + FIELD_BYTES_PER_CELL
"""Peak memory of a level's distances, in bytes per cell, including the maze."""

_FIXED_BYTES: Final = 1 << 18
"""Memory that does not grow with the maze, in bytes: the initial queue of the flood."""


@dataclass(frozen=True)
class Cost:
    """The cost of making a level."""

    cells: int
    """Number of cells of the maze."""
    bytes: int
    """Peak memory, in bytes."""
    steps: int
    """Cells that the algorithm touches, each as often as it does.

    Of a walk, as in Wilson's algorithm and that of Aldous and Broder, it is about the expected
    number, which grows with the square of the longer side. With weights it is a bound: the number
    without, times the largest weight over the smallest. Compiled, a step takes 0.2 to 40
    nanoseconds, and up to 400 in large mazes of true Prim.
    """


class _BoundedRules(CarvingRules):
    """Rules whose ``steepness`` is a bound; that of ``CarvingRules`` is an estimate."""

    @property
    def steepness(self) -> float:
        """The factor, at least 1, by which weights lengthen a walk at most: largest over smallest.

        The steps of a random walk from one cell to another and back are the sum of all weights,
        times the resistance between the two. Against even weights the sum grows by the largest
        weight at most, and the resistance by one over the smallest.
        """
        weights = [weight for zone in self.weights for weight in zone]
        return max(weights) / min(weights)


def cost_of(recipe: Costed) -> Cost:
    """Return the cost of making the level of a recipe."""
    algorithm = ALGORITHMS[recipe.algorithm]
    own = {option.name: recipe.option(option.name) for option in algorithm.options}
    cells = recipe.cols * recipe.rows
    rules = None
    if (weights := recipe.option("weights")) != NO_WEIGHTS:
        # The bound is that of all zones; where they lie would take time to find out.
        rules = _BoundedRules(parse_weights(weights), np.zeros(1, np.uint8), None, cells)
    task = CarvingTask(recipe.cols, recipe.rows, own, rules)
    bordered = (recipe.cols + 2) * (recipe.rows + 2)
    peak = bordered * max(bytes_per_cell(recipe), _LEVEL_BYTES_PER_CELL)
    return Cost(cells, round(peak) + _FIXED_BYTES, round(algorithm.text_for(task).work(task)))
