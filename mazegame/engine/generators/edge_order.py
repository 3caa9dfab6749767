"""The edges of the grid in uniformly random order: what Kruskal's and Prim's algorithms share.

A random weight for every edge matters only through the order that it makes, so the order itself
is drawn: each of the M! orders with the same chance. An edge's place in it is its weight, and no
two are equal. Both algorithms use the order that this room draws from the seed; as a graph with
different weights has one minimum spanning tree only, they then carve the same maze.

What lives here: the shuffle, and how an edge is written. What does not: the two algorithms.

An edge is one integer: twice the index of its western or northern cell in the bordered grid, plus
1 where it leads south.

Method. Every edge goes into a random bucket, and each bucket is shuffled by Fisher and Yates's
method; the buckets in a row are a uniform order. Where the edges do not fit into the cache, each
bucket still does, so that only the first step waits for memory. C. Radhakrishna Rao, "Generation
of random permutations of given number of elements using random sampling numbers" (1961); Martin
Sandelius, "A simple randomization procedure" (1962).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.rng import below, load_state, new_dice, next_word
from mazegame.engine.site import CANCEL, DONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.rng import Dice
    from mazegame.engine.site import Site

AHEAD: Final = 24
"""So many more entries follow the last edge, all 0, for kernels that look ahead."""

_BUCKET: Final = 1 << 14
"""Buckets are made so many that they hold about this many edges (64 KiB) or fewer; at most 4096."""


def shuffled_edges(site: Site) -> NDArray[np.uint32]:
    """Draw the order of a site's edges.

    Args:
        site: Its random stream decides; its pulse may cancel (then the order is worthless) and
            is told that half of the cells are done at the end.

    Returns:
        uint32 (edges + AHEAD,): every edge once, then AHEAD times 0.
    """
    count = edge_count(site)
    edges = np.empty(count + AHEAD, np.uint32)
    edges[count:] = 0
    bits = min((count // _BUCKET).bit_length(), 12)
    ends = np.zeros(1 << bits, np.uint32)
    _shuffle(edges, ends, site.rng, site.pulse, site.cols, site.rows)
    return edges


def edge_count(site: Site) -> int:
    """Count the edges of a site's grid."""
    return 2 * site.cols * site.rows - site.cols - site.rows


@kernel
def _shuffle(edges: Buffer, ends: Buffer, rng: Buffer, pulse: Buffer, cols: int, rows: int) -> None:
    """Write the edges in random order.

    Args:
        edges: uint32, at least as long as there are edges; written.
        ends: uint32 of 0, one for each bucket, a power of two; changed.
        rng: uint64 (4,), the random stream.
        pulse: uint64 (2,), progress and cancelling.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    mask = u64(len(ends)) - one
    east, south = rows * (cols - one), (rows - one) * cols
    # How many edges will each bucket get? The same draws are made again below.
    draws = new_dice(load_state(rng))
    for _ in range(east + south):
        bucket, draws = _draw_bucket(draws, mask)
        ends[bucket] += 1
    total = u64(0)
    for i in range(len(ends)):  # now the places where they begin
        total += u64(ends[i])
        ends[i] = total - u64(ends[i])
    draws = new_dice(load_state(rng))
    edge = cols + u64(3) << one
    for row in range(rows):
        for col in range(cols):
            if u64(col) + one < cols:
                bucket, draws = _draw_bucket(draws, mask)
                edges[u64(ends[bucket])] = edge
                ends[bucket] += 1
            if u64(row) + one < rows:
                bucket, draws = _draw_bucket(draws, mask)
                edges[u64(ends[bucket])] = edge | one
                ends[bucket] += 1
            edge += u64(2)
        edge += u64(4)
    # The places have moved to the ends of the buckets. What is left of the last word is thrown
    # away: the generator goes on with fresh ones.
    state = draws[2]
    begin = u64(0)
    for i in range(len(ends)):
        pulse[DONE] = begin >> u64(2)
        if pulse[CANCEL] != 0:
            return
        end = u64(ends[i])
        last = end
        while last > begin + one:
            pick, state = below(state, last - begin)
            last -= one
            swapped = edges[last]
            edges[last] = edges[begin + pick]
            edges[begin + pick] = swapped
        begin = end


@device
def _draw_bucket(draws: Dice, mask: int) -> tuple[int, Dice]:
    """Draw a bucket, up to twelve random bits; a word serves five times."""
    word, left, state = draws
    if left == u64(0):
        word, state = next_word(state)
        left = u64(5)
    return word & mask, (word >> u64(12), left - u64(1), state)
