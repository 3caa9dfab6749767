"""True Prim: always opens the cheapest wall between the maze and the unvisited cells.

Method. Every wall has a random weight. From the centre, open the cheapest of all walls between the
maze and the unvisited cells, add the walls of the new cell, and so on. Water spreads in this way:
it fills a basin behind cheap walls before it takes an expensive one.

Kruskal's algorithm opens the same walls in another order: weights that all differ have only one
minimum spanning tree.

Only the order of the weights (``edge_order.py``) matters, so each weight is replaced by its rank,
an integer from 0 up. The priority queue is then a set of bits (``bit_set.py``) instead of a heap.

Source. Robert Prim, "Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import EAST, NORTH, SOUTH, UNVISITED, WEST
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Part
from mazegame.engine.carving.emitting import CARVE, POP, PUSH, REJECT, VISIT
from mazegame.engine.carving.text import Carve, Rules, Scratch
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bit_set import empty_set, pop, push
from mazegame.engine.generators.edge_order import name_outsides
from mazegame.engine.generators.weighted_order import texts_by_order
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, u64
from mazegame.engine.steps.presentation import Presentation


def make(sort: Part, emit: Part) -> Carve:
    """Make the kernel.

    The scratch has the edges in their order (uint32) or room for them, what sorts them then, the
    ranks (uint32, twice the grid's size), and the queue of ranks (``bit_set.py``).
    """

    @device
    def list_edge(
        grid: Buffer, waiting: Scratch, edge: int, cell: int, log: Buffer, side: int
    ) -> None:
        """Add the edge on a side of a cell to the queue if the cell is unvisited."""
        if grid[cell] >= u64(UNVISITED):
            ranks, queue, levels = waiting
            push(queue, levels, u64(ranks[edge]))
            emit(log, PUSH, cell, side)

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        edges, sorting, ranks, queue, levels = scratch
        waiting = (ranks, queue, levels)
        _, _, cols, rows, cells, root, _ = rules
        one, unvisited = u64(1), u64(UNVISITED)
        stride = cols + u64(2)
        sort(edges, sorting, rng, cols, rows)
        for i in range(len(queue)):
            queue[i] = 0
        for rank in range(len(edges)):
            ranks[u64(edges[rank])] = rank
        cell = root
        grid[cell] = 0
        emit(log, VISIT, cell)
        done = one
        while True:
            north, west = cell - stride, cell - one
            list_edge(grid, waiting, north << one | one, north, log, SOUTH)
            list_edge(grid, waiting, cell << one, cell + one, log, WEST)
            list_edge(grid, waiting, cell << one | one, cell + stride, log, NORTH)
            list_edge(grid, waiting, west << one, west, log, EAST)
            if done == cells or token[CANCEL] != 0:
                return
            here, there = u64(0), u64(0)
            first, second, south = u64(0), u64(0), u64(0)
            while (here ^ there) < unvisited:  # skip edges whose cells are both in the maze
                edge = u64(edges[pop(queue, levels)])
                first, south = edge >> one, edge & one
                second = first + (stride if south else one)
                here, there = u64(grid[first]), u64(grid[second])
                emit(log, POP, first, u64(EAST) << south)
                if (here ^ there) < unvisited:
                    emit(log, REJECT, first, u64(EAST) << south)
            grid[first] = here & u64(15) | u64(2) << south
            grid[second] = there & u64(15) | u64(8) >> south * u64(3)
            cell = first if here >= unvisited else second
            if here >= unvisited:
                emit(log, CARVE, second, u64(WEST) >> south * u64(3))
            else:
                emit(log, CARVE, first, u64(EAST) << south)
            done += one
            token[DONE] = (cells >> one) + (done >> one)

    return carve


def _scratch(task: CarvingTask, edges: NDArray[np.uint32], sorting: Scratch) -> Scratch:
    return edges, sorting, np.empty(2 * task.size, np.uint32), *empty_set(edges.size)


_STORY: Final = (
    ("begin in the centre", "visit"),
    ("queue the walls around the cell", "push"),
    ("take the cheapest wall", "pop"),
    ("  open it if it leads out,", "carve"),
    ("  else leave it", "reject"),
    "until every cell is in the maze",
)

_PRESENTATION: Final = Presentation(
    "frontier",
    sentences={
        "push": "List the wall between {there} and {cell} outside: {pending} walls now.",
        "pop": "Of {before} walls, that between {there} and {cell} is the cheapest.",
    },
)

ALGORITHM = Algorithm(
    name="true-prim",
    title="Prim, true",
    about=(
        "Every wall has a random weight; open the cheapest of all that lie between the maze and "
        "the outside."
    ),
    feel="Kruskal's maze of the same seed, carved from the centre.",
    reference="Robert Prim (1957), minimum spanning trees",
    text=texts_by_order(
        make, _scratch, 4.4, complete=name_outsides, story=_STORY, presentation=_PRESENTATION
    ),
    same_law_as="kruskal",
    also_called=("minimum-spanning-tree", "mst"),
    no_masks="",
    bytes_per_cell=17.75,
    weighted_bytes_per_cell=17.75,
    index_bits=31,  # an edge is a cell and one bit more
    sizes=((5, 5), (129, 128)),
)
