"""The edges of the grid and their random weights, shared by Kruskal's and Prim's algorithms.

Every edge has a weight of 32 random bits. Of two equal weights the one with the smaller edge
number counts as lighter, so all weights differ. A graph whose weights differ has exactly one
minimum spanning tree: all algorithms that look for it carve the same maze.

What lives here: the number of an edge, its weight, and all edges in the order of their weights.
What does not: the algorithms.

An edge is a pair of neighbouring cells. Its number is twice the index of its west or north cell in
the bordered grid, plus 1 if it leads south. One random word, which belongs to the cell's index,
holds the weights of the cell's east and south edges. Weights are not stored: computing one again is
cheaper than loading it.

Method. Bucket sort: the highest bits of its weight choose an edge's bucket, then each bucket is
sorted. A bucket fits into the cache even if the edges do not.
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
"""Mask of the bits of a key that hold the edge's number."""

_HIGH: Final = 0xFFFF_FFFF_0000_0000
"""Mask of the bits of a key that hold the edge's weight."""

_BUCKET: Final = 1 << 14
"""Largest mean number of edges per bucket (64 KiB); there are at most 4096 buckets."""


@device
def east_key(word: int, cell: int) -> int:
    """Return the key of a cell's east edge: its weight, then its number, in one integer.

    Args:
        word: The cell's random word, ``word_at(seed, cell)``.
        cell: The cell's index.
    """
    return word & u64(_HIGH) | cell << u64(1)


@device
def south_key(word: int, cell: int) -> int:
    """Return the key of a cell's south edge; see ``east_key``."""
    return (word << u64(32)) & u64(_HIGH) | cell << u64(1) | u64(1)


@device
def edge_key(seed: int, edge: int) -> int:
    """Return the key of an edge; see ``east_key``."""
    word: int = word_at(seed, edge >> u64(1))
    return (word << (edge << u64(5) & u64(32))) & u64(_HIGH) | edge


def sorted_edges(grid: CarvingGrid) -> NDArray[np.uint32]:
    """Return a grid's edges in the order of their weights.

    Args:
        grid: The grid. Its random stream decides the weights. Its progress words may cancel the
            call, which makes the result worthless; at the end they count half of the cells.

    Returns:
        uint32 (edges,): every edge once.
    """
    count = edge_count(grid)
    edges = np.empty(count, np.uint32)
    bits = min((count // _BUCKET).bit_length(), 12)
    ends = np.zeros(1 << bits, np.uint32)
    _fill_buckets(edges, ends, grid.rng, grid.progress, grid.cols, grid.rows, 32 - bits)
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
    """Return the number of edges of a rectangular grid."""
    return 2 * grid.cols * grid.rows - grid.cols - grid.rows


@kernel
def _fill_buckets(
    edges: Buffer, ends: Buffer, rng: Buffer, token: Buffer, cols: int, rows: int, shift: int
) -> None:
    """Write the edges bucket by bucket.

    Args:
        edges: uint32, at least as long as there are edges; written.
        ends: uint32 of 0, one per bucket; written: the end of each bucket.
        rng: uint64 (4,); only the first word is used.
        token: uint64, the progress words; only cancelling is used.
        cols: Columns of cells.
        rows: Rows of cells.
        shift: Number of low bits of a weight that do not choose the bucket.
    """
    one, half = u64(1), u64(32)
    seed = u64(rng[0])
    begin = cols + u64(3)
    cell = begin
    for row in range(rows):  # count the edges of each bucket
        for col in range(cols):
            word = word_at(seed, cell)
            ends[word >> half >> shift] += u64(u64(col) + one < cols)
            ends[(word & u64(LOW)) >> shift] += u64(u64(row) + one < rows)
            cell += one
        cell += u64(2)
    total = u64(0)
    for i in range(len(ends)):  # turn the counts into the begin of each bucket
        total += u64(ends[i])
        ends[i] = total - u64(ends[i])
    cell = begin
    for row in range(rows):
        if token[CANCEL] != 0:
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
    """Write the keys of ``edges[begin:end]`` into ``keys``."""
    seed = u64(rng[0])
    for i in range(end - begin):
        keys[i] = edge_key(seed, u64(edges[begin + u64(i)]))
