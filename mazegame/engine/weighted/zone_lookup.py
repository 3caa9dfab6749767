"""Zone classes: which cells of a walk through zones share a table of weights, and those tables.

An edge belongs to the north or west one of its two cells. It weighs what the zone of that cell
gives to its axis, both directions together. So a cell draws south and east by its own zone, north
by the zone of the cell to the north, and west by the zone of the cell to the west. These three
zones are its *zone class*; all cells of a class draw from one table. Both ends of an edge see the
same weight, so the walk is reversible, and no step has to be rejected.

The walls of ``wilson:build=walls`` are edges between posts. A wall stands where a passage is not,
so it weighs the reciprocal of that passage's weight. A post is the south-east corner of a cell. The
walls north and west of the post cross the edges of that cell, the wall to the south crosses the
east edge of the cell to the south, and the wall to the east crosses the south edge of the cell to
the east. The zones of these three cells are the class of a post.

What lives here: the zone classes of one maze, and their tables. What does not: how weights become a
table (``weights.py``), and the walks (``walks.py``).
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

_ONE_CLASS: Final = 0
"""All cells have the same zone class."""

_RARE_CHANGES: Final = 1
"""Neighbours mostly have the same zone class: the walk assumes so, and corrects itself if not."""

_FREQUENT_CHANGES: Final = 2
"""Zone classes change so often that predicting the next one is slower than loading it."""

_FREQUENT_SHARE: Final = 1 / 3
"""Share of neighbours with different classes from which changes count as frequent. A step through a
checkerboard of 4x4 cells takes 5.4 ns instead of 7.0; through rings four cells wide it would take
5.7 instead of 4.9, and between two halves 5.4 instead of 1.3."""

_UNKNOWN: Final = 0xFFFF
"""Number of a zone class that has not occurred yet."""

_MAX_WEIGHT_SUM: Final = 1 << 14
"""Largest sum of the weights of a post's four walls."""


@dataclass(frozen=True, eq=False)
class ZoneLookup:
    """Tables by which the cells, or the posts, of one maze draw a side."""

    ways: NDArray[np.uint8]
    """The tables of all zone classes, for ``draw.draw_step``: see ``weights.walk_table``."""
    bits: int
    """Random bits per draw."""
    kinds: NDArray[np.uint16]
    """Zone class of each cell of the bordered grid, flat; a single 0 if all are of one class."""
    same: NDArray[np.uint16]
    """Every class number at its own index: see ``zone_class_at``."""
    borders: int
    """How often neighbours differ: ``_ONE_CLASS``, ``_RARE_CHANGES`` or ``_FREQUENT_CHANGES``."""


def cell_lookup(grid: CarvingGrid, rules: CarvingRules) -> ZoneLookup:
    """Return the tables by which the cells of a maze draw."""
    weights = balance_axes(rules.weights)

    def sides(own: int, north: int, west: int) -> Weights:
        return weights[north][0], weights[own][1], weights[own][0], weights[west][1]

    kinds, zones, borders = _classify(grid, rules, grid.rows, grid.cols, -1)
    return _lookup(kinds, [sides(*one) for one in zones], borders)


def post_lookup(grid: CarvingGrid, rules: CarvingRules) -> ZoneLookup:
    """Return the tables by which posts draw; a post's index is that of its north-west cell."""
    weights = balance_axes(rules.weights)

    def crossed(own: int, south: int, east: int) -> Weights:
        return weights[own][1], weights[east][0], weights[south][1], weights[own][0]

    kinds, zones, borders = _classify(grid, rules, grid.rows - 1, grid.cols - 1, 1)
    return _lookup(kinds, reciprocals([crossed(*one) for one in zones]), borders)


def reciprocals(kinds: Sequence[Weights]) -> list[Weights]:
    """Return the weights of the walls that cross passages of given weights.

    Args:
        kinds: The weights of the passages on the four sides, for each zone class of posts.

    Returns:
        The reciprocals as integers, in exact proportion within each class, if their sums are then
        at most 2**14. Otherwise (many zones whose weights have few common divisors) a constant
        divided by each weight, rounded, the same for both ends of a wall. Its relative error is at
        most the weight over the smallest weight, over 8192.
    """
    exact = [_over(math.lcm(*sides), sides) for sides in kinds]
    if max(map(sum, exact)) <= _MAX_WEIGHT_SUM:
        return exact
    unit = _MAX_WEIGHT_SUM // 4 * min(map(min, kinds))
    return [_over(unit, sides) for sides in kinds]


