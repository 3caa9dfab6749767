"""Wilson and Aldous-Broder by weight: each step of the walk is drawn by weight.

The walk is reversible: an edge has one weight, the same from both ends. It is the weight of its
axis, both directions together, in the zone of its north or west cell (``zone_lookup.py``). A
reversible walk reaches every cell in a time polynomial in the size, and the distribution of the
mazes is known: a tree has a probability proportional to the product of its edges' weights, exactly,
for all zones.

If every cell drew by the weights of its own zone alone, the walk would drift. With
``100-1+1-100`` alternating along a narrow corridor every step forward could be a hundred times as
likely as the step back, and the walk would never find a cell at the upper end.

A step across the boundary or out of the mask is drawn again, which leaves the ratios of the others
unchanged. The few lookup that let the walk stay (``weights.walk_table``) have no effect either: the
next step overwrites what the cell stores.

Wilson's ``build=walls`` walks from post to post. A wall weighs the reciprocal of the passage that
it crosses, so a tree of walls has the same probability as its dual tree of passages. Within one
zone the reciprocals have the ratio of vertical to horizontal, so the weights are the same. With
zones the distribution is exact if the reciprocals are ratios of small integers, and nearly so if
not (``zone_lookup.reciprocals``).

``wilson.py`` and ``aldous_broder.py`` describe the algorithms.

Source. Weighted walks: James Propp and David Wilson, "How to get a perfectly random sample from a
generic Markov chain and generate a random spanning tree of a directed graph" (1998). Walls as the
dual tree with reciprocal weights: Russell Lyons and Yuval Peres, "Probability on Trees and
Networks" (2016), chapter 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import ANY_SIDE, LEFT_BY, UNVISITED
from mazegame.engine.generators.wilson import build_wall, carve_path, open_floor
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, next_word
from mazegame.engine.walk_steps import cover_steps, steepness, walk_length, wall_steps, wilson_steps
from mazegame.engine.weighted.draw import draw_step, first_cell
from mazegame.engine.weighted.zone_lookup import cell_lookup, post_lookup, zone_class_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.carving_rules import CarvingRules


def carve_wilson(grid: CarvingGrid, rules: CarvingRules, build: str = "carve") -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    if build == "walls":
        posts = np.zeros((grid.rows + 2, grid.stride), np.uint8)
        posts[1:-2, 1:-2] = 1
        open_floor(grid.buffer, grid.cols, grid.rows)
        lookup = post_lookup(grid, rules)
        _build_walls(
            grid.buffer,
            posts.reshape(-1),
            lookup.ways,
            lookup.kinds,
            lookup.same,
            _moves(grid),
            grid.rng,
            grid.progress,
            lookup.borders,
            lookup.bits,
            grid.cols,
            grid.rows,
            work=wall_steps(grid.cols, grid.rows) * steepness(rules.weights),
        )
        return
    lookup = cell_lookup(grid, rules)
    row, col = rules.centre(grid.cols, grid.rows)
    _walk_and_carve(
        grid.buffer,
        lookup.ways,
        lookup.kinds,
        lookup.same,
        _moves(grid),
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        lookup.borders,
        lookup.bits,
        grid.cols,
        grid.rows,
        (row + 1) * grid.stride + col + 1,
        work=wilson_steps(rules.cells, _length(grid, rules)) * steepness(rules.weights),
    )


def carve_aldous_broder(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    lookup = cell_lookup(grid, rules)
    _wander(
        grid.buffer,
        lookup.ways,
        lookup.kinds,
        lookup.same,
        _moves(grid),
        grid.sides,
        grid.rng,
        grid.progress,
        lookup.borders,
        lookup.bits,
        rules.cells,
        grid.cols,
        grid.rows,
        work=cover_steps(rules.cells, _length(grid, rules)) * steepness(rules.weights),
    )


def _length(grid: CarvingGrid, rules: CarvingRules) -> int:
    return walk_length(grid.cols, grid.rows, rules.mask)


def _moves(grid: CarvingGrid) -> NDArray[np.int64]:
    """Return int64 (5,): the offsets of a cell's neighbours, and 0 for staying."""
    return np.array([-grid.stride, 1, grid.stride, -1, 0])


