"""Mazes as edges, matrices, graphs and other libraries' grids, and back."""

import sys

import numpy as np
import pytest

from mazegame.engine import Maze, MissingLibraryError, distances, generate

MAZES = {
    "perfect": generate("wilson", 9, 7, "a"),
    "braided": generate("wilson", 9, 7, "a", braid=70),
    "block": Maze.from_floor([[1, 1, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1]]),
    "row": generate("wilson", 6, 1, "a"),
    "column": generate("wilson", 1, 6, "a"),
    "cell": Maze([[0]]),
}


@pytest.fixture(params=MAZES)
def maze(request):
    """Mazes of every kind."""
    return MAZES[request.param]


def naive_edges(maze):
    """Every passage as a pair of cells, found cell by cell."""
    return sorted(
        (cell, there)
        for cell in np.ndindex(maze.shape)
        for there in maze.neighbours(cell)
        if cell < there
    )


def test_edges_are_all_passages_once_by_rows(maze):
    edges = maze.edges()
    assert edges.dtype == np.int32
    pairs = [tuple(map(tuple, edge)) for edge in edges.tolist()]
    assert pairs == naive_edges(maze)
    rows, cols = maze.shape
    for given in (edges, edges[::-1, ::-1], pairs, iter(pairs + pairs)):
        assert Maze.from_edges(given, rows=rows, cols=cols) == maze


class TestSciPy:
    """scipy.sparse.csr_array, by rows."""

    @pytest.fixture(autouse=True)
    def sparse(self):
        return pytest.importorskip("scipy.sparse")

    def test_a_matrix_has_an_entry_for_each_side_of_a_passage(self, maze, sparse):
        graph = maze.to_csr()
        rows, cols = maze.shape
        assert isinstance(graph, sparse.csr_array)
        assert graph.shape == (rows * cols, rows * cols)
        pairs = zip(*graph.nonzero(), strict=True)
        entries = {(divmod(i, cols), divmod(j, cols)) for i, j in pairs}
        edges = naive_edges(maze)
        assert entries == {*edges, *((there, here) for here, there in edges)}
        graph.check_format(full_check=True)
        assert graph.has_canonical_format

    def test_a_matrix_comes_back_as_the_maze(self, maze, sparse):
        rows, cols = maze.shape
        graph = maze.to_csr()
        lower = sparse.csr_array(sparse.tril(graph))
        for form in (graph, graph.tocoo(), lower, graph.astype(float) * 2.5):
            assert Maze.from_csr(form, rows=rows, cols=cols) == maze
        explicit = graph.copy()
        explicit.data[:] = 0  # entries that are there, and say no
        assert Maze.from_csr(explicit, rows=rows, cols=cols).passage_count == 0

    def test_its_shortest_paths_are_ours(self, maze):
        from scipy.sparse.csgraph import shortest_path

        theirs = shortest_path(maze.to_csr(), indices=0, unweighted=True)
        ours = distances(maze, (0, 0)).reshape(-1)
        assert np.array_equal(np.where(np.isinf(theirs), -1, theirs), ours)

    def test_an_invalid_matrix_is_named(self, sparse):
        graph = MAZES["perfect"].to_csr()
        with pytest.raises(ValueError, match=r"\(63, 63\) is no graph of 8x7 cells: \(56, 56\) is"):
            Maze.from_csr(graph, rows=7, cols=8)
        with pytest.raises(ValueError, match="not side by side"):
            Maze.from_csr(graph, rows=9, cols=7)
        with pytest.raises(TypeError, match="a sparse matrix of SciPy, not an array"):
            Maze.from_csr(np.eye(4), rows=2, cols=2)


