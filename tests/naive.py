"""Slow oracles: the simplest implementation of each function, easy to check by reading.

They share no code with the package: mazes are arrays of passage bits, N=1, E=2, S=4, W=8.
"""

import itertools
import random
from collections import deque
from fractions import Fraction

import numpy as np

STEPS = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}
BACK = {1: 4, 2: 8, 4: 1, 8: 2}


def neighbours(passages, cell):
    """Return the cells joined to a cell, in the order N, E, S, W."""
    row, col = cell
    return [
        (row + down, col + right)
        for bit, (down, right) in STEPS.items()
        if int(passages[row, col]) & bit
    ]


def flood(passages, sources):
    """Return distances by a textbook breadth-first search: int array, -1 if unreachable."""
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
    """Return every passage once, as (cell, cell), and check that both its sides agree."""
    rows, cols = passages.shape
    found = []
    for cell in itertools.product(range(rows), range(cols)):
        for bit, (down, right) in STEPS.items():
            if not int(passages[cell]) & bit:
                continue
            other = (cell[0] + down, cell[1] + right)
            assert 0 <= other[0] < rows, f"{cell} is open to the boundary"
            assert 0 <= other[1] < cols, f"{cell} is open to the boundary"
            assert int(passages[other]) & BACK[bit], f"{cell} and {other} disagree"
            if bit in {2, 4}:
                found.append((cell, other))
    return found


def is_perfect(passages):
    """Whether the passages are a spanning tree: one fewer than cells, and all cells connected."""
    connected = (flood(passages, [(0, 0)]) >= 0).all()
    return len(passage_list(passages)) == passages.size - 1 and bool(connected)


def farthest(passages):
    """Return the largest distance between two connected cells, by a search from every cell."""
    return max(int(flood(passages, [cell]).max()) for cell in np.ndindex(passages.shape))


def edges_of(cols, rows):
    """Return every pair of neighbouring cells of a grid."""
    cells = itertools.product(range(rows), range(cols))
    return [
        (cell, other)
        for cell in cells
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other[0] < rows and other[1] < cols
    ]


def passages_of(cols, rows, edges):
    """Return the passage bits of a set of edges, as bytes."""
    passages = np.zeros((rows, cols), np.uint8)
    for one, other in edges:
        east = one[0] == other[0]
        passages[one] |= 2 if east else 4
        passages[other] |= 8 if east else 1
    return passages.tobytes()


def opened(east, south):
    """Return the passages of booleans: which cells are open to the east, and which to the south."""
    passages = np.zeros(east.shape, np.uint8)
    passages[:, :-1] |= east[:, :-1] * np.uint8(2)
    passages[:, 1:] |= east[:, :-1] * np.uint8(8)
    passages[:-1] |= south[:-1] * np.uint8(4)
    passages[1:] |= south[:-1] * np.uint8(1)
    return passages


def spanning_trees(cols, rows):
    """Return all spanning trees of a small grid, as passage bytes, by trying every set of edges."""
    edges = edges_of(cols, rows)
    return [
        passages_of(cols, rows, chosen)
        for chosen in itertools.combinations(edges, cols * rows - 1)
        if first_tree(cols, rows, chosen) == list(chosen)
    ]


def count_spanning_trees(cols, rows):
    """Return their number: a minor of the grid's Laplacian (Kirchhoff 1847)."""
    laplacian = np.zeros((cols * rows, cols * rows))
    for (row, col), (row2, col2) in edges_of(cols, rows):
        i, j = row * cols + col, row2 * cols + col2
        laplacian[[i, j, i, j], [i, j, j, i]] += 1, 1, -1, -1
    return round(np.linalg.det(laplacian[:-1, :-1]))


def first_tree(cols, rows, order):
    """Return the edges of an order that join cells not connected before: Kruskal's rule."""
    group = {cell: {cell} for cell in itertools.product(range(rows), range(cols))}
    taken = []
    for one, other in order:
        if group[one] is not group[other]:
            taken.append((one, other))
            joined = group[one] | group[other]
            for cell in joined:
                group[cell] = joined
    return taken


