"""The edges of the grid and their random weights, shared by Kruskal's and Prim's algorithms.

Every edge has a weight of 32 random bits. Of two equal weights the one with the smaller edge
number counts as lighter, so all weights differ. A graph whose weights differ has exactly one
minimum spanning tree: all algorithms that look for it carve the same maze.

An edge is a pair of neighbouring cells. Its number is twice the index of its west or north cell in
the bordered grid, plus 1 if it leads south. One random word, which belongs to that index, holds the
weights of the cell's east and south edges. No weight is stored: computing one again is cheaper.

Method. Bucket sort: the highest bits of its weight choose an edge's bucket, then each bucket is
sorted. A bucket fits into the cache even if the edges do not.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import NORTH, SOUTH, UNVISITED, WEST, CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.emitting import POP, PUSH, REJECT
from mazegame.engine.carving.rng import word_at
from mazegame.engine.carving.text import Log, Scratch
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, kernel, u64
from mazegame.engine.steps.event_log import CELL_SHIFT, KIND_MASK, SIDE_SHIFT

LOW: Final = 0xFFFF_FFFF
"""Mask of the bits of a key that hold the edge's number."""

_HIGH: Final = 0xFFFF_FFFF_0000_0000
"""Mask of the bits of a key that hold the edge's weight."""

_BUCKET: Final = 1 << 14
"""Largest mean number of edges per bucket, of which there are at most 4096."""

Zones: TypeAlias = tuple[Buffer, int, int]
"""The zone of each cell, uint8; the mask of its index (``CarvingRules.zone_index_mask``); and the
number of zones."""