class TestNetworkx:
    """Graphs whose nodes are cells."""

    @pytest.fixture(autouse=True)
    def nx(self):
        return pytest.importorskip("networkx")

    def test_nodes_are_cells_and_edges_passages(self, maze, nx):
        graph = maze.to_networkx()
        assert sorted(tuple(sorted(edge)) for edge in graph.edges) == naive_edges(maze)
        open_cells = [cell for cell in np.ndindex(maze.shape) if maze.exits(cell)]
        assert sorted(graph.nodes) == (open_cells or [(0, 0)])
        assert all(type(at) is int for node in graph.nodes for at in node)

    def test_a_perfect_maze_is_a_tree(self, nx):
        assert nx.is_tree(MAZES["perfect"].to_networkx())
        assert nx.is_tree(generate("wilson", 12, 12, "a", mask="heart").to_networkx())

    def test_a_graph_comes_back_as_the_maze(self, maze, nx):
        graph = maze.to_networkx()
        assert Maze.from_networkx(graph) == maze
        rows, cols = maze.shape
        bare = nx.Graph(list(graph.edges))
        assert Maze.from_networkx(bare, rows=rows, cols=cols) == maze

    def test_a_graph_of_networkx_itself_is_a_maze(self, nx):
        grid = Maze.from_networkx(nx.grid_2d_graph(3, 4))
        assert grid == Maze.from_floor(np.ones((3, 4)))
        own = nx.Graph([((np.int64(0), np.int64(0)), (np.int64(0), np.int64(1)))])
        assert Maze.from_networkx(own).passages.tolist() == [[2, 8]]

    def test_an_invalid_graph_is_named(self, nx):
        with pytest.raises(ValueError, match="nodes must be cells"):
            Maze.from_networkx(nx.path_graph(3))
        with pytest.raises(ValueError, match="not side by side"):
            Maze.from_networkx(nx.Graph([((0, 0), (2, 2))]))
        with pytest.raises(TypeError, match="a graph of networkx, not 'graph'"):
            Maze.from_networkx("graph")


def test_a_grid_of_mazelib_is_read(maze):
    rows, cols = maze.shape
    grid = np.ones((2 * rows + 1, 2 * cols + 1), np.int8)
    for row, col in np.ndindex(rows, cols):
        grid[2 * row + 1, 2 * col + 1] = (
            0 if maze.exits((row, col)) or maze.passages.size == 1 else 1
        )
    for (row, col), (there, across) in naive_edges(maze):
        grid[row + there + 1, col + across + 1] = 0
    assert Maze.from_mazelib(grid) == maze
    assert Maze.from_mazelib(grid.tolist()) == maze
    back = maze.to_mazelib()
    assert (back.dtype, back.tolist()) == (np.int8, grid.tolist())


def test_blocks_are_floor_where_one_can_walk(maze):
    floor = maze.to_blocks()
    assert floor.tolist() == (maze.to_mazelib() == 0).tolist()
    blocks = Maze.from_floor(floor)
    assert blocks.shape == (2 * maze.rows + 1, 2 * maze.cols + 1)
    assert blocks.passage_count == 2 * maze.passage_count
    for cell in np.ndindex(*maze.shape):
        far = distances(maze, cell)
        if maze.exits(cell):
            twice = distances(blocks, (2 * cell[0] + 1, 2 * cell[1] + 1))[1::2, 1::2]
            assert np.array_equal(twice[far >= 0], 2 * far[far >= 0])
            break


def test_a_connection_list_comes_back(maze):
    connections = maze.to_connection_list()
    assert (connections.shape, connections.dtype) == ((2, *maze.shape), np.bool_)
    assert Maze.from_connection_list(connections) == maze
    for (row, col), (there, _) in naive_edges(maze):
        assert connections[int(there == row), row, col]


def test_every_generator_of_mazelib_makes_a_maze():
    mazelib = pytest.importorskip("mazelib")
    from mazelib.generate.Prims import Prims

    theirs = mazelib.Maze(3)
    theirs.generator = Prims(5, 8)
    theirs.generate()
    ours = Maze.from_mazelib(theirs.grid)
    assert ours.shape == (5, 8)
    assert ours.passage_count == 5 * 8 - 1
    assert (distances(ours, (0, 0)) >= 0).all()


def test_a_connection_list_of_maze_dataset_is_read(maze):
    down = ~maze.south_walls.astype(bool)
    right = ~maze.east_walls.astype(bool)
    assert Maze.from_connection_list(np.stack([down, right])) == maze
    assert Maze.from_connection_list([down.tolist(), right.tolist()]) == maze


@pytest.mark.parametrize(("name", "call"), [("scipy", "to_csr"), ("networkx", "to_networkx")])
def test_without_a_library_one_sentence_says_what_to_install(name, call, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, f"{name}.sparse", None)
    with pytest.raises(MissingLibraryError, match=rf"^{call} needs {name}.*: pip install {name}$"):
        getattr(MAZES["perfect"], call)()
