"""Wilson: random walks without their loops, each added to the maze.

Method. One cell is the root. From each cell that is not in the maze yet, walk at random until the
walk meets the maze, and store for every cell the side by which the walk left it last: this erases
all loops. Then follow these sides from the start again and carve.

``build=walls`` does the same with the walls. The walk goes along the posts, the points where four
cells meet; the boundary is the root, and each finished walk becomes a wall on open floor. Walls and
boundary form a uniform spanning tree of the posts. The passages that remain are its dual tree. Dual
trees correspond one to one, so the maze is uniform as well; it takes about half the steps. (The
same seed gives another maze.)

Two choices are free; they change the time but not the distribution, by Wilson's theorem: the root,
and the order of the starting cells. The root is the centre, which a walk reaches in half the steps.
The starting cells come in the order of memory.

By weight an edge has one weight, the same from both ends (``zone_lookup.py``), and a tree is as
likely as the product of its edges' weights says. A step across the boundary or out of the mask is
drawn again, which keeps the ratios of the others. A draw that lets the walk stay
(``weights.walk_table``) has no effect: the next step overwrites it.

Memory. Bits 4 and 5 of a cell's byte store the side by which it was left; posts have bytes of their
own.

Source. David Wilson, "Generating random spanning trees more quickly than the cover time" (1996).
Weighted walks: James Propp and David Wilson, "How to get a perfectly random sample from a generic
Markov chain and generate a random spanning tree of a directed graph" (1998). Walls as the dual tree
with reciprocal weights: Russell Lyons and Yuval Peres, "Probability on Trees and Networks" (2016),
chapter 4.
"""

from __future__ import annotations

import functools
import math
from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import EAST, NORTH, OPPOSITE, SOUTH, UNVISITED, WEST
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Part
from mazegame.engine.carving.emitting import CARVE, ERASE, VISIT, WALK, WALL, new_log
from mazegame.engine.carving.rng import load_state, new_dice
from mazegame.engine.carving.text import Carve, Log, Rules, Scratch, Text
from mazegame.engine.carving.zone_lookup import WALK_ON_CELLS, WALK_ON_POSTS
from mazegame.engine.generators.algorithm import Algorithm, Option, choice
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, kernel, u64
from mazegame.engine.model.directions import moves_of
from mazegame.engine.steps.event_log import CELL_SHIFT, KIND_MASK, SIDE_SHIFT
from mazegame.engine.steps.presentation import Presentation

_ROOT_MARK: Final = 64
"""The value of the root while it has no passage; its bit is none of a side."""


def make(choose: Part, locate: Part, emit: Part) -> Carve:
    """Make the kernel that walks from cell to cell."""

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        steps, sides, cols, rows, _, root, weights = rules
        one, unvisited = u64(1), u64(UNVISITED)
        stride = cols + u64(2)
        dice = new_dice(load_state(rng))
        grid[root] = _ROOT_MARK  # not 0, which is the border
        emit(log, VISIT, root)
        done, kind = one, u64(0)
        start = stride + one
        for _row in range(rows):
            for _col in range(cols):
                if u64(grid[start]) < unvisited:
                    start += one
                    continue
                cell = start
                kind = locate(weights, cell, kind)
                while True:  # walk until it meets the maze
                    way, dice = choose(weights, kind, dice)
                    there = cell + u64(steps[way])
                    met = u64(grid[there])
                    if met != u64(0) and there != cell:
                        emit(log, WALK, cell, sides[way])
                    grid[cell] = unvisited | way
                    if met >= unvisited:
                        cell = there
                        kind = locate(weights, cell, kind)
                    elif met != u64(0):
                        break
                    elif token[CANCEL] != 0:  # else it is the border: draw again
                        return
                # Follow the stored sides from the start, which leaves out all loops, and carve.
                cell, back = start, u64(0)
                side = u64(grid[cell])
                while side >= unvisited:
                    emit(log, CARVE, cell, sides[side])
                    grid[cell] = u64(sides[side]) | back
                    back = u64(sides[u64(OPPOSITE) + side])
                    cell += u64(steps[side])
                    side = u64(grid[cell])
                    done += one
                grid[cell] |= back
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
                start += one
            start += u64(2)
        grid[root] &= 15

    return carve


