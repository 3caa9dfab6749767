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
"""The tables for draws by weight: arrays and integers."""

Part: TypeAlias = "Callable[..., Any]"
"""A function that is compiled into a kernel: it draws a side, or records an event."""

_INWARD: Final = 64 << 2
"""Offset in a draw table for edges that lead into a cell (``weights.draw_table``)."""

_MASK60: Final = (1 << 60) - 1


@dataclass(frozen=True, eq=False)
class Draw:
    """The functions with which a kernel draws."""

    even: tuple[Part, ...]
    """The parts of the kernel without weights: all sides are equally likely."""
    by_weight: tuple[Part, ...] = ()
    """The parts of the kernel with weights."""
    tables: Callable[[CarvingTask, CarvingRules], Tables] | None = None
    """``tables(task, rules)`` returns the kernel's ``weights``; None if it has no weights."""

    def with_parts(self, *parts: Part) -> Draw:
        """Return this draw with additional parts in both variants."""
        return Draw(self.even + parts, self.by_weight + parts, self.tables)


EVEN: Final = Draw(())
"""No function: the kernel itself draws among equally likely sides."""


@device
def first_cell(grid: Buffer, state: State, cols: int, rows: int) -> tuple[int, State]:
    """Draw an unvisited cell and return its index; there must be one."""
    cell = u64(0)  # the border
    while u64(grid[cell]) != u64(UNVISITED):
        cell, state = random_cell(state, cols, rows)
    return cell, state


@device
def start_cell(
    grid: Buffer, weights: Tables, state: State, cols: int, rows: int
) -> tuple[int, State]:
    """Draw the first cell of a walk: ``first_cell``, but without its loop if there is no mask.

    The loop costs the walk some registers, and 5 % of its time.
    """
    if len(weights) == 0:
        cell, state = random_cell(state, cols, rows)
    else:
        cell, state = first_cell(grid, state, cols, rows)
    return cell, state


@device
def even_exit(weights: Tables, cell: int, free: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some equally likely sides of a cell: see ``weighted_exit``.

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
    """Draw one of some sides of a cell by the weights of the edges out of it.

    ``weights`` come from ``exit_tables``. ``free`` is the mask of the sides to choose from, N=128,
    E=64, S=32 and W=16. Only the state of the dice is used. Returns an index into
    ``direction_tables``, and the dice.
    """
    bits, left, state = dice
    word, state = next_word(state)
    return side_by_word(weights, cell, free, word), (bits, left, state)


@device
def weighted_entry(weights: Tables, cell: int, inside: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some sides of a cell by the weights of the edges into it: ``weighted_exit``."""
    bits, left, state = dice
    word, state = next_word(state)
    return side_by_word(weights, cell, inside + u64(_INWARD), word), (bits, left, state)


@device
def zone_of(zones: Buffer, reach: int, cell: int) -> int:
    """Return the index at which the table of a cell's zone begins (``weights.draw_table``).

    It branches and does not mask the index: without zones no draw has to wait until the cell is
    known, which halves the time of a walk.
    """
    if reach == u64(0):
        return u64(0)
    return u64(zones[cell]) << u64(7)


@device
def side_by_word(weights: Tables, cell: int, free: int, word: int) -> int:
    """Return the side drawn by a random word, as in ``weighted_exit``."""
    table, zones, reach = weights
    slot = word & u64(3)
    entry = u64(table[zone_of(zones, reach, cell) + (free >> u64(2)) + slot])
    return u64(ANY_SIDE) + (slot if word >> u64(2) < entry >> u64(2) else entry & u64(3))


def exit_tables(_: CarvingTask, rules: CarvingRules) -> Tables:
    """Return the ``weights`` of ``weighted_exit`` and ``weighted_entry``: table, zones, reach."""
    return draw_table(rules.weights), rules.zones, rules.zone_index_mask


EXIT: Final = Draw((even_exit,), (weighted_exit,), exit_tables)
"""Draws a side by which to leave a cell, by the weights of the edges out of it."""

EXIT_AND_ENTRY: Final = Draw((even_exit, even_exit), (weighted_exit, weighted_entry), exit_tables)
"""``EXIT``, and a draw of the side by which to enter a cell, by the weights of edges into it."""


@device
def even_step(weights: Tables, kind: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of four equally likely sides: see ``weighted_step``. A word serves 32 steps."""
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        left = u64(32)
    return u64(ANY_SIDE) | word & u64(3), (word >> u64(2), left - u64(1), state)


@device
def weighted_step(weights: Tables, kind: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of the four sides by weight.

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
    """Return 0, the zone class of every cell if there are no zones."""
    return kind


def thresholds(first: int, other: int) -> Callable[[CarvingTask, CarvingRules], Tables]:
    """Return a function for ``Draw.tables`` of a coin between two sides, 0 to 3 for N, E, S and W.

    The tables are each zone's probability of the first side in units of 2**-32, uint64 (zones,);
    the zone of each cell; and the mask of its index (``CarvingRules.zone_index_mask``).
    """

    def tables(_: CarvingTask, rules: CarvingRules) -> Tables:
        coins = [(w[first] << 32) // (w[first] + w[other]) for w in rules.weights]
        return np.array(coins, np.uint64), rules.zones, rules.zone_index_mask

    return tables
