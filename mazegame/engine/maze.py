"""The maze: an immutable grid of passages, and the four directions.

What lives here: ``Maze``, ``Direction`` and ``Cell``. What does not: how a maze is generated
(``generators/``), where A and B are (``level.py``), distances (``distance.py``).

The internal grid has a border one cell wide that is never open, so that kernels need no test for
the boundary; ``Maze.passages`` is a view without that border.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from mazegame.engine.notebook import svg_of
from mazegame.engine.validation import as_int_or_none, as_numeric_array, format_int, short_repr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Cell: TypeAlias = tuple[int, int]
"""A cell as (row, col), 0-based, row 0 at the top."""


class Direction(IntFlag):
    """The four directions; their values are the bits of ``Maze.passages``."""

    N = 1
    E = 2
    S = 4
    W = 8

    @property
    def opposite(self) -> Direction:
        """The opposite direction."""
        return Direction((self << 2 | self >> 2) & 15)

    @property
    def delta(self) -> Cell:
        """The change of (row, col) of one step in this direction."""
        return _DELTAS[self]

    def step(self, cell: Cell) -> Cell:
        """Return the neighbour of a cell in this direction."""
        rows, cols = _DELTAS[self]
        return cell[0] + rows, cell[1] + cols

    @classmethod
    def between(cls, cell: Cell, neighbour: Cell) -> Direction:
        """Return the direction from a cell to a neighbour.

        Raises:
            TypeError: If one of them is not a pair.
            ValueError: If the two are not neighbours.
        """
        one, other = _pair(cell), _pair(neighbour)
        if one is None or other is None:
            raise TypeError(
                f"cells are pairs of integers (row, col), not {short_repr(cell)} and "
                f"{short_repr(neighbour)}"
            )
        (row, col), (other_row, other_col) = one, other
        delta = (other_row - row, other_col - col)
        for direction, step in _DELTAS.items():
            if step == delta:
                return direction
        raise ValueError(
            f"the cells {short_repr(cell)} and {short_repr(neighbour)} are not side by side"
        )


_DELTAS: Final = {
    Direction.N: (-1, 0),
    Direction.E: (0, 1),
    Direction.S: (1, 0),
    Direction.W: (0, -1),
}

DIRECTIONS: Final = tuple(_DELTAS)
"""North, east, south, west."""


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
        if not np.issubdtype(array.dtype, np.integer) or array.min() < 0 or array.max() > 15:
            raise ValueError(
                "passages must be integers from 0 to 15: the sum of N=1, E=2, S=4, W=8"
            )
        bits = array.astype(np.uint8)
        _check_boundary(bits)
        _check_pairs(bits)
        grid = np.zeros((bits.shape[0] + 2, bits.shape[1] + 2), np.uint8)
        grid[1:-1, 1:-1] = bits
        self._seal(grid)

    @classmethod
    def from_grid(cls, grid: NDArray[np.uint8]) -> Maze:
        """Wrap a finished bordered grid without copying it.

        For generators. The caller must not write to the array afterwards. Whether passages are open
        on both sides is not checked.

        Args:
            grid: uint8 (rows + 2, cols + 2), C-contiguous; the border is 0.

        Raises:
            ValueError: If it is not such an array, or a side on the boundary is open.
        """
        if (
            not isinstance(grid, np.ndarray)
            or grid.dtype != np.uint8
            or grid.ndim != 2
            or min(grid.shape) < 3
            or not grid.flags.c_contiguous
        ):
            raise ValueError(
                "a bordered grid is a C-contiguous uint8 array (rows + 2, cols + 2), "
                f"not {_describe(grid)}"
            )
        for edge in (grid[0], grid[-1], grid[:, 0], grid[:, -1]):
            if edge.any():
                raise ValueError("the border of a bordered grid must be 0")
        _check_boundary(grid[1:-1, 1:-1])
        maze = cls.__new__(cls)
        maze._seal(grid)
        return maze

    @classmethod
    def from_walls(cls, east_walls: ArrayLike, south_walls: ArrayLike) -> Maze:
        """Make a maze from its inner walls.

        Args:
            east_walls: (rows, cols), non-zero where a wall is east of the cell; the last column is
                ignored.
            south_walls: (rows, cols), non-zero where a wall is south of the cell; the last row is
                ignored.

        Raises:
            ValueError: If the two are not grids of the same shape.
        """
        east, south = (
            as_numeric_array(east_walls, "east_walls"),
            as_numeric_array(south_walls, "south_walls"),
        )
        if east.ndim != 2 or 0 in east.shape or east.shape != south.shape:
            raise ValueError(
                "east_walls and south_walls must have one shape (rows, cols), "
                f"not {east.shape} and {south.shape}"
            )
        rows, cols = east.shape
        grid = np.zeros((rows + 2, cols + 2), np.uint8)
        inner = grid[1:-1, 1:-1]
        open_east = (east[:, :-1] == 0).astype(np.uint8)
        open_south = (south[:-1] == 0).astype(np.uint8)
        inner[:, :-1] |= open_east * Direction.E.value
        inner[:, 1:] |= open_east * Direction.W.value
        inner[:-1] |= open_south * Direction.S.value
        inner[1:] |= open_south * Direction.N.value
        return cls.from_grid(grid)

    @classmethod
    def from_floor(cls, floor: ArrayLike) -> Maze:
        """Make a block maze: neighbouring floor cells are joined.

        Args:
            floor: (rows, cols), non-zero for floor, 0 for rock.
        """
        solid = as_numeric_array(floor, "floor") == 0
        if solid.ndim != 2 or 0 in solid.shape:
            raise ValueError(f"floor must have the shape (rows, cols), not {solid.shape}")
        east, south = solid.copy(), solid.copy()
        east[:, :-1] |= solid[:, 1:]
        south[:-1] |= solid[1:]
        return cls.from_walls(east, south)

    def _seal(self, grid: NDArray[np.uint8]) -> None:
        base = grid.base if isinstance(grid.base, np.ndarray) else grid
        base.setflags(write=False)  # otherwise a view could be made writable again
        grid.setflags(write=False)
        self._grid = grid.view()  # an array that owns its memory could be, too
        self._passages = grid[1:-1, 1:-1]

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
        """Whether (row, col) lies in the maze."""
        try:
            self.check_cell(cell)
        except (TypeError, ValueError):
            return False
        return True

    def check_cell(self, cell: object) -> Cell:
        """Return a cell as a pair of Python integers.

        Args:
            cell: (row, col), any pair of integers, for example a row of ``shortest_path``.

        Raises:
            TypeError: If it is not a pair of integers.
            ValueError: If it lies outside the maze.
        """
        pair = _pair(cell)
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

        Raises:
            TypeError: If the cell is not a pair of integers.
            ValueError: If it lies outside the maze.
        """
        row, col = self.check_cell(cell)
        return Direction(int(self._passages[row, col]))

    def is_open(self, cell: Cell, direction: Direction) -> bool:
        """Whether there is a passage from a cell in a direction.

        Raises:
            TypeError: If the cell is not a pair of integers.
            ValueError: If it lies outside the maze.
        """
        row, col = self.check_cell(cell)
        return bool(int(self._passages[row, col]) & direction)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the cells that a passage joins to a cell, in the order N, E, S, W.

        Raises:
            TypeError: If the cell is not a pair of integers.
            ValueError: If it lies outside the maze.
        """
        row, col = self.check_cell(cell)
        bits = int(self._passages[row, col])
        return [direction.step((row, col)) for direction in DIRECTIONS if bits & direction]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and np.array_equal(self._passages, other._passages)

    def __hash__(self) -> int:
        return hash((self._passages.shape, self._grid.tobytes()))

    def __repr__(self) -> str:
        return f"<Maze {self.cols}x{self.rows}, {self.passage_count} passages>"

    def _repr_svg_(self) -> str | None:
        """A picture for notebooks; None if the maze is too large for one."""
        return svg_of(self._passages)

    def __reduce__(self) -> tuple[Any, ...]:
        return Maze.from_grid, (self._grid.copy(),)


def _pair(value: object) -> Cell | None:
    """Return a pair of integers as Python integers; None if it is not such a pair."""
    try:
        row, col = map(as_int_or_none, value)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        return None
    return None if row is None or col is None else (row, col)


def _describe(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape}"
    return type(value).__name__


def _check_boundary(bits: NDArray[np.uint8]) -> None:
    for side, edge in (("N", bits[0]), ("S", bits[-1]), ("W", bits[:, 0]), ("E", bits[:, -1])):
        if (edge & Direction[side].value).any():
            raise ValueError(f"the boundary must be closed, but a cell on it is open to {side}")


def _check_pairs(bits: NDArray[np.uint8]) -> None:
    for here, there, first, second in (
        (bits[:, :-1], bits[:, 1:], Direction.E, Direction.W),
        (bits[:-1], bits[1:], Direction.S, Direction.N),
    ):
        differ = ((here & first.value) != 0) != ((there & second.value) != 0)
        if differ.any():
            row, col = (int(i) for i in np.argwhere(differ)[0])
            raise ValueError(
                f"the two sides of the passage {first.name} of cell ({row}, {col}) disagree"
            )
