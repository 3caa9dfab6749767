"""Simple Prim: opens a random wall between the maze and the unvisited cells.

Method. Begin with a random cell and list its edges to unvisited cells. Draw an edge uniformly from
the list, open it, and list the edges of the new cell. An edge whose far cell has meanwhile become
part of the maze is dropped when it is drawn, so every draw is uniform over the edges that still
lead out.

By weight an edge is drawn with its weight over the sum of all: first a class of equal weights, then
an edge of that class.

Memory. The list grows with the boundary of the maze, not with its area: at its peak it holds one
edge for 4 % of the cells at 300x300, 0.6 % at 2048x2048.

Source. "Simplified Prim" in Walter Pullen, "Think Labyrinth: Maze Algorithms", after Robert Prim,
"Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import (
    ALL_SIDES,
    ANY_SIDE,
    CHECK_MASK,
    EAST,
    NORTH,
    OPPOSITE,
    SOUTH,
    UNVISITED,
    WEST,
)
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.draws import EVEN, Draw, Part, Tables, first_cell, zone_of
from mazegame.engine.carving.emitting import CARVE, POP, PUSH, REJECT, VISIT
from mazegame.engine.carving.rng import load_state, next_word, pick_below, scale_word
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.edge_order import name_outsides
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, u64
from mazegame.engine.steps.presentation import Presentation


def make(emit: Part) -> Carve:
    """Make the kernel that has no weights.

    The scratch is the frontier: uint64, two for each cell and four more.
    """

    @device
    def list_edges(
        grid: Buffer, edges: Buffer, edge_count: int, cell: int, stride: int, log: Buffer
    ) -> int:
        """Append a cell's edges to unvisited cells, and return the new number of edges.

        An edge is four times the index of its cell in the maze, plus 0 to 3 if it leads north,
        east, south or west. All four are written, and those to unvisited cells counted: no branch
        to mispredict.
        """
        one, two, unvisited_shift = u64(1), u64(2), u64(7)  # UNVISITED is bit 7
        for there, edge, back in (
            (cell - stride, cell << two, SOUTH),
            (cell + one, cell << two | one, WEST),
            (cell + stride, cell << two | two, NORTH),
            (cell - one, cell << two | u64(3), EAST),
        ):
            edges[edge_count] = edge
            if u64(grid[there]) >= u64(UNVISITED):
                emit(log, PUSH, there, back)
            edge_count += u64(grid[there]) >> unvisited_shift  # 0 or 1
        return edge_count

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        (edges,) = scratch
        steps, sides, cols, rows, cells, _, _ = rules
        one, unvisited, any_side = u64(1), u64(UNVISITED), u64(ANY_SIDE)
        stride = cols + u64(2)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        grid[cell] = 0
        emit(log, VISIT, cell)
        edge_count = list_edges(grid, edges, u64(0), cell, stride, log)
        cell_count = one
        while cell_count < cells:
            pick, state = pick_below(state, edge_count)
            edge = u64(edges[pick])
            edge_count -= one
            edges[pick] = edges[edge_count]
            side = any_side | edge & u64(3)
            inside = edge >> u64(2)
            cell = inside + u64(steps[side])
            emit(log, POP, cell, sides[u64(OPPOSITE) + side])
            if u64(grid[cell]) < unvisited:
                emit(log, REJECT, cell, sides[u64(OPPOSITE) + side])
                continue  # it is in the maze by now
            emit(log, CARVE, inside, sides[side])
            grid[inside] |= sides[side]
            grid[cell] = sides[u64(OPPOSITE) + side]
            edge_count = list_edges(grid, edges, edge_count, cell, stride, log)
            cell_count += one
            if cell_count & u64(CHECK_MASK) == u64(0):
                token[DONE] = cell_count
                if token[CANCEL] != 0:
                    return

    return carve


# Weighted draws need one list per weight, so this is a separate kernel.
def make_weighted(emit: Part) -> Carve:
    """Make the kernel that draws an edge by weight: first a class of equal weights."""

    @device
    def list_edges(
        grid: Buffer, weights: Tables, kinds: int, cell: int, stride: int, log: Buffer
    ) -> int:
        """Append a cell's edges (``edge_order.py``) to unvisited cells; return their weight."""
        edges, class_of_side, class_weight, class_start, class_size, _, _ = weights
        one, unvisited_shift = u64(1), u64(7)  # UNVISITED is bit 7
        added_weight = u64(0)
        side = kinds
        for there, edge, back in (
            (cell - stride, cell - stride << one | one, SOUTH),
            (cell + one, cell << one, WEST),
            (cell + stride, cell << one | one, NORTH),
            (cell - one, cell - one << one, EAST),
        ):
            weight_class = u64(class_of_side[side])
            new = u64(grid[there]) >> unvisited_shift
            edges[u64(class_start[weight_class]) + u64(class_size[weight_class])] = edge
            if new != u64(0):
                emit(log, PUSH, there, back)
            class_size[weight_class] += new
            added_weight += u64(class_weight[weight_class]) * new
            side += one
        return added_weight

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        _, _, cols, rows, cells, _, weights = rules
        edges, _, class_weight, class_start, class_size, zones, zone_index_mask = weights
        one, unvisited = u64(1), u64(UNVISITED)
        stride = cols + u64(2)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        grid[cell] = 0
        emit(log, VISIT, cell)
        kinds = zone_of(zones, zone_index_mask, cell)
        total = list_edges(grid, weights, kinds, cell, stride, log)
        done = one
        while done < cells:
            word, state = next_word(state)
            draw = scale_word(word, total)
            weight_class = u64(0)
            share = u64(class_weight[0]) * u64(class_size[0])
            while draw >= share:
                draw -= share
                weight_class += one
                share = u64(class_weight[weight_class]) * u64(class_size[weight_class])
            total -= u64(class_weight[weight_class])
            pick = u64(class_start[weight_class]) + draw // u64(class_weight[weight_class])
            last = u64(class_size[weight_class]) - one
            class_size[weight_class] = last
            edge = u64(edges[pick])
            edges[pick] = edges[u64(class_start[weight_class]) + last]
            first, south = edge >> one, edge & one
            second = first + (stride if south else one)
            here, there = u64(grid[first]), u64(grid[second])
            emit(log, POP, first, u64(EAST) << south)
            if (here ^ there) < unvisited:
                emit(log, REJECT, first, u64(EAST) << south)
                continue  # both cells are in the maze by now
            grid[first] = here & u64(ALL_SIDES) | u64(EAST) << south
            grid[second] = there & u64(ALL_SIDES) | u64(WEST) >> south * u64(3)
            cell = first if here >= unvisited else second
            if here >= unvisited:
                emit(log, CARVE, second, u64(WEST) >> south * u64(3))
            else:
                emit(log, CARVE, first, u64(EAST) << south)
            kinds = zone_of(zones, zone_index_mask, cell)
            total += list_edges(grid, weights, kinds, cell, stride, log)
            done += one
            if done & u64(CHECK_MASK) == u64(0):
                token[DONE] = done
                if token[CANCEL] != 0:
                    return

    return carve


