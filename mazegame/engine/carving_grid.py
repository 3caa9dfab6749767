"""The carving grid: what every generator works on.

What lives here: the bordered grid that a generator carves, its table of steps, its random
stream and its pulse (``progress.py``). What does not: any algorithm.

A cell is one byte. Its low four bits are the open sides (N=1, E=2, S=4, W=8); the top bit,
``UNVISITED``, is set until the maze has reached it. The border is 0: never unvisited, so that a
walker needs no test for the boundary, and the top bits of the four neighbours are the mask of where
it may go. Carving a cell clears its top bit, so no clean-up pass is needed.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.jit import device, u64
from mazegame.engine.progress import ProgressToken
from mazegame.engine.rng import next_word, seed_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.jit import Buffer, Observer
    from mazegame.engine.rng import State

UNVISITED: Final = 0x80
"""The byte of a cell that the maze has not reached."""

ANY_SIDE: Final = 12
"""With d added, ``direction_tables`` give N, E, S, W for d = 0..3."""

LEFT_BY: Final = UNVISITED | ANY_SIDE
"""With d added, the byte of an unvisited cell that remembers a side, and an index of the tables."""


class CarvingGrid:
    """A grid under construction.

    Attributes:
        cols: Columns of cells.
        rows: Rows of cells.
        stride: ``cols + 2``, the distance from a cell to the one below it.
        flat: uint8 ((rows + 2) * (cols + 2),), flat, changed in place by the generator.
        buffer: What kernels are given for the grid: itself, or in a trace a recorder over it.
        steps: int64 (256,): see ``direction_tables``.
        sides: uint8 (512,): see ``direction_tables``.
        rng: uint64 (4,): the state of the random stream.
        progress: uint64, the words of a ``ProgressToken``: progress and cancelling.
    """

    __slots__ = ("buffer", "cols", "flat", "progress", "rng", "rows", "sides", "steps", "stride")

    def __init__(
        self,
        cols: int,
        rows: int,
        seed: str,
        *,
        fill: int = UNVISITED,
        purpose: str = "carve",
        token: ProgressToken | None = None,
        blank: bool = True,
    ) -> None:
        """Lay out a grid.

        Args:
            cols: Columns of cells, at least 1.
            rows: Rows of cells, at least 1.
            seed: The seed text.
            fill: The byte every cell begins with. Its open sides are left out at the boundary.
            purpose: The name of the random stream.
            token: That of the call which this grid is a part of; a new one if None.
            blank: Whether to fill it at all; if not, only the first and the last row of the border
                are laid out, and whoever carves must write the rest.
        """
        self.cols = cols
        self.rows = rows
        self.stride = cols + 2
        size = (rows + 2) * (cols + 2)
        self.flat: NDArray[np.uint8] = (
            np.zeros(size, np.uint8) if blank else np.empty(size, np.uint8)
        )
        self.buffer: NDArray[np.uint8] | Observer = self.flat
        if not blank:
            self.flat[: self.stride + 1] = 0
            self.flat[-self.stride - 1 :] = 0
        elif fill:
            self.cells[:] = fill
        if blank and fill & 15:
            self.cells[0] &= 14
            self.cells[:, -1] &= 13
            self.cells[-1] &= 11
            self.cells[:, 0] &= 7
        self.steps, self.sides = direction_tables(self.stride)
        self.rng = seed_state(seed, purpose)
        self.progress: NDArray[np.uint64] = (token or ProgressToken()).words

    @property
    def bordered(self) -> NDArray[np.uint8]:
        """uint8 (rows + 2, cols + 2): the grid in two dimensions, a view."""
        return self.flat.reshape(self.rows + 2, self.stride)

    @property
    def cells(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): the grid without its border, a view."""
        return self.bordered[1:-1, 1:-1]


@functools.lru_cache(maxsize=64)
def direction_tables(stride: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Build the tables that turn (mask of choices, a digit in 0..11) into a direction.

    The index is ``mask + digit``, the mask being N=128, E=64, S=32, W=16 for the sides that may
    be taken, as ``free_sides`` gives it. With 1, 2, 3 or 4 choices, each gets an equal share of
    the twelve digits. The digits 12 to 15 are N, E, S and W, whatever the mask: that serves whoever
    needs no mask, and a walker may keep a direction in the low bits of a cell not visited yet and
    index with its byte as it is (``ANY_SIDE``, ``LEFT_BY``).

    Args:
        stride: The distance from a cell to the one below it.

    Returns:
        ``steps``: int64 (256,), what to add to a cell's index to go there.
        ``sides``: uint8 (512,), the passage bit to set on this side; 256 further on, the bit
        to set on the other.
    """
    steps = np.zeros(256, np.int64)
    sides = np.zeros(512, np.uint8)
    offsets = (-stride, 1, stride, -1)
    for mask in range(16):
        choices = [d for d in range(4) if mask & (8 >> d)]
        shares = [choices[digit * len(choices) // 12] for digit in range(12)] if choices else []
        for digit, direction in (*enumerate(shares), *zip(range(12, 16), range(4), strict=True)):
            index = mask * 16 + digit
            steps[index] = offsets[direction]
            sides[index] = 1 << direction
            sides[256 + index] = 1 << (direction ^ 2)
    steps.setflags(write=False)
    sides.setflags(write=False)
    return steps, sides


@device
def free_sides(grid: Buffer, cell: int, stride: int) -> int:
    """Return the sides on which an unvisited cell lies: N=128, E=64, S=32, W=16."""
    return (
        u64(grid[cell - stride]) & u64(128)
        | u64(grid[cell + u64(1)]) >> u64(1) & u64(64)
        | u64(grid[cell + stride]) >> u64(2) & u64(32)
        | u64(grid[cell - u64(1)]) >> u64(3) & u64(16)
    )


@device
def enter(grid: Buffer, steps: Buffer, sides: Buffer, cell: int, choice: int) -> int:
    """Carve from a cell into an unvisited one, and return the latter.

    Args:
        grid: uint8, the bordered grid; changed in place.
        steps: See ``direction_tables``; here and below.
        sides: The same.
        cell: The index of the cell.
        choice: Where in the tables the direction stands.
    """
    grid[cell] |= sides[choice]
    there = cell + u64(steps[choice])
    grid[there] = sides[u64(256) + choice]
    return there


@device
def random_cell(state: State, cols: int, rows: int) -> tuple[int, State]:
    """Draw a cell uniformly and return its index in the bordered grid with the next state."""
    word, state = next_word(state)
    row = (word >> u64(32)) * rows >> u64(32)
    col = (word & u64(0xFFFF_FFFF)) * cols >> u64(32)
    return (row + u64(1)) * (cols + u64(2)) + col + u64(1), state
