"""Recursive backtracker, and hunt and kill, by weight.

The walk draws each step by the weights of the cell it leaves. A hunt joins its cell to one of the
visited neighbours; each counts with the weight of the edge from the neighbour into the cell.
``recursive_backtracker.py`` and ``hunt_and_kill.py`` describe the algorithms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import UNVISITED, carve_step, free_sides
from mazegame.engine.generators.hunt_and_kill import carved_sides, hunt
from mazegame.engine.generators.true_prim import empty_queue, pop, push
from mazegame.engine.jit import MASK64, Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state
from mazegame.engine.weighted.draw import draw_entry, draw_exit, first_cell

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


def carve_backtracking(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    stack = np.empty(rules.cells, np.uint32)
    _backtrack(
        grid.buffer,
        stack,
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


def carve_hunting(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    if rules.mask is not None:
        _hunt_within(
            grid.buffer,
            *empty_queue(grid.flat.size),
            rules.table(),
            rules.zones,
            grid.steps,
            grid.sides,
            grid.rng,
            grid.progress,
            rules.zone_index_mask,
            rules.cells,
            grid.cols,
            grid.rows,
        )
        return
    _hunt(
        grid.buffer,
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


@kernel
def _backtrack(
    grid: Buffer,
    stack: Buffer,
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
    depth, done = u64(0), one
    grid[cell] = 0
    while True:
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            token[DONE] = done
            if depth == u64(0) or token[CANCEL] != 0:
                return
            depth -= one
            cell = u64(stack[depth])
            continue
        choice, state = draw_exit(table, zones, reach, cell, free, state)
        # Push always, keep it only if this cell has another free side: no branch.
        stack[depth] = cell
        depth += u64((free & (free - one)) != u64(0))
        cell = carve_step(grid, steps, sides, cell, choice)
        done += one


@kernel
def _hunt(
    grid: Buffer,
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
    left = cols * rows - one
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    below = stride + stride  # the index before the second row's first cell
    visited = cell  # the first visited cell
    second = (cell - below) & MASK64  # the first one below the top row; wraps if there is none
    unvisited = stride + one  # all cells before it are visited, once the first cell is
    grid[cell] = 0
    while True:
        free = free_sides(grid, cell, stride)
        while free != u64(0):
            choice, state = draw_exit(table, zones, reach, cell, free, state)
            cell = carve_step(grid, steps, sides, cell, choice)
            visited = min(visited, cell)
            second = min(second, (cell - below) & MASK64)
            left -= one
            free = free_sides(grid, cell, stride)
        token[DONE] = cols * rows - left
        if left == u64(0) or token[CANCEL] != 0:
            return
        cell, unvisited = hunt(grid, stride, visited, second, unvisited)
        inside = carved_sides(grid, cell, stride) >> u64(2)
        choice, state = draw_entry(table, zones, reach, cell, inside, state)
        grid[cell] = sides[choice]
        grid[cell + u64(steps[choice])] |= sides[u64(256) + choice]
        visited = min(visited, cell)
        second = min(second, (cell - below) & MASK64)
        left -= one


@kernel
def _hunt_within(
    grid: Buffer,
    queue: Buffer,
    levels: Buffer,
    table: Buffer,
    zones: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    reach: int,
    cells: int,
    cols: int,
    rows: int,
) -> None:
    """Walk and hunt inside a mask, where the first unvisited cell need not be beside the maze.

    The cells beside the maze are kept in a set (``true_prim.py``); a hunt takes the first of them,
    and the next one if a walk has visited it meanwhile.

    Memory. A quarter of a byte per cell.
    """
    one = u64(1)
    stride = cols + u64(2)
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = 0
    done = one
    while True:
        free = free_sides(grid, cell, stride)
        while free != u64(0):
            choice, state = draw_exit(table, zones, reach, cell, free, state)
            here = cell
            cell = carve_step(grid, steps, sides, here, choice)
            for beside in (here - stride, here + one, here + stride, here - one):
                if u64(grid[beside]) == u64(UNVISITED):
                    push(queue, levels, beside)
            done += one
            free = free_sides(grid, cell, stride)
        token[DONE] = done
        if done == cells or token[CANCEL] != 0:
            return
        while u64(grid[cell]) != u64(UNVISITED):
            cell = pop(queue, levels)
        inside = carved_sides(grid, cell, stride) >> u64(2)
        choice, state = draw_entry(table, zones, reach, cell, inside, state)
        grid[cell] = sides[choice]
        grid[cell + u64(steps[choice])] |= sides[u64(256) + choice]
        done += one