@kernel(cost=0.5)
def _walk_and_carve(
    grid: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    borders: int,
    bits: int,
    cols: int,
    rows: int,
    root: int,
) -> None:
    """Walk from cell to cell and carve."""
    one, unvisited, left_by = u64(1), u64(UNVISITED), u64(LEFT_BY)
    stride = cols + u64(2)
    dice = new_dice(load_state(rng))
    grid[root] = 64  # it has no passage yet, but must differ from the border
    done = one
    kind = u64(0)
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            if u64(grid[start]) < unvisited:
                start += one
                continue
            cell, kind = start, zone_class_at(kinds, same, borders, start, kind)
            while True:  # walk until it meets the maze
                way, dice = draw_step(ways, kind, bits, dice)
                there = cell + u64(moves[way])
                met = u64(grid[there])
                grid[cell] = left_by | way
                if met >= unvisited:
                    cell, kind = there, zone_class_at(kinds, same, borders, there, kind)
                elif met != u64(0):
                    break
                elif token[CANCEL] != 0:  # else it is the border: draw again
                    return
            done += carve_path(grid, steps, sides, start)
            token[DONE] = done
            if token[CANCEL] != 0:
                return
            start += one
        start += u64(2)
    grid[root] &= 15


@kernel(cost=0.5)
def _build_walls(
    grid: Buffer,
    posts: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    rng: Buffer,
    token: Buffer,
    borders: int,
    bits: int,
    cols: int,
    rows: int,
) -> None:
    """Build walls on the posts until all are joined to the boundary: see ``wilson.py``."""
    one, any_side = u64(1), u64(ANY_SIDE)
    stride = cols + u64(2)
    dice = new_dice(load_state(rng))
    done = cols + rows - one
    kind = u64(0)
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            post = start
            way = u64(posts[post])
            kind = zone_class_at(kinds, same, borders, post, kind)
            while way != u64(0):  # walk until it meets a wall
                way, dice = draw_step(ways, kind, bits, dice)
                posts[post] = any_side | way
                post += u64(moves[way])
                way = u64(posts[post])
                kind = zone_class_at(kinds, same, borders, post, kind)
            post = start
            way = u64(posts[post])
            while way != u64(0):  # follow the walk without its loops, and build
                build_wall(grid, post, way & u64(3), stride)
                posts[post] = 0
                post += u64(moves[way & u64(3)])
                way = u64(posts[post])
                done += one
            start += one
        token[DONE] = done
        if token[CANCEL] != 0:
            return
        start += u64(2)


@kernel(cost=0.5)
def _wander(
    grid: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    borders: int,
    bits: int,
    cells: int,
    cols: int,
    rows: int,
) -> None:
    """Carve on the first visit to each cell."""
    one, any_side = u64(1), u64(ANY_SIDE)
    left = cells - one
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = 0
    throws, values = u64(64) // bits, (one << bits) - one
    kind = zone_class_at(kinds, same, borders, cell, u64(0))
    while left > u64(0) and token[CANCEL] == 0:
        token[DONE] = cells - left
        for _ in range(4):
            word, state = next_word(state)
            # As `draw_step`, without its test for the end of the word.
            for _throw in range(throws):
                way = u64(ways[kind << bits | word & values])
                word >>= bits
                there = cell + u64(moves[way])
                seen = u64(grid[there])
                if seen == u64(UNVISITED):
                    grid[cell] |= sides[any_side | way]
                    grid[there] = sides[u64(256) | any_side | way]
                    left -= one
                # The border is 0: there the walk stays, and draws again.
                if seen != u64(0):
                    cell, kind = there, zone_class_at(kinds, same, borders, there, kind)
