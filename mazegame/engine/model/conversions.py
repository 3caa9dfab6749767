"""Convert passages to edges, sparse matrices, graphs and other libraries' grids, and back.

A cell's number is its place by rows: ``row * cols + col``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.errors import import_optional
from mazegame.engine.model.directions import Cell, read_pair
from mazegame.engine.support.validation import as_numeric_array, short_repr

if TYPE_CHECKING:
    from networkx import Graph
    from scipy.sparse import csr_array

    CellGraph: TypeAlias = Graph[Cell]
    CellMatrix: TypeAlias = csr_array[np.int8, tuple[int, int]]

N: Final = 1
E: Final = 2
S: Final = 4
W: Final = 8

_WAYS: Final = np.array(
    [[bool(sides & side) for side in (N, W, E, S)] for sides in range(16)]
).view(np.uint32)[:, 0]
"""uint32 (16,): for each passage byte four truth values, of north, west, east and south: in this
order the neighbours of a cell have rising numbers."""


def edges_of(passages: NDArray[np.uint8]) -> NDArray[np.int32]:
    """List the passages of a grid, each once, by rows: int32 (m, 2, 2), two cells (row, col) each.

    A cell's eastern passage comes before its southern one.
    """
    cols = passages.shape[1]
    both = np.stack((passages & E != 0, passages & S != 0), axis=-1).reshape(-1)
    found = np.flatnonzero(both)
    cells, south = found >> 1, found & 1
    edges = np.empty((len(found), 2, 2), np.int32)
    edges[:, 0, 0], edges[:, 0, 1] = np.divmod(cells, cols)
    edges[:, 1, 0] = edges[:, 0, 0] + south
    edges[:, 1, 1] = edges[:, 0, 1] + 1 - south
    return edges


def passages_of(
    first: NDArray[Any], second: NDArray[Any], rows: int, cols: int
) -> NDArray[np.uint8]:
    """Open the passages between cells given by their numbers: uint8 (rows, cols)."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    down = high - low == cols
    right = (high - low == 1) & (high % cols != 0)
    if cols == 1:
        right[:] = False
    wrong = ~(down | right) | (low < 0) | (high >= rows * cols)
    if wrong.any():
        at = int(wrong.argmax())
        one, other = (divmod(int(cells[at]), cols) for cells in (first, second))
        raise ValueError(
            f"edge {at} joins {one} and {other}, which are not side by side in {cols}x{rows}"
        )
    passages = np.zeros(rows * cols, np.uint8)
    passages[low[right]] |= E
    passages[high[right]] |= W
    passages[low[down]] |= S
    passages[high[down]] |= N
    return passages.reshape(rows, cols)


