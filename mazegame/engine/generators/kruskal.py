"""Kruskal: opens walls in random order where the cells on both sides are not connected yet.

Method. Every cell begins as a tree of its own. Take the walls between cells in uniformly random
order. If the cells on both sides belong to different trees, open the wall, which joins the trees.
At the end one tree is left.

Texture. Close to a uniform maze, but not quite: 30.6 % dead ends, short branches, many junctions,
no preferred direction.

Trees are union-find sets. Each cell points towards the root of its tree, every search halves its
path, and the root with the smaller index becomes the root of a joined tree.

The order is that of random weights (``edge_order.py``), so the maze is a minimum spanning tree, and
there is only one. Large mazes are found faster by Borůvka's algorithm, with the same result:
``boruvka.py``.

Memory. Eight bytes per cell for the order of the edges and four for the pointers; Borůvka's
algorithm takes less.

Source. Joseph Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman
problem" (1956).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.boruvka import find, open_cheapest_walls
from mazegame.engine.generators.edge_order import sorted_edges
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid

_LARGE: Final = 1 << 14
"""Mazes of more cells use Borůvka's algorithm, if they have more than ``_FEW_ROWS`` rows."""

_FEW_ROWS: Final = 64
"""Mazes of at most this many rows use Kruskal's order: Borůvka's row buffers would be too large."""


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    traced = not isinstance(grid.buffer, np.ndarray)  # a trace shows Kruskal's own order
    if grid.cols * grid.rows > _LARGE and grid.rows > _FEW_ROWS and not traced:
        open_cheapest_walls(grid)
        return
    edges = sorted_edges(grid)
    if grid.progress[CANCEL]:
        return
    parents = np.empty(grid.flat.size, np.uint32)
    cells = grid.cols * grid.rows
    open_in_order(grid.buffer, edges, parents, grid.progress, cells, grid.stride, grid.stride + 1)


@kernel
def open_in_order(
    grid: Buffer,
    edges: Buffer,
    parents: Buffer,
    token: Buffer,
    cells: int,
    stride: int,
    root: int,
) -> None:
    """Open walls in the order of the edges until one tree is left.

    Args:
        grid: uint8, the bordered grid; changed in place.
        edges: uint32, the edges in order, for example from ``sorted_edges``.
        parents: uint32 of the grid's size; written.
        token: uint64, the progress words.
        cells: Number of cells to join.
        stride: Distance from a cell to the one below it.
        root: Any of the cells; the only one if there is one.
    """
    one = u64(1)
    for i in range(len(parents)):
        parents[i] = i
    i, left = u64(0), cells - one
    if left == u64(0):
        grid[root] = 0
    while left > u64(0):
        edge = u64(edges[i])
        i += one
        first, south = edge >> one, edge & one
        second = first + (stride if south else one)
        one_tree, other = find(parents, first), find(parents, second)
        if one_tree != other:
            parents[max(one_tree, other)] = min(one_tree, other)
            grid[first] = u64(grid[first]) & u64(15) | u64(2) << south
            grid[second] = u64(grid[second]) & u64(15) | u64(8) >> south * u64(3)
            left -= one
        if i & u64(1023) == u64(0):
            token[DONE] = (cells >> one) + (i >> u64(2))
            if token[CANCEL] != 0:
                return


ALGORITHM = Algorithm(
    name="kruskal",
    title="Kruskal",
    masks=True,
    about="Take all walls in random order; open each whose two sides are not joined yet.",
    feel="Short twisted branches and many junctions, nearly a uniform maze.",
    reference="Joseph Kruskal (1956), minimum spanning trees",
    carve=carve,
    bytes_per_cell=12.0,
    index_bits=31,  # an edge is a cell and one bit more
    sizes=((5, 5), (65, 260)),
)
