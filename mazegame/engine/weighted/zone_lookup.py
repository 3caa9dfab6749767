"""Kinds: which cells of a walk through zones draw alike, and the table that each kind draws by.

A link belongs to the northern or the western of its two cells, and weighs what the zone of that
cell gives to its axis, both directions together. So a cell draws south and east by its own zone,
north by that of the cell to the north, and west by that of the cell to the west: these three zones
are its *kind*, and all cells of a kind draw by one table. Both ends of a link see the same weight,
so a walk is as likely backwards as forwards, and no step is ever refused for that.

The walls of ``wilson:build=walls`` are links between posts. A wall stands where a passage is not,
so it weighs the reciprocal of what that passage weighs. A post is the south-eastern corner of a
cell. The walls north and west of the post stand across the links of that very cell, the one to the
south across the eastern link of the cell to the south, and the one to the east across the southern
link of the cell to the east: the zones of these three are the kind of a post.

What lives here: the kinds of one maze, and their tables. What does not: how a table is made of
weights (``engine/weights.py``), and the walks (``walks.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.weights import MAX_ZONES, balance_axes, walk_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules
    from mazegame.engine.weights import Weights

_ALONE: Final = 0
"""All cells are of one kind."""

_RARE: Final = 1
"""Neighbours are mostly of one kind: a walk goes on as if they were, and looks whether it errs."""

_DENSE: Final = 2
"""So many are not that erring takes longer than waiting for the kind to be read."""

_DENSE_SHARE: Final = 1 / 3
"""From this share of neighbours of different kinds on. Through zones that are a checkerboard of
4x4 cells a step takes 5.4 ns instead of 7.0; through rings four cells wide it is 5.7 against 4.9,
and between two halves 5.4 against 1.3."""

_UNKNOWN: Final = 0xFFFF

_FINEST: Final = 1 << 14
"""The weights of the four walls of a post are at most so much together."""


@dataclass(frozen=True, eq=False)
class ZoneLookup:
    """How the cells, or the posts, of one maze draw a side."""

    ways: NDArray[np.uint8]
    """The tables of all kinds, for ``draw.draw_step``: see ``weights.walk_table``."""
    bits: int
    """How many random bits a draw takes."""
    kinds: NDArray[np.uint16]
    """The number of each cell's kind, over the bordered grid, flat; one 0 if all are of one."""
    same: NDArray[np.uint16]
    """Every number at its own place: see ``zone_class_at``."""
    borders: int
    """How often kinds meet: ``_ALONE``, ``_RARE`` or ``_DENSE``."""


def cell_lookup(grid: CarvingGrid, rules: CarvingRules) -> ZoneLookup:
    """Lay out how the cells of a maze draw."""
    weights = balance_axes(rules.weights)

    def sides(own: int, north: int, west: int) -> Weights:
        return weights[north][0], weights[own][1], weights[own][0], weights[west][1]

    kinds, zones, borders = _kinds(grid, rules, grid.rows, grid.cols, -1)
    return _draws(kinds, [sides(*one) for one in zones], borders)


def post_lookup(grid: CarvingGrid, rules: CarvingRules) -> ZoneLookup:
    """Lay out how the posts of a maze draw, each at the place of the cell to its north-west."""
    weights = balance_axes(rules.weights)

    def crossed(own: int, south: int, east: int) -> Weights:
        return weights[own][1], weights[east][0], weights[south][1], weights[own][0]

    kinds, zones, borders = _kinds(grid, rules, grid.rows - 1, grid.cols - 1, 1)
    return _draws(kinds, reciprocals([crossed(*one) for one in zones]), borders)


def reciprocals(kinds: Sequence[Weights]) -> list[Weights]:
    """Turn the weights of passages into those of the walls that stand across them.

    Args:
        kinds: Of the four sides, for each kind of post.

    Returns:
        The reciprocals in whole numbers, in exact proportion for each kind, if their sums are then
        at most 2**14. If not, as with weights of many zones that have few divisors in common, each
        is a certain number over the weight, rounded, and the same for both ends of a wall: off by
        the ratio of the weight to the smallest in 8192 at the most.
    """
    exact = [_over(math.lcm(*sides), sides) for sides in kinds]
    if max(map(sum, exact)) <= _FINEST:
        return exact
    unit = _FINEST // 4 * min(map(min, kinds))
    return [_over(unit, sides) for sides in kinds]


