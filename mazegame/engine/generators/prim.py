"""Modified Prim: adds a random cell of the frontier, the cells that touch the maze.

Method. A cell is in the maze, on the frontier (not in the maze, but beside a cell of it) or beyond.
Begin with a random cell. Draw a frontier cell uniformly, join it to one of its neighbours in the
maze, uniformly, and add its neighbours beyond the frontier to the frontier. A frontier cell counts
once, however many of its neighbours are in the maze. Simple Prim draws edges instead.

By weight the frontier cell is drawn uniformly as well; each neighbour in the maze then counts with
the weight of the edge from there into the cell.

Memory. The frontier grows with the boundary of the maze, not with its area: at its peak it holds
2 % of the cells at 300x300, 0.2 % at 2048x2048.

Source. "Modified Prim" in Walter Pullen, "Think Labyrinth: Maze Algorithms", after Robert Prim,
"Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import CHECK_MASK, OPPOSITE
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import (
    Draw,
    Part,
    Tables,
    exit_tables,
    first_cell,
    weighted_entry,
)
from mazegame.engine.carving.emitting import CARVE, POP, PUSH, VISIT
from mazegame.engine.carving.rng import State, load_state, next_word, pick_below
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, prefetch, u64
from mazegame.engine.steps.presentation import Presentation

DrawState = tuple[int, int, State]

IN_MAZE: Final = 16
"""Bit of a cell in the growing maze. A frontier cell is 0, a cell beyond it ``UNVISITED``."""


@device
def even_pick(
    grid: Buffer, frontier: Buffer, words: Buffer, many: int, stride: int, draw_state: DrawState
) -> tuple[int, int, DrawState]:
    """Draw the place of a frontier cell, or one beyond the last: then draw again.

    A draw takes the low bits of a random word: fair, and as fast as a product. It needs nothing but
    the word, so the kernel knows early which cells are likely to come. The words wait in a ring of
    eight, and the cells they point to are prefetched: a tenth less time at 4096x4096, more where
    caches are small.

    Besides the place it returns a word whose low half is unused, and the next draw state: the
    word in turn, the mask of the bits that a draw takes, and the state.
    """
    turn, mask, state = draw_state
    one, ring = u64(1), u64(7)
    while many > mask:
        mask = mask << one | one
    while many <= mask >> one:
        mask >>= one
    word = u64(words[turn & ring])
    words[turn & ring], state = next_word(state)
    turn += one
    soon = u64(words[turn + u64(5) & ring]) >> u64(32) & mask
    soon = u64(frontier[soon if soon < many else u64(0)])
    prefetch(grid, soon - stride)
    prefetch(grid, soon)
    prefetch(grid, soon + stride)
    return word >> u64(32) & mask, word, (turn, mask, state)


@device
def weighted_pick(
    grid: Buffer, frontier: Buffer, words: Buffer, many: int, stride: int, draw_state: DrawState
) -> tuple[int, int, DrawState]:
    """Draw the place of a frontier cell. Without the ring: seeds are for ever."""
    turn, mask, state = draw_state
    pick, state = pick_below(state, many)
    return pick, u64(0), (turn, mask, state)


@device
def fill_ring(words: Buffer, state: State) -> State:
    """Draw the words of the ring."""
    for i in range(8):
        words[i], state = next_word(state)
    return state


@device
def no_ring(words: Buffer, state: State) -> State:
    """Draw nothing."""
    return state


@device
def even_side(
    weights: Tables, cell: int, inside: int, word: int, draw_state: DrawState
) -> tuple[int, DrawState]:
    """Draw one of some sides of a cell, all alike, by the low half of a word."""
    return inside + ((word & u64(0xFFFF_FFFF)) * u64(12) >> u64(32)), draw_state


@device
def weighted_side(
    weights: Tables, cell: int, inside: int, word: int, draw_state: DrawState
) -> tuple[int, DrawState]:
    """Draw one by weight: of the draw state only the state counts (``draws.weighted_entry``)."""
    drawn: tuple[int, DrawState] = weighted_entry(weights, cell, inside, draw_state)
    return drawn


def make(begin: Part, draw: Part, choose: Part, emit: Part) -> Carve:
    """Make the kernel; its scratch is the frontier (uint32, four more than cells) and the ring."""

    @device
    def list_frontier(
        grid: Buffer, frontier: Buffer, many: int, cell: int, stride: int, log: Buffer
    ) -> int:
        """Append a cell's neighbours beyond the frontier, and return how many cells it has now.

        All four are written, and those beyond the frontier counted: no branch to mispredict.
        """
        one, top, low = u64(1), u64(7), u64(127)
        for there in (cell - stride, cell + one, cell + stride, cell - one):
            value = u64(grid[there])
            frontier[many] = there
            if value > low:
                emit(log, PUSH, there)
            many += value >> top
            grid[there] = value & low
        return many

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        frontier, words = scratch
        steps, sides, cols, rows, _, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        state = begin(words, state)
        grid[cell] = IN_MAZE
        emit(log, VISIT, cell)
        many = list_frontier(grid, frontier, u64(0), cell, stride, log)
        done = one
        draw_state = (u64(0), u64(3), state)
        while many > u64(0):
            pick, word, draw_state = draw(grid, frontier, words, many, stride, draw_state)
            if pick >= many:
                continue
            cell = u64(frontier[pick])
            many -= one
            frontier[pick] = frontier[many]
            choice, draw_state = choose(
                weights, cell, sides_inside(grid, cell, stride), word, draw_state
            )
            emit(log, POP, cell)
            there = cell + u64(steps[choice])
            emit(log, CARVE, there, sides[u64(OPPOSITE) + choice])
            grid[cell] = u64(IN_MAZE) | u64(sides[choice])
            grid[there] |= sides[u64(OPPOSITE) + choice]
            many = list_frontier(grid, frontier, many, cell, stride, log)
            done += one
            if done & u64(CHECK_MASK) == u64(0):
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
        for i in range(len(grid)):
            grid[i] &= 15

    return carve


@device
def sides_inside(grid: Buffer, cell: int, stride: int) -> int:
    """Return the sides on which a cell has a neighbour in the maze, coded like ``free_sides``."""
    return (
        u64(grid[cell - stride]) << u64(3) & u64(128)
        | u64(grid[cell + u64(1)]) << u64(2) & u64(64)
        | u64(grid[cell + stride]) << u64(1) & u64(32)
        | u64(grid[cell - u64(1)]) & u64(16)
    )


_DRAW: Final = Draw(
    (fill_ring, even_pick, even_side), (no_ring, weighted_pick, weighted_side), exit_tables
)


def _scratch(task: CarvingTask) -> Scratch:
    # Four cells are written before they are counted.
    return np.empty(task.cells + 4, np.uint32), np.empty(8, np.uint64)


_STORY: Final = (
    ("begin with a random cell", "visit"),
    ("cells beside it are the frontier", "push"),
    ("take a frontier cell at random", "pop"),
    ("carve into it from the maze", "carve"),
    "until the frontier is empty",
)

_PRESENTATION: Final = Presentation(
    "frontier",
    sentences={
        "push": "{cell} is on the frontier now, with {others} others.",
        "pop": "Draw {cell} from the frontier of {before}.",
    },
)

ALGORITHM = Algorithm(
    name="prim",
    title="Prim, modified",
    about=(
        "Draw a cell at random from all that touch the maze, and join it to one of its "
        "neighbours in the maze."
    ),
    feel="Bushy: countless short dead ends, and a path that runs nearly straight to B.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms; Robert Prim (1957)",
    text=Text(make, _DRAW, _scratch, cost=1.4, story=_STORY, presentation=_PRESENTATION),
    also_called=("randomized-prim", "prims"),
    no_masks="",
    bytes_per_cell=1.1,
)
