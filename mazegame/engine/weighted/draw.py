"""Drawing a side by weight: what the weighted kernels share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.carving_grid import ANY_SIDE, UNVISITED, random_cell
from mazegame.engine.jit import Buffer, device, u64
from mazegame.engine.rng import next_word

if TYPE_CHECKING:
    from mazegame.engine.rng import Dice, State

_INWARD: Final = 64
"""How much further on the links are that lead into a cell."""


@device
def zone_of(zones: Buffer, reach: int, cell: int) -> int:
    """Return where the table of a cell's zone begins (``weights.draw_table``).

    A branch, though a cut index would do: without zones no draw waits for the cell to be known,
    which halves the time of a walk.
    """
    if reach == u64(0):
        return u64(0)
    return u64(zones[cell]) << u64(7)


@device
def draw_exit(
    table: Buffer, zones: Buffer, reach: int, cell: int, free: int, state: State
) -> tuple[int, State]:
    """Draw one of some sides of a cell, by the weights of the links that lead out of it.

    Args:
        table: uint64, from ``weights.draw_table``; here and below.
        zones: uint8, the zone of each cell.
        reach: See ``CarvingRules.reach``.
        cell: The cell.
        free: The sides, N=128, E=64, S=32 and W=16.
        state: The random stream.

    Returns:
        Where the side stands in ``direction_tables``, and the next state.
    """
    side, state = _draw_side(table, zone_of(zones, reach, cell) + (free >> u64(2)), state)
    return u64(ANY_SIDE) + side, state


@device
def draw_entry(
    table: Buffer, zones: Buffer, reach: int, cell: int, inside: int, state: State
) -> tuple[int, State]:
    """Draw as ``draw_exit`` does, by the weights of the links that lead into the cell.

    Here the sides are N=32, E=16, S=8 and W=4: where they lie already, a shift counts.
    """
    place = zone_of(zones, reach, cell) + u64(_INWARD) + inside
    side, state = _draw_side(table, place, state)
    return u64(ANY_SIDE) + side, state


@device
def _draw_side(table: Buffer, place: int, state: State) -> tuple[int, State]:
    """Draw a side by weight: 0 to 3 for N, E, S and W.

    Args:
        table: uint64, from ``weights.draw_table``.
        place: Where the four slots of the sides in question begin.
        state: The random stream.

    Returns:
        The side, and the next state.
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
        zone: The number of the cell's zone.
        bits: How many random bits a throw takes.
        dice: A word, how many throws are left of it, and the random stream.

    Returns:
        The side, and the dice.
    """
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        left = u64(64) // bits
    way = u64(ways[zone << bits | word & (u64(1) << bits) - u64(1)])
    return way, (word >> bits, left - u64(1), state)
