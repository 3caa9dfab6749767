"""Lattices: their tables, sizes and places, those of graphs, and what they refuse."""

import numpy as np
import pytest

from mazegame.engine.graphs import Lattice, shapes
from mazegame.engine.graphs.shapes import MOST_COUNTED, count_cells, ring_sizes
from tests.engine.graphs.lattices import KINDS, edges_of

DRAWN = [kind for kind, lattice in KINDS.items() if lattice.kind != "graph"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_is_that_of_a_graph_that_hangs_together(kind):
    lattice = KINDS[kind]
    assert Lattice(lattice.neighbours).neighbours.tolist() == lattice.neighbours.tolist()
    assert lattice.neighbours.dtype == np.int32
    assert len(lattice.moves) == lattice.neighbours.shape[1]
    with pytest.raises(ValueError, match="read-only"):
        lattice.neighbours[0, 0] = 0


def corners_of(lattice, cell, side):
    places = lattice.geometry.sides
    first, last = places[cell if len(places) > 1 else 0, side]
    return None if first < 0 else lattice.polygons[cell, [first, last]]


@pytest.mark.parametrize("kind", DRAWN)
def test_neighbours_share_the_side_between_them_and_no_other_two_cells_do(kind):
    lattice = KINDS[kind]
    table = lattice.neighbours.tolist()
    shared = 0
    for cell, row in enumerate(table):
        for side, there in enumerate(row):
            here = corners_of(lattice, cell, side)
            if there < 0 or here is None:
                continue
            back = corners_of(lattice, there, table[there].index(cell))
            gap = lattice.positions[there] - lattice.positions[cell]
            if np.hypot(*gap) > 1.8:  # round the back of a torus, up the stairs
                assert lattice.kind in {"torus", "cylinder", "storeys"}
                continue
            assert np.allclose(here, back[::-1]), (cell, there)
            shared += 1
    assert shared > 0 or len(lattice) == 1


@pytest.mark.parametrize("kind", DRAWN)
def test_polygons_lie_round_their_middles_and_do_not_overlap(kind):
    lattice = KINDS[kind]
    x, y = np.moveaxis(lattice.polygons, 2, 0)
    areas = 0.5 * (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    assert (areas > 0.3).all()  # clockwise, as y points down
    if lattice.kind == "polar":
        whole = np.pi * (lattice.rows + 1) ** 2
        assert areas.sum() == pytest.approx(whole, rel=0.02)
    else:
        assert np.allclose(areas, areas[0])
    assert np.allclose(lattice.polygons.min(axis=(0, 1)), 0)


def test_a_hexagon_inside_has_six_neighbours_at_distance_one():
    lattice = Lattice.hexagonal(5, 5)
    inner = 2 * 5 + 2
    gaps = lattice.positions[lattice.neighbours[inner]] - lattice.positions[inner]
    assert np.allclose(np.hypot(*gaps.T), 1)
    angles = np.degrees(np.arctan2(gaps[:, 0], -gaps[:, 1])).round() % 360
    assert dict(zip(lattice.moves, angles.tolist(), strict=True)) == {
        "north-east": 30, "east": 90, "south-east": 150,
        "south-west": 210, "west": 270, "north-west": 330,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("make", "sizes"),
    [
        (lambda: Lattice.polar(4), [1, 6, 12, 24, 24]),
        (lambda: Lattice.polar(3, 3), [1, 3, 6, 12]),
        (lambda: Lattice.polar(2, 19), [1, 19, 19]),
    ],
)
def test_rings_split_where_their_cells_get_wide(make, sizes):
    lattice = make()
    middle = lattice.positions[0]
    rings = np.hypot(*(lattice.positions - middle).T).round(3)
    assert np.unique(rings, return_counts=True)[1].tolist() == sizes


def test_the_cells_of_rings_are_counted_as_long_as_a_memory_may_have_room_for_them(monkeypatch):
    counted = []
    monkeypatch.setattr(
        shapes, "ring_sizes", lambda *size: counted.append(size) or ring_sizes(*size)
    )
    for spokes, rings in ((3, 1), (6, 4), (6, 2000), (90, 40)):
        sizes = ring_sizes(spokes, rings)
        assert count_cells("polar", spokes, rings, 1) == (1 + sum(sizes), max(spokes, 5))
        assert all(size >= ring for ring, size in enumerate(sizes, start=1))
    counted.clear()
    cells, _ = count_cells("polar", 3, 100_000, 1)  # three spokes, but doubled again and again
    assert cells > MOST_COUNTED
    assert counted == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Lattice.torus(2, 5), "torus lattice takes 3 rows or more, not 2"),
        (lambda: Lattice.cylinder(5, 2), "takes 3 cols or more, not 2"),
        (lambda: Lattice.polar(3, 2), "a polar lattice takes 3 spokes or more, not 2"),
        (lambda: Lattice.triangular(3, 1), "hang together in pairs only"),
        (lambda: Lattice.hexagonal(0, 3), "rows must be a whole number from 1 on, not 0"),
        (lambda: Lattice.hexagonal(10**6, 10**6), "1,000,000,000,000 cells is too large"),
        (lambda: Lattice([[0]]), "the cell 0 is its own neighbour"),
        (lambda: Lattice([[1, 1], [0, 0]]), "the cell 1 is twice beside the cell 0"),
        (lambda: Lattice([[1], [-1]]), "the cell 1 is beside the cell 0, which is not beside it"),
        (lambda: Lattice([[1], [0], [3], [2]]), "the 4 cells do not hang together: 2 of them"),
        (lambda: Lattice([[2], [0]]), "neighbours must be cells, 0 to 1, or -1"),
        (lambda: Lattice([[0.5]]), "neighbours must be integers"),
        (lambda: Lattice([[1], [0]], [[0, 0]]), "positions must be numbers of the shape"),
        (lambda: Lattice.hexagonal(2, 2).check_cell(4), "lies outside the lattice, whose cells"),
    ],
)
def test_what_is_no_lattice_is_refused_in_one_sentence(make, message):
    with pytest.raises(ValueError, match=message):
        make()


