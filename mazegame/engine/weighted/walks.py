"""Wilson and Aldous-Broder by weight: each step of the walk is drawn by weight.

A walk must look alike forwards and backwards. Then it comes everywhere, in a time that grows with
a power of the size and no faster, and the law of the mazes is known. So a link has one weight, the
same from both its ends: both directions of its axis together, as the zone of its northern or
western cell has them (``zone_lookup.py``). A tree has a probability in proportion to the product
of its links' weights, exactly, whatever the zones are.

If each cell walked by its own zone's weights alone, the walk would drift like water: with
``100-1+1-100`` in turn along a narrow corridor every step forth could be a hundred times as likely
as the step back, and a cell at the upper end would never be found.

A step over the boundary, or out of the mask, is drawn again: that leaves the ratios of the others
as they are. So do the few draws by which the walk stays where it is (``weights.walk_table``), as
what a cell remembers of it is written over by the next.

Wilson's ``build=walls`` walks from post to post, and each wall weighs the reciprocal of the passage
that it stands across: a tree of walls is then as likely as the tree of passages that it leaves is
by the other way. Within one zone, where the reciprocals are in the ratio of vertical to horizontal,
that takes the very same weights, and in zones it is exact as long as the reciprocals can be written
in small whole numbers, and next to it where they cannot (``zone_lookup.reciprocals``).

The stories stand in ``wilson.py`` and ``aldous_broder.py``.

Source. For weights: James Propp and David Wilson, "How to get a perfectly random sample from a
generic Markov chain and generate a random spanning tree of a directed graph" (1998). That a maze's
walls are the tree dual to it, weighing the reciprocals: Russell Lyons and Yuval Peres, "Probability
on Trees and Networks" (2016), chapter 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import ANY_SIDE, LEFT_BY, UNVISITED
from mazegame.engine.generators.wilson import build_wall, carve_path, open_floor
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, next_word
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
        draws = post_lookup(grid, rules)
        _build_walls(
            grid.buffer,
            posts.reshape(-1),
            draws.ways,
            draws.kinds,
            draws.same,
            _moves(grid),
            grid.rng,
            grid.progress,
            draws.borders,
            draws.bits,
            grid.cols,
            grid.rows,
            work=_work(rules),
        )
        return
    draws = cell_lookup(grid, rules)
    row, col = rules.centre(grid.cols, grid.rows)
    _walk_and_carve(
        grid.buffer,
        draws.ways,
        draws.kinds,
        draws.same,
        _moves(grid),
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        draws.borders,
        draws.bits,
        grid.cols,
        grid.rows,
        (row + 1) * grid.stride + col + 1,
        work=_work(rules),
    )


def carve_aldous_broder(grid: CarvingGrid, rules: CarvingRules) -> None:
    """Carve a perfect maze into the unvisited cells of a grid, in place."""
    draws = cell_lookup(grid, rules)
    _wander(
        grid.buffer,
        draws.ways,
        draws.kinds,
        draws.same,
        _moves(grid),
        grid.sides,
        grid.rng,
        grid.progress,
        draws.borders,
        draws.bits,
        rules.cells,
        grid.cols,
        grid.rows,
        work=_work(rules),
    )


def _work(rules: CarvingRules) -> int:
    """How much a walk takes beside other kernels, in cells: the steeper the weights, the more."""
    steepest = max(max(weights) // max(min(weights), 1) for weights in rules.weights)
    return rules.cells * max(steepest // 4, 1)


def _moves(grid: CarvingGrid) -> NDArray[np.int64]:
    """int64 (5,): from a cell to those on its sides; and none, for staying."""
    return np.array([-grid.stride, 1, grid.stride, -1, 0])


@kernel
def _walk_and_carve(
    grid: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
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
    grid[root] = 64  # without a passage yet, it must not look like the boundary
    done = one
    kind = u64(0)
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            if u64(grid[start]) < unvisited:
                start += one
                continue
            cell, kind = start, zone_class_at(kinds, same, borders, start, kind)
            while True:  # walk until the maze is met
                way, dice = draw_step(ways, kind, bits, dice)
                there = cell + u64(moves[way])
                met = u64(grid[there])
                grid[cell] = left_by | way
                if met >= unvisited:
                    cell, kind = there, zone_class_at(kinds, same, borders, there, kind)
                elif met != u64(0):
                    break
                elif pulse[CANCEL] != 0:  # else it is the boundary: draw again from here
                    return
            done += carve_path(grid, steps, sides, start)
            pulse[DONE] = done
            if pulse[CANCEL] != 0:
                return
            start += one
        start += u64(2)
    grid[root] &= 15


@kernel
def _build_walls(
    grid: Buffer,
    posts: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    rng: Buffer,
    pulse: Buffer,
    borders: int,
    bits: int,
    cols: int,
    rows: int,
) -> None:
    """Build walls on the posts until all of them are joined to the boundary: see ``wilson.py``."""
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
            while way != u64(0):  # walk until a wall is met
                way, dice = draw_step(ways, kind, bits, dice)
                posts[post] = any_side | way
                post += u64(moves[way])
                way = u64(posts[post])
                kind = zone_class_at(kinds, same, borders, post, kind)
            post = start
            way = u64(posts[post])
            while way != u64(0):  # walk the same way without the loops, and build
                build_wall(grid, post, way & u64(3), stride)
                posts[post] = 0
                post += u64(moves[way & u64(3)])
                way = u64(posts[post])
                done += one
            start += one
        pulse[DONE] = done
        if pulse[CANCEL] != 0:
            return
        start += u64(2)


@kernel
def _wander(
    grid: Buffer,
    ways: Buffer,
    kinds: Buffer,
    same: Buffer,
    moves: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    borders: int,
    bits: int,
    cells: int,
    cols: int,
    rows: int,
) -> None:
    """Wander over all cells."""
    one, any_side = u64(1), u64(ANY_SIDE)
    left = cells - one
    cell, state = first_cell(grid, load_state(rng), cols, rows)
    grid[cell] = 0
    throws, values = u64(64) // bits, (one << bits) - one
    kind = zone_class_at(kinds, same, borders, cell, u64(0))
    while left > u64(0) and pulse[CANCEL] == 0:
        pulse[DONE] = cells - left
        for _ in range(4):
            word, state = next_word(state)
            # As in `draw_step`, but for asking what is left of the word.
            for _throw in range(throws):
                way = u64(ways[kind << bits | word & values])
                word >>= bits
                there = cell + u64(moves[way])
                seen = u64(grid[there])
                if seen == u64(UNVISITED):
                    grid[cell] |= sides[any_side | way]
                    grid[there] = sides[u64(256) | any_side | way]
                    left -= one
                # A visited cell has a passage, the boundary has none: there, draw again from here.
                if seen != u64(0):
                    cell, kind = there, zone_class_at(kinds, same, borders, there, kind)