def _over(unit: int, sides: Weights) -> Weights:
    """Return a number divided by each weight, rounded."""
    north, east, south, west = ((2 * unit + weight) // (2 * weight) for weight in sides)
    return north, east, south, west


@device
def zone_class_at(kinds: Buffer, same: Buffer, borders: int, cell: int, kind: int) -> int:
    """Return the zone class of a cell, given that of the cell the walk comes from.

    If changes are rare, the walk assumes that the class stays the same and reads the new one behind
    a branch: the processor draws the next step before it has loaded the class. The lookup in
    ``same`` changes nothing; without it the compiler would see that both branches give the same
    value, and remove the branch.

    Args:
        kinds: See ``ZoneLookup``.
        same: See ``ZoneLookup``.
        borders: See ``ZoneLookup``.
        cell: The cell; not on the border.
        kind: The zone class of the cell that the walk leaves.
    """
    if borders == u64(_ONE_CLASS):
        return kind
    here = u64(kinds[cell])
    if borders == u64(_FREQUENT_CHANGES):
        return here
    if here != kind:
        return u64(same[here])
    return kind


def _lookup(kinds: NDArray[np.uint16], sides: Sequence[Weights], borders: int) -> ZoneLookup:
    ways, bits = walk_table(tuple(sides))
    return ZoneLookup(ways, bits, kinds, np.arange(len(sides), dtype=np.uint16), borders)


def _classify(
    grid: CarvingGrid, rules: CarvingRules, rows: int, cols: int, step: int
) -> tuple[NDArray[np.uint16], Sequence[tuple[int, int, int]], int]:
    """Number the zone classes.

    Args:
        grid: The carving grid.
        rules: Its rules.
        rows: Number of rows of cells or posts.
        cols: Number of cells or posts per row.
        step: -1 for cells, whose class depends on the cells before them, 1 for posts.

    Returns:
        The class number of each cell; the three zones of each class (its own, then the one above or
        below, then the one beside); and how often neighbours differ.
    """
    if not rules.has_zones or not rows or not cols:
        return np.zeros(1, np.uint16), [(0, 0, 0)], _ONE_CLASS
    kinds = np.zeros(rules.zones.size, np.uint16)
    numbers = np.full(MAX_ZONES**3, _UNKNOWN, np.uint16)
    others = np.array([step * grid.stride, step])
    met = np.zeros(1, np.uint64)
    count = _number_classes(rules.zones, kinds, numbers, others, met, grid.stride, rows, cols)
    found = np.argsort(numbers, kind="stable")[:count]
    zones = [(kind >> 8, kind >> 4 & 15, kind & 15) for kind in found.tolist()]
    dense = int(met[0]) > 2 * rows * cols * _FREQUENT_SHARE
    return kinds, zones, _FREQUENT_CHANGES if dense else _RARE_CHANGES


@kernel
def _number_classes(
    zones: Buffer,
    kinds: Buffer,
    numbers: Buffer,
    others: Buffer,
    met: Buffer,
    stride: int,
    rows: int,
    cols: int,
) -> int:
    """Number zone classes in the order in which they occur, row by row.

    Args:
        zones: uint8, the zone of each cell.
        kinds: uint16 of the same size, 0; written: the class number of each cell.
        numbers: uint16 (4096,), unknown; written: the class number of three zones.
        others: int64 (2,): offsets from a cell to the two other cells whose zones decide its class,
            above or below it and beside it.
        met: uint64 (1,), 0; written: the number of cells whose class differs from that of the cell
            before plus the number of those whose class differs from that of the cell above.
        stride: Distance from a cell to the one below it.
        rows: Number of rows.
        cols: Number of cells per row.

    Returns:
        The number of classes.
    """
    one, many, meetings = u64(1), u64(0), u64(0)
    vertical, horizontal = u64(others[0]), u64(others[1])
    cell = stride + one
    for _row in range(rows):
        for _col in range(cols):
            kind = (
                u64(zones[cell]) << u64(8)
                | u64(zones[cell + vertical]) << u64(4)
                | u64(zones[cell + horizontal])
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
