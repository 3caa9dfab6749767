"""The fourteenth algorithm, as somebody from outside would add it: this file and one line.

A snake walks until it is stuck, and goes on from its tail.
"""

import numpy as np

from mazegame.engine.authoring import (
    CANCEL,
    CARVE,
    DONE,
    EXIT,
    POP,
    PUSH,
    VISIT,
    Algorithm,
    Text,
    carve_step,
    first_cell,
    free_sides,
    load_state,
    new_dice,
    register,
    u64,
)


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
