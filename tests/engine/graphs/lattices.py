"""Lattices of every kind for tests, and how often each tree of one comes up."""

import itertools
from collections import Counter

import numpy as np

from mazegame.engine.carving.rng import seed_state
from mazegame.engine.graphs import Lattice, lattice_maze
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.support.progress import ProgressToken

KINDS = {
    "square": Lattice.square(5, 4),
    "hexagonal": Lattice.hexagonal(5, 4),
    "triangular": Lattice.triangular(4, 7),
    "polar": Lattice.polar(4),
    "many spokes": Lattice.polar(2, 19),
    "storeys": Lattice.storeys(3, 3, 2),
    "torus": Lattice.torus(3, 4),
    "cylinder": Lattice.cylinder(2, 5),
    "graph": Lattice([[1, 2, -1], [0, 2, 3], [0, 1, -1], [1, 4, -1], [3, -1, -1]]),
    "row": Lattice.hexagonal(1, 6),
    "cell": Lattice.square(1, 1),
}


def edges_of(lattice):
    """Return all sides between two cells, the lower cell first."""
    table = lattice.neighbours.tolist()
    return sorted((i, j) for i, row in enumerate(table) for j in row if j > i)


def count_trees(lattice):
    """Return the number of spanning trees: a minor of the Laplacian (Kirchhoff 1847)."""
    laplacian = np.zeros((len(lattice), len(lattice)))
    for i, j in edges_of(lattice):
        laplacian[[i, j, i, j], [i, j, j, i]] += 1, 1, -1, -1
    return round(np.linalg.det(laplacian[1:, 1:]))


def is_tree(cells, edges):
    """Return whether edges join all cells without a loop, found by joining sets."""
    group = {cell: frozenset([cell]) for cell in range(cells)}
    for one, other in edges:
        if group[one] == group[other]:
            return False
        joined = group[one] | group[other]
        group.update(dict.fromkeys(joined, joined))
    return len(group[0]) == cells


def all_trees(lattice):
    """Return all spanning trees, as sorted tuples of edges, by trying every set of edges."""
    sets = itertools.combinations(edges_of(lattice), len(lattice) - 1)
    return [edges for edges in sets if is_tree(len(lattice), edges)]


def sampled(lattice, algorithm, samples, weights=None):
    """Return how often each tree comes up with the seeds 0, 1, 2 and so on, by compiled kernels."""
    weighted = weights is not None
    strengths = lattice_maze._strengths(lattice, weights) if weighted else np.ones(1, np.uint32)
    counts = Counter()
    token = ProgressToken()
    with compiled():
        for seed in range(samples):
            rng = seed_state(f"{seed}", lattice_maze._CARVE)
            found = lattice_maze._carve(
                lattice, algorithm, strengths, rng, token, weighted=weighted
            )
            counts[found.tobytes()] += 1
    trees = Counter()
    for found, count in counts.items():
        kind = np.uint64 if algorithm == "kruskal" else np.uint32
        tree = lattice_maze.SpanningTree(lattice, algorithm, "", np.frombuffer(found, kind))
        trees[tuple(map(tuple, tree.edges.tolist()))] += count
    return trees
