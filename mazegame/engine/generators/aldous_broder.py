"""Aldous-Broder: a random walk that carves on its first visit to each cell.

Method. From a random cell, step to a random neighbour, visited or not. At the first visit to a
cell, open the passage that the walk came through. Stop when every cell has been visited.

The maze is uniform whatever the start: every perfect maze has the same probability. The walk finds
the last cells by chance, after about (log N)^2 steps per cell; Wilson's algorithm has the same law
and is faster.

Source. David Aldous, "The random walk construction of uniform spanning trees and uniform labelled
trees" (1990); Andrei Broder, "Generating random spanning trees" (1989).
"""

from __future__ import annotations

import math
from typing import Final

from mazegame.engine.carving.carving_grid import ANY_SIDE, OPPOSITE, UNVISITED
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Draw, Part, Tables, first_cell, one_class
from mazegame.engine.carving.emitting import CARVE, VISIT, WALK
from mazegame.engine.carving.rng import load_state, next_word
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.carving.zone_lookup import cell_tables, zone_class_at
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, u64


@device
def even_budget(weights: Tables) -> tuple[int, int]:
    """Return (steps per random word, bits per step) for uniform draws."""
    return 32, u64(2)


@device
def weighted_budget(weights: Tables) -> tuple[int, int]:
    """Return (steps per random word, bits per step) for weighted draws."""
    bits: int = weights[4]
    return u64(64) // bits, bits


@device
def even_way(weights: Tables, kind: int, word: int) -> int:
    """Return the side that a word draws uniformly."""
    return u64(ANY_SIDE) | word & u64(3)


@device
def weighted_way(weights: Tables, kind: int, word: int) -> int:
    """Return the side that a word draws by weight: see ``draws.weighted_step``."""
    ways, _, _, _, bits = weights
    return u64(ways[kind << bits | word & (u64(1) << bits) - u64(1)])


def make(budget_of: Part, choose: Part, locate: Part, emit: Part) -> Carve:
    """Make the kernel, which needs no scratch."""

    @device
    def log_step(log: Buffer, cell: int, there: int, seen: int, left: int, side: int) -> None:
        """Emit a step to a visited cell, unless the walk is over. It has no branch in the loop."""
        if seen != u64(UNVISITED) and seen != u64(0) and there != cell and left > u64(0):
            emit(log, WALK, cell, side)

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        steps, sides, cols, rows, cells, _, weights = rules
        one = u64(1)
        left = cells - one
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        grid[cell] = 0
        emit(log, VISIT, cell)
        steps_per_word, bits = budget_of(weights)
        kind = locate(weights, cell, u64(0))
        while left > u64(0) and token[CANCEL] == 0:
            token[DONE] = cells - left
            word, state = next_word(state)
            for _ in range(steps_per_word):
                choice = choose(weights, kind, word)
                word >>= bits
                there = cell + u64(steps[choice])
                seen = u64(grid[there])
                if seen == u64(UNVISITED):
                    emit(log, CARVE, cell, sides[choice])
                    grid[cell] |= sides[choice]
                    grid[there] = sides[u64(OPPOSITE) + choice]
                    left -= one
                log_step(log, cell, there, seen, left, sides[choice])
                # A visited cell has a passage. The border is 0: there the walk stays, and draws
                # again.
                if seen != u64(0):
                    cell = there
                    kind = locate(weights, cell, kind)

    return carve


def _steps(task: CarvingTask) -> float:
    """Estimate the steps until every cell is visited; in a corridor a walk hardly spreads."""
    steps = 0.42 * task.cells * math.log(task.cells) ** 2 + 1.6 * (task.cols + task.rows) ** 2
    return steps if task.rules is None else steps * task.rules.steepness


_DRAW: Final = Draw(
    (even_budget, even_way, one_class), (weighted_budget, weighted_way, zone_class_at), cell_tables
)

_STORY: Final = (
    ("begin in a random cell", "visit"),
    "until every cell is visited:",
    ("  step to a random cell beside", "walk"),
    ("  carve if it is unvisited", "carve"),
)

ALGORITHM = Algorithm(
    name="aldous-broder",
    title="Aldous-Broder",
    about=(
        "Wander at random over the whole grid; a cell entered for the first time is joined to "
        "the one before it."
    ),
    feel="Every maze equally likely: short twisted branches, no bias to lean on.",
    reference="Aldous (1990) and Broder (1989), uniform spanning trees by random walk",
    text=Text(make, _DRAW, work=_steps, cost=0.15, story=_STORY),
    same_law_as="wilson",
    also_called=("random-walk",),
    no_masks="",
    zoned_bytes_per_cell=2.1,
    events_per_cell=lambda cells: 1.7 * math.log(max(cells, 2)) ** 2,
)