class TestGraphs:
    """Graphs of networkx and SciPy."""

    def test_a_graph_of_networkx_keeps_its_edges_and_nodes(self):
        nx = pytest.importorskip("networkx")
        graph = nx.petersen_graph()
        graph.add_edge(3, 3)
        lattice = Lattice.from_networkx(nx.relabel_nodes(graph, {n: f"n{n}" for n in graph}))
        assert lattice.labels == tuple(f"n{n}" for n in range(10))
        pairs = {tuple(sorted(edge)) for edge in graph.edges() if edge[0] != edge[1]}
        assert set(edges_of(lattice)) == pairs
        assert lattice.polygons is None

    def test_places_are_given_or_attributes_or_the_nodes_themselves(self):
        nx = pytest.importorskip("networkx")
        grid = nx.grid_2d_graph(2, 3)
        at = Lattice.from_networkx(grid).positions
        assert at.tolist() == [[col, row] for row, col in grid]
        given = {node: (2 * node[0], 7) for node in grid}
        assert Lattice.from_networkx(grid, given).positions.tolist() == [
            list(map(float, given[node])) for node in grid
        ]
        nx.set_node_attributes(grid, dict.fromkeys(grid, (1, 2)), "pos")
        assert Lattice.from_networkx(grid).positions[0].tolist() == [1, 2]
        with pytest.raises(ValueError, match="for every node"):
            Lattice.from_networkx(grid, {})

    def test_a_matrix_is_read_one_way_or_both(self):
        sparse = pytest.importorskip("scipy.sparse")
        lattice = KINDS["hexagonal"]
        first, second = np.array(edges_of(lattice)).T
        for there, back in ((first, second), (second, first)):
            matrix = sparse.csr_array((np.ones(len(first)), (there, back)), shape=(20, 20))
            assert edges_of(Lattice.from_csr(matrix)) == edges_of(lattice)

    def test_what_is_no_graph_is_refused(self):
        nx = pytest.importorskip("networkx")
        with pytest.raises(ValueError, match="has no nodes"):
            Lattice.from_networkx(nx.Graph())
        with pytest.raises(ValueError, match="do not hang together"):
            Lattice.from_networkx(nx.Graph([(0, 1), (2, 3)]))
        with pytest.raises(TypeError, match="takes a graph of networkx, not 7"):
            Lattice.from_networkx(7)
        with pytest.raises(TypeError, match="takes a sparse matrix of SciPy"):
            Lattice.from_csr([[1]])
