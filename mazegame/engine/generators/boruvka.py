"""Borůvka's rounds: Kruskal's maze, found in the order of memory.

Kruskal's order of walls leads all over the grid, and where the grid does not fit into the cache the
waiting for memory takes most of the time. The same maze can be found in another order: every tree,
at first every cell, opens the cheapest of all walls around it, and all trees do so at once; after
each such round there is about a quarter as many. Each of these walls is in the minimum spanning
tree, which is one and the same for whoever looks for it. No round jumps about: the grid is swept
from top to bottom, and trees lie together.

What lives here: that search, for large grids. What does not: the weights (``edge_order.py``) and
Kruskal's own way (``kruskal.py``).

Between Kruskal's way and this one, there is a third less time at 1024x1024 and two thirds less at
4096x4096.

Memory. Four bytes a cell for the number of its tree, three for the walls between trees after two
rounds, and for each of the trees after one round (2 for 7 cells) twelve.

Source. Otakar Borůvka, "O jistém problému minimálním" (1926).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.generators.edge_order import LOW, east_key, edge_key, south_key
from mazegame.engine.jit import MASK64, Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import word_at

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid

_SWEEP_CELLS: Final = 1 << 18
"""In the second round the walls are listed for so many cells at a time: they stay in the cache."""


def open_cheapest_walls(grid: CarvingGrid) -> None:
    """Carve the minimum spanning tree of a grid's weights, in place."""
    cols, rows, stride, token = grid.cols, grid.rows, grid.stride, grid.progress
    trees = np.empty(grid.flat.size, np.uint32)
    edges = np.empty(2 * cols * rows + 2, np.uint32)
    # The keys of a row's eastern edges; those of its southern ones and of the row above; the
    # cheapest key of each cell in both rows. Nothing is cheaper than no edge, which is MASK64.
    east = np.full(stride, MASK64, np.uint64)
    south = np.full(2 * stride, MASK64, np.uint64)
    least = np.zeros(2 * stride, np.uint64)
    many = _first_round(grid.buffer, trees, edges, east, south, least, grid.rng, token, cols, rows)
    left = _number_trees(trees, edges, token, many, cols, rows)
    groups = np.arange(left, dtype=np.uint32)
    cheapest = np.full(left, MASK64, np.uint64)
    band = max(_SWEEP_CELLS // cols, 1)
    for row in range(0, rows, band):
        if token[CANCEL]:
            return
        count = min(band, rows - row)
        many = _list_edges(trees, groups, edges, cols, rows, row, count)
        _find_cheapest(trees, groups, edges, cheapest, grid.rng, token, many, stride)
    left = _join_groups(grid.buffer, trees, groups, cheapest, token, left, stride)
    many = _list_edges(trees, groups, edges, cols, rows, 0, rows) if left > 1 else 0
    while left > 1 and not token[CANCEL]:
        token[DONE] = cols * rows - (cols * rows - int(token[DONE])) // 2
        many = _find_cheapest(trees, groups, edges, cheapest, grid.rng, token, many, stride)
        left = _join_groups(grid.buffer, trees, groups, cheapest, token, left, stride)


@kernel
def _first_round(
    grid: Buffer,
    trees: Buffer,
    meets: Buffer,
    east: Buffer,
    south: Buffer,
    least: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> int:
    """Open the cheapest wall of every cell, row by row.

    All but the last loop treat the columns alike and without branches, so that the compiler takes
    many at a time: with a search for roots at every cell instead this round takes four times as
    long.

    Args:
        grid: uint8, the bordered grid; its cells are written.
        trees: uint32 of its size; written: each cell's western neighbour if they are joined, else
            its northern one if they are, else itself.
        meets: uint32; written: the cells that are joined to both.
        east: uint64 (cols + 2,) of MASK64: scratch.
        south: uint64 twice as long, the same.
        least: uint64 twice as long, of 0.
        rng: uint64 (4,), the first word of which decides.
        pulse: uint64, progress and cancelling.
        cols: Columns of cells.
        rows: Rows of cells.

    Returns:
        How many cells are joined to both.
    """
    one, none, west_and_north = u64(1), u64(MASK64), u64(9)
    stride = cols + u64(2)
    seed = u64(rng[0])
    above, here = u64(0), stride  # the two halves of south and least
    many = u64(0)
    cell = stride + one
    for row in range(rows):
        pulse[DONE] = u64(row) * cols >> u64(2)
        if pulse[CANCEL] != 0:
            return many
        for i in range(cols):
            col = u64(i)
            word = word_at(seed, cell + col)
            east[col + one] = east_key(word, cell + col)
            south[here + col] = south_key(word, cell + col)
        east[cols] = none
        if u64(row) + one == rows:
            for i in range(cols):
                south[here + u64(i)] = none
        for i in range(cols):
            col = u64(i)
            flat = min(u64(east[col]), u64(east[col + one]))
            steep = min(u64(south[above + col]), u64(south[here + col]))
            least[here + col + one] = min(flat, steep)
        for i in range(cols):
            col = u64(i)
            own = u64(least[here + col + one])
            behind, ahead, up = u64(east[col]), u64(east[col + one]), u64(south[above + col])
            # A wall is open if it is the cheapest of the cell on either side.
            west = u64(own == behind) | u64(u64(least[here + col]) == behind)
            onward = u64(own == ahead) | u64(u64(least[here + col + u64(2)]) == ahead)
            north = u64(own == up) | u64(u64(least[above + col + one]) == up)
            beside = one if west else stride * north
            trees[cell + col] = cell + col - beside
            grid[cell + col] = north | onward << one | west << u64(3)
            grid[cell + col - stride] |= north << u64(2)
        for i in range(cols):
            meets[many] = cell + u64(i)
            many += u64(u64(grid[cell + u64(i)]) & west_and_north == west_and_north)
        above, here = here, above
        cell += stride
    return many


@kernel
def _number_trees(
    trees: Buffer, meets: Buffer, pulse: Buffer, many: int, cols: int, rows: int
) -> int:
    """Join the trees that meet, and give every cell the number of its tree.

    Args:
        trees: uint32, from ``_first_round``; changed in place.
        meets: uint32, from there too.
        pulse: uint64, for cancelling.
        many: How many of them.
        cols: Columns of cells.
        rows: Rows of cells.

    Returns:
        How many trees there are.
    """
    one = u64(1)
    stride = cols + u64(2)
    for i in range(many):
        cell = u64(meets[i])
        # They were not joined before: walls that are the cheapest of a tree never close a loop.
        root, other = find(trees, cell), find(trees, cell - stride)
        trees[max(root, other)] = min(root, other)
    number = u64(0)
    cell = stride + one
    for _row in range(rows):
        if pulse[CANCEL] != 0:
            return number
        for _col in range(cols):
            # What a cell hangs on comes before it and has its number already.
            above = u64(trees[cell])
            is_root = u64(above == cell)
            trees[cell] = number if is_root else u64(trees[above])
            number += is_root
            cell += one
        cell += u64(2)
    return number


@kernel
def _list_edges(
    trees: Buffer, groups: Buffer, edges: Buffer, cols: int, rows: int, row: int, count: int
) -> int:
    """List the walls between different groups that belong to some rows.

    Each is written always, and counted only if it parts two groups: no branch to mispredict.

    Args:
        trees: uint32, the number of each cell's tree.
        groups: uint32, the group of each tree: the lowest number of a tree in it.
        edges: uint32; written.
        cols: Columns of cells.
        rows: Rows of cells.
        row: The first row.
        count: How many rows.

    Returns:
        How many walls were listed.
    """
    one = u64(1)
    stride = cols + u64(2)
    many = u64(0)
    cell = (row + one) * stride + one
    for i in range(count):
        south = u64(row + u64(i) + one < rows)
        group = u64(groups[u64(trees[cell])])
        for _col in range(cols - one):
            below = u64(groups[u64(trees[cell + stride])]) if south else group
            beside = u64(groups[u64(trees[cell + one])])
            edges[many] = cell << one
            many += u64(beside != group)
            edges[many] = cell << one | one
            many += u64(below != group)
            group = beside
            cell += one
        below = u64(groups[u64(trees[cell + stride])]) if south else group
        edges[many] = cell << one | one
        many += u64(below != group)
        cell += u64(3)
    return many


@kernel
def _find_cheapest(
    trees: Buffer,
    groups: Buffer,
    edges: Buffer,
    cheapest: Buffer,
    rng: Buffer,
    pulse: Buffer,
    many: int,
    stride: int,
) -> int:
    """Find the cheapest wall of every group.

    Args:
        trees: uint32, the number of each cell's tree.
        groups: uint32, the group of each tree.
        edges: uint32, the walls to look at; those inside a group are taken out, in place.
        cheapest: uint64, for each group the cheapest key so far; changed in place.
        rng: uint64 (4,), the first word of which decides.
        pulse: uint64, for cancelling.
        many: How many walls to look at.
        stride: From a cell to the one below it.

    Returns:
        How many walls are left.
    """
    one, none = u64(1), u64(MASK64)
    seed = u64(rng[0])
    left = u64(0)
    for i in range(many):
        if u64(i) & u64(4095) == u64(0) and pulse[CANCEL] != 0:
            return left
        edge = u64(edges[i])
        first = edge >> one
        second = first + (stride if edge & one else one)
        group, other = u64(groups[u64(trees[first])]), u64(groups[u64(trees[second])])
        # No branch on whether the two are one group: it would be mispredicted (two thirds more).
        key = edge_key(seed, edge) | none * u64(group == other)
        edges[left] = edge
        left += u64(group != other)
        cheapest[group] = min(u64(cheapest[group]), key)
        cheapest[other] = min(u64(cheapest[other]), key)
    return left


@kernel
def _join_groups(
    grid: Buffer,
    trees: Buffer,
    groups: Buffer,
    cheapest: Buffer,
    pulse: Buffer,
    left: int,
    stride: int,
) -> int:
    """Open the cheapest wall of every group.

    Args:
        grid: uint8, the bordered grid; changed in place.
        trees: uint32, the number of each cell's tree.
        groups: uint32, the group of each tree; changed in place.
        cheapest: uint64, the cheapest key of every group; reset in place.
        pulse: uint64, for cancelling.
        left: How many groups there are.
        stride: From a cell to the one below it.

    Returns:
        How many groups there are now.
    """
    one, none = u64(1), u64(MASK64)
    for i in range(len(cheapest)):
        if u64(i) & u64(4095) == u64(0) and pulse[CANCEL] != 0:
            return left
        key = u64(cheapest[i])
        if key == none:
            continue
        cheapest[i] = none
        edge = key & u64(LOW)
        first, south = edge >> one, edge & one
        second = first + (stride if south else one)
        root, other = find(groups, u64(trees[first])), find(groups, u64(trees[second]))
        if root != other:  # else the other side has opened it
            groups[max(root, other)] = min(root, other)
            grid[first] |= u64(2) << south
            grid[second] |= u64(8) >> south * u64(3)
            left -= one
    for i in range(len(groups)):  # what a tree hangs on comes before it
        groups[i] = groups[u64(groups[i])]
    return left


@device
def find(parents: Buffer, member: int) -> int:
    """Return the root of a union-find tree; every other member on the way skips one from now on.

    Path halving is by Jan van Leeuwen and Theo van der Weide (1977).
    """
    parent = u64(parents[member])
    while parent != member:
        parents[member] = parents[parent]
        member = u64(parents[member])
        parent = u64(parents[member])
    return member
