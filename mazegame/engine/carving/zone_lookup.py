"""Zone classes: which cells of a walk through zones share a table of weights, and those tables.

An edge belongs to the north or west one of its two cells. It weighs what the zone of that cell
gives to its axis, both directions together. So a cell draws south and east by its own zone, north
by the zone of the cell to the north, and west by the zone of the cell to the west. These three
zones are its *zone class*; all cells of a class draw from one table. Both ends of an edge see the
same weight, so the walk is reversible: no step has to be rejected, and every cell is reached in a
time polynomial in the size. If cells drew by the weights of their own zone alone, zones that pull
in opposite directions could keep a walk from ever ending.

The walls of ``wilson:build=walls`` are edges between posts. A wall is where no passage is:
it weighs the reciprocal of that passage's weight, so that a tree of walls has the probability of
its dual tree of passages. A post is the south-east corner of a cell. The walls north and west of
the post cross the edges of that cell, the wall to the south crosses the east edge of the cell to
the south, and the wall to the east crosses the south edge of the cell to the east. The zones of
these three cells are the class of a post.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.draws import Draw, Tables, even_step, one_class, weighted_step
from mazegame.engine.carving.weights import MAX_ZONES, Weights, balance_axes, walk_table
from mazegame.engine.kernels.jit import Buffer, device, kernel, u64

_ONE_CLASS: Final = 0
"""All cells have the same zone class."""

_RARE_CHANGES: Final = 1
"""Neighbours mostly have the same zone class: the walk assumes so, and corrects itself if not."""

_FREQUENT_CHANGES: Final = 2
"""Zone classes change so often that predicting the next one is slower than loading it."""

_FREQUENT_SHARE: Final = 1 / 3
"""From this share of neighbours with different classes on, changes count as frequent. A step in a
checkerboard of 4x4 cells takes 5.4 ns instead of 7.0; in rings four cells wide it would take 5.7
instead of 4.9, and between two halves 5.4 instead of 1.3."""

_UNKNOWN: Final = 0xFFFF
"""Number of a zone class that has not occurred yet."""

_MAX_WEIGHT_SUM: Final = 1 << 14
"""Largest sum of the weights of a post's four walls."""


def cell_tables(task: CarvingTask, rules: CarvingRules) -> Tables:
    """Return what the cells of a maze draw by.

    Returns:
        ``ways``: uint8, the tables of all zone classes, see ``weights.walk_table``. ``kinds``:
        uint16, the zone class of each cell of the bordered grid, flat; a single 0 if all are of one
        class. ``same``: uint16, every class number at its own index, see ``zone_class_at``. How
        often neighbours differ: ``_ONE_CLASS``, ``_RARE_CHANGES`` or ``_FREQUENT_CHANGES``. The
        random bits of a draw.
    """
    weights = balance_axes(rules.weights)

    def sides(own: int, north: int, west: int) -> Weights:
        return weights[north][0], weights[own][1], weights[own][0], weights[west][1]

    kinds, zones, borders = _classify(task, rules, task.rows, task.cols, -1)
    return _tables(kinds, [sides(*one) for one in zones], borders)


def post_tables(task: CarvingTask, rules: CarvingRules) -> Tables:
    """Return what posts draw by: see ``cell_tables``. A post has the index of its own cell."""
    weights = balance_axes(rules.weights)

    def crossed(own: int, south: int, east: int) -> Weights:
        return weights[own][1], weights[east][0], weights[south][1], weights[own][0]

    kinds, zones, borders = _classify(task, rules, task.rows - 1, task.cols - 1, 1)
    return _tables(kinds, reciprocals([crossed(*one) for one in zones]), borders)


