"""How a kernel chooses among sides, with weights and without.

A text is made with functions that draw. Without weights all sides are alike; with weights a draw
reads a table, in zones that of the cell's zone. Both take the same arguments, the first of them
``weights``: the tables, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from mazegame.engine.carving.carving_grid import ANY_SIDE, UNVISITED, random_cell
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.rng import Dice, State, next_word
from mazegame.engine.carving.weights import draw_table
from mazegame.engine.kernels.jit import Buffer, device, u64

Tables: TypeAlias = tuple[Any, ...]
"""What a draw by weight reads: arrays and integers."""

Part: TypeAlias = "Callable[..., Any]"
"""What a text is made with: a function that draws, or the one that emits."""

_INWARD: Final = 64 << 2
"""Added to some sides: the edges that lead into a cell (``weights.draw_table``)."""

_MASK60: Final = (1 << 60) - 1


@dataclass(frozen=True, eq=False)
class Draw:
    """What a text draws with."""

    even: tuple[Part, ...]
    """What the text is made with when all sides are alike."""
    by_weight: tuple[Part, ...] = ()
    """What it is made with when they have weights."""
    tables: Callable[[CarvingTask, CarvingRules], Tables] | None = None
    """``tables(task, rules)``: what the text is given as ``weights``; None if it takes none."""

    def with_parts(self, *parts: Part) -> Draw:
        """Return this draw for a text that is made with other parts as well."""
        return Draw(self.even + parts, self.by_weight + parts, self.tables)


EVEN: Final = Draw(())
"""All alike, drawn by the text itself."""


@device
def first_cell(grid: Buffer, state: State, cols: int, rows: int) -> tuple[int, State]:
    """Draw one of the unvisited cells, of which there must be one, and return its index."""
    cell = u64(0)  # the border
    while u64(grid[cell]) != u64(UNVISITED):
        cell, state = random_cell(state, cols, rows)
    return cell, state


@device
def start_cell(
    grid: Buffer, weights: Tables, state: State, cols: int, rows: int
) -> tuple[int, State]:
    """Draw the cell where a walk begins: ``first_cell`` without its loop where there is no mask.

    The loop costs the walk some registers, and 5 % of its time.
    """
    if len(weights) == 0:
        cell, state = random_cell(state, cols, rows)
    else:
        cell, state = first_cell(grid, state, cols, rows)
    return cell, state


@device
def even_exit(weights: Tables, cell: int, free: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some sides of a cell, all alike: see ``weighted_exit``.

    The draw is a digit in 0..11. A word of 60 bits serves eight digits: multiplied by 12, its top
    bits are the next digit. The bias of the eighth digit is 4e-10.
    """
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        word >>= u64(4)
        left = u64(8)
    word *= u64(12)
    return free + (word >> u64(60)), (word & u64(_MASK60), left - u64(1), state)


@device
def weighted_exit(weights: Tables, cell: int, free: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some sides of a cell, by the weights of the edges that lead out of it.

    ``weights`` come from ``exit_tables``. ``free`` are the sides to choose from, N=128, E=64, S=32
    and W=16. Of the dice only the state counts. The side is an index into ``direction_tables``.
    """
    bits, left, state = dice
    word, state = next_word(state)
    return side_by_word(weights, cell, free, word), (bits, left, state)


@device
def weighted_entry(weights: Tables, cell: int, inside: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some sides of a cell, by the weights of the edges into it: ``weighted_exit``."""
    bits, left, state = dice
    word, state = next_word(state)
    return side_by_word(weights, cell, inside + u64(_INWARD), word), (bits, left, state)


@device
def zone_of(zones: Buffer, reach: int, cell: int) -> int:
    """Return the index at which the table of a cell's zone begins (``weights.draw_table``).

    A branch instead of a masked index: without zones no draw waits for the cell to be known, which
    halves the time of a walk.
    """
    if reach == u64(0):
        return u64(0)
    return u64(zones[cell]) << u64(7)


@device
def side_by_word(weights: Tables, cell: int, free: int, word: int) -> int:
    """Return the side that a random word draws by weight: see ``weighted_exit``."""
    table, zones, reach = weights
    slot = word & u64(3)
    entry = u64(table[zone_of(zones, reach, cell) + (free >> u64(2)) + slot])
    return u64(ANY_SIDE) + (slot if word >> u64(2) < entry >> u64(2) else entry & u64(3))


def exit_tables(_: CarvingTask, rules: CarvingRules) -> Tables:
    """Return what ``weighted_exit`` and ``weighted_entry`` read: table, zones, reach."""
    return draw_table(rules.weights), rules.zones, rules.zone_index_mask


EXIT: Final = Draw((even_exit,), (weighted_exit,), exit_tables)
"""A side of the cell that is left, by the weights of the edges that lead out of it."""

EXIT_AND_ENTRY: Final = Draw((even_exit, even_exit), (weighted_exit, weighted_entry), exit_tables)
"""As ``EXIT``; then a side of a cell that is entered, by the weights of the edges into it."""


@device
def even_step(weights: Tables, kind: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of all four sides, all alike: see ``weighted_step``. A word serves 32 steps."""
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        left = u64(32)
    return u64(ANY_SIDE) | word & u64(3), (word >> u64(2), left - u64(1), state)


@device
def weighted_step(weights: Tables, kind: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of all four sides by weight.

    ``weights`` come from ``zone_lookup.cell_tables``; ``kind`` is the number of the cell's zone
    class. The side is an index into ``direction_tables``, or ``STAY``.
    """
    ways, _, _, _, bits = weights
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        left = u64(64) // bits
    way = u64(ways[kind << bits | word & (u64(1) << bits) - u64(1)])
    return way, (word >> bits, left - u64(1), state)


@device
def one_class(weights: Tables, cell: int, kind: int) -> int:
    """Return the zone class of a cell where there are no zones."""
    return kind


def thresholds(first: int, other: int) -> Callable[[CarvingTask, CarvingRules], Tables]:
    """Return what lays out the tables of a coin between two sides, 0 to 3 for N, E, S and W.

    They are each zone's probability of the first side in units of 2**-32, uint64 (zones,); the zone
    of each cell; and the mask of its index (``CarvingRules.zone_index_mask``).
    """

    def tables(_: CarvingTask, rules: CarvingRules) -> Tables:
        coins = [(w[first] << 32) // (w[first] + w[other]) for w in rules.weights]
        return np.array(coins, np.uint64), rules.zones, rules.zone_index_mask

    return tables