def make_walls(choose: Part, locate: Part, emit: Part) -> Carve:
    """Make the kernel that walks from post to post and builds walls.

    The scratch is a byte for each post, uint8 of the grid's size: the post at the south-east corner
    of each cell is 0 on the boundary or in a wall, else 1, or the index of the direction by which
    the walk left it. (In the grid's own bytes it takes a sixth more time.)
    """

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        (posts,) = scratch
        steps, sides, cols, rows, _, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        for i in range(len(posts)):
            posts[i] = 0
        start = stride + one
        for _row in range(rows - one):
            for col in range(cols - one):
                posts[start + u64(col)] = 1
            start += stride
        dice = new_dice(load_state(rng))
        done, kind = cols + rows - one, u64(0)
        start = stride + one
        for _row in range(rows):
            for _col in range(cols):
                post = start
                way = u64(posts[post])
                kind = locate(weights, post, kind)
                while way != u64(0):  # walk until it meets a wall
                    way, dice = choose(weights, kind, dice)
                    posts[post] = way
                    if way != one:
                        emit(log, WALK, post, sides[way])
                    post += u64(steps[way])
                    way = u64(posts[post])
                    kind = locate(weights, post, kind)
                post = start
                way = u64(posts[post])
                while way != u64(0):  # follow the walk without its loops, and build
                    build_wall(grid, post, way & u64(3), stride)
                    emit(log, WALL, post, sides[way])
                    posts[post] = 0
                    post += u64(steps[way])
                    way = u64(posts[post])
                    done += one
                start += one
            token[DONE] = done
            if token[CANCEL] != 0:
                return
            start += u64(2)

    return carve


@device
def build_wall(grid: Buffer, post: int, way: int, stride: int) -> None:
    """Build a wall from a post to the next in a direction, 0 to 3 for N, E, S, W.

    A wall to the north or south separates two cells side by side, one to the east or west two cells
    one above the other. The first of them is the post's own cell; if the wall leads east or south
    it is the next one. No branch: on a random direction it would be mispredicted.
    """
    one = u64(1)
    horizontal = way & one
    forward = (way ^ way >> one) & one
    offset = stride if horizontal else one
    first = post + (stride + one - offset if forward else u64(0))
    grid[first] -= u64(2) << horizontal
    grid[first + offset] -= u64(1) if horizontal else u64(8)


def _erase_loops(log: Log, task: CarvingTask) -> Log:
    """Return the log with an ERASE event for every step of each closed loop.

    The kernel erases loops implicitly and emits no such event. The ERASE events follow the step
    that closed the loop, in backward order. A WALL event, which has its post and the direction in
    which the wall is built, becomes one with a side of a cell.
    """
    longer = new_log(2 * int(log[0]))
    places, walk = np.zeros(task.size, np.uint32), np.empty(task.size, np.uint64)
    _copy_without_loops(log, longer, places, walk, np.array(moves_of(task.stride)), task.stride)
    return longer