def _edge_tables(_: CarvingTask, rules: CarvingRules) -> Tables:
    """Return the tables for weighted draws.

    Edges of one weight are a class; the heaviest comes first, since most draws end there.

    Returns:
        edges: uint32: the lists of edges on the frontier, class after class.
        class_of_side: uint8 (128 * zones,): the class of an edge, at 128 * zone + side.
        class_weight: uint64 (classes,): the weight of each class.
        class_start: uint64 (classes,): the begin of each class in ``edges``.
        class_size: uint64 (classes,): the number of edges of each class; all 0.
        zones: the zones of cells.
        zone_index_mask: the bits of the index of a zone in ``zones``.
    """
    different = sorted({weight for zone in rules.weights for weight in zone}, reverse=True)
    class_of_side = np.zeros(128 * len(rules.weights), np.uint8)
    lengths = [4] * len(different)  # four edges are written before they are counted
    for zone, weights in enumerate(rules.weights):
        cells = int(np.count_nonzero(rules.zones == zone)) if rules.has_zones else rules.cells
        for side, weight in enumerate(weights):
            weight_class = different.index(weight)
            class_of_side[128 * zone + side] = weight_class
            lengths[weight_class] += cells
    starts = np.cumsum([0, *lengths]).astype(np.uint64)
    lists = np.empty(sum(lengths), np.uint32)
    class_weight = np.array(different, np.uint64)
    class_size = np.zeros(len(different), np.uint64)
    return (
        lists,
        class_of_side,
        class_weight,
        starts[:-1],
        class_size,
        rules.zones,
        rules.zone_index_mask,
    )


_STORY: Final = (
    ("begin with a random cell", "visit"),
    ("list the walls around it", "push"),
    ("take a wall at random", "pop"),
    ("  open it if it leads out,", "carve"),
    ("  else leave it", "reject"),
    "until every cell is in the maze",
)

_PRESENTATION: Final = Presentation(
    "frontier",
    sentences={
        "push": "List the wall between {there} and {cell} outside: {pending} walls now.",
        "pop": "Draw the wall between {there} and {cell} from {before}.",
    },
)

_text = functools.partial(Text, story=_STORY, presentation=_PRESENTATION)
# Four more: they are written before they are counted.
_EVEN: Final = _text(make, EVEN, lambda task: (np.empty(2 * task.cells + 4, np.uint64),), cost=1.1)
_WEIGHTED: Final = _text(make_weighted, Draw((), (), _edge_tables), complete=name_outsides)

ALGORITHM = Algorithm(
    name="simple-prim",
    title="simple Prim",
    about="Open a wall drawn at random from all those between the maze and the outside.",
    feel="Short branches everywhere, and a path that runs nearly straight to B.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms; Robert Prim (1957)",
    text=lambda task: _EVEN if task.rules is None else _WEIGHTED,
    looks_like="prim",
    no_masks="",
    index_bits=31,  # an edge drawn by weight is a cell and one bit more
    bytes_per_cell=1.1,
    weighted_bytes_per_cell=9.1,  # weights can make the lists hold every edge
)
