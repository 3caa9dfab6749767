"""Kruskal and true Prim by weight: the order of the edges.

Edges have no direction here. An edge weighs what both its cells give it: the first cell's weight
towards the second, plus the second's towards the first. The next edge in the order is always drawn
from those left, each with its weight over the sum of all. That is the order of keys -ln(u) / weight
with u uniform: each edge has the smallest key with just that probability.

The keys are not computed, so that everything stays in integers. All edges of one weight form a
class, in uniformly random order. The classes are then merged: each draw takes the next edge of a
class, chosen with probability proportional to the sum of the weights left in it. A uniformly random
order takes two steps: every edge goes into a random bucket, and each bucket, which fits into the
cache, is shuffled.

Kruskal and true Prim use the same order, and so carve the same maze. ``kruskal.py`` and
``true_prim.py`` describe the algorithms.

Memory. A second order of the edges, eight bytes per cell.

Source. C. K. Wong and M. C. Easton, "An efficient method for weighted sampling without replacement"
(1980); the keys: Pavlos Efraimidis and Paul Spirakis, "Weighted random sampling with a reservoir"
(2006).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.generators.edge_order import LOW
from mazegame.engine.generators.kruskal import open_in_order
from mazegame.engine.generators.true_prim import empty_queue, open_cheapest
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import branch_state, load_state, next_word, word_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


_BUCKET: Final = 1 << 13
"""Approximate number of edges per bucket."""


def carve_kruskal(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    edges = weighted_edges(grid, rules)
    if grid.progress[CANCEL]:
        return
    parents = np.empty(grid.flat.size, np.uint32)
    row, col = rules.centre(grid.cols, grid.rows)
    root = (row + 1) * grid.stride + col + 1
    open_in_order(grid.buffer, edges, parents, grid.progress, rules.cells, grid.stride, root)


def carve_prim(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    edges = weighted_edges(grid, rules)
    if grid.progress[CANCEL]:
        return
    ranks = np.empty(2 * grid.flat.size, np.uint32)
    queue, levels = empty_queue(edges.size)
    row, col = rules.centre(grid.cols, grid.rows)
    root = (row + 1) * grid.stride + col + 1
    open_cheapest(
        grid.buffer, edges, ranks, queue, levels, grid.progress, rules.cells, grid.stride, root
    )


def weighted_edges(grid: CarvingGrid, rules: CarvingRules) -> NDArray[np.uint32]:
    """Return the edges between unvisited cells of a grid in an order drawn by weight.

    Returns:
        uint32: every edge once, coded as in ``edge_order.py``; worthless if the call is cancelled.
    """
    weights, classes = _classes(rules)
    bits = min((2 * rules.cells // _BUCKET).bit_length(), 12)
    ends = np.zeros(len(weights) << bits, np.uint32)
    size = (grid.cols, grid.rows, bits)
    where = (
        classes,
        ends,
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        rules.zone_count,
    )
    total = _count(grid.flat, *where, *size)
    counts = ends.reshape(len(weights), -1).sum(axis=1, dtype=np.uint64)
    begins = np.cumsum(ends, dtype=np.uint32) - ends
    ends[:] = begins
    bucketed = np.empty(total, np.uint32)
    _fill_buckets(grid.flat, bucketed, *where, *size)
    grid.progress[DONE] = rules.cells // 4
    _shuffle(bucketed, begins, ends, branch_state(grid.rng, 2), grid.progress, work=total)
    used = counts > 0
    weights, counts = weights[used], counts[used]
    edges = np.empty(total, np.uint32)
    places = np.cumsum(counts, dtype=np.uint64) - counts
    _merge(
        edges, bucketed, weights, weights * counts, places, branch_state(grid.rng, 1), work=total
    )
    grid.progress[DONE] = rules.cells // 2
    return edges


def _classes(rules: CarvingRules) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """Return the classes of edges: the different weights, and the class of each pair of zones.

    Returns:
        ``weights``: uint64, the different weights, the largest first.
        ``classes``: uint16 (2 * zones * zones,), the class of an edge from the zone first to the
        zone
        second: at ``2 * (zones * first + second)`` if it leads east, one further on if it leads
            south.
    """
    pairs = [
        weight
        for first in rules.weights
        for second in rules.weights
        for weight in (first[1] + second[3], first[2] + second[0])
    ]
    different, classes = np.unique(-np.array(pairs), return_inverse=True)
    return (-different).astype(np.uint64), classes.astype(np.uint16)


@device
def _pair_index(zones: Buffer, reach: int, many_zones: int, first: int, second: int) -> int:
    """Return the index of two cells' zones in ``classes``: that of the edge that leads east."""
    if reach == u64(0):
        return u64(0)
    return (u64(zones[first]) * many_zones + u64(zones[second])) << u64(1)