@kernel
def _copy_without_loops(
    log: Buffer, longer: Buffer, places: Buffer, walk: Buffer, moves: Buffer, stride: int
) -> None:
    """Copy a log into one with room for twice as many events: see ``_erase_loops``.

    ``walk`` gets the steps of a walk without loops, ``places`` (0 at first) each cell's in it, from
    1. ``moves`` (int64 (9,)) comes from ``moves_of``.
    """
    one, low, at, many = u64(1), u64(KIND_MASK), u64(0), u64(0)
    for i in range(u64(log[0])):
        event = u64(log[u64(i) + one])
        kind, side = event & low, event >> u64(SIDE_SHIFT) & low
        cell = event >> u64(CELL_SHIFT)
        at += one
        longer[at] = event
        if kind == u64(WALK):
            walk[many] = event
            many += one
            places[cell] = many
            place = u64(places[cell + u64(moves[side])])
            while place != u64(0) and many >= place:
                many -= one
                step = u64(walk[many])
                at += one
                longer[at] = step - kind + u64(ERASE)
                places[step >> u64(CELL_SHIFT)] = 0
        else:
            while many > u64(0):  # the walk has met the maze
                many -= one
                places[u64(walk[many]) >> u64(CELL_SHIFT)] = 0
            if kind == u64(WALL):  # it stands on the left of the way, facing it
                left = u64(EAST)
                if side == u64(EAST):
                    cell, left = cell + one, u64(SOUTH)
                elif side == u64(SOUTH):
                    cell, left = cell + stride + one, u64(WEST)
                elif side == u64(WEST):
                    cell, left = cell + stride, u64(NORTH)
                longer[at] = kind | left << u64(SIDE_SHIFT) | cell << u64(CELL_SHIFT)
    longer[0] = at


def _steps(task: CarvingTask) -> float:
    """Estimate the steps of all walks; in a corridor a walk hardly spreads."""
    if task.options["build"] == "walls":
        steps = task.cells * (1 + 0.6 * math.log(min(task.cols, task.rows)))
    else:
        steps = task.cells * (1 + math.log(task.cells) / 3) + (task.cols + task.rows) ** 2
    return steps if task.rules is None else steps * task.rules.steepness


_CELLS_STORY: Final = (
    ("the centre is the maze", "visit"),
    "from each cell outside the maze:",
    ("  walk at random to the maze", "walk"),
    ("  forget every loop of the walk", "erase"),
    ("  then carve what is left of it", "carve"),
)

_WALLS_STORY: Final = (
    "posts stand inside the boundary",
    "from each post without a wall:",
    ("  walk at random to a wall", "walk"),
    ("  forget every loop of the walk", "erase"),
    ("  then build a wall along it", "wall"),
)

_PRESENTATION: Final = Presentation(
    sentences={
        "visit": "The maze is {cell}, the centre, alone.",
        "carve": "The walk has met the maze. Carve along it: {cell} {side} to {there}.",
        "wall": "The walk has met a wall. Build along it: {side} of {cell}.",
    }
)

_text = functools.partial(
    Text,
    work=_steps,
    cost=0.3,
    complete=_erase_loops,
    walks_leave_marks=True,
    presentation=_PRESENTATION,
)
_CELLS: Final = _text(make, WALK_ON_CELLS, story=_CELLS_STORY)
_WALLS: Final = _text(
    make_walls, WALK_ON_POSTS, lambda task: (np.empty(task.size, np.uint8),), fill=15,
    story=_WALLS_STORY,
)  # fmt: skip

ALGORITHM = Algorithm(
    name="wilson",
    title="Wilson",
    about=(
        "Wander at random from a cell until the maze is met, erase the loops of the walk, and "
        "carve what remains of it."
    ),
    feel="Every maze equally likely: short twisted branches everywhere, no bias to lean on.",
    reference="David Wilson (1996), uniform spanning trees by loop-erased random walk",
    text=lambda task: _WALLS if task.options["build"] == "walls" else _CELLS,
    looks_like="kruskal",
    also_called=("loop-erased-random-walk", "uniform-spanning-tree", "ust"),
    no_masks=lambda options: (
        "build=walls starts at the boundary of a rectangle: build=carve takes a mask"
        if options["build"] == "walls"
        else ""
    ),
    bytes_per_cell=1.1,
    zoned_bytes_per_cell=2.1,
    events_per_cell=lambda cells: 4 + math.log(max(cells, 2)),
    option_bytes_per_cell=lambda build: 2.1 if build == "walls" else 1.1,
    options=(
        Option(
            name="build",
            about="walk from cell to cell and carve, or from post to post and build walls",
            default="carve",
            canonical=choice("carve", "walls"),
        ),
    ),
    variants=((), (("build", "walls"),)),
)
