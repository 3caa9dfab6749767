"""Reference implementations of the weighted algorithms (see ``naive.py``).

Besides ``draw``, a reference takes ``weight(cell, other)``: the weight that a cell's zone gives to
its edge towards the other cell.
"""

from __future__ import annotations

from fractions import Fraction

from tests.naive import (
    all_cells,
    around,
    edge,
    edges_of,
    first_to_hunt,
    first_tree,
    passages_of,
)


def recursive_backtracker(cols, rows, draw, weight):
    stack = [draw(all_cells(cols, rows))]
    visited, edges = set(stack), []
    while stack:
        here = stack[-1]
        fresh = [cell for cell in around(here, cols, rows) if cell not in visited]
        if not fresh:
            stack.pop()
            continue
        cell = draw(fresh, [weight(here, other) for other in fresh])
        edges.append(edge(here, cell))
        visited.add(cell)
        stack.append(cell)
    return passages_of(cols, rows, edges)


def opposite(cell, other):
    """Return the cell opposite of ``other``: its direction is that of an edge from ``other`` to
    ``cell``.
    """
    return (2 * cell[0] - other[0], 2 * cell[1] - other[1])


def hunt_and_kill(cols, rows, draw, weight):
    cell = draw(all_cells(cols, rows))
    visited, edges = {cell}, []
    while len(visited) < cols * rows:
        fresh = [other for other in around(cell, cols, rows) if other not in visited]
        if fresh:
            other = draw(fresh, [weight(cell, o) for o in fresh])
            edges.append(edge(cell, other))
            cell = other
        else:
            cell = first_to_hunt(cols, rows, visited)
            near = [c for c in around(cell, cols, rows) if c in visited]
            inward = [weight(cell, opposite(cell, o)) for o in near]
            edges.append(edge(cell, draw(near, inward)))
        visited.add(cell)
    return passages_of(cols, rows, edges)


def prim(cols, rows, draw, weight):
    visited, edges = {draw(all_cells(cols, rows))}, []
    while len(visited) < cols * rows:
        cell = draw(sorted({o for c in visited for o in around(c, cols, rows)} - visited))
        near = [other for other in around(cell, cols, rows) if other in visited]
        edges.append(edge(cell, draw(near, [weight(cell, opposite(cell, o)) for o in near])))
        visited.add(cell)
    return passages_of(cols, rows, edges)


def simple_prim(cols, rows, draw, weight):
    visited, edges = {draw(all_cells(cols, rows))}, []
    while len(visited) < cols * rows:
        out = [
            (cell, other)
            for cell in sorted(visited)
            for other in around(cell, cols, rows)
            if other not in visited
        ]
        cell, other = draw(out, [weight(*edge_out) for edge_out in out])
        edges.append(edge(cell, other))
        visited.add(other)
    return passages_of(cols, rows, edges)


def kruskal(cols, rows, draw, weight):
    edges, order = edges_of(cols, rows), []
    while edges:
        order.append(draw(edges, [weight(a, b) + weight(b, a) for a, b in edges]))
        edges.remove(order[-1])
    return passages_of(cols, rows, first_tree(cols, rows, order))


def binary_tree(cols, rows, draw, weight):
    edges = []
    for row, col in all_cells(cols, rows):
        ways = [(row - 1, col)] * (row > 0) + [(row, col - 1)] * (col > 0)
        if ways:
            edges.append((draw(ways, [weight((row, col), way) for way in ways]), (row, col)))
    return passages_of(cols, rows, edges)


def sidewinder(cols, rows, draw, weight):
    edges = [((0, col), (0, col + 1)) for col in range(cols - 1)]
    for row in range(1, rows):
        run = []
        for col in range(cols):
            cell, ahead, above = (row, col), (row, col + 1), (row - 1, col)
            run.append(cell)
            chances = [weight(cell, ahead), weight(cell, above)]
            if col < cols - 1 and draw([True, False], chances):
                edges.append((cell, ahead))
                continue
            _, up = draw(run)
            edges.append(((row - 1, up), (row, up)))
            run = []
    return passages_of(cols, rows, edges)


def eller(cols, rows, draw, weight):
    sets, fresh, edges = list(range(cols)), cols, []
    for row in range(rows):

        def chances(col, row=row):
            return [weight((row, col), (row, col + 1)), weight((row, col), (row + 1, col))]

        for col in range(cols - 1):
            if sets[col] != sets[col + 1] and (
                row == rows - 1 or draw([True, False], chances(col))
            ):
                edges.append(((row, col), (row, col + 1)))
                sets = [sets[col] if name == sets[col + 1] else name for name in sets]
        if row == rows - 1:
            break
        below, opened = [], set()
        for col, name in enumerate(sets):
            must = name not in opened and name not in sets[col + 1 :]
            if must or draw([False, True], chances(col)):
                edges.append(((row, col), (row + 1, col)))
                opened.add(name)
                below.append(name)
            else:
                below.append(fresh)
                fresh += 1
        sets = below
    return passages_of(cols, rows, edges)


def recursive_division(cols, rows, draw, weight):
    closed = set()
    rooms = [(0, 0, cols, rows)]
    while rooms:
        top, left, width, height = rooms.pop()
        if min(width, height) == 1:
            continue
        row, col = top + height // 2, left + width // 2
        vertical = weight((row, col), (row - 1, col)) + weight((row, col), (row + 1, col))
        horizontal = weight((row, col), (row, col - 1)) + weight((row, col), (row, col + 1))
        if draw([True, False], [height * horizontal, width * vertical]):
            above = draw(range(1, height))
            gap = draw(range(width))
            wall = [((top + above - 1, left + i), (top + above, left + i)) for i in range(width)]
            rooms += [(top, left, width, above), (top + above, left, width, height - above)]
        else:
            before = draw(range(1, width))
            gap = draw(range(height))
            wall = [((top + i, left + before - 1), (top + i, left + before)) for i in range(height)]
            rooms += [(top, left, before, height), (top, left + before, width - before, height)]
        del wall[gap]
        closed.update(wall)
    return passages_of(cols, rows, [e for e in edges_of(cols, rows) if e not in closed])


REFERENCES = {
    "recursive-backtracker": recursive_backtracker,
    "hunt-and-kill": hunt_and_kill,
    "prim": prim,
    "simple-prim": simple_prim,
    "kruskal": kruskal,
    "true-prim": kruskal,
    "eller": eller,
    "sidewinder": sidewinder,
    "binary-tree": binary_tree,
    "recursive-division": recursive_division,
}
"""The algorithms whose draws can be enumerated."""


def product_law(cols, rows, trees, weight):
    """Return a law in which a tree has a probability proportional to the product of its edges'
    weights.

    An edge weighs what the zone of its north or west cell gives to its axis.
    """
    products = {}
    for tree in trees:
        product = Fraction(1)
        for one, other in edges_of(cols, rows):
            bit = 2 if one[0] == other[0] else 4
            if tree[one[0] * cols + one[1]] & bit:
                product *= weight(one, other) + weight(one, opposite(one, other))
        products[tree] = product
    total = sum(products.values())
    return {tree: product / total for tree, product in products.items()}
