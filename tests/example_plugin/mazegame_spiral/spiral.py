"""Spiral: a recursive backtracker that goes straight on, and turns right where it cannot.

Method. From a random cell, walk on in the same direction; if the cell ahead is visited, turn right.
Three steps in sixteen go anywhere. Stuck, go back to the last cell with an unvisited one
beside it.

Texture. Spirals: long straight corridors that turn one way.
"""

import numpy as np

from mazegame.engine.authoring import (
    BACKTRACK,
    CANCEL,
    CARVE,
    DONE,
    EXIT,
    POP,
    PUSH,
    VISIT,
    Algorithm,
    Text,
    first_cell,
    free_sides,
    load_state,
    new_dice,
    next_word,
    u64,
)


def make(choose, emit):
    """Make the kernel: see mazegame/engine/carving/text.py."""

    def carve(grid, scratch, rules, log, rng, token):
        """Walk until stuck and step back, until every cell is carved."""
        (stack,) = scratch
        steps, sides, cols, rows, _, _, weights = rules
        one, zero = u64(1), u64(0)
        stride = cols + u64(2)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        dice = new_dice(state)
        depth, done = zero, one
        ahead = u64(128)  # 128, 64, 32 and 16 are north, east, south and west in free_sides
        grid[cell] = 0
        emit(log, VISIT, cell)
        while True:
            free = free_sides(grid, cell, stride)
            if free == zero:
                token[DONE] = done
                if depth == zero or token[CANCEL] != 0:
                    return
                depth -= one
                cell = u64(stack[depth])
                emit(log, POP, cell)
                emit(log, BACKTRACK, cell)
                continue
            if (free & (free - one)) != zero:
                emit(log, PUSH, cell)
                stack[depth] = cell
                depth += one
            word, left, state = dice
            coin, state = next_word(state)
            dice = word, left, state
            right = ahead >> one if ahead != u64(16) else u64(128)
            if coin >> u64(60) >= u64(3):  # of 0 to 15
                if (free & ahead) != zero:
                    free = ahead
                elif (free & right) != zero:
                    free = right
            choice, dice = choose(weights, cell, free, dice)
            side = u64(sides[choice])
            emit(log, CARVE, cell, side)
            grid[cell] |= side
            ahead = u64(128) // side
            cell += u64(steps[choice])
            grid[cell] = sides[u64(256) + choice]
            done += one

    return carve


ALGORITHM = Algorithm(
    name="spiral",
    title="spiral",
    about="Walk straight on, turn right where the way is blocked, and step back when stuck.",
    feel="Spirals: long straight corridors that turn one way.",
    reference="A recursive backtracker with a liking for its direction",
    text=Text(
        make,
        EXIT,
        lambda task: (np.empty(task.cells, np.uint32),),
        story=(
            ("begin in a random cell", "visit"),
            "straight on, else right,",
            ("  and at times anywhere: carve", "carve"),
            ("  push it if others are free", "push"),
            ("stuck: pop a cell off the stack", "pop"),
            ("  and go on from there", "backtrack"),
        ),
    ),
    no_masks="",
)
