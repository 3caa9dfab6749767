"""Binary tree: every cell opens its north or its west side.

Method. Draw one bit per cell: open the north side or the west side. The top row can only open
west, the first column only north; the corner cell opens neither and is the root.

By weight a cell opens north with N / (N + W), else west.

Source. Jamis Buck, "Mazes for Programmers" (2015); Walter Pullen, "Think Labyrinth: Maze
Algorithms".
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from mazegame.engine.carving.carving_grid import NORTH, WEST
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import EVEN, Draw, Part, thresholds
from mazegame.engine.carving.emitting import CARVE, NEW_ROW
from mazegame.engine.carving.rng import State, load_state, next_word
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bands import carve_bands, row_stream
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, device, u64
from mazegame.engine.steps.presentation import Presentation

PLANES: Final = np.array([0, 1, 2, 4, 8, 16, 32, 64, 128], np.uint8)
"""Masks of a byte of coins: 0, then one bit for each of eight rows."""

_THREADS_FROM: Final = 1 << 24
"""Smallest maze, in cells, that is carved by several threads."""


def make(emit: Part) -> Carve:
    """Make the kernel that has no weights: it carves a band row by row, the border beside as well.

    A word of 64 coins serves eight columns in eight rows. A byte of ``coins`` belongs to a column
    and its bits to eight rows; a set bit means north. All columns of a row then take the same byte
    operations, which the compiler vectorises. (With one bit per column the kernel takes three times
    as long.) The bit masks are bytes from ``planes`` for the same reason: computed masks would be
    64 bits wide. The scratch is ``_band``.
    """

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        coins, planes, first, lane = scratch
        _, _, cols, rows, _, _, _ = rules
        one, seven = u64(1), u64(7)
        stride = cols + u64(2)
        # Two blocks of coins: the south side of a cell depends on the coin of the cell below.
        here, other = u64(0), u64(len(coins)) >> one
        state = _fill_coins(coins, here, cols, load_state(rng))
        if first == u64(0):  # the top row opens west only
            for i in range(cols - one):
                coins[u64(i) + one] = u64(coins[u64(i) + one]) & u64(254)
        corner = (first + one) * stride + one
        for index in range(rows):
            plane = u64(index) & seven
            below = here
            if plane == seven:
                if token[CANCEL] != 0:
                    return
                token[lane] += cols << u64(3)
                below = other
                state = _fill_coins(coins, below, cols, state)
            own = u64(planes[plane + one])
            north = u64(planes[plane + one if first + u64(index) > u64(0) else u64(0)])
            south = u64(planes[(plane + one & seven) + one if u64(index) + one < rows else u64(0)])
            for i in range(cols):
                col = u64(i)
                coin = u64(coins[here + col])
                grid[corner + col] = (
                    u64(coin & north != u64(0))
                    | u64(u64(coins[here + col + one]) & own == u64(0)) << one
                    | u64(u64(coins[below + col]) & south != u64(0)) << u64(2)
                    | u64(coin & own == u64(0)) << u64(3)
                )
            emit(log, NEW_ROW, corner)
            for i in range(cols):
                if u64(grid[corner + u64(i)]) & u64(NORTH):
                    emit(log, CARVE, corner + u64(i), NORTH)
                elif u64(grid[corner + u64(i)]) & u64(WEST):
                    emit(log, CARVE, corner + u64(i), WEST)
            grid[corner + cols] = 0
            grid[corner + cols + one] = 0
            if plane == seven:
                here, other = below, here
            corner += stride

    return carve


@device
def _fill_coins(coins: Buffer, start: int, cols: int, state: State) -> State:
    """Fill a block of coins with random bits, eight rows of them, and return the next state."""
    block = u64(len(coins)) >> u64(1)
    place = start
    while place < start + block:
        word, state = next_word(state)
        for byte in range(8):
            coins[place + u64(byte)] = word & u64(255)
            word >>= u64(8)
        place += u64(8)
    # The first column opens north; the border east of the last one does not open west.
    coins[start] = coins[start + cols] = 255
    return state


# A text of its own: even coins come by the word, for eight rows at a time.
def make_weighted(emit: Part) -> Carve:
    """Make the kernel that tosses a coin by weight for each cell."""

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        _, _, cols, rows, _, _, (coins, zones, reach) = rules
        one, half = u64(1), u64(0xFFFF_FFFF)
        stride = cols + u64(2)
        state = load_state(rng)
        cell = stride + one
        for row in range(rows):
            token[DONE] = row * cols
            if token[CANCEL] != 0:
                return
            emit(log, NEW_ROW, cell)
            inner = u64(u64(row) > u64(0))
            for col in range(cols):
                word, state = next_word(state)
                coin = u64(word & half < u64(coins[u64(zones[cell & reach])]))
                boundary = u64(u64(col) == u64(0))
                north = (coin | boundary) & inner
                west = (one - north) & (one - boundary)
                grid[cell] |= north | west << u64(3)
                grid[cell - stride] |= north << u64(2)
                grid[cell - one] |= west << one
                if north | west:
                    emit(log, CARVE, cell, north | west << u64(3))
                cell += one
            cell += u64(2)

    return carve


def _band(task: CarvingTask, first: int, lane: int) -> Scratch:
    """Return two blocks of coins (uint8), the masks, the first row, and the word that counts."""
    return np.empty(2 * 8 * (task.cols // 8 + 1), np.uint8), PLANES, first, lane


_STORY: Final = (
    ("row by row, for each cell:", "new_row"),
    "  toss a coin:",
    ("  heads, open north", "carve N"),
    ("  tails, open west", "carve W"),
    "  on the boundary, what is left",
)

_PRESENTATION: Final = Presentation(sentences={"carve": "The coin of {cell} says {side}."})

_text = functools.partial(Text, fill=0, story=_STORY, presentation=_PRESENTATION)
_EVEN: Final = _text(
    make, EVEN, lambda task: _band(task, 0, DONE), cost=0.4, writes_all=True,
    call=functools.partial(carve_bands, scratch=_band, threads_from=_THREADS_FROM),
)  # fmt: skip
_WEIGHTED: Final = _text(make_weighted, Draw((), (), thresholds(0, 3)))

ALGORITHM = Algorithm(
    name="binary-tree",
    title="binary tree",
    about="Every cell opens north or west by the toss of a coin.",
    feel="A slope: two long corridors along the sides, and north and west always lead home.",
    reference="Jamis Buck, Mazes for Programmers (2015)",
    text=lambda task: _EVEN if task.rules is None else _WEIGHTED,
    no_masks="goes row by row",
    bytes_per_cell=1.1,
    sizes=((5, 5), (1024, 1032)),
    bands=functools.partial(row_stream, _EVEN, _band),
)
