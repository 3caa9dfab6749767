"""Slow oracles: each thing once more, in the plainest way that can be checked by reading.

They share no code with the package: mazes come in as arrays of passage bits, N=1, E=2, S=4, W=8.
"""

from __future__ import annotations

import itertools
from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import random

STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
BACK = {1: 4, 2: 8, 4: 1, 8: 2}


def neighbours(passages, cell):
    """The cells joined to one, in the order N, E, S, W."""
    row, col = cell
    return [
        (row + down, col + right)
        for bit, (down, right) in STEPS.items()
        if int(passages[row, col]) & bit
    ]


def flood(passages, sources):
    """Distances by a textbook breadth-first search: int array, -1 where unreachable."""
    field = np.full(passages.shape, -1)
    queue = deque()
    for source in sources:
        if field[source] < 0:
            field[source] = 0
            queue.append(source)
    while queue:
        cell = queue.popleft()
        for other in neighbours(passages, cell):
            if field[other] < 0:
                field[other] = field[cell] + 1
                queue.append(other)
    return field


def passage_list(passages):
    """Every passage once, as (cell, cell), and a check that both its sides say so."""
    rows, cols = passages.shape
    found = []
    for cell in itertools.product(range(rows), range(cols)):
        for bit, (down, right) in STEPS.items():
            if not int(passages[cell]) & bit:
                continue
            other = (cell[0] + down, cell[1] + right)
            assert 0 <= other[0] < rows, f"{cell} is open to the rim"
            assert 0 <= other[1] < cols, f"{cell} is open to the rim"
            assert int(passages[other]) & BACK[bit], f"{cell} and {other} disagree"
            if bit in {2, 4}:
                found.append((cell, other))
    return found


def is_perfect(passages):
    """Whether the passages are a spanning tree, by union-find: no loop, and one piece."""
    parent = {cell: cell for cell in np.ndindex(passages.shape)}

    def root(cell):
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for one, other in passage_list(passages):
        if root(one) == root(other):
            return False
        parent[root(one)] = root(other)
    return len({root(cell) for cell in parent}) == 1


def degrees(passages):
    """How many passages each cell has."""
    return np.array([[int(bits).bit_count() for bits in row] for row in passages])


def farthest(passages):
    """The largest distance between any two cells that are joined, by a flood from every one."""
    return max(int(flood(passages, [cell]).max()) for cell in np.ndindex(passages.shape))


def edges_of(cols, rows):
    """Every pair of neighbouring cells of a grid."""
    cells = itertools.product(range(rows), range(cols))
    return [
        (cell, other)
        for cell in cells
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other[0] < rows and other[1] < cols
    ]


def passages_of(cols, rows, edges):
    """The passage bits that a set of edges makes, as bytes."""
    passages = np.zeros((rows, cols), np.uint8)
    for one, other in edges:
        east = one[0] == other[0]
        passages[one] |= 2 if east else 4
        passages[other] |= 8 if east else 1
    return passages.tobytes()


def spanning_trees(cols, rows):
    """All spanning trees of a small grid, as passage bytes, by trying every set of edges."""
    edges = edges_of(cols, rows)
    return [
        passages_of(cols, rows, chosen)
        for chosen in itertools.combinations(edges, cols * rows - 1)
        if _kruskal(cols, rows, chosen) == list(chosen)
    ]


def _kruskal(cols, rows, order):
    group = {cell: {cell} for cell in itertools.product(range(rows), range(cols))}
    taken = []
    for one, other in order:
        if group[one] is not group[other]:
            taken.append((one, other))
            joined = group[one] | group[other]
            for cell in joined:
                group[cell] = joined
    return taken


def kruskal_law(cols, rows):
    """The exact chance of each tree under Kruskal: all orders of all edges, one after another."""
    counts = {}
    total = 0
    for order in itertools.permutations(edges_of(cols, rows)):
        tree = passages_of(cols, rows, _kruskal(cols, rows, order))
        counts[tree] = counts.get(tree, 0) + 1
        total += 1
    return {tree: Fraction(count, total) for tree, count in counts.items()}


def impatient_walk(cols, rows, rng: random.Random):
    """A wrong Aldous-Broder seen in the wild: it only ever steps to unvisited cells.

    Where it is stuck it goes on from a random visited cell. Perfect mazes, but not uniform.
    """
    cell = (rng.randrange(rows), rng.randrange(cols))
    visited = [cell]
    edges = []
    while len(visited) < cols * rows:
        around = [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]
        fresh = [
            other
            for other in around
            if 0 <= other[0] < rows and 0 <= other[1] < cols and other not in visited
        ]
        if not fresh:
            cell = rng.choice(visited)
            continue
        other = rng.choice(fresh)
        edges.append((min(cell, other), max(cell, other)))
        visited.append(other)
        cell = other
    return passages_of(cols, rows, edges)


def chi_square(counts, law):
    """Pearson's statistic of observed counts against exact chances."""
    total = sum(counts.values())
    return float(
        sum((counts.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in law)
    )


def chi_square_limit(freedom):
    """The value that chi-square exceeds once in a thousand (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 3.0902 * part**0.5) ** 3


def follow_wall(passages, start, goal, *, left):
    """Count the steps from a dead end to another with one hand on the wall."""
    order = [1, 2, 4, 8]
    turn = -1 if left else 1
    heading = next(i for i, bit in enumerate(order) if int(passages[start]) & bit)
    cell, steps = start, 0
    while cell != goal:
        heading = (heading + turn) % 4
        while not int(passages[cell]) & order[heading]:
            heading = (heading - turn) % 4
        down, right = STEPS[order[heading]]
        cell = (cell[0] + down, cell[1] + right)
        steps += 1
        assert steps <= 4 * passages.size, "the wall leads round in a circle"
    return steps


def expected_steps(passages, a, b):
    """How long a random walker takes from a to b, by solving the linear equations."""
    cells = [cell for cell in np.ndindex(passages.shape) if cell != b]
    place = {cell: i for i, cell in enumerate(cells)}
    matrix = np.eye(len(cells))
    for cell in cells:
        around = neighbours(passages, cell)
        for other in around:
            if other != b:
                matrix[place[cell], place[other]] -= 1 / len(around)
    return float(np.linalg.solve(matrix, np.ones(len(cells)))[place[a]]) if a != b else 0.0