# Reference algorithms. Each calls draw(options), or draw(options, weights), for each random choice,
# and returns passage bytes. It can run with random draws (dice), or with every possible sequence of
# draws, which gives the exact probability of each maze (exact_law). Some take weight(cell, other):
# the weight that a cell's zone gives to its edge towards the other cell; all are alike without it.
# What follows the star is for generators that go wrong (tests/engine/generators/wrong.py).


def around(cell, cols, rows):
    """Return the neighbouring cells inside the grid, in the order N, E, S, W."""
    near = [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]
    return [(row, col) for row, col in near if 0 <= row < rows and 0 <= col < cols]


def all_cells(cols, rows):
    """Return every cell, row by row."""
    return list(itertools.product(range(rows), range(cols)))


def ways_out(visited, cols, rows):
    """Return every way from a visited cell, in their order, to a cell that is not, as a pair."""
    return [
        (cell, other)
        for cell in sorted(visited)
        for other in around(cell, cols, rows)
        if other not in visited
    ]


def edge(one, other):
    """Return the edge between two cells, the north or west one first."""
    return (min(one, other), max(one, other))


def weights_of(weight, edges):
    """Return the weights of edges, each from a cell to another; None if all are alike."""
    return None if weight is None else [weight(*one) for one in edges]


def opposite(cell, other):
    """Return the cell opposite of ``other``: its direction is that of an edge from ``other`` to
    ``cell``.
    """
    return (2 * cell[0] - other[0], 2 * cell[1] - other[1])


def recursive_backtracker(cols, rows, draw, weight=None, *, start=None, take=None):
    """Carve into a random unvisited neighbour; if there is none, step back."""
    stack = [start or draw(all_cells(cols, rows))]
    visited, edges = set(stack), []
    while stack:
        here = stack[-1]
        fresh = [cell for cell in around(here, cols, rows) if cell not in visited]
        if not fresh:
            stack.pop()
            continue
        weights = weights_of(weight, [(here, other) for other in fresh])
        cell = take(here, fresh) if take else draw(fresh, weights)
        edges.append(edge(here, cell))
        visited.add(cell)
        stack.append(cell)
    return passages_of(cols, rows, edges)


def hunt_and_kill(cols, rows, draw, weight=None, *, hunt=None):
    """Walk like the backtracker; when stuck, join the first unvisited cell beside the maze."""
    cell = draw(all_cells(cols, rows))
    visited, edges = {cell}, []
    while len(visited) < cols * rows:
        fresh = [other for other in around(cell, cols, rows) if other not in visited]
        if fresh:
            other = draw(fresh, weights_of(weight, [(cell, o) for o in fresh]))
            edges.append(edge(cell, other))
            cell = other
        else:
            beside = {other for _, other in ways_out(visited, cols, rows)}
            cell = hunt(beside, visited) if hunt else min(beside)
            near = [c for c in around(cell, cols, rows) if c in visited]
            inward = weights_of(weight, [(cell, opposite(cell, o)) for o in near])
            edges.append(edge(cell, draw(near, inward)))
        visited.add(cell)
    return passages_of(cols, rows, edges)


def first_to_hunt(cols, rows, visited, rock=frozenset()):
    """Return the first unvisited cell, row by row, beside a visited one."""
    return next(
        cell
        for cell in all_cells(cols, rows)
        if cell not in visited | rock and visited.intersection(around(cell, cols, rows))
    )


def kruskal(cols, rows, draw, weight=None):
    """Take all edges in random order, and open those whose cells are not connected yet."""
    edges, order = edges_of(cols, rows), []
    while edges:
        weights = weight and [weight(a, b) + weight(b, a) for a, b in edges]
        order.append(draw(edges, weights))
        edges.remove(order[-1])
    return passages_of(cols, rows, first_tree(cols, rows, order))


def simple_prim(cols, rows, draw, weight=None):
    """Open a random edge out of the maze."""
    visited, edges = {draw(all_cells(cols, rows))}, []
    while len(visited) < cols * rows:
        out = ways_out(visited, cols, rows)
        cell, other = draw(out, weights_of(weight, out))
        edges.append(edge(cell, other))
        visited.add(other)
    return passages_of(cols, rows, edges)