def edge_numbers(edges: Iterable[Any], cols: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Read edges, each two cells (row, col), as two arrays of cell numbers."""
    array = as_numeric_array(edges if isinstance(edges, np.ndarray) else list(edges), "edges")
    if array.size == 0:
        array = np.empty((0, 2, 2), np.int64)
    if array.ndim != 3 or array.shape[1:] != (2, 2) or array.dtype.kind not in "iu":
        raise ValueError(
            "edges must be pairs of cells, integers of the shape (m, 2, 2), not "
            f"{array.dtype} of the shape {array.shape}"
        )
    columns = array[:, :, 1]
    if columns.size and (columns.min() < 0 or columns.max() >= cols):
        at = int(((columns < 0) | (columns >= cols)).any(axis=1).argmax())
        raise ValueError(f"edge {at} has a cell outside the columns 0 to {cols - 1}")
    numbers = array[:, :, 0].astype(np.int64) * cols + columns
    return numbers[:, 0], numbers[:, 1]


def to_csr(passages: NDArray[np.uint8]) -> CellMatrix:
    """Make a sparse matrix of a grid: see ``Maze.to_csr``."""
    sparse = import_optional("scipy.sparse", "to_csr")
    cols = passages.shape[1]
    flat = np.ascontiguousarray(passages).reshape(-1)
    number = np.int32 if flat.size < 1 << 29 else np.int64
    begins = np.zeros(flat.size + 1, number)
    np.cumsum(np.bitwise_count(flat), out=begins[1:])
    ways = np.flatnonzero(_WAYS[flat].view(np.bool_))
    steps = np.array([-cols, -1, 1, cols], number)
    indices = (ways >> 2).astype(number) + steps[ways & 3]
    data = np.ones(len(indices), np.int8)
    matrix = sparse.csr_array((data, indices, begins), shape=(flat.size, flat.size))
    matrix.has_sorted_indices = matrix.has_canonical_format = True
    return matrix


def from_csr(graph: Any, rows: int, cols: int) -> NDArray[np.uint8]:
    """Read a sparse matrix: see ``Maze.from_csr``."""
    if not hasattr(graph, "tocoo"):
        raise TypeError(f"from_csr takes a sparse matrix of SciPy, not {short_repr(graph)}")
    shape = (rows * cols, rows * cols)
    if graph.shape != shape:
        raise ValueError(
            f"a matrix of the shape {graph.shape} is no graph of {cols}x{rows} cells: {shape} is"
        )
    entries = graph.tocoo()
    first, second = (index[entries.data != 0].astype(np.int64) for index in entries.coords)
    return passages_of(first, second, rows, cols)


def to_networkx(passages: NDArray[np.uint8]) -> CellGraph:
    """Make a graph of a grid: see ``Maze.to_networkx``."""
    nx = import_optional("networkx", "to_networkx")
    rows, cols = passages.shape
    graph = nx.Graph(rows=rows, cols=cols)
    cells = np.argwhere(passages) if passages.any() else np.zeros((1, 2), np.intp)
    graph.add_nodes_from(map(tuple, cells.tolist()))
    graph.add_edges_from((tuple(one), tuple(other)) for one, other in edges_of(passages).tolist())
    return graph


def from_networkx(graph: Any, rows: int | None, cols: int | None) -> NDArray[np.uint8]:
    """Read a graph: see ``Maze.from_networkx``."""
    if not (hasattr(graph, "edges") and hasattr(graph, "nodes")):
        raise TypeError(f"from_networkx takes a graph of networkx, not {short_repr(graph)}")
    nodes = list(graph.nodes)
    if any(read_pair(node) is None for node in nodes):
        raise ValueError("the nodes must be cells: pairs of integers (row, col)")
    attributes = getattr(graph, "graph", {})
    rows = rows or attributes.get("rows") or int(max((row for row, _ in nodes), default=0)) + 1
    cols = cols or attributes.get("cols") or int(max((col for _, col in nodes), default=0)) + 1
    edges = [(one, other) for one, other in graph.edges() if one != other]
    return passages_of(*edge_numbers(edges, cols), rows, cols)


def from_mazelib(grid: ArrayLike) -> NDArray[np.uint8]:
    """Read a grid of mazelib: see ``Maze.from_mazelib``."""
    walls = as_numeric_array(grid, "the grid of mazelib") != 0
    if walls.ndim != 2 or min(walls.shape) < 3 or not all(side % 2 for side in walls.shape):
        raise ValueError(
            f"a grid of mazelib has the shape (2 * rows + 1, 2 * cols + 1), not {walls.shape}"
        )
    open_cells = ~walls[1::2, 1::2]
    east = ~walls[1::2, 2:-1:2] & open_cells[:, 1:] & open_cells[:, :-1]
    south = ~walls[2:-1:2, 1::2] & open_cells[1:] & open_cells[:-1]
    return join_cells(east, south)


def from_connection_list(connections: ArrayLike) -> NDArray[np.uint8]:
    """Read the connections of maze-dataset: see ``Maze.from_connection_list``."""
    given = as_numeric_array(connections, "the connection list") != 0
    if given.ndim != 3 or given.shape[0] != 2 or 0 in given.shape:
        raise ValueError(f"a connection list has the shape (2, rows, cols), not {given.shape}")
    if given[0, -1].any() or given[1, :, -1].any():
        raise ValueError(
            "the connection list leads out of the grid: the last row of its first half and the "
            "last column of its second must be False"
        )
    return join_cells(given[1, :, :-1], given[0, :-1])


def to_blocks(passages: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which squares of a grid are floor: see ``Maze.to_blocks``."""
    rows, cols = passages.shape
    floor = np.zeros((2 * rows + 1, 2 * cols + 1), np.bool_)
    floor[1::2, 1::2] = (passages != 0) | (passages.size == 1)
    floor[1::2, 2:-1:2] = passages[:, :-1] & E
    floor[2:-1:2, 1::2] = passages[:-1] & S
    return floor


def to_connection_list(passages: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return the connections of maze-dataset: see ``Maze.to_connection_list``."""
    return np.stack((passages & S != 0, passages & E != 0))


def join_cells(east: NDArray[np.bool_], south: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Open passages: east (rows, cols - 1) of a cell, south (rows - 1, cols) of it."""
    passages = np.zeros((east.shape[0], south.shape[1]), np.uint8)
    passages[:, :-1] |= east * np.uint8(E)
    passages[:, 1:] |= east * np.uint8(W)
    passages[:-1] |= south * np.uint8(S)
    passages[1:] |= south * np.uint8(N)
    return passages


def are_swapped(east: NDArray[Any], south: NDArray[Any]) -> bool:
    """Return whether the east and south arrays seem swapped.

    A finished maze has walls all along its east side in the one array and along its south side in
    the other. If each is in the other array, and the other way round there are more passages and
    enough to join all cells, the two are swapped. A maze of few cells allows no conclusion.
    """
    if east.size < 16 or (east[:, -1].all() and south[-1].all()):
        return False
    if not (east[-1].all() and south[:, -1].all()):
        return False
    as_given = np.count_nonzero(east[:, :-1] == 0) + np.count_nonzero(south[:-1] == 0)
    other_way = np.count_nonzero(south[:, :-1] == 0) + np.count_nonzero(east[:-1] == 0)
    return bool(other_way > as_given and other_way >= east.size - 1)
