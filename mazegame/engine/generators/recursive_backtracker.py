"""Recursive backtracker: walks at random into unvisited cells and steps back when it is stuck.

Method. From a random cell, carve into a random unvisited neighbour and go there. If there is none,
go back to the last cell that still has one. Stop when every cell has been visited.

Memory. A stack; there is no recursion. A cell is pushed only if it has another unvisited neighbour,
which keeps the peak at 0.11 to 0.28 entries per cell. Memory that is not touched costs nothing.

Source. Depth-first search as a maze generator is folklore; see Walter Pullen, "Think Labyrinth:
Maze Algorithms".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import OPPOSITE, free_sides
from mazegame.engine.carving.draws import EXIT, Part, start_cell
from mazegame.engine.carving.emitting import BACKTRACK, CARVE, POP, PUSH, VISIT
from mazegame.engine.carving.rng import load_state, new_dice
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, prefetch, u64
from mazegame.engine.steps.presentation import Presentation


def make(choose: Part, emit: Part) -> Carve:
    """Make the kernel (``text.py``); its scratch is the stack: uint32, as many as cells."""

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        (stack,) = scratch
        steps, sides, cols, rows, _, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        cell, state = start_cell(grid, weights, load_state(rng), cols, rows)
        dice = new_dice(state)
        depth, done = u64(0), one
        grid[cell] = 0
        emit(log, VISIT, cell)
        here = u64(0)  # the byte of the current cell, so that it is not read back
        while True:
            prefetch(grid, cell - stride - stride)  # cells that the next step may read
            prefetch(grid, cell + stride + stride)
            free = free_sides(grid, cell, stride)
            if free == u64(0):
                token[DONE] = done
                if depth == u64(0) or token[CANCEL] != 0:
                    return
                depth -= one
                cell = u64(stack[depth])
                emit(log, POP, cell)
                emit(log, BACKTRACK, cell)
                here = u64(grid[cell])
                continue
            choice, dice = choose(weights, cell, free, dice)
            # Push always, keep it only if this cell has another free side: no branch.
            stack[depth] = cell
            depth += u64((free & (free - one)) != u64(0))
            if (free & (free - one)) != u64(0):
                emit(log, PUSH, cell)
            emit(log, CARVE, cell, sides[choice])
            grid[cell] = here | sides[choice]
            here = u64(sides[u64(OPPOSITE) + choice])
            cell += u64(steps[choice])
            grid[cell] = here
            done += one

    return carve


_STORY: Final = (
    ("begin in a random cell", "visit"),
    "if cells beside are unvisited:",
    ("  push this one if it has several", "push"),
    ("  carve into one of them at random", "carve"),
    ("else pop a cell off the stack", "pop"),
    ("  and go on from there", "backtrack"),
)

_PRESENTATION: Final = Presentation(
    "stack",
    sentences={
        "push": "{cell} has more than one unvisited side: push it. The stack holds {pending}.",
        "pop": "Pop {cell} off the stack, which holds {pending} now.",
    },
)

ALGORITHM = Algorithm(
    name="recursive-backtracker",
    title="recursive backtracker",
    about=(
        "Walk into random unvisited cells until stuck, then step back to the last cell that "
        "still has one beside it."
    ),
    feel="A river: long winding corridors, and wrong turns that reveal themselves late.",
    reference="Depth-first search; Walter Pullen, Think Labyrinth: Maze Algorithms",
    text=Text(
        make,
        EXIT,
        lambda task: (np.empty(task.cells, np.uint32),),
        story=_STORY,
        presentation=_PRESENTATION,
    ),
    also_called=("dfs", "depth-first", "depth-first-search", "randomized-dfs"),
    no_masks="",
    bytes_per_cell=2.25,
    weighted_bytes_per_cell=5.1,  # weights can make the stack hold every cell
)
