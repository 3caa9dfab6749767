"""Growing tree by weight: the weights of the picked cell draw the next side.

The policy picks the cell, without weights. ``generators/growing_tree.py`` describes the algorithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import carve_step, free_sides
from mazegame.engine.generators.growing_tree import (
    DEFAULT_PICK,
    draw_policy,
    find_place,
    new_places,
    pick_index,
    policy_rules,
    remove_place,
)
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state
from mazegame.engine.weighted.draw import draw_exit, first_cell

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


def carve(
    grid: CarvingGrid, rules: CarvingRules, pick: str = DEFAULT_PICK, removal: str = "swap"
) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    cells = np.empty(rules.cells, np.uint32)
    policy = policy_rules(pick)
    table = rules.table()
    rest = (
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        rules.zone_index_mask,
        grid.cols,
        grid.rows,
    )
    if removal == "swap":
        _carve_swapping(grid.buffer, cells, policy, table, rules.zones, *rest)
        return
    present, counts = new_places(rules.cells)
    _carve_ordered(
        grid.buffer,
        cells,
        present,
        counts,
        policy,
        table,
        rules.zones,
        *rest,
    )


@kernel
def _carve_swapping(
    grid: Buffer,
    cells: Buffer,
    rules: Buffer,
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
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    while many > u64(0):
        span, bits, _, state = draw_policy(state, rules)
        index = many - one
        if span != one:
            index = pick_index(span, bits, many)
        cell = u64(cells[index])
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            many -= one
            cells[index] = cells[many]
            if many & u64(255) == u64(0):
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
            continue
        choice, state = draw_exit(table, zones, reach, cell, free, state)
        cell = carve_step(grid, steps, sides, cell, choice)
        cells[many] = cell
        many += one
        done += one


@kernel
def _carve_ordered(
    grid: Buffer,
    cells: Buffer,
    present: Buffer,
    counts: Buffer,
    rules: Buffer,
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
    """Carve with a list that keeps its order: see ``generators/growing_tree.py``."""
    one = u64(1)
    stride = cols + u64(2)
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    newest = u64(0)  # the place of the list's last cell
    while True:
        span, bits, _, state = draw_policy(state, rules)
        index = pick_index(span, bits, many)
        place = newest if index + one == many else find_place(present, counts, index)
        cell = u64(cells[place])
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            remove_place(present, counts, place)
            many -= one
            token[DONE] = done
            if many == u64(0) or token[CANCEL] != 0:
                return
            if place == newest:
                newest = find_place(present, counts, many - one)
            continue
        choice, state = draw_exit(table, zones, reach, cell, free, state)
        cell = carve_step(grid, steps, sides, cell, choice)
        newest = done
        cells[newest] = cell
        many += one
        done += one
