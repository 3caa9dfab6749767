"""Draws of a side by weight, shared by the weighted kernels.

What lives here: the draws. What does not: their tables (``weights.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.carving_grid import ANY_SIDE, UNVISITED, random_cell
from mazegame.engine.jit import Buffer, device, u64
from mazegame.engine.rng import next_word

if TYPE_CHECKING:
    from mazegame.engine.rng import Dice, State

_INWARD: Final = 64
"""Offset in a zone's table of the weights of edges that lead into a cell."""


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
def draw_exit(
    table: Buffer, zones: Buffer, reach: int, cell: int, free: int, state: State
) -> tuple[int, State]:
    """Draw one of some sides of a cell, by the weights of the edges that lead out of it.

    Args:
        table: uint64, from ``weights.draw_table``.
        zones: uint8, the zone of each cell.
        reach: See ``CarvingRules.zone_index_mask``.
        cell: The cell.
        free: The sides to choose from, N=128, E=64, S=32 and W=16.
        state: The random stream.

    Returns:
        The index of the side in ``direction_tables``, and the next state.
    """
    side, state = _draw_side(table, zone_of(zones, reach, cell) + (free >> u64(2)), state)
    return u64(ANY_SIDE) + side, state


@device
def draw_entry(
    table: Buffer, zones: Buffer, reach: int, cell: int, inside: int, state: State
) -> tuple[int, State]:
    """Draw one of some sides of a cell, by the weights of the edges that lead into it.

    See ``draw_exit``; here the sides are N=32, E=16, S=8 and W=4, which saves a shift.
    """
    place = zone_of(zones, reach, cell) + u64(_INWARD) + inside
    side, state = _draw_side(table, place, state)
    return u64(ANY_SIDE) + side, state


@device
def _draw_side(table: Buffer, place: int, state: State) -> tuple[int, State]:
    """Draw a side by weight.

    Args:
        table: uint64, from ``weights.draw_table``.
        place: Index of the first of the four slots for the sides to choose from.
        state: The random stream.

    Returns:
        The side, 0 to 3 for N, E, S and W, and the next state.
    """
    word, state = next_word(state)
    slot = word & u64(3)
    entry = u64(table[place + slot])
    return slot if word >> u64(2) < entry >> u64(2) else entry & u64(3), state


@device
def first_cell(grid: Buffer, state: State, cols: int, rows: int) -> tuple[int, State]:
    """Draw an unvisited cell uniformly, and return its index with the next state."""
    cell, state = random_cell(state, cols, rows)
    while u64(grid[cell]) != u64(UNVISITED):
        cell, state = random_cell(state, cols, rows)
    return cell, state


@device
def draw_step(ways: Buffer, zone: int, bits: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of all four sides by weight: 0 to 3 for N, E, S and W, or 4 for staying.

    Args:
        ways: uint8, from ``weights.walk_table``.
        zone: Number of the cell's zone class.
        bits: Random bits per draw.
        dice: A random word, the number of draws left in it, and the random stream.

    Returns:
        The side, and the next dice.
    """
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        left = u64(64) // bits
    way = u64(ways[zone << bits | word & (u64(1) << bits) - u64(1)])
    return way, (word >> bits, left - u64(1), state)
