"""Texture: what a maze is like to walk, in numbers.

What lives here: the statistics of one maze and one pair of cells. Dead ends and junctions tell the
same story twice: in a perfect maze the dead ends are the T-junctions plus twice the crossings plus
two.

Difficulty is measured by who knows nothing: a walker who tosses for every step. There and back
between A and B he takes 2 m R steps on average, m being the passages of the maze and R the
resistance between the two if every passage is a wire of one ohm (Chandra, Raghavan, Ruzzo,
Smolensky and Tiwari, "The electrical resistance of a graph captures its commute and cover times",
1989). In a perfect maze R is distMin; loops make it less. So one way takes m distMin steps, exactly
in a perfect maze and at most in one with loops, and the difficulty is the binary logarithm of that:
one more, and chance takes twice as long. It puts the recursive backtracker first and Prim's
algorithms last, and seeds make a difference of half a unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import memory
from mazegame.engine.distance import (
    DESCENT_PASSES,
    FARTHEST_PASSES,
    descended,
    farthest,
    flooded,
)
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.maze import Maze, Unreachable
from mazegame.engine.pulse import CANCEL, DONE, watched

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.maze import Cell
    from mazegame.engine.pulse import Progress, Pulse

_DEAD_ENDS: Final = (1, 2, 4, 8)
_TURNS: Final = (3, 6, 9, 12)
_JUNCTIONS: Final = (7, 11, 13, 14)
_UPRIGHT, _LEVEL, _CROSSING = 5, 10, 15
_EXITS: Final = np.array([i.bit_count() for i in range(16)], np.uint8)


@dataclass(frozen=True)
class Texture:
    """The statistics of a maze, and of the way from A to B in it.

    Shares are of the open cells, from 0 to 1; lengths are in passages.
    """

    cells: int
    """N: how many cells are open, that is not rock (1 if none is)."""
    dead_ends: float
    """Share of cells with one passage."""
    straights: float
    """Share of cells with two passages that lie opposite each other."""
    turns: float
    """Share of cells with two passages at a right angle."""
    junctions: float
    """Share of cells with three passages (T)."""
    crossings: float
    """Share of cells with four passages."""
    bias: float
    """Vertical against horizontal straights, (v - h) / (v + h): 1 if all are vertical, -1 if all
    are horizontal, 0 if there are none."""
    mean_run: float
    """How long the straight lines are that the passages form, on average; 0 if there are none."""
    longest_run: int
    """How long the longest of them is."""
    dist_min: int
    """distMin: the passages on a shortest path from A to B."""
    diameter: int
    """The passages between the farthest two cells; with loops, or in a maze of several pieces, it
    is a lower bound (see ``farthest_pair``)."""
    decisions: int
    """How many wrong exits a walker on the shortest path passes: at A all but one, at B none, and
    in between all but the two that the path takes."""
    wrong: float
    """Share of cells off the shortest path that can be walked into before B is met."""
    passages: int
    """How many passages the maze has."""
    expected_steps: int | None
    """How many steps a random walker needs from A to B on average, exactly; None if the open cells
    are no tree."""

    @property
    def river(self) -> float:
        """Share of cells with two passages: corridor, straight or not."""
        return self.straights + self.turns

    @property
    def difficulty(self) -> float:
        """How hard it is to find the way: log2(passages x distMin) (see above); 0 if A is B."""
        return math.log2(max(self.passages * self.dist_min, 1))

    @property
    def way(self) -> float:
        """The share of all cells that distMin is: how much of the maze the way crosses."""
        return self.dist_min / self.cells

    @property
    def span(self) -> float:
        """The share of all cells that the diameter is."""
        return self.diameter / self.cells


TEXTURE_BYTES_PER_CELL: Final = 9
"""What measuring takes besides the maze: a copy of it and a flood."""

_PATH_BYTES: Final = 40
"""What the path takes at the most, for each of its cells."""

_PASSES: Final = 3 + FARTHEST_PASSES + DESCENT_PASSES
"""How long it all takes: two floods, the farthest pair, a walk down a field, and two passes of
half the time over the cells."""


def texture(maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None) -> Texture:
    """Measure a maze and the way from a to b in it.

    Args:
        maze: Any maze.
        a: Where the way begins, as (row, col).
        b: Where it ends.
        progress: See ``generate``.

    Raises:
        Unreachable: If there is no path from a to b.
        ValueError: If a cell lies outside the maze.
        NotEnoughMemory: If there is not enough for it.
        Cancelled: ``progress`` asked for it.
    """
    a, b = maze.cell(a), maze.cell(b)
    return watched(
        lambda pulse: _measured(maze, a, b, pulse), progress, maze.rows * maze.cols, _PASSES
    )


def _measured(maze: Maze, a: Cell, b: Cell, pulse: Pulse) -> Texture:
    room = maze.grid.size * TEXTURE_BYTES_PER_CELL
    what = f"measuring a maze of {maze.cols}x{maze.rows}"
    memory.require(room, what)
    field = flooded(maze, [b], pulse)
    if field[a] < 0:
        raise Unreachable(f"there is no path from {a} to {b}")
    memory.require(room - field.nbytes + _PATH_BYTES * int(field[a]), what)
    path = descended(maze, field, a, None, pulse)
    reached = int(np.count_nonzero(field >= 0))
    row, col = divmod(int(field.argmax()), maze.cols)
    del field  # the floods to come need the room
    kinds, mean_run, longest_run = _lines(maze, pulse)
    cells = max(maze.rows * maze.cols - kinds[0], 1)
    passages = _passages(kinds)
    is_tree = passages == cells - 1 and reached == cells
    hanging = _hanging(maze, path, pulse) if is_tree else None
    if hanging is None:
        diameter, before = farthest(maze, pulse)[2], _before(maze, a, b, pulse)
    else:  # the farthest cell from any is an end of a longest way; before B lies what hangs on it
        diameter = int(flooded(maze, [(row, col)], pulse).max())
        before = int(hanging.sum(dtype=np.int64))
    straights = kinds[_UPRIGHT] + kinds[_LEVEL]
    return Texture(
        cells=cells,
        dead_ends=sum(kinds[i] for i in _DEAD_ENDS) / cells,
        straights=straights / cells,
        turns=sum(kinds[i] for i in _TURNS) / cells,
        junctions=sum(kinds[i] for i in _JUNCTIONS) / cells,
        crossings=kinds[_CROSSING] / cells,
        bias=(kinds[_UPRIGHT] - kinds[_LEVEL]) / straights if straights else 0.0,
        mean_run=mean_run,
        longest_run=longest_run,
        dist_min=len(path) - 1,
        diameter=diameter,
        decisions=_decisions(maze, path),
        wrong=(before - len(path) + 1) / cells if a != b else 0.0,
        passages=passages,
        expected_steps=None if hanging is None else _expected_steps(hanging),
    )


def _passages(kinds: list[int]) -> int:
    """How many passages there are, if each of the 16 passage bytes occurs so often."""
    return sum(count * i.bit_count() for i, count in enumerate(kinds)) // 2


def _lines(maze: Maze, pulse: Pulse) -> tuple[list[int], float, int]:
    """Count the cells of each kind, and the straight lines of passages.

    Returns:
        How often each of the 16 passage bytes occurs, the mean length of the lines and the
        length of the longest.
    """
    kinds = np.zeros(16, np.uint64)
    upright = np.zeros(maze.cols, np.uint32)
    pulse.stage(maze.rows * maze.cols, 0.5)
    longest = _count_kinds(maze.grid.reshape(-1), kinds, upright, pulse.words, maze.cols, maze.rows)
    pulse.check()
    counts = [int(count) for count in kinds]
    # A line begins where there is a passage ahead and none behind: to the east, or to the south.
    begins = sum(counts[i] * ((i & 10 == 2) + (i & 5 == 4)) for i in range(16))
    return counts, (_passages(counts) / begins if begins else 0.0), longest


def _decisions(maze: Maze, path: NDArray[np.intp]) -> int:
    """Count the exits that a walker on the path passes by."""
    if len(path) == 1:
        return 0
    exits = _EXITS[maze.passages[path[:-1, 0], path[:-1, 1]]]
    # One exit of A is the path's; of every cell after it, two are; B is the end.
    return int(exits.sum()) - 1 - 2 * (len(path) - 2)


def _before(maze: Maze, a: Cell, b: Cell, pulse: Pulse) -> int:
    """Count the cells that can be walked into from a before b is met, a itself included."""
    grid = maze.grid.copy()
    grid[b[0] + 1, b[1] + 1] = 0
    for side in maze.exits(b):
        row, col = side.of(b)
        grid[row + 1, col + 1] &= ~side.opposite.value & 15
    return int(np.count_nonzero(flooded(Maze.from_grid(grid), [a], pulse) >= 0))


def _hanging(maze: Maze, path: NDArray[np.intp], pulse: Pulse) -> NDArray[np.uint32]:
    """Count, for each cell of the path but the last, the cells that hang on it, itself included."""
    grid = maze.grid.reshape(-1).copy()
    sizes = np.ones(grid.size, np.uint32)
    cells = (path[:, 0] + 1) * (maze.cols + 2) + path[:, 1] + 1
    pulse.stage(grid.size, 0.5)
    _fill_dead_ends(grid, sizes, pulse.words, maze.cols + 2, int(cells[0]), int(cells[-1]))
    pulse.check()
    hanging: NDArray[np.uint32] = sizes[cells[:-1]]
    return hanging


def _expected_steps(hanging: NDArray[np.uint32]) -> int:
    """Sum, over the passages of the path, twice the cells on A's side of it less one.

    Crossing a bridge of a graph takes a random walker 2 m + 1 steps on average, m being the
    passages on his side of it, and here all passages are bridges: one less than the cells there.
    """
    behind = np.cumsum(hanging, dtype=np.int64)
    return 2 * int(behind.sum()) - len(behind)


@kernel
def _count_kinds(
    grid: Buffer, kinds: Buffer, upright: Buffer, pulse: Buffer, cols: int, rows: int
) -> int:
    """Count the cells by their open sides.

    Args:
        grid: uint8, the bordered maze.
        kinds: uint64 (16,) of 0; changed in place.
        upright: uint32 (cols,) of 0, for the vertical lines under way; changed in place.
        pulse: uint64, progress and cancelling.
        cols: Columns of cells.
        rows: Rows of cells.

    Returns:
        The length in passages of the longest straight line.
    """
    one = u64(1)
    cell = cols + u64(3)
    longest = u64(0)
    for row in range(rows):
        pulse[DONE] = row * cols
        if pulse[CANCEL] != 0:
            return longest
        level = u64(0)
        for col in range(cols):
            sides = u64(grid[cell])
            kinds[sides] += 1
            # A line grows by a passage ahead and is over without one.
            level = (level + one) * (sides >> one & one)
            down = (u64(upright[col]) + one) * (sides >> u64(2) & one)
            upright[col] = down
            longest = max(longest, level, down)
            cell += one
        cell += u64(2)
    return longest


@kernel
def _fill_dead_ends(
    grid: Buffer, sizes: Buffer, pulse: Buffer, stride: int, a: int, b: int
) -> None:
    """Fill the dead ends of a tree until the path from a to b is left.

    Args:
        grid: uint8, the bordered maze, a tree; changed in place.
        sizes: uint32 of the same size, 1 everywhere; changed in place. At the end a cell of the
            path holds how many cells hung on it, itself included.
        pulse: uint64, progress and cancelling.
        stride: From a cell to the one below it.
        a: Where the path begins; never filled.
        b: Where it ends; never filled.
    """
    one = u64(1)
    for start in range(len(grid)):
        cell = u64(start)
        if cell & u64(4095) == u64(0):
            pulse[DONE] = cell
            if pulse[CANCEL] != 0:
                return
        side = u64(grid[cell])
        while side != u64(0) and side & (side - one) == u64(0) and cell not in (a, b):
            there, back = cell - one, u64(2)
            if side == one:
                there, back = cell - stride, u64(4)
            elif side == u64(2):
                there, back = cell + one, u64(8)
            elif side == u64(4):
                there, back = cell + stride, one
            grid[cell] = 0
            grid[there] = u64(grid[there]) ^ back
            sizes[there] = u64(sizes[there]) + u64(sizes[cell])
            cell = there
            side = u64(grid[cell])