def prim(cols, rows, draw, weight=None):
    """Join a random cell beside the maze to a random one of its neighbours in the maze."""
    visited, edges = {draw(all_cells(cols, rows))}, []
    while len(visited) < cols * rows:
        cell = draw(sorted({other for _, other in ways_out(visited, cols, rows)}))
        near = [other for other in around(cell, cols, rows) if other in visited]
        inward = weights_of(weight, [(cell, opposite(cell, o)) for o in near])
        edges.append(edge(cell, draw(near, inward)))
        visited.add(cell)
    return passages_of(cols, rows, edges)


def index_weights(shares, length):
    """Return the probability of each place of a list under a policy, {name: share}."""
    weights = [Fraction(0)] * length
    for name, share in shares.items():
        if name in {"newest", "oldest", "middle"}:
            weights[{"newest": length - 1, "oldest": 0, "middle": length // 2}[name]] += share
            continue
        reach = length if name == "random" else min(length, int(name.removeprefix("last")))
        for i in range(length - reach, length):
            weights[i] += Fraction(share) / reach
    return weights


def growing_tree_law(cols, rows, *, shares, removal):
    """Return the exact probability of each maze of a growing tree, as ``exact_law`` would.

    Pick a cell of the list by the policy; carve from it into a random unvisited neighbour, which is
    appended, or remove it if there is none. States that several sequences of draws reach are
    followed only once.
    """
    cells = all_cells(cols, rows)
    chances = {((cell,), frozenset()): Fraction(1, len(cells)) for cell in cells}
    law = {}
    while chances:
        then = {}
        for (listed, edges), chance in chances.items():
            if len(edges) == len(cells) - 1:
                tree = passages_of(cols, rows, edges)
                law[tree] = law.get(tree, 0) + chance
                continue
            visited = {*listed, *itertools.chain.from_iterable(edges)}
            for place, weight in enumerate(index_weights(shares, len(listed))):
                near = around(listed[place], cols, rows)
                fresh = [cell for cell in near if cell not in visited]
                for cell in fresh if weight else ():
                    state = (*listed, cell), edges | {edge(listed[place], cell)}
                    then[state] = then.get(state, 0) + chance * weight / len(fresh)
                if weight and not fresh:
                    left = list(listed)
                    remove(left, place, removal)
                    state = tuple(left), edges
                    then[state] = then.get(state, 0) + chance * weight
        chances = then
    return law


def remove(cells, place, removal):
    """Remove a cell from a list, in order or by moving the last one into its place."""
    if removal == "swap":
        cells[place] = cells[-1]
        place = -1
    del cells[place]


def eller(cols, rows, draw, weight=None, *, join=None, last_always_opens=False, names=-1):
    """Carve row by row: join east at random, open south at random, but every set at least once.

    Args:
        cols: Columns of cells.
        rows: Rows of cells.
        draw: Chance.
        weight: The weights of edges.
        join: The weights of joining east and of not joining.
        last_always_opens: The last cell of a set opens south even if another has done so.
        names: Mask of a set's name.
    """
    sets, fresh, edges = [col & names for col in range(cols)], cols, []
    for row in range(rows):

        def chances(col, row=row):
            cell = (row, col)
            return weights_of(weight, [(cell, (row, col + 1)), (cell, (row + 1, col))])

        for col in range(cols - 1):
            if sets[col] != sets[col + 1] and (
                row == rows - 1 or draw([True, False], join or chances(col))
            ):
                edges.append(((row, col), (row, col + 1)))
                sets = [sets[col] if name == sets[col + 1] else name for name in sets]
        if row == rows - 1:
            break
        below, opened = [], set()
        for col, name in enumerate(sets):
            must = name not in sets[col + 1 :] and (last_always_opens or name not in opened)
            if must or draw([False, True], chances(col)):
                edges.append(((row, col), (row + 1, col)))
                opened.add(name)
                below.append(name)
            else:
                below.append(fresh & names)
                fresh += 1
        sets = below
    return passages_of(cols, rows, edges)


def sidewinder(cols, rows, draw, weight=None, *, up=None):
    """Carve runs to the east that end at random; one cell of each opens north (that one, if ``up``
    names it). The top is a corridor.
    """
    edges = [((0, col), (0, col + 1)) for col in range(cols - 1)]
    for row in range(1, rows):
        run = []
        for col in range(cols):
            cell, ahead, above = (row, col), (row, col + 1), (row - 1, col)
            run.append(cell)
            chances = weights_of(weight, [(cell, ahead), (cell, above)])
            if col < cols - 1 and draw([True, False], chances):
                edges.append((cell, ahead))
                continue
            _, top = draw(run) if up is None else run[up]
            edges.append(((row - 1, top), (row, top)))
            run = []
    return passages_of(cols, rows, edges)


def binary_tree(cols, rows, draw, weight=None):
    """Open north or west at random; at the boundary the only one possible."""
    edges = []
    for cell in all_cells(cols, rows):
        row, col = cell
        ways = [(row - 1, col)] * (row > 0) + [(row, col - 1)] * (col > 0)
        if ways:
            edges.append((draw(ways, weights_of(weight, [(cell, way) for way in ways])), cell))
    return passages_of(cols, rows, edges)


def recursive_division(cols, rows, draw, weight=None, *, cut=None):
    """Build walls with one gap; a wall is horizontal with probability height / (width + height).

    By weight the height counts with the horizontal weight of the middle cell, the width with the
    vertical one. ``cut(width, height)`` says whether a wall is horizontal, if it is given.
    """
    closed = set()
    rooms = [(0, 0, cols, rows)]
    while rooms:
        top, left, width, height = rooms.pop()
        if min(width, height) == 1:
            continue
        row, col = top + height // 2, left + width // 2
        sides = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        north, south, west, east = weights_of(weight, [((row, col), o) for o in sides]) or [1] * 4
        shares = [height * (west + east), width * (north + south)]
        if cut(width, height) if cut else draw([True, False], shares):
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


def braid_maze(passages, want, draw, *, towards_anything=False):
    """Open dead ends in random order until ``want`` of them are gone; return passage bytes."""
    passages = passages.copy()
    rows, cols = passages.shape
    ends = [cell for cell in all_cells(cols, rows) if int(passages[cell]).bit_count() == 1]
    while ends and want > 0:
        cell = draw(ends)
        ends.remove(cell)
        if int(passages[cell]).bit_count() != 1:
            continue
        closed = [
            (bit, (cell[0] + down, cell[1] + right))
            for bit, (down, right) in STEPS.items()
            if not int(passages[cell]) & bit
        ]
        closed = [(bit, other) for bit, other in closed if other in around(cell, cols, rows)]
        closed = [(bit, other) for bit, other in closed if passages[other]]
        dead = [(bit, other) for bit, other in closed if int(passages[other]).bit_count() == 1]
        if not closed:
            continue
        bit, other = draw(closed if towards_anything else dead or closed)
        want -= 2 if (bit, other) in dead else 1
        passages[cell] |= bit
        passages[other] |= BACK[bit]
    return passages.tobytes()


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


def is_divided(passages):
    """Whether walls with one gap, each across a whole room, divide the maze down to corridors."""
    rows, cols = passages.shape
    if min(rows, cols) == 1:
        return True
    for row in range(1, rows):
        if np.count_nonzero(passages[row - 1] & 4) == 1:
            return is_divided(passages[:row]) and is_divided(passages[row:])
    for col in range(1, cols):
        if np.count_nonzero(passages[:, col - 1] & 2) == 1:
            return is_divided(passages[:, :col]) and is_divided(passages[:, col:])
    return False


def exact_law(reference):
    """Return every outcome of a reference algorithm with its exact probability.

    Args:
        reference: Called with ``draw``; it must end for every sequence of draws.

    Returns:
        outcome -> Fraction; they add up to 1.
    """
    law = {}
    branches = [()]
    while branches:
        outcome, chance, others = _run(reference, branches.pop())
        law[outcome] = law.get(outcome, 0) + chance
        branches += others
    return law


def _run(reference, first_draws):
    """Run a reference algorithm with given first draws, then always the first possible option.

    Returns:
        The outcome, its probability, and the other beginnings of draws that branch off later.
    """
    taken, others = [], []
    chance, ways = Fraction(1), 1

    def draw(options, weights=None):
        nonlocal chance, ways
        possible = range(len(options))
        if weights is not None:
            possible = [i for i in possible if weights[i]]
        if len(possible) == 1:
            return options[possible[0]]
        if len(taken) < len(first_draws):
            pick = first_draws[len(taken)]
        else:
            pick = possible[0]
            others.extend((*taken, i) for i in possible[1:])
        taken.append(pick)
        if weights is None:
            ways *= len(options)
        else:
            chance *= Fraction(weights[pick]) / sum(weights)
        return options[pick]

    return reference(draw), chance / ways, others


def dice(rng: random.Random):
    """Return a ``draw`` that draws at random, to run a reference algorithm once."""

    def draw(options, weights=None):
        if weights is None:
            return options[int(rng.random() * len(options))]
        return rng.choices(options, weights)[0]

    return draw


# Cell types in large mazes, where they can be calculated: the probabilities of a dead end, a
# straight, a turn, a T-junction and a crossing, as float64 (5, rows, cols).

CELL_TYPES = np.array([5, 0, 0, 2, 0, 1, 2, 3, 0, 2, 1, 3, 2, 3, 3, 4])
"""Type of a cell by its passage bits: dead end 0, straight 1, turn 2, T 3, crossing 4 (rock 5)."""

INFINITE_UNIFORM = (
    8 / np.pi**2 * (1 - 2 / np.pi),
    4 / np.pi * (2 - 9 / np.pi + 12 / np.pi**2),
    2 * (1 - 2 / np.pi) * (1 - 6 / np.pi + 12 / np.pi**2),
    (4 / np.pi - 1) * (1 - 2 / np.pi) ** 2,
)
"""Probabilities of one to four open sides in a uniform tree of the infinite grid (Manna, Dhar and
Majumdar 1992)."""


def uniform_cell_types(cols, rows):
    """Return the probabilities of the cell types if all spanning trees are equally likely.

    The edges of such a tree are a determinantal process. Its kernel is the current through one edge
    when a unit current enters and leaves at the ends of another (Burton and Pemantle 1993). Cosines
    diagonalise the Laplacian of a grid, so the current between two edges of a cell is a double sum
    over products of a factor for the rows and one for the columns.
    """
    down, down_values = _waves(rows)
    across, across_values = _waves(cols)
    with np.errstate(divide="ignore"):
        inverse = 1 / (down_values[:, None] + across_values)
    inverse[0, 0] = 0
    sides = [  # N, E, S, W
        (down["back"], across["here"]),
        (down["here"], across["on"]),
        (down["on"], across["here"]),
        (down["here"], across["back"]),
    ]
    kernel = np.empty((len(down["here"]), len(across["here"]), 4, 4))
    for i, j in itertools.combinations_with_replacement(range(4), 2):
        (one_down, one_across), (other_down, other_across) = sides[i], sides[j]
        current = (one_down * other_down) @ inverse @ (one_across * other_across).T
        kernel[..., i, j] = kernel[..., j, i] = current
    # The probability that all sides of a set are open is a minor of the kernel.
    some = [np.ones(kernel.shape[:2])]
    for bits in range(1, 16):
        chosen = [i for i in range(4) if bits >> i & 1]
        some.append(np.linalg.det(kernel[..., chosen, :][..., chosen]))
    types = np.zeros((6, *kernel.shape[:2]))
    for bits, more in itertools.product(range(16), repeat=2):
        if bits & more == bits:  # exactly these sides: inclusion and exclusion
            types[CELL_TYPES[bits]] += (-1) ** (bits ^ more).bit_count() * some[more]
    types = types[:5]
    # This is the north-west quarter; the others are its mirror images.
    types = np.concatenate([types, types[:, : rows // 2][:, ::-1]], axis=1)
    return np.concatenate([types, types[:, :, : cols // 2][:, :, ::-1]], axis=2)


def _waves(size):
    """Return the eigenvectors of a path in its first half, their differences, the eigenvalues."""
    k = np.arange(size)
    place = np.arange(-1, size // 2 + size % 2 + 1)[:, None]  # at -1 a cosine mirrors the boundary
    wave = np.cos(np.pi * k * (place + 0.5) / size) * np.sqrt(np.where(k == 0, 1, 2) / size)
    here, before, after = wave[1:-1], wave[:-2], wave[2:]
    steps = {"here": here, "back": here - before, "on": here - after}
    return steps, 2 - 2 * np.cos(np.pi * k / size)


def binary_tree_cell_types(cols, rows):
    """Return the probabilities in a binary tree: they depend on a cell's bit and its neighbours'
    bits.
    """
    north = np.full((rows, cols), 0.5)
    north[:, 0] = 1
    north[0] = 0
    west = 1 - north
    west[0, 0] = 0
    east = np.zeros((rows, cols))
    east[:, :-1] = west[:, 1:]
    south = np.zeros((rows, cols))
    south[:-1] = north[1:]
    own = {(0, 0): 1 - north - west, (1, 0): north, (0, 1): west, (1, 1): 0 * north}
    types = np.zeros((6, rows, cols))
    for bits in range(16):
        n, e, s, w = (bits >> i & 1 for i in range(4))
        types[CELL_TYPES[bits]] += (
            own[n, w] * (east if e else 1 - east) * (south if s else 1 - south)
        )
    return types[:5]


def sidewinder_cell_types(cols, rows):
    """Return the probabilities in a sidewinder: sums over all runs that may hold a cell."""
    row = np.zeros((2, 2, 2, cols))  # [north, east, west], in a row below the first
    for length in range(1, min(cols, 64) + 1):  # a run of 65 comes once in 10^19
        begin = np.arange(cols - length + 1)
        chance = 0.5 ** ((begin > 0) + (length - 1.0) + (begin + length < cols))
        for i in range(length):
            east, west = int(i < length - 1), int(i > 0)
            row[1, east, west, begin + i] += chance / length
            row[0, east, west, begin + i] += chance * (1 - 1 / length)
    corridor = np.zeros_like(row)
    for col in range(cols):
        corridor[0, int(col < cols - 1), int(col > 0), col] = 1
    opened = row[1].sum((0, 1))
    types = np.zeros((6, rows, cols))
    for bits in range(16):
        n, e, s, w = (bits >> i & 1 for i in range(4))
        south = opened if s else 1 - opened
        types[CELL_TYPES[bits], 1:-1] += row[n, e, w] * south
        types[CELL_TYPES[bits], 0] += corridor[n, e, w] * (south if rows > 1 else 1 - s)
        types[CELL_TYPES[bits], -1] += row[n, e, w] * (1 - s) * (rows > 1)
    return types[:5]


def chi_square(counts, law):
    """Return Pearson's statistic of counts against exact probabilities."""
    total = sum(counts.values())
    return float(
        sum((counts.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in law)
    )


def chi_square_limit(freedom):
    """Return the value that chi-square exceeds once in a thousand (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 3.0902 * part**0.5) ** 3


def follow_wall(passages, start, goal, *, left):
    """Return the steps between dead ends with one hand on the wall; None if it circles."""
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
        if steps > 4 * passages.size:
            return None
    return steps


def expected_steps(passages, a, b):
    """Return the mean number of steps of a random walk from a to b, by solving linear equations."""
    cells = [cell for cell in np.ndindex(passages.shape) if cell != b]
    place = {cell: i for i, cell in enumerate(cells)}
    matrix = np.eye(len(cells))
    for cell in cells:
        around = neighbours(passages, cell)
        for other in around:
            if other != b:
                matrix[place[cell], place[other]] -= 1 / len(around)
    return float(np.linalg.solve(matrix, np.ones(len(cells)))[place[a]]) if a != b else 0.0