def _over(unit: int, sides: Weights) -> Weights:
    """Return a number over each weight, rounded."""
    north, east, south, west = ((2 * unit + weight) // (2 * weight) for weight in sides)
    return north, east, south, west


@device
def zone_class_at(kinds: Buffer, same: Buffer, borders: int, cell: int, kind: int) -> int:
    """Return the kind of a cell, known the one that the walk comes from.

    Where kinds seldom meet, that one is taken to go on and the cell's is read behind a branch: the
    processor draws on before it has read it. The look-up in ``same`` changes nothing, but without
    it the compiler sees that the branch does neither and leaves it out.

    Args:
        kinds: See ``ZoneLookup``; here and below.
        same: The same.
        borders: The same.
        cell: The cell, one inside.
        kind: The kind of the cell that the walk leaves.
    """
    if borders == u64(_ALONE):
        return kind
    here = u64(kinds[cell])
    if borders == u64(_DENSE):
        return here
    if here != kind:
        return u64(same[here])
    return kind


def _draws(kinds: NDArray[np.uint16], sides: Sequence[Weights], borders: int) -> ZoneLookup:
    ways, bits = walk_table(tuple(sides))
    return ZoneLookup(ways, bits, kinds, np.arange(len(sides), dtype=np.uint16), borders)


def _kinds(
    grid: CarvingGrid, rules: CarvingRules, rows: int, cols: int, step: int
) -> tuple[NDArray[np.uint16], Sequence[tuple[int, int, int]], int]:
    """Number the kinds.

    Args:
        grid: The grid.
        rules: Its rules.
        rows: How many rows of cells, or posts, there are.
        cols: How many there are in a row.
        step: -1 for cells, whose kind is that of the zones before them, 1 for posts.

    Returns:
        The number of each cell's kind; the three zones of each kind, its own first, then the one
        above or below it, then the one beside it; and how often kinds meet.
    """
    if not rules.zoned or not rows or not cols:
        return np.zeros(1, np.uint16), [(0, 0, 0)], _ALONE
    kinds = np.zeros(rules.zones.size, np.uint16)
    numbers = np.full(MAX_ZONES**3, _UNKNOWN, np.uint16)
    others = np.array([step * grid.stride, step])
    met = np.zeros(1, np.uint64)
    many = _number_kinds(rules.zones, kinds, numbers, others, met, grid.stride, rows, cols)
    found = np.argsort(numbers, kind="stable")[:many]
    zones = [(kind >> 8, kind >> 4 & 15, kind & 15) for kind in found.tolist()]
    dense = int(met[0]) > 2 * rows * cols * _DENSE_SHARE
    return kinds, zones, _DENSE if dense else _RARE


@kernel
def _number_kinds(
    zones: Buffer,
    kinds: Buffer,
    numbers: Buffer,
    others: Buffer,
    met: Buffer,
    stride: int,
    rows: int,
    cols: int,
) -> int:
    """Number kinds in the order in which they occur, row by row.

    Args:
        zones: uint8, the zone of each cell.
        kinds: uint16 of the same size, 0; written: the number of each kind.
        numbers: uint16 (4096,), unknown; written: the number of the kind of three zones.
        others: int64 (2,): from a cell to the two others whose zones decide its kind, above or
            below it and beside it.
        met: uint64 (1,), 0; written: how many cells are of another kind than the one before them,
            or above them, both counted.
        stride: From a cell to the one below it.
        rows: How many rows there are.
        cols: How many cells there are in a row.

    Returns:
        How many kinds there are.
    """
    one, many, meetings = u64(1), u64(0), u64(0)
    upright, level = u64(others[0]), u64(others[1])
    cell = stride + one
    for _row in range(rows):
        for _col in range(cols):
            kind = (
                u64(zones[cell]) << u64(8)
                | u64(zones[cell + upright]) << u64(4)
                | u64(zones[cell + level])
            )
            number = u64(numbers[kind])
            if number == u64(_UNKNOWN):
                number = many
                numbers[kind] = number
                many += one
            kinds[cell] = number
            meetings += one if number != u64(kinds[cell - one]) else u64(0)
            meetings += one if number != u64(kinds[cell - stride]) else u64(0)
            cell += one
        cell += stride - cols
    met[0] = meetings
    return many
