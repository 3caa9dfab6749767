"""Wrong generators: each breaks one law, and most look right.

They have faults that occur in maze programs, or that an optimisation could introduce. Most are
references like those in ``tests/naive.py``; those needed on large grids use NumPy. All but the ones
at the end make perfect mazes with the wrong probabilities.
"""

import functools
import random
from itertools import islice

import numpy as np

from mazegame.engine import eller_rows
from tests import naive
from tests.naive import all_cells, around, dice, edge, edges_of, first_tree, passages_of


def impatient_walk(cols, rows, draw):
    """An Aldous-Broder that only steps to unvisited cells, and jumps if there is none."""
    cell = draw(all_cells(cols, rows))
    visited, edges = [cell], []
    while len(visited) < cols * rows:
        fresh = [other for other in around(cell, cols, rows) if other not in visited]
        if not fresh:
            cell = draw(visited)
            continue
        other = draw(fresh)
        edges.append(edge(cell, other))
        visited.append(other)
        cell = other
    return passages_of(cols, rows, edges)


def wilson(cols, rows, draw, *, lopsided=False, onward=False):
    """Wilson's walks from cell to cell, correct without a fault.

    Args:
        cols: Columns of cells.
        rows: Rows of cells.
        draw: Chance.
        lopsided: Steps to the north and south are a fifth more likely.
        onward: A walk never steps straight back.
    """
    inside, edges = {(rows // 2, cols // 2)}, []
    for start in all_cells(cols, rows):
        way, cell, before = {}, start, None
        while cell not in inside:
            near = around(cell, cols, rows)
            if onward:
                near = [other for other in near if other != before]
            weights = [6 if other[1] == cell[1] else 5 for other in near] if lopsided else None
            way[cell] = draw(near, weights)
            before, cell = cell, way[cell]
        cell = start
        while cell not in inside:
            inside.add(cell)
            edges.append(edge(cell, way[cell]))
            cell = way[cell]
    return passages_of(cols, rows, edges)


def swapped_anywhere(cols, rows, draw):
    """Kruskal with a bad shuffle: every edge swaps places with any other."""
    order = edges_of(cols, rows)
    for i in range(len(order)):
        j = draw(range(len(order)))
        order[i], order[j] = order[j], order[i]
    return passages_of(cols, rows, first_tree(cols, rows, order))


def orders_of_a_line(cols, rows, draw):
    """Kruskal with the edges in the order a i + b, modulo their number, which must be prime."""
    edges = edges_of(cols, rows)
    factor, first = draw(range(1, len(edges))), draw(range(len(edges)))
    order = [edges[(factor * i + first) % len(edges)] for i in range(len(edges))]
    return passages_of(cols, rows, first_tree(cols, rows, order))


def next_side_clockwise(cols, rows, draw):
    """A recursive backtracker that draws one of four sides and takes the next free one."""

    def take(cell, fresh):
        near = [(cell[0] + down, cell[1] + right) for down, right in naive.STEPS.values()]
        first = draw(range(4))
        return next(one for one in near[first:] + near[:first] if one in fresh)

    return naive.recursive_backtracker(cols, rows, draw, take=take)


def hunt_from_a_random_row(cols, rows, draw):
    """A hunt and kill that begins each scan in a row drawn at random."""

    def hunt(beside, _):
        first = draw(range(rows))
        return min(beside, key=lambda cell: ((cell[0] - first) % rows, cell[1]))

    return naive.hunt_and_kill(cols, rows, draw, hunt=hunt)


def hunt_left_of_the_first(cols, rows, draw):
    """A hunt and kill that looks no further than left of the first cell, once in the top row."""

    def hunt(beside, visited):
        row, col = min(visited)
        return (row, col - 1) if row == 0 < col else min(beside)

    return naive.hunt_and_kill(cols, rows, draw, hunt=hunt)


def prim_with_doubles(cols, rows, draw):
    """A modified Prim that puts a cell on the frontier again for each neighbour in the maze."""
    visited, edges = {draw(all_cells(cols, rows))}, []
    while len(visited) < cols * rows:
        cell = draw([other for _, other in naive.ways_out(visited, cols, rows)])
        inside = [other for other in around(cell, cols, rows) if other in visited]
        edges.append(edge(cell, inside[0]))
        visited.add(cell)
    return passages_of(cols, rows, edges)


def walls_across_the_longer_side(cols, rows, draw):
    """A recursive division that always cuts the longer side."""

    def cut(width, height):
        return height > width or (height == width and draw([True, False]))

    return naive.recursive_division(cols, rows, draw, cut=cut)


def large_binary_tree(cols, rows, seed, *, north=0.5, once_in=1):
    """A binary tree of any size.

    Args:
        cols: Columns of cells.
        rows: Rows of cells.
        seed: An int.
        north: The chance to open north.
        once_in: How many rows use the same coins.
    """
    rng = np.random.default_rng(seed)
    coins = rng.random((-(-rows // once_in), cols)) < north
    up = np.repeat(coins, once_in, axis=0)[:rows]
    up[:, 0] = True
    up[0] = False
    east, south = np.zeros_like(up), np.zeros_like(up)
    east[:, :-1] = ~up[:, 1:]
    south[:-1] = up[1:]
    return naive.opened(east, south)


def large_sidewinder(cols, rows, seed, *, join=0.5):
    """A sidewinder of any size that joins east with this chance."""
    rng = np.random.default_rng(seed)
    east = rng.random((rows, cols)) < join
    east[0] = True
    east[:, -1] = False
    ends = np.flatnonzero(~east[1:])
    starts = np.concatenate([[0], ends[:-1] + 1])
    tops = starts + (rng.random(ends.size) * (ends - starts + 1)).astype(int)
    south = np.zeros((rows, cols), bool)
    south[:-1].reshape(-1)[tops] = True
    return naive.opened(east, south)


def eller_with_bytes(cols, rows, seed):
    """Eller's rows with the names of the sets in eight bits: no tree if there are more than 256."""
    passages = naive.eller(cols, rows, dice(random.Random(seed)), names=255)
    return np.frombuffer(passages, np.uint8).reshape(rows, cols)


def global_state(cols, rows, seed):
    """A binary tree that draws from the state that all of a program shares, whatever the seed."""
    passages = lopsided_tree(cols, rows, dice(random))
    return np.frombuffer(passages, np.uint8).reshape(rows, cols)


def rows_with_fresh_coins(cols, seed):
    """A stream of Eller's rows that takes up its random stream anew every hundred rows."""
    while True:
        yield from islice(eller_rows(cols, seed), 100)


def rows_kept(cols, seed):
    """A stream of Eller's rows that keeps all of them."""
    kept = []
    for row in eller_rows(cols, seed):
        kept.append(row.copy())
        yield row


def _turned(along, across):
    """Return weights: one of edges within a row, one of those between two."""
    return lambda cell, other: along if cell[0] == other[0] else across


walk_from_the_corner = functools.partial(naive.recursive_backtracker, start=(0, 0))
last_cell_up = functools.partial(naive.sidewinder, up=-1)
keen_sidewinder = functools.partial(naive.sidewinder, weight=_turned(11, 9))
lopsided_tree = functools.partial(naive.binary_tree, weight=_turned(48, 52))
keen_eller = functools.partial(naive.eller, join=(11, 9))
generous_eller = functools.partial(naive.eller, last_always_opens=True)
lopsided_wilson = functools.partial(wilson, lopsided=True)
onward_wilson = functools.partial(wilson, onward=True)
