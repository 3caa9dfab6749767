"""The byte grid that a generator carves, and the steps that all generators share.

A cell is one byte. Its low four bits are the open sides (N=1, E=2, S=4, W=8); the top bit,
``UNVISITED``, is set until the cell has been visited. The border is 0, so it is never unvisited: a
walk needs no test for the boundary, and the top bits of the four neighbours are the mask of the
sides it may take. Carving a cell clears its top bit, so the finished grid needs no clean-up.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.rng import State, next_word, seed_state
from mazegame.engine.kernels.jit import Buffer, device, u64
from mazegame.engine.support.progress import ProgressToken

# The sides of a cell, as bits.
NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8

ALL_SIDES: Final = 15
"""The bits of all four sides."""

OPPOSITE: Final = 256
"""Offset of the opposite sides in the table ``sides``."""

CHECK_MASK: Final = 1023
"""Kernels check for a cancellation whenever their count of cells has none of these bits."""

UNVISITED: Final = 0x80
"""Byte of a cell that has not been visited."""

ANY_SIDE: Final = 12
"""Index into ``direction_tables`` of a direction without a mask: add 0 to 3 for N, E, S, W."""

STAY: Final = 1
"""Index into ``direction_tables`` of no step at all."""


class CarvingGrid:
    """A maze under construction.

    Attributes:
        cols: Columns of cells.
        rows: Rows of cells.
        stride: ``cols + 2``, the distance from a cell to the one below it.
        flat: uint8 ((rows + 2) * (cols + 2),), changed in place by the generator.
        rng: uint64 (4,): the state of the random stream.
        progress: uint64, the words of a ``ProgressToken``: progress and cancelling.
    """

    __slots__ = ("cols", "flat", "progress", "rng", "rows", "stride")

    def __init__(
        self, cols: int, rows: int, seed: str, fill: int, token: ProgressToken, *, blank: bool
    ) -> None:
        """Allocate a grid.

        ``fill`` is the initial byte of every cell, without open sides on the boundary. Unless
        ``blank``, only the first and the last row of the border are set, and the generator must
        write everything else.
        """
        self.cols = cols
        self.rows = rows
        self.stride = cols + 2
        size = (rows + 2) * (cols + 2)
        self.flat: NDArray[np.uint8] = (np.zeros if blank else np.empty)(size, np.uint8)
        if not blank:
            self.flat[: self.stride + 1] = 0
            self.flat[-self.stride - 1 :] = 0
        elif fill:
            cells = self.cells
            cells[:] = fill
            if fill & 15:
                cells[0] &= 14
                cells[:, -1] &= 13
                cells[-1] &= 11
                cells[:, 0] &= 7
        self.rng = seed_state(seed, "carve")
        self.progress: NDArray[np.uint64] = token.words

    @property
    def bordered(self) -> NDArray[np.uint8]:
        """uint8 (rows + 2, cols + 2): the grid with its border, a view."""
        return self.flat.reshape(self.rows + 2, self.stride)

    @property
    def cells(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): the grid without its border, a view."""
        return self.bordered[1:-1, 1:-1]


@functools.lru_cache(maxsize=64)
def direction_tables(stride: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the tables that turn a mask of sides and a random digit into a direction.

    Their index is ``mask + digit``. The mask has the sides to choose from, N=128, E=64, S=32, W=16,
    as ``free_sides`` returns them. With 1, 2, 3 or 4 sides, each gets an equal share of the digits
    0 to 11. The digits 12 to 15 mean N, E, S and W, whatever the mask: for a direction that needs
    no mask (``ANY_SIDE``), and for a side stored in the low bits of an unvisited cell's byte, which
    then serves as the index.

    Returns:
        ``steps``: int64 (256,), the offset of the neighbour in that direction.
        ``sides``: uint8 (512,), the bit of the open side of this cell; 256 further on, the bit of
        the neighbour's open side.
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
            sides[OPPOSITE + index] = 1 << (direction ^ 2)
    steps.setflags(write=False)
    sides.setflags(write=False)
    return steps, sides


@device
def free_sides(grid: Buffer, cell: int, stride: int) -> int:
    """Return the sides on which a cell has an unvisited neighbour: N=128, E=64, S=32, W=16."""
    return (
        u64(grid[cell - stride]) & u64(128)
        | u64(grid[cell + u64(1)]) >> u64(1) & u64(64)
        | u64(grid[cell + stride]) >> u64(2) & u64(32)
        | u64(grid[cell - u64(1)]) >> u64(3) & u64(16)
    )


@device
def carve_step(grid: Buffer, steps: Buffer, sides: Buffer, cell: int, choice: int) -> int:
    """Open the passage to an unvisited neighbour, and return that; see ``direction_tables``."""
    grid[cell] |= sides[choice]
    there = cell + u64(steps[choice])
    grid[there] = sides[u64(OPPOSITE) + choice]
    return there


@device
def random_cell(state: State, cols: int, rows: int) -> tuple[int, State]:
    """Draw a cell, and return its index in the bordered grid."""
    word, state = next_word(state)
    row = (word >> u64(32)) * rows >> u64(32)
    col = (word & u64(0xFFFF_FFFF)) * cols >> u64(32)
    return (row + u64(1)) * (cols + u64(2)) + col + u64(1), state