@kernel
def _count(
    grid: Buffer,
    classes: Buffer,
    ends: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    many_zones: int,
    cols: int,
    rows: int,
    bits: int,
) -> int:
    """Count the edges of each bucket, and return the number of all."""
    one, half, low = u64(1), u64(32), u64(LOW)
    rest = half - bits
    seed = u64(rng[0])
    stride = cols + u64(2)
    cell = stride + one
    total = u64(0)
    for _row in range(rows):
        if token[CANCEL] != 0:
            return u64(0)
        for _col in range(cols):
            word = word_at(seed, cell)
            inside = u64(grid[cell]) & u64(UNVISITED)
            if inside & u64(grid[cell + one]):
                pair = _pair_index(zones, reach, many_zones, cell, cell + one)
                ends[u64(classes[pair]) << bits | word >> half >> rest] += one
                total += one
            if inside & u64(grid[cell + stride]):
                pair = _pair_index(zones, reach, many_zones, cell, cell + stride)
                ends[u64(classes[pair | one]) << bits | (word & low) >> rest] += one
                total += one
            cell += one
        cell += u64(2)
    return total


@kernel
def _fill_buckets(
    grid: Buffer,
    links: Buffer,
    classes: Buffer,
    ends: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    many_zones: int,
    cols: int,
    rows: int,
    bits: int,
) -> None:
    """Write the edges bucket by bucket.

    Args:
        grid: uint8, the bordered grid, ``UNVISITED`` where the maze may grow.
        links: uint32, room for all edges; written.
        classes: See ``_classes``.
        ends: uint32, the begin of each bucket; changed in place to its end.
        zones: uint8, the zone of each cell.
        rng: uint64 (4,); only the first word is used.
        token: uint64, the progress words; only cancelling is used.
        reach: See ``CarvingRules.zone_index_mask``.
        many_zones: Number of zones with weights.
        cols: Columns of cells.
        rows: Rows of cells.
        bits: Number of random bits that choose the bucket within a class.
    """
    one, half, low = u64(1), u64(32), u64(LOW)
    rest = half - bits
    seed = u64(rng[0])
    stride = cols + u64(2)
    cell = stride + one
    for _row in range(rows):
        if token[CANCEL] != 0:
            return
        for _col in range(cols):
            word = word_at(seed, cell)
            inside = u64(grid[cell]) & u64(UNVISITED)
            if inside & u64(grid[cell + one]):
                pair = _pair_index(zones, reach, many_zones, cell, cell + one)
                bucket = u64(classes[pair]) << bits | word >> half >> rest
                place = u64(ends[bucket])
                links[place] = cell << one
                ends[bucket] = place + one
            if inside & u64(grid[cell + stride]):
                pair = _pair_index(zones, reach, many_zones, cell, cell + stride)
                bucket = u64(classes[pair | one]) << bits | (word & low) >> rest
                place = u64(ends[bucket])
                links[place] = cell << one | one
                ends[bucket] = place + one
            cell += one
        cell += u64(2)


@kernel
def _shuffle(links: Buffer, begins: Buffer, ends: Buffer, rng: Buffer, token: Buffer) -> None:
    """Shuffle each bucket in place (Fisher and Yates)."""
    one = u64(1)
    state = load_state(rng)
    for bucket in range(len(ends)):
        begin = u64(begins[bucket])
        many = u64(ends[bucket]) - begin
        if token[CANCEL] != 0:
            return
        while many > one:
            word, state = next_word(state)
            pick = begin + ((word >> u64(32)) * many >> u64(32))
            many -= one
            link = links[pick]
            links[pick] = links[begin + many]
            links[begin + many] = link


@kernel
def _merge(
    links: Buffer,
    parted: Buffer,
    weights: Buffer,
    rest: Buffer,
    places: Buffer,
    rng: Buffer,
) -> None:
    """Merge the classes by drawing a class for each place in the order.

    Args:
        links: uint32; written.
        parted: uint32, the edges class by class.
        weights: uint64, the weight of each class.
        rest: uint64, the sum of the weights left in each class; changed in place.
        places: uint64, the begin of each class; changed in place.
        rng: uint64 (4,), the random stream.
    """
    one = u64(1)
    state = load_state(rng)
    left = u64(0)
    for which in range(len(rest)):
        left += u64(rest[which])
    for i in range(len(links)):
        word, state = next_word(state)
        draw = word % left if left >> u64(32) else (word >> u64(32)) * left >> u64(32)
        which = u64(0)
        while draw >= u64(rest[which]):
            draw -= u64(rest[which])
            which += one
        weight = u64(weights[which])
        left -= weight
        rest[which] = u64(rest[which]) - weight
        place = u64(places[which])
        places[which] = place + one
        links[i] = parted[place]
