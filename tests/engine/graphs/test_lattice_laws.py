"""The laws of trees on lattices: perfect, uniform where they must be, and those of the grid."""

from collections import Counter

import numpy as np
import pytest

from mazegame.engine import Maze
from mazegame.engine.graphs import GRAPH_ALGORITHMS, Lattice, LatticeMaze, spanning_tree
from mazegame.engine.kernels.jit import compiled
from tests import naive
from tests.engine.cases import few, plain
from tests.engine.generators.measures import Engine
from tests.engine.graphs.lattices import KINDS, all_trees, count_trees, edges_of, is_tree, sampled

UNIFORM = ("wilson", "aldous-broder")
SMALL = {
    "hexagonal": Lattice.hexagonal(2, 3),
    "triangular": Lattice.triangular(2, 4),
    "polar": Lattice.polar(1, 4),
    "cylinder": Lattice.cylinder(2, 3),
    "storeys": Lattice.storeys(2, 2, 2),
}
"""Lattices all of whose trees can be listed."""

GRIDS = {"2x2": (2, 2), "3x2": (3, 2), "3x3": (3, 3)}


def chi_square(counts, chances):
    """Return Pearson's statistic, in multiples of what a right sample stays below."""
    if not set(counts) <= set(chances):
        return float("inf")
    return naive.chi_square(counts, chances.items()) / naive.chi_square_limit(len(chances) - 1)


def same_law(one, other):
    """Return the chi-square of two samples of one size, in multiples of the limit."""
    trees = sorted(set(one) | set(other))
    a, b = (np.array([counts[tree] for tree in trees], float) for counts in (one, other))
    rare = a + b < 10  # put together, as the statistic asks for
    a, b = (np.append(n[~rare], n[rare].sum()) for n in (a, b))
    used = a + b > 0
    statistic = float((((a - b) ** 2)[used] / (a + b)[used]).sum())
    return statistic / naive.chi_square_limit(max(int(used.sum()) - 1, 1))


@pytest.mark.variants("algorithm", "kind")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("algorithm", GRAPH_ALGORITHMS)
def test_every_tree_is_perfect_and_compiled_code_makes_the_same_one(algorithm, kind):
    lattice = KINDS[kind]
    strong = np.where(lattice.neighbours >= 0, 3, 0)
    for weights in (None, strong):
        with compiled():
            tree = spanning_tree(lattice, algorithm, "kite-7", weights)
        with plain():
            slow = spanning_tree(lattice, algorithm, "kite-7", weights)
        assert slow == tree
        assert slow.parents.tolist() == tree.parents.tolist()
        edges = [tuple(edge) for edge in tree.edges.tolist()]
        assert edges == sorted(edges)
        assert len(edges) == len(lattice) - 1
        assert set(edges) <= set(edges_of(lattice))
        assert is_tree(len(lattice), edges)
        beside = [(i, j) for i, j in enumerate(tree.parents.tolist()) if j >= 0]
        assert sorted(tuple(sorted(pair)) for pair in beside) == edges
        assert tree == LatticeMaze(lattice, edges[::-1])


@pytest.mark.parametrize("kind", SMALL)
def test_the_listed_trees_are_as_many_as_kirchhoff_says(kind):
    assert len(all_trees(SMALL[kind])) == count_trees(SMALL[kind])


@pytest.mark.parametrize("kind", SMALL)
@pytest.mark.parametrize("algorithm", UNIFORM)
def test_uniform_trees(algorithm, kind):
    trees = all_trees(SMALL[kind])
    counts = sampled(SMALL[kind], algorithm, few(40, 10) * len(trees))
    assert chi_square(counts, dict.fromkeys(trees, 1 / len(trees))) < 1


def test_kruskal_is_not_uniform_and_the_law_notices():
    trees = all_trees(SMALL["hexagonal"])
    counts = sampled(SMALL["hexagonal"], "kruskal", few(200, 100) * len(trees))
    assert chi_square(counts, dict.fromkeys(trees, 1 / len(trees))) > 1


@pytest.mark.parametrize("algorithm", UNIFORM)
def test_the_chance_of_a_weighted_tree_is_the_product_of_its_weights(algorithm):
    lattice = SMALL["polar"]
    weight = {edge: 1 + 2 * at for at, edge in enumerate(edges_of(lattice))}
    table = [
        [weight.get((min(i, j), max(i, j)), 0) for j in row]
        for i, row in enumerate(lattice.neighbours.tolist())
    ]
    products = {tree: np.prod([weight[edge] for edge in tree]) for tree in all_trees(lattice)}
    chances = {tree: float(product / sum(products.values())) for tree, product in products.items()}
    assert chi_square(sampled(lattice, algorithm, few(8_000, 2_000), table), chances) < 1
    even = dict.fromkeys(chances, 1 / len(chances))
    assert chi_square(sampled(lattice, algorithm, few(8_000, 2_000), table), even) > 1


def grid_trees(algorithm, cols, rows, samples, **options):
    """Return how often each tree comes up on the grid, as ``sampled`` does."""
    trees = Counter()
    with compiled():
        counts = Engine(algorithm, **options).trees(cols, rows, samples)
    for found, count in counts.items():
        maze = Maze(np.frombuffer(found, np.uint8).reshape(rows, cols))
        edges = (maze.edges() @ (cols, 1)).tolist()
        trees[tuple(sorted(map(tuple, edges)))] += count
    return trees


@pytest.mark.variants("algorithm", "size")
@pytest.mark.parametrize("size", GRIDS)
@pytest.mark.parametrize("algorithm", GRAPH_ALGORITHMS)
def test_on_squares_the_law_of_trees_is_the_grid_s(algorithm, size):
    cols, rows = GRIDS[size]
    samples = few(3_000, 1_000)
    ours = sampled(Lattice.square(rows, cols), algorithm, samples)
    assert same_law(ours, grid_trees(algorithm, cols, rows, samples)) < 1


@pytest.mark.variants
@pytest.mark.parametrize("algorithm", GRAPH_ALGORITHMS)
def test_on_squares_weights_mean_what_they_mean_on_the_grid(algorithm):
    lattice, samples = Lattice.square(2, 3), few(3_000, 1_000)
    weights = np.broadcast_to([9, 2, 9, 2], lattice.neighbours.shape)
    ours = sampled(lattice, algorithm, samples, weights)
    assert same_law(ours, grid_trees(algorithm, 3, 2, samples, weights="9-2")) < 1
    assert same_law(ours, grid_trees(algorithm, 3, 2, samples, weights="2-9")) > 1


def test_the_comparison_of_two_laws_tells_algorithms_apart():
    ours = sampled(Lattice.square(3, 3), "wilson", 12_000)
    assert same_law(ours, grid_trees("kruskal", 3, 3, 12_000)) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_true_prim_makes_kruskal_s_tree(kind):
    lattice = KINDS[kind]
    for seed in range(5):
        assert spanning_tree(lattice, "kruskal", seed) == spanning_tree(lattice, "true-prim", seed)
