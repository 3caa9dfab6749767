"""Eller, sidewinder and binary tree by weight: the weights bias their random bits.

Each of them draws one of two sides at a time. A side's probability is its weight over the sum of
both:

* binary tree: north with N / (N + W), else west;
* sidewinder: east with E / (E + N), else the run ends and opens north;
* Eller: joins east with E / (E + S), and opens south with S / (E + S).

Every cell draws by the weights of its own zone. ``binary_tree.py``, ``sidewinder.py`` and
``eller.py`` describe the algorithms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.generators.eller import close_last_row, first_row, join_east, leave_set
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules

_N, _E, _S, _W = range(4)


def _thresholds(rules: CarvingRules, side: int, other: int) -> NDArray[np.uint64]:
    """Return uint64 (zones,): each zone's probability of the first side, in units of 2**-32."""
    return np.array([(w[side] << 32) // (w[side] + w[other]) for w in rules.weights], np.uint64)


def carve_binary_tree(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into a grid without passages, in place."""
    _open_north_or_west(
        grid.buffer,
        _thresholds(rules, _N, _W),
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows,
    )


def carve_sidewinder(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into a grid without passages, in place."""
    _join_runs(
        grid.buffer,
        _thresholds(rules, _E, _N),
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows,
    )


def carve_eller(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into a grid without passages, in place."""
    links, _ = first_row(grid.cols, grid.rng)
    _carve_rows(
        grid.buffer,
        *links,
        _thresholds(rules, _E, _S),
        _thresholds(rules, _S, _E),
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows - 1,
    )
    close_last_row(grid.buffer, *links, grid.cols, grid.rows)


@kernel
def _open_north_or_west(
    grid: Buffer,
    coins: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cols: int,
    rows: int,
) -> None:
    one, half = u64(1), u64(0xFFFF_FFFF)
    stride = cols + u64(2)
    state = load_state(rng)
    cell = stride + one
    for row in range(rows):
        token[DONE] = row * cols
        if token[CANCEL] != 0:
            return
        inner = u64(u64(row) > u64(0))
        for col in range(cols):
            word, state = next_word(state)
            coin = u64(word & half < u64(coins[u64(zones[cell & reach])]))
            boundary = u64(u64(col) == u64(0))
            north = (coin | boundary) & inner
            west = (one - north) & (one - boundary)
            grid[cell] |= north | west << u64(3)
            grid[cell - stride] |= north << u64(2)
            grid[cell - one] |= west << one
            cell += one
        cell += u64(2)


@kernel
def _join_runs(
    grid: Buffer,
    coins: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cols: int,
    rows: int,
) -> None:
    one, half = u64(1), u64(0xFFFF_FFFF)
    stride = cols + u64(2)
    state = load_state(rng)
    last = cols - one
    cell = stride + one
    for row in range(rows):
        token[DONE] = row * cols
        if token[CANCEL] != 0:
            return
        inner = u64(row) > u64(0)
        start = cell
        for col in range(cols):
            word, state = next_word(state)
            east = word & half < u64(coins[u64(zones[cell & reach])]) or not inner
            if east and u64(col) < last:
                grid[cell] |= u64(2)
                grid[cell + one] |= u64(8)
            else:
                if inner:  # the other half of the word picks the cell that opens north
                    up = start + ((word >> u64(32)) * (cell - start + one) >> u64(32))
                    grid[up] |= one
                    grid[up - stride] |= u64(4)
                start = cell + one
            cell += one
        cell += u64(2)


@kernel
def _carve_rows(
    grid: Buffer,
    left: Buffer,
    right: Buffer,
    east_coins: Buffer,
    south_coins: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cols: int,
    rows: int,
) -> None:
    """Carve rows that are followed by another row; ``eller.py`` describes the links."""
    one, half = u64(1), u64(0xFFFF_FFFF)
    state = load_state(rng)
    last = cols - one
    stride = cols + u64(2)
    cell = stride + one
    for row in range(rows):
        if token[CANCEL] != 0:
            return
        token[DONE] = row * cols
        for col in range(cols):
            word, state = next_word(state)
            zone = u64(zones[cell & reach])
            east = u64(word & half < u64(east_coins[zone]))
            south = word >> u64(32) < u64(south_coins[zone])
            if east & u64(col < last) & u64(u64(right[col]) != col + one):
                join_east(grid, left, right, cell, col)
            if u64(right[col]) != col and not south:
                leave_set(left, right, col)
            else:
                grid[cell] |= u64(4)
                grid[cell + stride] |= one
            cell += one
        cell += u64(2)