@device
def east_key(word: int, cell: int) -> int:
    """Return the key of a cell's east edge, given its word: the weight, then the number."""
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
    """Return a grid's edges in the order of their weights, each once: uint32.

    The result is worthless if the call is cancelled.
    """
    count = edge_count(grid)
    edges = np.empty(count, np.uint32)
    bits = min((count // _BUCKET).bit_length(), 12)
    ends = np.zeros(1 << bits, np.uint32)
    one_class, one_zone = np.zeros(2, np.uint16), (np.zeros(1, np.uint8), 0, 1)
    where = (grid.rng, grid.progress, grid.cols, grid.rows)
    fill_buckets(grid.flat, (edges, one_class, ends, bits), one_zone, *where)
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


def edge_count(grid: CarvingGrid | CarvingTask) -> int:
    """Return the number of edges of a rectangular grid."""
    return 2 * grid.cols * grid.rows - grid.cols - grid.rows


@kernel
def fill_buckets(
    grid: Buffer, buckets: Scratch, zones: Zones, rng: Buffer, token: Buffer, cols: int, rows: int
) -> None:
    """Write the edges between unvisited cells, bucket by bucket.

    The buckets are: room for all edges (uint32); the class of an edge between two zones (uint16),
    at ``2 * (zones * first + second)`` if it leads east, one further on if it leads south; the end
    of each bucket (uint32, 0 at first), which is written; and how many of the highest bits of its
    weight choose an edge's bucket within its class. Of ``rng`` only the first word is used.
    """
    edges, classes, ends, bits = buckets
    one, half, low = u64(1), u64(32), u64(LOW)
    rest = half - bits
    seed = u64(rng[0])
    stride = cols + u64(2)
    for counted in range(u64(len(ends) == 1), 2):  # a single bucket begins at 0
        cell = stride + one
        for _row in range(rows):
            if token[CANCEL] != 0:
                return
            for _col in range(cols):
                # The first time the edges only count: what is written is overwritten.
                word = word_at(seed, cell)
                inside = u64(grid[cell]) & u64(UNVISITED)
                if inside & u64(grid[cell + one]):
                    pair = _pair_index(zones, cell, cell + one)
                    bucket = u64(classes[pair]) << bits | word >> half >> rest
                    place = u64(ends[bucket])
                    edges[place] = cell << one
                    ends[bucket] = place + one
                if inside & u64(grid[cell + stride]):
                    pair = _pair_index(zones, cell, cell + stride)
                    bucket = u64(classes[pair | one]) << bits | (word & low) >> rest
                    place = u64(ends[bucket])
                    edges[place] = cell << one | one
                    ends[bucket] = place + one
                cell += one
            cell += u64(2)
        if counted == 0:
            total = u64(0)
            for i in range(len(ends)):  # turn the counts into the begin of each bucket
                total += u64(ends[i])
                ends[i] = total - u64(ends[i])


@device
def _pair_index(zones: Zones, first: int, second: int) -> int:
    """Return the index of two cells' zones in the classes: that of the edge that leads east."""
    zone, reach, many = zones
    if reach == u64(0):
        return u64(0)
    return (u64(zone[first]) * many + u64(zone[second])) << u64(1)


@kernel
def _list_keys(edges: Buffer, keys: Buffer, rng: Buffer, begin: int, end: int) -> None:
    """Write the keys of ``edges[begin:end]`` into ``keys``."""
    seed = u64(rng[0])
    for i in range(end - begin):
        keys[i] = edge_key(seed, u64(edges[begin + u64(i)]))


@device
def sort_edges(edges: Buffer, sorting: Scratch, rng: Buffer, cols: int, rows: int) -> None:
    """Write the edges of a small rectangular grid in the order of their weights.

    By buckets, about as many as edges, and then by insertion, which has little left to do.
    ``sorting`` is that of ``sorting_scratch``.
    """
    words, sorted_keys, begins = sorting
    one, low, top = u64(1), u64(LOW), u64(64)
    seed = u64(rng[0])
    count = u64(0)
    cell = cols + u64(3)
    for row in range(rows):
        for col in range(cols):
            word = word_at(seed, cell)
            words[count] = east_key(word, cell)
            count += u64(u64(col) + one < cols)
            words[count] = south_key(word, cell)
            count += u64(u64(row) + one < rows)
            cell += one
        cell += u64(2)
    bits = one
    while one << bits < count:
        bits += one
    shift = top - bits
    for i in range((one << bits) + one):
        begins[i] = 0
    for i in range(count):
        begins[(u64(words[i]) >> shift) + one] += 1
    for i in range(one << bits):
        begins[i + 1] = u64(begins[i + 1]) + u64(begins[i])
    for i in range(count):
        key = u64(words[i])
        place = u64(begins[key >> shift])
        begins[key >> shift] = place + one
        sorted_keys[place] = key
    for i in range(count):
        key = u64(sorted_keys[i])
        place = u64(i)
        while place > u64(0) and u64(sorted_keys[place - one]) > key:
            sorted_keys[place] = sorted_keys[place - one]
            place -= one
        sorted_keys[place] = key
    for i in range(count):
        edges[i] = u64(sorted_keys[i]) & low


def sorting_scratch(task: CarvingTask) -> tuple[NDArray[np.uint32], Scratch]:
    """Return room for the edges of a grid, and for what ``sort_edges`` sorts them with."""
    count = edge_count(task)
    keys = (np.empty(max(count, 1) + 1, np.uint64) for _ in range(2))
    return np.empty(count, np.uint32), (*keys, np.empty(2 * count + 3, np.uint32))


def name_outsides(log: Log, task: CarvingTask) -> Log:
    """Name the edges that are taken in a log as they were listed, in place, and return the log.

    An edge is listed on the side of the cell outside the maze. When it is taken, the kernel no
    longer knows which of the two that was.
    """
    _name_outsides(log, np.zeros(2 * task.size, np.uint64), task.stride)
    return log


@kernel
def _name_outsides(log: Buffer, listed: Buffer, stride: int) -> None:
    """Give every POP and REJECT the cell and the side of the PUSH of its edge.

    ``listed`` (uint64, twice the grid's size) gets what each edge was listed as.
    """
    one, low = u64(1), u64(KIND_MASK)
    for i in range(u64(log[0])):
        at = u64(i) + one
        event = u64(log[at])
        kind, side = event & low, event >> u64(SIDE_SHIFT) & low
        first = event >> u64(CELL_SHIFT)
        if side == u64(NORTH):
            first -= stride
        elif side == u64(WEST):
            first -= one
        edge = first << one | u64(side & u64(NORTH | SOUTH) != u64(0))
        if kind == u64(PUSH):
            listed[edge] = event - kind
        elif kind == u64(POP) or kind == u64(REJECT):
            log[at] = u64(listed[edge]) + kind
