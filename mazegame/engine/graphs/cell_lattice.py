"""Lattices: which cells lie beside each other, and where they are drawn.

A lattice is a table of neighbours. Where cells are and how they look follows from its kind when it
is asked for (``shapes.py``), so that a lattice of a million cells costs its table alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.errors import import_optional
from mazegame.engine.graphs import shapes
from mazegame.engine.graphs.shapes import Geometry
from mazegame.engine.kernels.jit import Buffer, kernel, u64
from mazegame.engine.support import memory
from mazegame.engine.support.validation import (
    as_int_or_none,
    as_numeric_array,
    check_count,
    sealed,
    short_repr,
)

if TYPE_CHECKING:
    from networkx import Graph
    from scipy.sparse import csr_array
else:  # typing.get_type_hints takes what is there; the libraries may not be
    Graph = csr_array = Any

NO_CELL: Final = 0xFFFF_FFFF
"""-1, for no neighbour, as kernels read it."""

MAX_SLOTS: Final = 1 << 31
"""Most entries of the table of neighbours: kernels use 32-bit numbers."""

MAX_SIDES: Final = 1 << 16
"""Most neighbours of a cell."""

NODES: Final = "graph"
"""The kind of a lattice that was made from a graph."""


class Lattice:
    """Cells of any shape, and which of them lie beside each other. A value: nobody can change it.

    Cells are numbers from 0 up. Make one with ``hexagonal``, ``triangular``, ``polar``,
    ``storeys``, ``torus`` or ``cylinder``, of a graph with ``from_networkx`` or ``from_csr``, or of
    a table of neighbours.

    Attributes:
        kind: The name of the shape, for example ``hexagonal``; ``graph`` for any other.
        cols: Columns, of rings the cells of the innermost one; the number of cells of a graph.
        rows: Rows, rings, or rows of each storey; 1 for a graph.
        levels: Storeys; 1 for all other kinds.
        neighbours: int32 (cells, sides), read-only: the cell behind each side, -1 for none.
        moves: What a step through each side is called, for example ``north-east``.
        start: A, unless something else is asked for.
        goal: B, likewise.
        labels: The nodes of the graph that it was made of, by cell; empty for other kinds.
    """

    def __init__(
        self, neighbours: ArrayLike, positions: ArrayLike | None = None, labels: Sequence[Any] = ()
    ) -> None:
        """Make a lattice of a table of neighbours, which is copied and checked.

        Args:
            neighbours: Integers (cells, sides): the cell behind each side, -1 for none.
            positions: Numbers (cells, 2): where each cell is drawn, x to the right and y down; on a
                circle if None.
            labels: What each cell stands for.

        Raises:
            ValueError: If a number is no cell's, a cell is its own neighbour or another's twice,
                one is beside another that is not beside it, or the cells do not hang together.
        """
        table = _as_table(neighbours)
        cells = len(table)
        geometry = partial(shapes.circle, cells)
        if positions is not None:
            places = as_numeric_array(positions, "positions").astype(np.float64)
            if places.shape != (cells, 2) or not np.isfinite(places).all():
                raise ValueError(
                    f"positions must be numbers of the shape ({cells}, 2), not {places.shape}"
                )
            geometry = partial(Geometry, places)
        self._fill(NODES, table, (cells, 1, 1), geometry, tuple(labels))
        reached = int(flood(self.ways, self.shift, cells, 0)[1])
        if reached < cells:
            raise ValueError(
                f"the {cells:,} cells do not hang together: {reached:,} of them can be reached "
                "from the first one"
            )

    def _fill(
        self,
        kind: str,
        table: NDArray[np.int32],
        size: tuple[int, int, int],
        geometry: Callable[[], Geometry],
        labels: tuple[Any, ...] = (),
    ) -> None:
        cells, sides = table.shape
        self.kind, (self.cols, self.rows, self.levels) = kind, size
        self.neighbours: NDArray[np.int32] = sealed(table)
        self.labels = labels
        named = shapes.MOVES.get(kind, ())
        self.moves = (*named, *map(str, range(len(named), sides)))
        self.start, self.goal, self.middle = shapes.ends_of(kind, *size, cells)
        self._geometry_of = geometry
        self.shift = max(sides, 1).bit_length()  # a row of ``ways``: one more than the sides
        self.ways = list_ways(table, None, self.shift)

    @classmethod
    def _of(cls, kind: str, cols: int, rows: int, levels: int = 1) -> Lattice:
        for name, side in (("cols", cols), ("rows", rows), ("levels", levels)):
            check_count(name, side)
        cols, rows, levels = int(cols), int(rows), int(levels)
        shapes.check_size(kind, cols, rows, levels)
        cells, sides = shapes.count_cells(kind, cols, rows, levels)
        what = f"a lattice of {cells:,} cells"
        if cells << sides.bit_length() > MAX_SLOTS:
            raise ValueError(f"{what} is too large: {MAX_SLOTS >> sides.bit_length():,} fit")
        memory.require(lattice_bytes(cells, sides), what)
        lattice = cls.__new__(cls)
        table = shapes.neighbours(kind, cols, rows, levels)
        geometry = partial(shapes.geometry, kind, cols, rows, levels)
        lattice._fill(kind, table, (cols, rows, levels), geometry)
        return lattice

    @classmethod
    def square(cls, rows: int, cols: int) -> Lattice:
        """Return square cells; cell (row, col) has the number ``row * cols + col``.

        ``generate`` makes mazes of square cells several times as fast. Time in proportion
        to the cells and 26 bytes of memory for each side of one, as for the others.

        Examples:
            >>> Lattice.square(2, 3).neighbours[0].tolist()
            [-1, 1, 3, -1]
        """
        return cls._of("square", cols, rows)

    @classmethod
    def hexagonal(cls, rows: int, cols: int) -> Lattice:
        """Return hexagons with a corner on top; odd rows lie half a cell to the right.

        Cell (row, col) has the number ``row * cols + col``. Time in proportion to the
        cells, and 26 bytes of memory for each side of one.

        Examples:
            >>> lattice = Lattice.hexagonal(2, 3)
            >>> lattice.moves
            ('north-east', 'east', 'south-east', 'south-west', 'west', 'north-west')
            >>> lattice.neighbours[4].tolist()
            [2, 5, -1, -1, 3, 1]
        """
        return cls._of("hexagonal", cols, rows)

    @classmethod
    def triangular(cls, rows: int, cols: int) -> Lattice:
        """Return triangles in rows, in turns with a corner up, as the first one, and down.

        Cell (row, col) has the number ``row * cols + col``. Time and some 50 bytes of memory in
        proportion to the cells.

        Examples:
            >>> Lattice.triangular(2, 3).neighbours[0].tolist()
            [1, 3, -1]
        """
        return cls._of("triangular", cols, rows)

    @classmethod
    def polar(cls, rings: int, spokes: int = 6) -> Lattice:
        """Return a round centre inside rings of cells, which are as wide as high, about.

        The centre is cell 0; the others follow ring by ring, each clockwise from the top. Time and
        some 80 bytes of memory in proportion to the cells.

        Args:
            rings: The number of rings around the centre.
            spokes: The number of cells of the innermost ring, 3 or more. Outer rings have as many
                as the ring inside, or twice as many.

        Examples:
            >>> [len(Lattice.polar(rings).neighbours) for rings in (1, 2, 3)]
            [7, 19, 43]
        """
        return cls._of("polar", spokes, rings)

    @classmethod
    def storeys(cls, levels: int, rows: int, cols: int) -> Lattice:
        """Return square cells on several storeys, with stairs between any two above each other.

        Cell (level, row, col) has the number ``(level * rows + row) * cols + col``. Time in
        proportion to the cells, and 26 bytes of memory for each side of one.

        Examples:
            >>> Lattice.storeys(2, 2, 2).neighbours[0].tolist()
            [-1, 1, 2, -1, -1, 4]
        """
        return cls._of("storeys", cols, rows, levels)

    @classmethod
    def torus(cls, rows: int, cols: int) -> Lattice:
        """Return square cells whose top row is beside the bottom one, and left column beside right.

        Both sides are 3 cells or more. Time in proportion to the cells, and 26 bytes of memory for
        each side of one.

        Examples:
            >>> Lattice.torus(3, 4).neighbours[0].tolist()
            [8, 1, 4, 3]
        """
        return cls._of("torus", cols, rows)

    @classmethod
    def cylinder(cls, rows: int, cols: int) -> Lattice:
        """Return square cells whose left column is beside the right one; there are 3 or more.

        Time in proportion to the cells, and 26 bytes of memory for each side of one.

        Examples:
            >>> Lattice.cylinder(2, 3).neighbours[0].tolist()
            [-1, 1, 3, 2]
        """
        return cls._of("cylinder", cols, rows)

    @classmethod
    def from_csr(cls, graph: csr_array, positions: ArrayLike | None = None) -> Lattice:
        """Return the lattice of a sparse matrix of SciPy: an entry that is not 0 joins two cells.

        One of (i, j) and (j, i) is enough. Time and memory in proportion to the entries, and to the
        cells times their most neighbours.

        Args:
            graph: The matrix, (cells, cells).
            positions: See ``Lattice``.

        Raises:
            TypeError: If it is no sparse matrix.
            ValueError: If it is not square, or the cells do not hang together.

        Examples:
            >>> from scipy.sparse import csr_array
            >>> path = csr_array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
            >>> Lattice.from_csr(path).neighbours.tolist()
            [[1, -1], [0, 2], [1, -1]]
        """
        if not hasattr(graph, "tocoo"):
            raise TypeError(f"from_csr takes a sparse matrix of SciPy, not {short_repr(graph)}")
        if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
            raise ValueError(f"a matrix of the shape {graph.shape} is no graph: it is not square")
        entries = graph.tocoo()
        first, second = (index[entries.data != 0].astype(np.int64) for index in entries.coords)
        return cls(_table_of(first, second, graph.shape[0]), positions)

    @classmethod
    def from_networkx(cls, graph: Graph, positions: Any = None) -> Lattice:
        """Return the lattice of an undirected graph of networkx; ``labels`` has its nodes by cell.

        Time: some microseconds for each node and edge, and some hundred bytes of memory.

        Args:
            graph: The graph. Parallel edges count once, and loops of one node not at all.
            positions: Where each node is drawn: (x, y) by node, as ``networkx.spring_layout``
                returns. By default the attributes ``pos`` of the nodes if all have one, or the
                nodes if all are pairs of numbers (row, col), or a circle.

        Raises:
            TypeError: If it is no graph.
            ValueError: If it is empty or does not hang together.

        Examples:
            >>> import networkx as nx
            >>> lattice = Lattice.from_networkx(nx.petersen_graph())
            >>> lattice.neighbours.shape
            (10, 3)
        """
        import_optional("networkx", "from_networkx")
        if not (hasattr(graph, "edges") and hasattr(graph, "nodes")):
            raise TypeError(f"from_networkx takes a graph of networkx, not {short_repr(graph)}")
        nodes = list(graph.nodes)
        numbers = {node: cell for cell, node in enumerate(nodes)}
        pairs = [(numbers[one], numbers[other]) for one, other in graph.edges()]
        ends = np.array(pairs, np.int64).reshape(-1, 2)
        return cls(
            _table_of(ends[:, 0], ends[:, 1], len(nodes)),
            _places_of(graph, nodes, positions),
            nodes,
        )

    @cached_property
    def geometry(self) -> Geometry:
        """Where cells are, and their corners."""
        return self._geometry_of()

    @property
    def positions(self) -> NDArray[np.float64]:
        """float64 (cells, 2): the middle of each cell, x to the right and y down.

        Neighbours are about 1 apart.
        """
        return self.geometry.positions

    @property
    def polygons(self) -> NDArray[np.float64] | None:
        """float64 (cells, corners, 2): the outline of each cell, clockwise; None for a graph.

        A cell with fewer corners than others repeats its last one.
        """
        return self.geometry.polygons

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.neighbours)

    @property
    def size(self) -> str:
        """COLSxROWS, as game IDs write it."""
        return f"{self.cols}x{self.rows}"

    def check_cell(self, cell: object) -> int:
        """Return a cell as a Python integer. Complexity: constant time and memory.

        Raises:
            TypeError: If it is no integer.
            ValueError: If there is no such cell.

        Examples:
            >>> Lattice.hexagonal(2, 3).check_cell(5)
            5
        """
        number = None if isinstance(cell, bool) else as_int_or_none(cell)
        if number is None:
            raise TypeError(f"a cell of a lattice is a whole number, not {short_repr(cell)}")
        if not 0 <= number < len(self):
            raise ValueError(
                f"the cell {short_repr(number)} lies outside the lattice, whose cells are 0 to "
                f"{len(self) - 1}"
            )
        return number

    def __repr__(self) -> str:
        if self.kind == NODES:
            return f"<Lattice of a graph of {len(self):,} cells>"
        levels = f" of {self.levels} levels" if self.levels > 1 else ""
        return f"<Lattice {self.kind} {self.size}{levels}, {len(self):,} cells>"


def _as_table(neighbours: ArrayLike) -> NDArray[np.int32]:
    """Validate and return a table of neighbours."""
    given = as_numeric_array(neighbours, "neighbours")
    if given.ndim != 2 or 0 in given.shape or given.dtype.kind not in "iu":
        raise ValueError(
            "neighbours must be integers of the shape (cells, sides), "
            f"not {given.dtype} of the shape {given.shape}"
        )
    cells, sides = given.shape
    if sides > MAX_SIDES or cells << sides.bit_length() > MAX_SLOTS:
        raise ValueError(f"a table of {cells:,} cells with {sides:,} sides each is too large")
    if given.min() < -1 or given.max() >= cells:
        raise ValueError(f"neighbours must be cells, 0 to {cells - 1}, or -1 for none")
    table = np.array(given, np.int32)
    first, side = np.nonzero(table >= 0)
    there = table[first, side].astype(np.int64)
    codes = np.sort(first * cells + there)
    wrong = ""
    if (there == first).any():
        wrong = f"the cell {int(first[there == first][0])} is its own neighbour"
    elif (codes[1:] == codes[:-1]).any():
        one, other = divmod(int(codes[1:][codes[1:] == codes[:-1]][0]), cells)
        wrong = f"the cell {other} is twice beside the cell {one}"
    elif not np.array_equal(codes, np.sort(there * cells + first)):
        one, other = divmod(int(np.setdiff1d(codes, there * cells + first)[0]), cells)
        wrong = f"the cell {other} is beside the cell {one}, which is not beside it"
    if wrong:
        raise ValueError(wrong)
    return table


def _table_of(first: NDArray[Any], second: NDArray[Any], cells: int) -> NDArray[np.int32]:
    """Return the table of neighbours of some edges, the neighbours of a cell in rising order."""
    if not cells:
        raise ValueError("the graph has no nodes: a lattice takes one at least")
    apart = first != second
    first, second = first[apart], second[apart]
    codes = np.unique(np.concatenate((first * cells + second, second * cells + first)))
    cell, there = np.divmod(codes, cells)
    degrees = np.bincount(cell, minlength=cells)
    table = np.full((cells, max(int(degrees.max()), 1)), -1, np.int32)
    table[cell, np.arange(len(cell)) - (np.cumsum(degrees) - degrees)[cell]] = there
    return table


def _places_of(graph: Any, nodes: Sequence[Any], positions: Any) -> ArrayLike | None:
    """Return where the nodes of a graph are drawn; None for a circle."""
    places = dict(graph.nodes(data="pos")) if positions is None else positions
    if all(places.get(node) is not None for node in nodes):
        return [tuple(places[node])[:2] for node in nodes]
    if positions is not None:
        raise ValueError("positions must have a place (x, y) for every node")
    pairs = all(isinstance(node, tuple) and len(node) == 2 for node in nodes)
    if pairs and all(isinstance(part, (int, float)) for node in nodes for part in node):
        return [(col, row) for row, col in nodes]
    return None


def list_ways(
    table: NDArray[np.int32], is_open: NDArray[np.bool_] | None, shift: int
) -> NDArray[np.uint32]:
    """Return the open sides of a table as kernels walk them: see ``growing.py``.

    ``is_open``, bool (cells, sides), says which sides; None for all.
    """
    cells, sides = table.shape
    ways = np.empty(cells << shift, np.uint32)
    there = np.ascontiguousarray(table).view(np.uint32).reshape(-1).copy()
    if is_open is not None:
        there[~is_open.reshape(-1)] = NO_CELL
    _list_ways(there, ways, cells, sides, shift)
    return ways


@kernel
def _list_ways(there: Buffer, ways: Buffer, cells: int, sides: int, shift: int) -> None:
    """Write how many neighbours each cell has, and these. ``there`` is the table, uint32."""
    one = u64(1)
    read = u64(0)
    for i in range(cells):
        first = u64(i) << shift
        count = u64(0)
        for _ in range(sides):
            cell = u64(there[read])
            read += one
            if cell != u64(NO_CELL):
                count += one
                ways[first + count] = cell
        ways[first] = count


_BYTES_PER_SIDE: Final = 26
"""Peak memory of finding the neighbours of all cells, in bytes for each side."""


def lattice_bytes(cells: int, sides: int) -> int:
    """Return the peak memory of making a lattice, in bytes."""
    kept = 4 * sides + (8 << sides.bit_length()) + 16
    return cells * max(kept, _BYTES_PER_SIDE * sides)


def flood(
    ways: NDArray[np.uint32], shift: int, cells: int, source: int
) -> tuple[NDArray[np.int32], int]:
    """Return the distance of every cell from a source, -1 if unreachable; and how many are not."""
    field = np.full(cells, -1, np.int32)
    reached = _flood(ways, field.view(np.uint32), np.empty(cells, np.uint32), shift, source)
    return field, reached


@kernel
def _flood(ways: Buffer, field: Buffer, queue: Buffer, shift: int, source: int) -> int:
    """Breadth-first search; ``field`` (uint32) is ``NO_CELL`` at first, and where it never comes.

    Returns how many cells were reached; ``queue`` (uint32) has these in order.
    """
    one, unseen = u64(1), u64(NO_CELL)
    field[source] = 0
    queue[0] = source
    head, tail = u64(0), one
    while head < tail:
        cell = u64(queue[head])
        head += one
        further = u64(field[cell]) + one
        slot = cell << shift
        end = slot + u64(ways[slot])
        while slot < end:
            slot += one
            there = u64(ways[slot])
            if u64(field[there]) == unseen:
                field[there] = further
                queue[tail] = there
                tail += one
    return tail
