"""True Prim: always opens the cheapest wall between the maze and the unvisited cells.

Method. Every wall has a random weight. From the centre, open the cheapest of all walls between the
maze and the unvisited cells, add the walls of the new cell, and so on. Water spreads in this way:
it fills a basin behind cheap walls before it takes an expensive one.

Texture. The same maze as Kruskal's, wall by wall, for the same seed and size: distinct weights have
only one minimum spanning tree. A trace shows that the two carve it in a different order.

Only the order of the weights (``edge_order.py``) matters, so each weight is replaced by its rank,
an integer from 0 up. The priority queue is then a set of bits instead of a heap: a bit in the level
above says whether a word of 64 bits is not 0, and so on up to a single word.

Memory. The order and its inverse, eight bytes per cell each, and a quarter of a byte for the queue.

Source. Robert Prim, "Shortest connection networks and some generalizations" (1957); the queue
after Peter van Emde Boas (1975), with 64 branches at every level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.edge_order import edge_count, sorted_edges
from mazegame.engine.jit import Buffer, device, kernel, trailing_zeros, u64
from mazegame.engine.progress import CANCEL, DONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    count = edge_count(grid)
    edges = sorted_edges(grid)[:count]
    if grid.progress[CANCEL]:
        return
    ranks = np.empty(2 * grid.flat.size, np.uint32)
    queue, levels = empty_queue(count)
    cells = grid.cols * grid.rows
    centre = (grid.rows + 1 >> 1) * grid.stride + (grid.cols + 1 >> 1)
    open_cheapest(
        grid.buffer, edges, ranks, queue, levels, grid.progress, cells, grid.stride, centre
    )


def empty_queue(ranks: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return an empty set of ranks.

    Args:
        ranks: Number of ranks that it can hold.

    Returns:
        ``queue``: uint64, the words of every level, the single word at the top first; ``levels``:
        uint64, the index of each level's first word.
    """
    sizes = [max(-(-ranks // 64), 1)]
    while sizes[-1] > 1:
        sizes.append(-(-sizes[-1] // 64))
    sizes.reverse()
    levels = np.array([sum(sizes[:i]) for i in range(len(sizes))], np.uint64)
    return np.zeros(sum(sizes), np.uint64), levels


@kernel
def open_cheapest(
    grid: Buffer,
    edges: Buffer,
    ranks: Buffer,
    queue: Buffer,
    levels: Buffer,
    token: Buffer,
    cells: int,
    stride: int,
    root: int,
) -> None:
    """Grow a tree from a cell: always add the first edge in the order that leads out of it.

    Args:
        grid: uint8, the bordered grid; changed in place.
        edges: uint32, the edge of every rank, for example from ``sorted_edges``.
        ranks: uint32, twice the grid's size: the rank of every edge; written.
        queue: uint64 of 0: the set of ranks on the frontier, level by level; changed in place.
        levels: uint64: the index of each level's first word in the queue, from the top.
        token: uint64, the progress words.
        cells: Number of cells to reach.
        stride: Distance from a cell to the one below it.
        root: Index of the first cell.
    """
    one, unvisited = u64(1), u64(UNVISITED)
    for rank in range(len(edges)):
        ranks[u64(edges[rank])] = rank
    cell = root
    grid[cell] = 0
    done = one
    while True:
        if grid[cell - stride] >= unvisited:
            push(queue, levels, u64(ranks[cell - stride << one | one]))
        if grid[cell + one] >= unvisited:
            push(queue, levels, u64(ranks[cell << one]))
        if grid[cell + stride] >= unvisited:
            push(queue, levels, u64(ranks[cell << one | one]))
        if grid[cell - one] >= unvisited:
            push(queue, levels, u64(ranks[cell - one << one]))
        if done == cells or token[CANCEL] != 0:
            return
        here, there = u64(0), u64(0)
        first, second, south = u64(0), u64(0), u64(0)
        while (here ^ there) < unvisited:  # skip edges whose cells are both in the maze
            edge = u64(edges[pop(queue, levels)])
            first, south = edge >> one, edge & one
            second = first + (stride if south else one)
            here, there = u64(grid[first]), u64(grid[second])
        grid[first] = here & u64(15) | u64(2) << south
        grid[second] = there & u64(15) | u64(8) >> south * u64(3)
        cell = first if here >= unvisited else second
        done += one
        token[DONE] = (cells >> one) + (done >> one)


@device
def push(queue: Buffer, levels: Buffer, rank: int) -> None:
    """Add a rank to the set. If its word was not 0, the levels above know it already."""
    level = u64(len(levels))
    before = u64(0)
    while level > u64(0) and before == u64(0):
        level -= u64(1)
        word = u64(levels[level]) + (rank >> u64(6))
        before = u64(queue[word])
        queue[word] = before | u64(1) << (rank & u64(63))
        rank >>= u64(6)


@device
def pop(queue: Buffer, levels: Buffer) -> int:
    """Remove the smallest rank from the set and return it; the set must not be empty."""
    rank = u64(0)
    for level in range(len(levels)):
        word = u64(levels[level]) + rank
        rank = rank << u64(6) | trailing_zeros(u64(queue[word]))
    smallest = rank
    level, left = u64(len(levels)), u64(0)
    while level > u64(0) and left == u64(0):
        level -= u64(1)
        word = u64(levels[level]) + (rank >> u64(6))
        left = u64(queue[word]) & (u64(queue[word]) - u64(1))
        queue[word] = left
        rank >>= u64(6)
    return smallest


ALGORITHM = Algorithm(
    name="true-prim",
    title="Prim, true",
    masks=True,
    about=(
        "Every wall has a random weight; open the cheapest of all that lie between the maze and "
        "the outside."
    ),
    feel="Kruskal's maze of the same seed, carved from the centre.",
    reference="Robert Prim (1957), minimum spanning trees",
    carve=carve,
    bytes_per_cell=17.75,
    index_bits=31,  # an edge is a cell and one bit more
)
