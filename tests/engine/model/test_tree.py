"""Mazes as trees: parents, depths, sizes, leaves and corridors, beside slow oracles."""

import numpy as np
import pytest

from mazegame.engine import Maze, distances, generate
from mazegame.engine.graphs import Lattice, braid, spanning_tree
from tests.engine.cases import plain

GRIDS = {
    "wilson": generate("wilson", 9, 7, "a"),
    "river": generate("recursive-backtracker", 12, 5, "a"),
    "mask": generate("wilson", 15, 15, "a", mask="ring"),
    "row": generate("wilson", 6, 1, "a"),
    "cell": Maze([[0]]),
}


def _cases():
    """Yield each maze's tree from some root, its passages as pairs of cells, and the root."""
    for name, maze in GRIDS.items():
        edges = [tuple(pair) for pair in (maze.edges() @ (maze.cols, 1)).tolist()]
        for root in {edges[0][0], edges[-1][1]} if edges else {0}:
            yield pytest.param(lambda m=maze, r=root: m.tree(divmod(r, m.cols)), edges, root,
                               id=f"{name} {root}")  # fmt: skip
    for lattice in (Lattice.hexagonal(5, 6), Lattice.polar(3)):
        tree = spanning_tree(lattice, "prim", "a")
        edges = [tuple(pair) for pair in tree.edges.tolist()]
        yield pytest.param(lambda t=tree: t.tree(3), edges, 3, id=lattice.kind)


CASES = list(_cases())


def naive(edges, root):
    """Return parents, depths and sizes by walking the tree from its root, as dictionaries."""
    beside = {root: set()}
    for one, other in edges:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    parents, depths, order = {root: -1}, {root: 0}, [root]
    for cell in order:
        for there in sorted(beside[cell] - {parents[cell]}):
            parents[there], depths[there] = cell, depths[cell] + 1
            order.append(there)
    sizes = dict.fromkeys(order, 1)
    for cell in reversed(order[1:]):
        sizes[parents[cell]] += sizes[cell]
    return parents, depths, sizes, beside


@pytest.mark.parametrize(("make", "edges", "root"), CASES)
def test_a_tree_is_what_walking_from_the_root_finds(make, edges, root):
    parents, depths, sizes, beside = naive(edges, root)
    for tree in (make(), plain_of(make)):
        cells = range(len(tree))
        assert tree.parents.tolist() == [parents.get(cell, -1) for cell in cells]
        assert tree.depths.tolist() == [depths.get(cell, -1) for cell in cells]
        assert tree.sizes.tolist() == [sizes.get(cell, 0) for cell in cells]
        assert tree.leaves.tolist() == sorted(cell for cell in sizes if sizes[cell] == 1)
        assert tree.degrees.tolist() == [len(beside.get(cell, ())) for cell in cells]
        assert sorted(tree.order.tolist()) == sorted(depths)
        assert tree.depth == max(depths.values())
        assert len(tree.path(tree.order[-1])) == tree.depth + 1


def plain_of(make):
    with plain():
        tree = make()
        assert tree.sizes is not None
        return tree


@pytest.mark.parametrize(("make", "edges", "root"), CASES)
def test_corridors_join_junctions_dead_ends_the_root_and_the_ends(make, edges, root):
    parents, depths, _, beside = naive(edges, root)
    tree = make()
    end = int(tree.order[len(tree.order) // 2])
    nodes, pairs, lengths = tree.corridors(end)
    stays = {cell for cell in depths if len(beside[cell]) != 2} | {root, end}
    assert set(nodes.tolist()) == stays
    assert nodes[0] == root
    want = {}
    for cell in stays - {root}:
        above, steps = parents[cell], 1
        while above not in stays:
            above, steps = parents[above], steps + 1
        want[above, cell] = steps
    assert dict(zip(map(tuple, pairs.tolist()), lengths.tolist(), strict=True)) == want
    assert lengths.sum() == len(edges)


def test_depths_are_the_distances_from_the_root():
    maze = GRIDS["wilson"]
    tree = maze.tree((3, 4))
    assert tree.depths.reshape(maze.shape).tolist() == distances(maze, (3, 4)).tolist()
    assert (tree.sizes[tree.leaves] == 1).all()
    assert tree.sizes[tree.root] == 63


def test_the_path_to_a_cell_begins_at_the_root():
    tree = GRIDS["wilson"].tree()
    path = tree.path(62).tolist()
    assert (path[0], path[-1]) == (0, 62)
    assert [tree.parents[cell] for cell in path[1:]] == path[:-1]


def test_a_maze_with_loops_is_no_tree():
    with pytest.raises(ValueError, match="the maze has loops, a passage more than a tree"):
        Maze.from_floor([[1, 1], [1, 1]]).tree()
    looped = braid(spanning_tree(Lattice.hexagonal(5, 5), "prim", "a"), 100, "a")
    loops = len(looped.edges) - 24
    with pytest.raises(ValueError, match=f"has loops, {loops} passages more than a tree"):
        looped.tree()


def test_cells_that_the_root_does_not_reach_are_no_part_of_it():
    tree = Maze([[2, 8, 0, 2, 8]]).tree((0, 0))
    assert tree.parents.tolist() == [-1, 0, -1, -1, -1]
    assert tree.sizes.tolist() == [2, 1, 0, 0, 0]
    with pytest.raises(ValueError, match="no path leads from the cell 0 to 3"):
        tree.path(3)
    assert not np.isin([3, 4], tree.order).any()
