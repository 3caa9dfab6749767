"""Kruskal: opens walls in random order where the cells on both sides are not connected yet.

Method. Every cell begins as a tree of its own. Take the walls between cells in uniformly random
order. If the cells on both sides belong to different trees, open the wall, which joins the trees.
At the end one tree is left.

Trees are union-find sets: each cell points towards the root of its tree, and the smaller of two
roots becomes that of the joined tree.

The order is that of random weights (``edge_order.py``), so the maze is a minimum spanning tree, and
there is only one. Borůvka's algorithm (``boruvka.py``) finds large ones faster.

Source. Joseph Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman
problem" (1956).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import EAST, CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Part
from mazegame.engine.carving.emitting import CARVE, CONSIDER, JOIN, REJECT, VISIT, pair
from mazegame.engine.carving.text import Carve, Log, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.boruvka import find, open_cheapest_walls
from mazegame.engine.generators.weighted_order import carve_by_order, texts_by_order
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, u64
from mazegame.engine.steps.presentation import Presentation

_FEW_ROWS: Final = 64
"""Large mazes of more rows use Borůvka's algorithm; with fewer its row buffers are too large."""


def make(sort: Part, emit: Part) -> Carve:
    """Make the kernel.

    The scratch has the edges in their order (uint32) or room for them, what sorts them then, and
    the pointers towards the roots (uint32, the grid's size).
    """

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        edges, sorting, parents = scratch
        _, _, cols, rows, cells, root, _ = rules
        one = u64(1)
        stride = cols + u64(2)
        sort(edges, sorting, rng, cols, rows)
        for i in range(len(parents)):
            parents[i] = i
        i, left = u64(0), cells - one
        if left == u64(0):
            grid[root] = 0
            emit(log, VISIT, root)
        while left > u64(0):
            edge = u64(edges[i])
            i += one
            first, south = edge >> one, edge & one
            emit(log, CONSIDER, first, u64(EAST) << south)
            second = first + (stride if south else one)
            one_tree, other = find(parents, first), find(parents, second)
            if one_tree != other:
                parents[max(one_tree, other)] = min(one_tree, other)
                emit(log, JOIN, pair(max(one_tree, other), min(one_tree, other)))
                grid[first] = u64(grid[first]) & u64(15) | u64(2) << south
                grid[second] = u64(grid[second]) & u64(15) | u64(8) >> south * u64(3)
                emit(log, CARVE, first, u64(EAST) << south)
                left -= one
            else:
                emit(log, REJECT, first, u64(EAST) << south)
            if i & u64(1023) == u64(0):
                token[DONE] = (cells >> one) + (i >> u64(2))
                if token[CANCEL] != 0:
                    return

    return carve


def _call(text: Text, grid: CarvingGrid, task: CarvingTask, log: Log | None) -> None:
    # A trace shows Kruskal's own order.
    if task.rules is None and log is None and task.rows > _FEW_ROWS:
        open_cheapest_walls(grid)
        return
    carve_by_order(text, grid, task, log, _scratch)


def _scratch(task: CarvingTask, edges: NDArray[np.uint32], sorting: Scratch) -> Scratch:
    return edges, sorting, np.empty(task.size, np.uint32)


_STORY: Final = (
    "every cell is a set of its own",
    ("take the walls in random order:", "consider", "visit"),
    "  if its sides are in two sets",
    ("    make the two sets one", "join"),
    ("    and open the wall", "carve"),
    ("  else leave it", "reject"),
)

_PRESENTATION: Final = Presentation(
    sets=True,
    sentences={
        "consider": "Wall {number} in the random order lies between {cell} and {there}.",
        "carve": "Open the wall between {cell} and {there}.",
    },
)

ALGORITHM = Algorithm(
    name="kruskal",
    title="Kruskal",
    about="Take all walls in random order; open each whose two sides are not joined yet.",
    feel="Short twisted branches and many junctions, nearly a uniform maze.",
    reference="Joseph Kruskal (1956), minimum spanning trees",
    text=texts_by_order(make, _scratch, 2.9, _call, story=_STORY, presentation=_PRESENTATION),
    also_called=("randomized-kruskal", "kruskals"),
    no_masks="",
    bytes_per_cell=12.0,
    weighted_bytes_per_cell=17.75,
    index_bits=31,  # an edge is a cell and one bit more
    sizes=((5, 5), (65, 260), (260, 64)),
)
