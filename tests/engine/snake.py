"""The fourteenth algorithm, as somebody from outside would add it: this file and one line.

A snake walks until it is stuck, and goes on from its tail.
"""

import numpy as np

from mazegame.engine import Algorithm, register
from mazegame.engine.carving.carving_grid import carve_step, free_sides
from mazegame.engine.carving.draws import EXIT, first_cell
from mazegame.engine.carving.emitting import CARVE, POP, PUSH, VISIT
from mazegame.engine.carving.rng import load_state, new_dice
from mazegame.engine.carving.text import Text
from mazegame.engine.kernels.jit import CANCEL, DONE, u64


def make(choose, emit):
    def carve(grid, scratch, rules, log, rng, token):
        (body,) = scratch
        steps, sides, cols, rows, cells, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        dice = new_dice(state)
        grid[cell] = 0
        emit(log, VISIT, cell)
        tail, head, done = u64(0), u64(0), one
        while done < cells and token[CANCEL] == 0:
            free = free_sides(grid, cell, stride)
            if free == u64(0):
                cell = u64(body[tail])
                tail += one
                emit(log, POP, cell)
                continue
            body[head] = cell
            head += one
            emit(log, PUSH, cell)
            choice, dice = choose(weights, cell, free, dice)
            emit(log, CARVE, cell, sides[choice])
            cell = carve_step(grid, steps, sides, cell, choice)
            done += one
            token[DONE] = done

    return carve


SNAKE = Algorithm(
    name="snake",
    title="snake",
    about="Walk until stuck, then go on from the tail.",
    feel="Curls inside curls.",
    reference="A test of this package",
    text=Text(make, EXIT, lambda task: (np.empty(4 * task.cells, np.uint32),)),
    no_masks="",
)


def add():
    """Add it: the one line."""
    register(SNAKE)
