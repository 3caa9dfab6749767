"""Kruskal and true Prim by weight: the order of the links.

A link has no direction here: it weighs as much as both its cells give it together, the first for
the side on which the second lies, and the other way round. Of all links that are left, the next in
the order is drawn with its weight over the sum of all. That is the order of keys -ln(u) / weight
with u drawn evenly: the smallest of such keys belongs to each link with just that chance.

The keys themselves are not needed, which keeps it to integers: the links of one weight come in an
even order, and it remains to merge these lists, each time drawing a list with the sum of what is
left in it. An even order is made in two steps: every link goes into a random bucket, and each
bucket, which fits into the cache, is shuffled.

Kruskal and true Prim take the same order, and so carve the same maze. The stories stand in
``kruskal.py`` and ``true_prim.py``.

Memory. A second order of the links, eight bytes a cell.

Source. The order is Wong and Easton's ("An efficient method for weighted sampling without
replacement", 1980); the keys are Efraimidis and Spirakis's (2006).
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
"""Buckets are made so many that they hold about this many links."""


def carve_kruskal(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    links = weighted_order(grid, rules)
    if grid.progress[CANCEL]:
        return
    parents = np.empty(grid.flat.size, np.uint32)
    row, col = rules.centre(grid.cols, grid.rows)
    root = (row + 1) * grid.stride + col + 1
    open_in_order(grid.buffer, links, parents, grid.progress, rules.cells, grid.stride, root)


def carve_prim(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    links = weighted_order(grid, rules)
    if grid.progress[CANCEL]:
        return
    ranks = np.empty(2 * grid.flat.size, np.uint32)
    queue, levels = empty_queue(links.size)
    row, col = rules.centre(grid.cols, grid.rows)
    root = (row + 1) * grid.stride + col + 1
    open_cheapest(
        grid.buffer, links, ranks, queue, levels, grid.progress, rules.cells, grid.stride, root
    )


def weighted_order(grid: CarvingGrid, rules: CarvingRules) -> NDArray[np.uint32]:
    """Put the links between unvisited cells of a grid in an order drawn by weight.

    Returns:
        uint32: every link once, as ``edge_order.py`` writes it; worthless if the token cancels.
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
    many = ends.reshape(len(weights), -1).sum(axis=1, dtype=np.uint64)
    begins = np.cumsum(ends, dtype=np.uint32) - ends
    ends[:] = begins
    parted = np.empty(total, np.uint32)
    _part(grid.flat, parted, *where, *size)
    grid.progress[DONE] = rules.cells // 4
    _shuffle(parted, begins, ends, branch_state(grid.rng, 2), grid.progress, work=total)
    used = many > 0
    weights, many = weights[used], many[used]
    links = np.empty(total, np.uint32)
    places = np.cumsum(many, dtype=np.uint64) - many
    _merge(links, parted, weights, weights * many, places, branch_state(grid.rng, 1), work=total)
    grid.progress[DONE] = rules.cells // 2
    return links


def _classes(rules: CarvingRules) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """Sort the pairs of neighbouring zones by the weight of a link between them.

    Returns:
        ``weights``: uint64, the different weights, the largest first.
        ``classes``: uint16 (2 * zones * zones,), the number of a link's weight, at
        ``2 * (zones * first + second)``, and one further on for a link that leads south.
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
def _pair_of(zones: Buffer, reach: int, many_zones: int, first: int, second: int) -> int:
    """Return where the classes of a pair of cells stand: of a level link, then of an upright."""
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
    pulse: Buffer,
    reach: int,
    many_zones: int,
    cols: int,
    rows: int,
    bits: int,
) -> int:
    """Count the links of each bucket, and return how many there are in all."""
    one, half, low = u64(1), u64(32), u64(LOW)
    rest = half - bits
    seed = u64(rng[0])
    stride = cols + u64(2)
    cell = stride + one
    total = u64(0)
    for _row in range(rows):
        if pulse[CANCEL] != 0:
            return u64(0)
        for _col in range(cols):
            word = word_at(seed, cell)
            inside = u64(grid[cell]) & u64(UNVISITED)
            if inside & u64(grid[cell + one]):
                pair = _pair_of(zones, reach, many_zones, cell, cell + one)
                ends[u64(classes[pair]) << bits | word >> half >> rest] += one
                total += one
            if inside & u64(grid[cell + stride]):
                pair = _pair_of(zones, reach, many_zones, cell, cell + stride)
                ends[u64(classes[pair | one]) << bits | (word & low) >> rest] += one
                total += one
            cell += one
        cell += u64(2)
    return total


@kernel
def _part(
    grid: Buffer,
    links: Buffer,
    classes: Buffer,
    ends: Buffer,
    zones: Buffer,
    rng: Buffer,
    pulse: Buffer,
    reach: int,
    many_zones: int,
    cols: int,
    rows: int,
    bits: int,
) -> None:
    """Write the links bucket by bucket.

    Args:
        grid: uint8, the bordered grid, unvisited where a maze may grow.
        links: uint32, room for all links; written.
        classes: See ``_classes``.
        ends: uint32, where each bucket begins; then where it ends.
        zones: uint8, the zone of each cell.
        rng: uint64 (4,), the first word of which decides.
        pulse: uint64, for cancelling.
        reach: See ``CarvingRules.reach``.
        many_zones: How many zones have weights.
        cols: Columns of cells.
        rows: Rows of cells.
        bits: How many random bits tell the buckets of a class apart.
    """
    one, half, low = u64(1), u64(32), u64(LOW)
    rest = half - bits
    seed = u64(rng[0])
    stride = cols + u64(2)
    cell = stride + one
    for _row in range(rows):
        if pulse[CANCEL] != 0:
            return
        for _col in range(cols):
            word = word_at(seed, cell)
            inside = u64(grid[cell]) & u64(UNVISITED)
            if inside & u64(grid[cell + one]):
                pair = _pair_of(zones, reach, many_zones, cell, cell + one)
                bucket = u64(classes[pair]) << bits | word >> half >> rest
                place = u64(ends[bucket])
                links[place] = cell << one
                ends[bucket] = place + one
            if inside & u64(grid[cell + stride]):
                pair = _pair_of(zones, reach, many_zones, cell, cell + stride)
                bucket = u64(classes[pair | one]) << bits | (word & low) >> rest
                place = u64(ends[bucket])
                links[place] = cell << one | one
                ends[bucket] = place + one
            cell += one
        cell += u64(2)


@kernel
def _shuffle(links: Buffer, begins: Buffer, ends: Buffer, rng: Buffer, pulse: Buffer) -> None:
    """Shuffle each bucket (Fisher and Yates), in place."""
    one = u64(1)
    state = load_state(rng)
    for bucket in range(len(ends)):
        begin = u64(begins[bucket])
        many = u64(ends[bucket]) - begin
        if pulse[CANCEL] != 0:
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
    """Merge the classes by drawing one for each place in the order.

    Args:
        links: uint32; written.
        parted: uint32, the links class by class.
        weights: uint64, the weight of each class.
        rest: uint64, what the links left in each class weigh together; changed.
        places: uint64, where each class begins; changed.
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
