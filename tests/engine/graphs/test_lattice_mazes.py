"""Mazes on lattices: distances, paths, loops, statistics and seeds, beside slow oracles."""

import hashlib
import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from mazegame.engine import CancelledError, UnreachableError, generate, texture
from mazegame.engine.graphs import (
    GRAPH_ALGORITHMS,
    Lattice,
    LatticeMaze,
    braid,
    distances,
    shortest_path,
    spanning_tree,
    statistics,
)
from tests.engine.cases import plain
from tests.engine.graphs.lattices import KINDS, edges_of

GOLDEN = Path(__file__).with_name("golden.json")
"""SHA-256 of the edges (int32, little endian) by lattice and algorithm: they never change."""

PINNED = {
    "hexagonal": Lattice.hexagonal(12, 20),
    "triangular": Lattice.triangular(9, 20),
    "polar": Lattice.polar(8),
    "storeys": Lattice.storeys(3, 6, 7),
    "torus": Lattice.torus(9, 12),
    "cylinder": Lattice.cylinder(9, 12),
    "square": Lattice.square(30, 40),
}


def golden():
    """Return what is pinned: one tree even, one by weight, one with loops, of each algorithm."""
    found = {}
    for kind, lattice in PINNED.items():
        cell = np.arange(len(lattice))[:, None]
        weights = (cell + lattice.neighbours) % 7 + 1
        for algorithm in GRAPH_ALGORITHMS:
            tree = spanning_tree(lattice, algorithm, "kite-7")
            weighted = spanning_tree(lattice, algorithm, "été", weights)
            for name, maze in (
                ("even", tree), ("weighted", weighted), ("loops", braid(tree, 50, "kite-7")),
            ):  # fmt: skip
                data = maze.edges.astype("<i4").tobytes()
                found[f"{kind} {algorithm} {name}"] = hashlib.sha256(data).hexdigest()
    return found


@pytest.mark.core
def test_seeds_are_for_ever():
    assert golden() == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_seeds_are_for_ever_without_a_compiler_too(monkeypatch):
    monkeypatch.setitem(globals(), "PINNED", {"hexagonal": Lattice.hexagonal(12, 20)})
    pinned = json.loads(GOLDEN.read_text(encoding="utf-8"))
    with plain():
        assert golden() == {key: pinned[key] for key in pinned if key.startswith("hexagonal")}


def test_another_seed_gives_another_tree():
    trees = {spanning_tree(PINNED["polar"], "wilson", seed) for seed in ("a", "b", 7, "7")}
    assert len(trees) == 3


@pytest.fixture(params=KINDS)
def maze(request):
    """Mazes with loops and without, on every lattice."""
    tree = spanning_tree(KINDS[request.param], "kruskal", "a")
    return braid(tree, 60, "a")


def test_distances_and_paths_are_those_of_networkx(maze):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph(maze.edges.tolist())
    graph.add_nodes_from(range(len(maze.lattice)))
    for source in {0, len(maze.lattice) - 1}:
        want = nx.single_source_shortest_path_length(graph, source)
        assert distances(maze, source).tolist() == [want[cell] for cell in range(len(graph))]
        for goal in range(len(graph)):
            path = shortest_path(maze, source, goal).tolist()
            assert (path[0], path[-1]) == (source, goal)
            assert len(path) == want[goal] + 1
            assert all(graph.has_edge(*step) for step in itertools.pairwise(path))


def test_distances_are_those_of_scipy(maze):
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    from scipy.sparse import csr_array

    cells = len(maze.lattice)
    first, second = maze.edges.T
    matrix = csr_array((np.ones(len(first)), (first, second)), shape=(cells, cells))
    want = csgraph.shortest_path(matrix, directed=False, unweighted=True, indices=0)
    assert distances(maze, 0).tolist() == want.tolist()


def test_where_nothing_leads_is_said():
    maze = LatticeMaze(Lattice.hexagonal(1, 4), [[0, 1], [2, 3]])
    assert distances(maze, 0).tolist() == [0, 1, -1, -1]
    with pytest.raises(UnreachableError, match="there is no path from cell 0 to cell 3"):
        shortest_path(maze, 0, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_braiding_opens_the_share_and_keeps_the_rest(kind):
    tree = spanning_tree(KINDS[kind], "recursive-backtracker", "a")
    dead = int((tree.degrees == 1).sum())
    assert braid(tree, 0, "a") == tree
    for percent in (30, 100):
        maze = braid(tree, percent, "a")
        old, new = ({tuple(edge) for edge in one.edges.tolist()} for one in (tree, maze))
        assert old <= new <= set(edges_of(tree.lattice))
        left = int((maze.degrees == 1).sum())
        stuck = int(((tree.lattice.neighbours >= 0).sum(axis=1) == 1).sum())
        if percent == 100:
            assert left == stuck
        elif not stuck:
            assert dead - left >= round(dead * 0.3)
    with pytest.raises(ValueError, match="percent of the dead ends, 0 to 100, not 101"):
        braid(tree, 101, "a")


def test_statistics_on_squares_are_those_of_the_grid():
    lattice = Lattice.square(12, 17)
    for loops in (0, 40):
        tree = braid(spanning_tree(lattice, "wilson", "a"), loops, "a")
        maze = generate("wilson", 17, 12, "a").from_edges(
            np.stack(np.divmod(tree.edges, 17), axis=2), rows=12, cols=17
        )
        want = texture(maze, (0, 0), (11, 16)).as_dict()
        got = statistics(tree)
        same = ("cells dead_end_share corridor_share dist_min path_share wrong_exits "
                "expected_steps difficulty").split()  # fmt: skip
        assert {name: got[name] for name in same} == pytest.approx({n: want[n] for n in same})
        assert got["junction_share"] == pytest.approx(
            want["junction_share"] + want["crossing_share"]
        )
        if not loops:
            assert got["diameter"] == want["diameter"]
        assert got["loops"] == maze.passage_count - 17 * 12 + 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda h: spanning_tree(h, "eller", "a"), "eller needs rows and columns of square cells"),
        (lambda h: spanning_tree(h, "wilsom", "a"), "no algorithm 'wilsom': did you mean wilson"),
        (lambda h: spanning_tree(h, "wilson", "a:b"), "the seed 'a:b' holds ':'"),
        (lambda h: spanning_tree(h, "prim", "a", [[1]]), r"the shape \(6, 6\), not \(1, 1\)"),
        (lambda h: spanning_tree(h, "prim", "a", h.neighbours), "numbers from 1 to 100"),
        (lambda h: spanning_tree(h, "prim", "a", h.neighbours * 0 + 101), "from 1 to 100"),
        (lambda h: spanning_tree(h, "prim", "a", np.arange(36).reshape(6, 6) + 1), "back differ"),
        (lambda h: LatticeMaze(h, [[0, 5]]), "the cells 0 and 5 are not beside each other"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(make, message):
    with pytest.raises(ValueError, match=message):
        make(Lattice.hexagonal(2, 3))


def test_a_long_call_reports_and_can_be_cancelled():
    lattice, shares = Lattice.hexagonal(60, 60), []
    spanning_tree(lattice, "wilson", "a", progress=shares.append)
    assert shares[-1] == 1.0
    assert shares == sorted(shares)
    with pytest.raises(CancelledError):
        spanning_tree(Lattice.hexagonal(400, 400), "wilson", "a", progress=lambda _: False)
