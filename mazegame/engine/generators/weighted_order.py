"""Kruskal and true Prim: how they come by the order of the edges, and that order by weight.

Edges have no direction here. An edge weighs what both its cells give it: the first cell's weight
towards the second, plus the second's towards the first. The next edge in the order is always drawn
from those left, each with its weight over the sum of all. That is the order of keys -ln(u) / weight
with u uniform: each edge has the smallest key with just that probability.

The keys are not computed, so that everything stays in integers. All edges of one weight form a
class, in uniformly random order: every edge goes into a random bucket, and each bucket, which fits
into the cache, is shuffled. The classes are then merged: each draw takes the next edge of a class,
chosen with probability proportional to the sum of the weights left in it.

Kruskal and true Prim use the same order, and so carve the same maze.

Source. C. K. Wong and M. C. Easton, "An efficient method for weighted sampling without replacement"
(1980); the keys: Pavlos Efraimidis and Paul Spirakis, "Weighted random sampling with a reservoir"
(2006).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.draws import Draw
from mazegame.engine.carving.rng import branch_state, load_state, next_word
from mazegame.engine.carving.text import Call, Carve, Log, Scratch, Text
from mazegame.engine.generators.edge_order import (
    edge_count,
    fill_buckets,
    sort_edges,
    sorted_edges,
    sorting_scratch,
)
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, kernel, u64

_BUCKET: Final = 1 << 13
"""Approximate number of edges per bucket."""

_SMALL: Final = 1 << 14
"""Most cells of a grid whose edges a kernel sorts: at 64x64 in a quarter of the time, at 256x256
Borůvka's rounds would take half of it."""

ByOrder: TypeAlias = Callable[[CarvingTask, NDArray[np.uint32], Scratch], Scratch]
"""``scratch(task, edges, sorting)``: lays out what a text works on, given the edges and what sorts
them."""


@device
def given_order(edges: Buffer, sorting: Scratch, rng: Buffer, cols: int, rows: int) -> None:
    """Leave the edges as they are: somebody has sorted them."""


def carve_by_order(
    text: Text, grid: CarvingGrid, task: CarvingTask, log: Log | None, scratch: ByOrder
) -> None:
    """Sort the edges of a grid and carve it, in place: a text's ``call``."""
    rules = task.rules
    edges = sorted_edges(grid) if rules is None else weighted_edges(grid, rules)
    if not grid.progress[CANCEL]:
        text.run(grid, task, log, scratch(task, edges, ()))


def texts_by_order(
    make: Callable[..., Carve],
    scratch: ByOrder,
    cost: float,
    call: Call | None = None,
    **options: Any,
) -> Callable[[CarvingTask], Text]:
    """Return the ``text`` of an algorithm that takes edges in the order of their weights.

    ``make`` makes the kernel with what sorts the edges or leaves them as they are. It sorts those
    of a small grid and of a batch, at the given cost; for other grids ``carve_by_order`` sorts them
    before, or ``call`` does without. ``options`` are those of ``Text``.
    """
    call = call or partial(carve_by_order, scratch=scratch)
    given = Text(make, Draw((given_order,), (given_order,), lambda _, __: ()), call=call, **options)
    sort = Draw((sort_edges,))
    own = Text(make, sort, lambda task: scratch(task, *sorting_scratch(task)), cost=cost, **options)
    return lambda task: (
        own if task.batched or (task.rules is None and task.cells <= _SMALL) else given
    )


def weighted_edges(grid: CarvingGrid, rules: CarvingRules) -> NDArray[np.uint32]:
    """Return the edges between unvisited cells of a grid in an order drawn by weight, each once.

    uint32, coded as in ``edge_order.py``; worthless if the call is cancelled.
    """
    weights, classes = _classes(rules)
    bits = min((2 * rules.cells // _BUCKET).bit_length(), 12)
    bucketed = np.empty(edge_count(grid), np.uint32)
    ends = np.zeros(len(weights) << bits, np.uint32)
    zones = (rules.zones, rules.zone_index_mask, len(rules.weights))
    where = (grid.rng, grid.progress, grid.cols, grid.rows)
    fill_buckets(grid.flat, (bucketed, classes, ends, bits), zones, *where)
    total = int(ends[-1])
    grid.progress[DONE] = rules.cells // 4
    _shuffle(bucketed, ends, branch_state(grid.rng, 2), grid.progress, work=total)
    counts = ends[(1 << bits) - 1 :: 1 << bits].astype(np.uint64)
    counts[1:] -= counts[:-1].copy()
    used = counts > 0
    weights, counts = weights[used], counts[used]
    edges = np.empty(total, np.uint32)
    places = np.cumsum(counts, dtype=np.uint64) - counts
    rng = branch_state(grid.rng, 1)
    _merge(edges, bucketed, weights, weights * counts, places, rng, work=total)
    grid.progress[DONE] = rules.cells // 2
    return edges


def _classes(rules: CarvingRules) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """Return the classes of edges.

    Returns:
        The different weights, uint64, the largest first; and the class of each pair of zones,
        uint16 (2 * zones * zones,), see ``fill_buckets``.
    """
    pairs = [
        weight
        for first in rules.weights
        for second in rules.weights
        for weight in (first[1] + second[3], first[2] + second[0])
    ]
    different, classes = np.unique(-np.array(pairs), return_inverse=True)
    return (-different).astype(np.uint64), classes.astype(np.uint16)


@kernel
def _shuffle(links: Buffer, ends: Buffer, rng: Buffer, token: Buffer) -> None:
    """Shuffle each bucket in place (Fisher and Yates)."""
    one = u64(1)
    state = load_state(rng)
    begin = u64(0)
    for bucket in range(len(ends)):
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
        begin = u64(ends[bucket])


@kernel
def _merge(
    links: Buffer, parted: Buffer, weights: Buffer, rest: Buffer, places: Buffer, rng: Buffer
) -> None:
    """Merge the classes by drawing a class for each place in the order.

    ``parted`` (uint32) has the edges class by class, ``links`` gets their order. For each class,
    uint64: its weight; the sum of the weights left in it (``rest``), and its begin (``places``),
    both changed in place.
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
