"""``Cell`` and the four directions."""

from __future__ import annotations

from enum import IntFlag
from typing import Final, TypeAlias

from mazegame.engine.support.validation import as_int_or_none, short_repr

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
        """Return the neighbour of a cell in this direction. Complexity: constant time and memory.

        Examples:
            >>> Direction.E.step((2, 3))
            (2, 4)
        """
        rows, cols = _DELTAS[self]
        return cell[0] + rows, cell[1] + cols

    @classmethod
    def between(cls, cell: Cell, neighbour: Cell) -> Direction:
        """Return the direction from a cell to a neighbour. Complexity: constant time and memory.

        Raises:
            TypeError: If one of them is not a pair.
            ValueError: If the two are not neighbours.

        Examples:
            >>> Direction.between((2, 3), (1, 3)).name
            'N'
        """
        one, other = read_pair(cell), read_pair(neighbour)
        if one is None or other is None:
            raise TypeError(
                f"cells are pairs of integers (row, col), not {short_repr(cell)} and "
                f"{short_repr(neighbour)}"
            )
        for direction in DIRECTIONS:
            if direction.step(one) == other:
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


def moves_of(stride: int) -> tuple[int, ...]:
    """Return the offset of the neighbour on a side in a bordered grid, by the bit of the side."""
    return 0, -stride, 1, 0, stride, 0, 0, 0, -1


def read_pair(given: object) -> Cell | None:
    """Return a pair of integers as Python's; None for any other value."""
    try:
        row, col = map(as_int_or_none, given)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        return None
    return None if row is None or col is None else (row, col)
