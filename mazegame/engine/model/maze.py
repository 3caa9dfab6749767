"""``Maze``: an immutable grid of passages.

The internal grid has a border one cell wide that is never open, so that kernels need no test for
the boundary; ``Maze.passages`` is a view without that border.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from mazegame.engine.model import conversions
from mazegame.engine.model.directions import DIRECTIONS, Cell, Direction, read_pair
from mazegame.engine.model.notebook import svg_of, text_of
from mazegame.engine.support.validation import (
    as_numeric_array,
    check_count,
    format_int,
    sealed,
    short_repr,
)
from mazegame.engine.support.whole_files import read_arrays, write_arrays

if TYPE_CHECKING:
    from networkx import Graph
    from scipy.sparse import csr_array

    from mazegame.engine.model.conversions import CellGraph, CellMatrix
    from mazegame.engine.model.tree import Tree
else:  # typing.get_type_hints takes what is there; the libraries may not be
    CellGraph = CellMatrix = Graph = Tree = csr_array = Any

__all__ = ["DIRECTIONS", "Cell", "Direction", "Maze", "check_maze"]


class Maze:
    """An immutable maze on a rectangular grid.

    A cell without passages is solid rock (block grids have many).
    """

    __slots__ = ("_grid", "_passages")

    _grid: NDArray[np.uint8]
    _passages: NDArray[np.uint8]

    def __init__(self, passages: ArrayLike) -> None:
        """Make a maze from passage bits, which are copied and checked.

        Args:
            passages: Integers of shape (rows, cols), each the sum of N=1, E=2, S=4, W=8 of its open
                sides.

        Raises:
            ValueError: If the shape is not a grid, a value is above 15, a side on the boundary is
                open, or the two sides of a passage disagree.
        """
        array = as_numeric_array(passages, "passages")
        if array.ndim != 2 or 0 in array.shape:
            raise ValueError(f"passages must have the shape (rows, cols), not {array.shape}")
        if array.dtype.kind not in "iu" or array.min() < 0 or array.max() > 15:
            raise ValueError(
                "passages must be integers from 0 to 15: the sum of N=1, E=2, S=4, W=8"
            )
        bits = array.astype(np.uint8)
        _check_boundary(bits)
        _check_pairs(bits)
        self._seal(_bordered(bits))

    @classmethod
    def from_grid(cls, grid: NDArray[np.uint8]) -> Maze:
        """Wrap a finished bordered grid without copying it.

        For generators. The caller must not write to the array afterwards. Whether passages are open
        on both sides is not checked.

        Complexity: time in proportion to the boundary; no memory.

        Args:
            grid: uint8 (rows + 2, cols + 2), C-contiguous; the border is 0.

        Raises:
            ValueError: If it is not such an array, or a side on the boundary is open.

        Examples:
            >>> grid = np.zeros((3, 4), np.uint8)
            >>> grid[1, 1:3] = Direction.E.value, Direction.W.value
            >>> Maze.from_grid(grid)
            <Maze 2x1, 1 passage>
        """
        if (
            not isinstance(grid, np.ndarray)
            or grid.dtype != np.uint8
            or grid.ndim != 2
            or min(grid.shape) < 3
            or not grid.flags.c_contiguous
        ):
            array = isinstance(grid, np.ndarray)
            given = f"{grid.dtype} {grid.shape}" if array else type(grid).__name__
            raise ValueError(
                f"a bordered grid is a C-contiguous uint8 array (rows + 2, cols + 2), not {given}"
            )
        for edge in (grid[0], grid[-1], grid[:, 0], grid[:, -1]):
            if edge.any():
                raise ValueError("the border of a bordered grid must be 0")
        _check_boundary(grid[1:-1, 1:-1])
        return wrap_carved(grid)

    @classmethod
    def from_passages(cls, passages: NDArray[np.uint8]) -> Maze:
        """Make a maze of passages that are right, which is not checked but for the boundary.

        Complexity: time in proportion to the cells, and a byte for each.

        Examples:
            >>> Maze.from_passages(np.array([[2, 8]], np.uint8))
            <Maze 2x1, 1 passage>
        """
        return cls.from_grid(_bordered(passages))

    @classmethod
    def from_walls(cls, east_walls: ArrayLike, south_walls: ArrayLike) -> Maze:
        """Make a maze from its inner walls. Time and some bytes in proportion to the cells.

        Args:
            east_walls: (rows, cols), non-zero where a wall is east of the cell; the last column is
                ignored.
            south_walls: (rows, cols), non-zero where a wall is south of the cell; the last row is
                ignored.

        Raises:
            ValueError: If the two are not grids of one shape, or each looks like the other.

        Examples:
            >>> Maze.from_walls(east_walls=[[0, 1], [1, 1]], south_walls=[[0, 0], [1, 1]])
            <Maze 2x2, 3 passages>
        """
        east = as_numeric_array(east_walls, "east_walls")
        south = as_numeric_array(south_walls, "south_walls")
        if east.ndim != 2 or 0 in east.shape or east.shape != south.shape:
            raise ValueError(
                "east_walls and south_walls must have one shape (rows, cols), "
                f"not {east.shape} and {south.shape}"
            )
        if conversions.are_swapped(east, south):
            raise ValueError(
                "east_walls and south_walls look swapped: the walls along the east side stand in "
                "south_walls, those along the south side in east_walls"
            )
        return cls.from_passages(conversions.join_cells(east[:, :-1] == 0, south[:-1] == 0))

    @classmethod
    def from_floor(cls, floor: ArrayLike) -> Maze:
        """Make a block maze: neighbouring floor cells are joined.

        Complexity: time in proportion to the cells, and some bytes for each.

        Args:
            floor: (rows, cols), non-zero for floor, 0 for rock.

        Examples:
            >>> Maze.from_floor([[1, 1, 0], [0, 1, 1]])
            <Maze 3x2, 3 passages>
        """
        there = as_numeric_array(floor, "floor") != 0
        if there.ndim != 2 or 0 in there.shape:
            raise ValueError(f"floor must have the shape (rows, cols), not {there.shape}")
        east, south = there[:, :-1] & there[:, 1:], there[:-1] & there[1:]
        return cls.from_passages(conversions.join_cells(east, south))

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[Cell, Cell]], *, rows: int, cols: int) -> Maze:
        """Make a maze from its passages, in any order; one given twice counts once.

        Time and memory in proportion to the edges and the cells. A ValueError refuses cells that
        are not side by side, or lie outside the grid.

        Args:
            edges: Pairs of cells side by side, or integers of the shape (m, 2, 2).
            rows: Rows of cells.
            cols: Columns of cells.

        Examples:
            >>> Maze.from_edges([((0, 0), (0, 1)), ((0, 1), (1, 1))], rows=2, cols=2)
            <Maze 2x2, 2 passages>
        """
        rows, cols = check_count("rows", rows), check_count("cols", cols)
        first, second = conversions.edge_numbers(edges, cols)
        return cls.from_passages(conversions.passages_of(first, second, rows, cols))

    @classmethod
    def from_csr(cls, graph: csr_array, *, rows: int, cols: int) -> Maze:
        """Make a maze from the sparse matrix of its graph, as ``to_csr`` makes one.

        Time and memory in proportion to the entries and the cells. A ValueError refuses another
        shape, and cells that are not side by side.

        Args:
            graph: A sparse matrix of SciPy, (rows * cols, rows * cols): an entry that is not 0
                opens the passage between two cells, numbered by rows. One of (i, j) and (j, i)
                is enough.
            rows: Rows of cells.
            cols: Columns of cells.

        Examples:
            >>> from scipy.sparse import csr_array
            >>> Maze.from_csr(csr_array([[0, 1], [0, 0]]), rows=1, cols=2)
            <Maze 2x1, 1 passage>
        """
        rows, cols = check_count("rows", rows), check_count("cols", cols)
        return cls.from_passages(conversions.from_csr(graph, rows, cols))

    @classmethod
    def from_networkx(
        cls, graph: Graph, *, rows: int | None = None, cols: int | None = None
    ) -> Maze:
        """Make a maze from a graph of networkx whose nodes are cells (row, col).

        Complexity: some microseconds for each node and edge. A ValueError refuses nodes that are no
        cells, and edges between cells that are not side by side.

        Args:
            graph: The graph; attributes of nodes and edges do not matter.
            rows: Rows of cells; by default what ``to_networkx`` has noted, or as many as the
                nodes need.
            cols: Columns of cells, likewise.

        Examples:
            >>> maze = Maze([[2, 12], [2, 9]])
            >>> Maze.from_networkx(maze.to_networkx()) == maze
            True
        """
        rows = None if rows is None else check_count("rows", rows)
        cols = None if cols is None else check_count("cols", cols)
        return cls.from_passages(conversions.from_networkx(graph, rows, cols))

    @classmethod
    def from_mazelib(cls, grid: ArrayLike) -> Maze:
        """Make a maze from the grid of mazelib: ``Maze.from_mazelib(m.grid)``.

        Time and some bytes in proportion to the cells; ValueError if the shape is another.

        Args:
            grid: (2 * rows + 1, 2 * cols + 1), 0 where one can walk. Its outermost walls and the
                posts between four cells do not matter.

        Examples:
            >>> Maze.from_mazelib([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]])
            <Maze 2x1, 1 passage>
        """
        return cls.from_passages(conversions.from_mazelib(grid))

    @classmethod
    def from_connection_list(cls, connection_list: ArrayLike) -> Maze:
        """Make a maze from the connections of maze-dataset's ``LatticeMaze.connection_list``.

        Time and some bytes in proportion to the cells; ValueError if the shape is another or a
        connection leads out of the grid.

        Args:
            connection_list: Booleans (2, rows, cols): whether one can walk down from a cell, and
                whether one can walk right.

        Examples:
            >>> Maze.from_connection_list([[[True, False], [False, False]], [[True, False]] * 2])
            <Maze 2x2, 3 passages>
        """
        return cls.from_passages(conversions.from_connection_list(connection_list))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Maze:
        """Read a maze that ``save`` has written. Time and some bytes in proportion to the cells.

        Raises:
            OSError: If the file cannot be read.
            ValueError: If it holds no maze.

        Examples:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     Maze([[2, 8]]).save(f"{folder}/maze.npz")
            ...     Maze.load(f"{folder}/maze.npz") == Maze([[2, 8]])
            True
        """
        file = Path(path)
        try:
            passages = read_arrays(file)["passages"]
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"{short_repr(file.name)} holds no maze ({short_repr(str(error))})"
            ) from None
        return cls(passages)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the maze, whole or not at all. Time and some bytes in proportion to the cells.

        Args:
            path: Its name, with ``.npz`` at the end if others are to know what it is: NumPy's
                format without pickles, in it ``passages``. ``mazegame.formats.save`` draws.

        Raises:
            ValueError: If it ends with another suffix.
            OSError: If it cannot be written.

        Examples:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     Maze([[2, 8]]).save(f"{folder}/maze.npz")
            ...     Maze.load(f"{folder}/maze.npz")
            <Maze 2x1, 1 passage>
        """
        file = Path(path)
        if file.suffix.lower() not in {"", ".npz"}:
            raise ValueError(
                f"the name of a maze's file ends with .npz, not {short_repr(file.name)}: "
                "mazegame.formats.save(maze, file) writes other formats"
            )
        write_arrays(file, {"passages": self._passages})

    def _seal(self, grid: NDArray[np.uint8]) -> None:
        self._grid = sealed(grid)
        self._passages = self._grid[1:-1, 1:-1]

    @property
    def passages(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols), read-only: the open sides of each cell, N=1, E=2, S=4, W=8."""
        return self._passages

    @property
    def grid(self) -> NDArray[np.uint8]:
        """uint8 (rows + 2, cols + 2), read-only: ``passages`` inside a border of 0."""
        return self._grid

    @property
    def rows(self) -> int:
        """Number of rows of cells."""
        return int(self._passages.shape[0])

    @property
    def cols(self) -> int:
        """Number of columns of cells."""
        return int(self._passages.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self.rows, self.cols

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the passages for ``np.asarray(maze)``: read-only, copied only on request."""
        return np.array(self._passages, dtype=dtype, copy=copy)

    def edges(self) -> NDArray[np.int32]:
        """List the passages: int32 (m, 2, 2), two cells (row, col) each, by rows.

        Complexity: time in proportion to the cells, and about 40 bytes for each.

        Examples:
            >>> Maze([[2, 12], [2, 9]]).edges().tolist()
            [[[0, 0], [0, 1]], [[0, 1], [1, 1]], [[1, 0], [1, 1]]]
        """
        return conversions.edges_of(self._passages)

    def to_blocks(self) -> NDArray[np.bool_]:
        """Return the maze as squares of floor and wall. Time and bytes in proportion to the cells.

        Cell (row, col) is the square (2 * row + 1, 2 * col + 1), a passage the square between two
        cells: ``Maze.from_floor`` makes a block maze of it, whose distances are twice as long.

        Returns:
            True where one can walk: (2 * rows + 1, 2 * cols + 1). Rock is False.

        Examples:
            >>> Maze([[2, 8]]).to_blocks().astype(int).tolist()
            [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]]
        """
        return conversions.to_blocks(self.passages)

    def to_mazelib(self) -> NDArray[np.int8]:
        """Return the grid of mazelib: ``m.grid = maze.to_mazelib()``, as ``from_mazelib`` reads it.

        Time and bytes in proportion to the cells. A cell (row, col), as for ``m.start``, is
        (2 * row + 1, 2 * col + 1) there.

        Returns:
            0 where one can walk, else 1: (2 * rows + 1, 2 * cols + 1).

        Examples:
            >>> maze = Maze([[2, 8]])
            >>> maze.to_mazelib().tolist()
            [[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]]
            >>> Maze.from_mazelib(maze.to_mazelib()) == maze
            True
        """
        return (~conversions.to_blocks(self.passages)).astype(np.int8)

    def to_connection_list(self) -> NDArray[np.bool_]:
        """Return the connections of maze-dataset, as ``from_connection_list`` reads them.

        ``LatticeMaze(connection_list=maze.to_connection_list())`` is the maze there. Time and bytes
        in proportion to the cells.

        Returns:
            Whether one can walk down from a cell, and whether right: (2, rows, cols).

        Examples:
            >>> Maze([[2, 8]]).to_connection_list().tolist()
            [[[False, False]], [[True, False]]]
        """
        return conversions.to_connection_list(self.passages)

    def to_csr(self) -> CellMatrix:
        """Return the graph as a sparse matrix of SciPy, int8 (rows * cols, rows * cols).

        Cell (row, col) has the number ``row * cols + col``; an entry is 1 where a passage joins
        two cells, both ways. Rock is a row of nothing.

        Complexity: about 30 ns and 20 bytes a cell. Without SciPy: MissingLibraryError.

        Examples:
            >>> from scipy.sparse.csgraph import shortest_path
            >>> graph = Maze([[2, 12], [2, 9]]).to_csr()
            >>> shortest_path(graph, indices=0, unweighted=True).tolist()
            [0.0, 1.0, 3.0, 2.0]
        """
        return conversions.to_csr(self._passages)

    def to_networkx(self) -> CellGraph:
        """Return the graph of networkx: nodes (row, col), but for rock, and undirected edges.

        Complexity: some microseconds and several hundred bytes a cell, as networkx takes for any
        graph. Without networkx: MissingLibraryError.

        Examples:
            >>> graph = Maze([[2, 12], [2, 9]]).to_networkx()
            >>> sorted(graph.neighbors((0, 1)))
            [(0, 0), (1, 1)]
        """
        return conversions.to_networkx(self._passages)

    def tree(self, root: Cell = (0, 0)) -> Tree:
        """Return the maze as a tree that hangs from a cell; cells have the numbers of ``to_csr``.

        Complexity: time in proportion to the cells, and some 30 bytes of memory for each.

        Raises:
            ValueError: If the maze has loops, or the root lies outside of it.

        Examples:
            >>> tree = Maze([[2, 12], [2, 9]]).tree((0, 0))
            >>> tree.parents.tolist(), tree.depths.tolist(), tree.sizes.tolist()
            ([-1, 0, 3, 1], [0, 1, 3, 2], [4, 3, 1, 2])
        """
        from mazegame.engine.model.tree import Tree  # few mazes are asked for it

        row, col = self.check_cell(root)
        return Tree.of_passages(self._passages, row * self.cols + col)

    @property
    def east_walls(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): 1 where a wall is east of the cell (a new array)."""
        walls: NDArray[np.uint8] = np.equal(self._passages & Direction.E.value, 0).view(np.uint8)
        return walls

    @property
    def south_walls(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): 1 where a wall is south of the cell (a new array)."""
        walls: NDArray[np.uint8] = np.equal(self._passages & Direction.S.value, 0).view(np.uint8)
        return walls

    @property
    def passage_count(self) -> int:
        """Number of passages; a perfect maze has one fewer than cells."""
        east = np.count_nonzero(self._passages & Direction.E.value)
        return int(east + np.count_nonzero(self._passages & Direction.S.value))

    def __contains__(self, cell: object) -> bool:
        """Return whether (row, col) lies in the maze."""
        try:
            self.check_cell(cell)
        except (TypeError, ValueError):
            return False
        return True

    def check_cell(self, cell: object) -> Cell:
        """Return a cell as a pair of Python integers. Complexity: constant time and memory.

        Args:
            cell: (row, col), any pair of integers, for example a row of ``shortest_path``.

        Raises:
            TypeError: If it is not a pair of integers.
            ValueError: If it lies outside the maze.

        Examples:
            >>> Maze([[2, 8]]).check_cell(np.array([0, 1]))
            (0, 1)
        """
        pair = read_pair(cell)
        if pair is None:
            raise TypeError(f"a cell is a pair of integers (row, col), not {short_repr(cell)}")
        row, col = pair
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(
                f"the cell ({format_int(row)}, {format_int(col)}) lies outside the maze of "
                f"{self.cols}x{self.rows}"
            )
        return row, col

    def exits(self, cell: Cell) -> Direction:
        """Return the open sides of a cell, as a sum of directions (0 for rock).

        Complexity: constant time and memory. Errors are those of ``check_cell``.

        Examples:
            >>> Maze([[2, 12], [2, 9]]).exits((0, 1)) == Direction.S | Direction.W
            True
        """
        row, col = self.check_cell(cell)
        return Direction(int(self._passages[row, col]))

    def is_open(self, cell: Cell, direction: Direction) -> bool:
        """Return whether there is a passage from a cell in a direction.

        Complexity: constant time and memory. Errors are those of ``check_cell``.

        Examples:
            >>> Maze([[2, 12], [2, 9]]).is_open((0, 1), Direction.S)
            True
        """
        row, col = self.check_cell(cell)
        return bool(int(self._passages[row, col]) & direction)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that a passage joins to a cell, in the order N, E, S, W.

        Complexity: constant time and memory. Errors are those of ``check_cell``.

        Examples:
            >>> Maze([[2, 12], [2, 9]]).neighbours((0, 1))
            [(1, 1), (0, 0)]
        """
        row, col = self.check_cell(cell)
        bits = int(self._passages[row, col])
        return [direction.step((row, col)) for direction in DIRECTIONS if bits & direction]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and np.array_equal(self._passages, other._passages)

    def __hash__(self) -> int:
        return hash((self._passages.shape, self._grid.tobytes()))

    def __repr__(self) -> str:
        count = self.passage_count
        return f"<Maze {self.cols}x{self.rows}, {count} passage{'s' if count != 1 else ''}>"

    def __str__(self) -> str:
        """Return the maze as a drawing of characters, a large one by its corners."""
        return text_of(self._passages)

    def _repr_svg_(self) -> str | None:
        """Return a picture for notebooks; None if the maze is too large for one."""
        return svg_of(self._passages)

    def __reduce__(self) -> tuple[Any, ...]:
        return Maze.from_grid, (self._grid,)  # the array itself: protocol 5 need not copy it


def _bordered(passages: NDArray[np.uint8]) -> NDArray[np.uint8]:
    grid = np.zeros((passages.shape[0] + 2, passages.shape[1] + 2), np.uint8)  # np.pad is slower
    grid[1:-1, 1:-1] = passages
    return grid


def wrap_carved(grid: NDArray[np.uint8]) -> Maze:
    """Return the maze of a grid that a generator has carved: ``Maze.from_grid`` without checks."""
    maze = Maze.__new__(Maze)
    maze._seal(grid)
    return maze


def check_maze(given: object) -> None:
    """Raise TypeError for what is no maze, an array of passages above all."""
    if not isinstance(given, Maze):
        raise TypeError(
            f"a Maze is needed, not {type(given).__name__}: Maze(passages) makes one of an array"
        )


def _check_boundary(bits: NDArray[np.uint8]) -> None:
    """Raise ValueError if a cell of a grid without border is open outwards."""
    for side, edge in (("N", bits[0]), ("S", bits[-1]), ("W", bits[:, 0]), ("E", bits[:, -1])):
        if (edge & Direction[side].value).any():
            raise ValueError(f"the boundary must be closed, but a cell on it is open to {side}")


def _check_pairs(bits: NDArray[np.uint8]) -> None:
    """Raise ValueError if the two sides of a passage disagree."""
    for here, there, first, second in (
        (bits[:, :-1], bits[:, 1:], Direction.E, Direction.W),
        (bits[:-1], bits[1:], Direction.S, Direction.N),
    ):
        differ = ((here & first.value) != 0) != ((there & second.value) != 0)
        if differ.any():
            row, col = np.argwhere(differ)[0].tolist()
            raise ValueError(
                f"the two sides of the passage {first.name} of cell ({row}, {col}) disagree"
            )
