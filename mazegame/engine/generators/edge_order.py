"""The edges of the grid and their random weights: what Kruskal's and Prim's algorithms share.

Every edge has a weight of 32 bits drawn from the seed; where two are equal, the edge of the lower
number counts as lighter, so that no two weigh the same. A graph without equal weights has one
minimum spanning tree only: whoever looks for it, in whatever way, carves the same maze.

What lives here: an edge's number, its weight, and all edges in the order of their weights. What
does not: the algorithms.

An edge is one integer: twice the index of its western or northern cell in the bordered grid, plus
1 where it leads south. Both edges of a cell get their weights from one random word that belongs to
the cell's index; a weight is never stored but drawn again, which is cheaper than loading it.

Method. Every edge goes into the bucket of its weight's highest bits, and each bucket is sorted.
Where the edges do not fit into the cache, each bucket still does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import word_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid

LOW: Final = 0xFFFF_FFFF
"""The bits of a key that are the edge's number."""

_HIGH: Final = 0xFFFF_FFFF_0000_0000

_BUCKET: Final = 1 << 14
"""Buckets are made so many that they hold about this many edges (64 KiB) or fewer; at most 4096."""


@device
def east_key(word: int, cell: int) -> int:
    """Return the key of a cell's eastern edge: its weight, then its number, in one integer.

    Args:
        word: The cell's random word, ``word_at(seed, cell)``.
        cell: The cell's index.
    """
    return word & u64(_HIGH) | cell << u64(1)


@device
def south_key(word: int, cell: int) -> int:
    """Return the key of a cell's southern edge."""
    return (word << u64(32)) & u64(_HIGH) | cell << u64(1) | u64(1)


@device
def edge_key(seed: int, edge: int) -> int:
    """Return the key of any edge."""
    word: int = word_at(seed, edge >> u64(1))
    return (word << (edge << u64(5) & u64(32))) & u64(_HIGH) | edge


def sorted_edges(grid: CarvingGrid) -> NDArray[np.uint32]:
    """Put a grid's edges in the order of their weights.

    Args:
        grid: Its random stream decides; its token may cancel (then the order is worthless) and
            is told that half of the cells are done at the end.

    Returns:
        uint32 (edges,): every edge once.
    """
    count = edge_count(grid)
    edges = np.empty(count, np.uint32)
    bits = min((count // _BUCKET).bit_length(), 12)
    ends = np.zeros(1 << bits, np.uint32)
    _spread(edges, ends, grid.rng, grid.progress, grid.cols, grid.rows, 32 - bits)
    keys = np.empty(int(np.diff(ends, prepend=0).max()), np.uint64)
    begin = 0
    for end in ends.tolist():
        grid.progress[DONE] = begin >> 2
        if grid.progress[CANCEL]:
            break
        bucket = keys[: end - begin]
        _list_keys(edges, keys, grid.rng, begin, end, work=end - begin)
        bucket.sort()
        edges[begin:end] = bucket & LOW
        begin = end
    return edges


def edge_count(grid: CarvingGrid) -> int:
    """Count the edges of a grid."""
    return 2 * grid.cols * grid.rows - grid.cols - grid.rows


@kernel
def _spread(
    edges: Buffer, ends: Buffer, rng: Buffer, pulse: Buffer, cols: int, rows: int, shift: int
) -> None:
    """Write the edges bucket by bucket.

    Args:
        edges: uint32, at least as long as there are edges; written.
        ends: uint32 of 0, one for each bucket; then where each bucket ends.
        rng: uint64 (4,), the first word of which decides.
        pulse: uint64, for cancelling.
        cols: Columns of cells.
        rows: Rows of cells.
        shift: How many bits of a weight do not matter for its bucket.
    """
    one, half = u64(1), u64(32)
    seed = u64(rng[0])
    begin = cols + u64(3)
    cell = begin
    for row in range(rows):  # how many edges will each bucket get?
        for col in range(cols):
            word = word_at(seed, cell)
            ends[word >> half >> shift] += u64(u64(col) + one < cols)
            ends[(word & u64(LOW)) >> shift] += u64(u64(row) + one < rows)
            cell += one
        cell += u64(2)
    total = u64(0)
    for i in range(len(ends)):  # now the places where they begin
        total += u64(ends[i])
        ends[i] = total - u64(ends[i])
    cell = begin
    for row in range(rows):
        if pulse[CANCEL] != 0:
            return
        for col in range(cols):
            word = word_at(seed, cell)
            if u64(col) + one < cols:
                bucket = word >> half >> shift
                edges[u64(ends[bucket])] = cell << one
                ends[bucket] += 1
            if u64(row) + one < rows:
                bucket = (word & u64(LOW)) >> shift
                edges[u64(ends[bucket])] = cell << one | one
                ends[bucket] += 1
            cell += one
        cell += u64(2)


@kernel
def _list_keys(edges: Buffer, keys: Buffer, rng: Buffer, begin: int, end: int) -> None:
    """Write the keys of the edges from begin to end."""
    seed = u64(rng[0])
    for i in range(end - begin):
        keys[i] = edge_key(seed, u64(edges[begin + u64(i)]))
