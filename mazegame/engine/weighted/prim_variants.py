"""Modified and simple Prim by weight.

Modified Prim draws its frontier cell uniformly, as without weights, and joins it by weight: each
neighbour in the maze counts with the weight of the edge from there into the cell. Simple Prim draws
from all edges that lead out of the maze, each with its weight over the sum of all. ``prim.py`` and
``simple_prim.py`` describe the algorithms.

Memory. As without weights. Simple Prim keeps one list of edges per different weight; the lists
reserve address space for every edge, but use only what they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.generators.prim import IN_MAZE, list_frontier
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word, pick_below
from mazegame.engine.weighted.draw import draw_entry, first_cell, zone_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


_ZONE_CELLS: Final = 1 << 16
"""Cells whose zones are counted at a time: counting takes eight bytes per cell."""


def carve_modified(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    # Four more: ``list_frontier`` writes up to four cells before it counts them.
    frontier = np.empty(rules.cells + 4, np.uint32)
    _grow_by_cells(
        grid.buffer,
        frontier,
        rules.table(),
        rules.zones,
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows,
    )


def carve_simple(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    classes, weights, begins, room = _classes(rules)
    _grow_by_edges(
        grid.buffer,
        np.empty(room, np.uint32),
        classes,
        weights,
        begins,
        np.zeros(len(weights), np.uint64),
        rules.zones,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        rules.cells,
        grid.cols,
        grid.rows,
    )


def _classes(
    rules: CarvingRules,
) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.uint64], int]:
    """Return the classes of edges by weight.

    Returns:
        ``classes``: uint8 (128 * zones,), at 128 * zone + side the class of that edge.
        ``weights``: uint64, the different weights.
        ``begins``: uint64, the begin of each class's list.
        The length of all lists together.
    """
    different = sorted({weight for zone in rules.weights for weight in zone}, reverse=True)
    classes = np.zeros(128 * len(rules.weights), np.uint8)
    room = [4] * len(different)  # four edges are written before they are counted
    zone_cells = _count_zone_cells(rules)
    for zone, weights in enumerate(rules.weights):
        for side, weight in enumerate(weights):
            which = different.index(weight)
            classes[128 * zone + side] = which
            room[which] += zone_cells[zone] if rules.zone_index_mask else rules.cells
    begins = np.cumsum([0, *room])
    return classes, np.array(different, np.uint64), begins[:-1].astype(np.uint64), int(begins[-1])


def _count_zone_cells(rules: CarvingRules) -> list[int]:
    """Return the number of cells of each zone; a border cell has the zone of the cell beside it."""
    counts = np.zeros(rules.zone_count, np.int64)
    for begin in range(0, rules.zones.size, _ZONE_CELLS):
        part = rules.zones[begin : begin + _ZONE_CELLS]
        counts += np.bincount(part, minlength=rules.zone_count)
    return [int(count) for count in counts]


@kernel
def _grow_by_cells(
    grid: Buffer,
    frontier: Buffer,
    table: Buffer,
    zones: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cols: int,
    rows: int,
) -> None:
    one = u64(1)
    stride = cols + u64(2)
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = IN_MAZE
    many = list_frontier(grid, frontier, u64(0), cell, stride)
    done = one
    while many > u64(0):
        pick, state = pick_below(state, many)
        cell = u64(frontier[pick])
        many -= one
        frontier[pick] = frontier[many]
        inside = (
            u64(grid[cell - stride]) << one & u64(32)
            | u64(grid[cell + one]) & u64(16)
            | u64(grid[cell + stride]) >> one & u64(8)
            | u64(grid[cell - one]) >> u64(2) & u64(4)
        )
        choice, state = draw_entry(table, zones, reach, cell, inside, state)
        grid[cell] = u64(IN_MAZE) | u64(sides[choice])
        grid[cell + u64(steps[choice])] |= sides[u64(256) + choice]
        many = list_frontier(grid, frontier, many, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            token[DONE] = done
            if token[CANCEL] != 0:
                return
    for i in range(len(grid)):
        grid[i] &= 15


@kernel
def _grow_by_edges(
    grid: Buffer,
    links: Buffer,
    classes: Buffer,
    weights: Buffer,
    begins: Buffer,
    many: Buffer,
    zones: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cells: int,
    cols: int,
    rows: int,
) -> None:
    """Draw edges by weight: first a class of equal weights, then an edge of that class.

    Args:
        grid: uint8, the bordered grid; changed in place.
        links: uint32, the lists of edges on the frontier, one after the other; written.
        classes: See ``_classes``.
        weights: uint64, the different weights, the largest first: most draws end there.
        begins: uint64, the begin of each list.
        many: uint64 of 0: the length of each list; changed in place.
        zones: uint8, the zone of each cell.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        reach: See ``CarvingRules.zone_index_mask``.
        cells: Number of cells inside the mask.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, unvisited = u64(1), u64(UNVISITED)
    stride = cols + u64(2)
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = 0
    kinds = zone_of(zones, reach, cell)
    total = _list_edges(grid, links, classes, weights, begins, many, kinds, cell, stride)
    done = one
    while done < cells:
        word, state = next_word(state)
        draw = word % total if total >> u64(32) else (word >> u64(32)) * total >> u64(32)
        which = u64(0)
        heavy = u64(weights[0]) * u64(many[0])
        while draw >= heavy:
            draw -= heavy
            which += one
            heavy = u64(weights[which]) * u64(many[which])
        total -= u64(weights[which])
        pick = u64(begins[which]) + draw // u64(weights[which])
        last = u64(many[which]) - one
        many[which] = last
        edge = u64(links[pick])
        links[pick] = links[u64(begins[which]) + last]
        first, south = edge >> one, edge & one
        second = first + (stride if south else one)
        here, there = u64(grid[first]), u64(grid[second])
        if (here ^ there) < unvisited:
            continue  # both cells are in the maze by now
        grid[first] = here & u64(15) | u64(2) << south
        grid[second] = there & u64(15) | u64(8) >> south * u64(3)
        cell = first if here >= unvisited else second
        kinds = zone_of(zones, reach, cell)
        total += _list_edges(grid, links, classes, weights, begins, many, kinds, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            token[DONE] = done
            if token[CANCEL] != 0:
                return


@device
def _list_edges(
    grid: Buffer,
    links: Buffer,
    classes: Buffer,
    weights: Buffer,
    begins: Buffer,
    many: Buffer,
    kinds: int,
    cell: int,
    stride: int,
) -> int:
    """Append a cell's edges to unvisited cells, and return the sum of their weights.

    An edge is coded as in ``edge_order.py``.
    """
    one, top = u64(1), u64(7)
    more = u64(0)
    side = kinds
    for there, edge in (
        (cell - stride, cell - stride << one | one),
        (cell + one, cell << one),
        (cell + stride, cell << one | one),
        (cell - one, cell - one << one),
    ):
        which = u64(classes[side])
        new = u64(grid[there]) >> top
        links[u64(begins[which]) + u64(many[which])] = edge
        many[which] += new
        more += u64(weights[which]) * new
        side += one
    return more