def reciprocals(kinds: Sequence[Weights]) -> list[Weights]:
    """Return the weights of the walls that cross passages of given weights, for each zone class.

    They are the reciprocals as integers, in exact proportion within each class, if their sums are
    then at most 2**14. Otherwise (many zones whose weights have few common divisors) they are a
    constant divided by each weight, rounded, the same for both ends of a wall. Its relative error
    is at most the weight over the smallest weight, over 8192.
    """
    exact = [_over(math.lcm(*sides), sides) for sides in kinds]
    if max(map(sum, exact)) <= _MAX_WEIGHT_SUM:
        return exact
    unit = _MAX_WEIGHT_SUM // 4 * min(map(min, kinds))
    return [_over(unit, sides) for sides in kinds]


def _over(unit: int, sides: Weights) -> Weights:
    north, east, south, west = ((2 * unit + weight) // (2 * weight) for weight in sides)
    return north, east, south, west


@device
def zone_class_at(weights: Tables, cell: int, kind: int) -> int:
    """Return the zone class of a cell, given that of the cell the walk comes from.

    If changes are rare, the walk assumes that the class stays the same and reads the new one behind
    a branch: the processor draws the next step before it has loaded the class. The lookup in
    ``same`` changes nothing; without it the compiler would see that both branches give the same
    value, and remove the branch.
    """
    _, kinds, same, borders, _ = weights
    if borders == u64(_ONE_CLASS):
        return kind
    here = u64(kinds[cell])
    if borders == u64(_FREQUENT_CHANGES):
        return here
    if here != kind:
        return u64(same[here])
    return kind


def _tables(kinds: NDArray[np.uint16], sides: Sequence[Weights], borders: int) -> Tables:
    ways, bits = walk_table(tuple(sides))
    return ways, kinds, np.arange(len(sides), dtype=np.uint16), borders, bits


def _classify(
    task: CarvingTask, rules: CarvingRules, rows: int, cols: int, step: int
) -> tuple[NDArray[np.uint16], Sequence[tuple[int, int, int]], int]:
    """Number the zone classes of some rows and columns of cells or posts.

    ``step`` is -1 for cells, whose class depends on the cells before them, 1 for posts.

    Returns:
        The class number of each cell; the three zones of each class (its own, then the one above or
        below, then the one beside); and how often neighbours differ.
    """
    if not rules.has_zones or not rows or not cols:
        return np.zeros(1, np.uint16), [(0, 0, 0)], _ONE_CLASS
    kinds = np.zeros(rules.zones.size, np.uint16)
    numbers = np.full(MAX_ZONES**3, _UNKNOWN, np.uint16)
    met, others = np.zeros(1, np.uint64), np.array([step * task.stride, step])
    classes = (kinds, numbers, met)
    count = _number_classes(classes, rules.zones, others, task.stride, rows, cols)
    found = np.argsort(numbers, kind="stable")[:count]
    zones = [(kind >> 8, kind >> 4 & 15, kind & 15) for kind in found.tolist()]
    dense = int(met[0]) > 2 * rows * cols * _FREQUENT_SHARE
    return kinds, zones, _FREQUENT_CHANGES if dense else _RARE_CHANGES


@kernel
def _number_classes(
    classes: Tables, zones: Buffer, others: Buffer, stride: int, rows: int, cols: int
) -> int:
    """Number zone classes in the order in which they occur, row by row, and return how many.

    ``zones`` (uint8) is the zone of each cell; ``others`` (int64 (2,)) has the offsets to the cells
    above or below and beside whose zones decide a class. Of the classes, these are written: uint16
    of the size of ``zones`` (0 at first), the class number of each cell; uint16 (4096,) (unknown at
    first), that of three zones; uint64 (1,), how often a class differs from that of the cell before
    or above.
    """
    kinds, numbers, met = classes
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


_STEPS: Final = (even_step, one_class), (weighted_step, zone_class_at)

WALK_ON_CELLS: Final = Draw(*_STEPS, cell_tables)
"""A step of a walk from cell to cell."""

WALK_ON_POSTS: Final = Draw(*_STEPS, post_tables)
"""A step of a walk from post to post."""
