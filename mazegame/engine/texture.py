"""Texture: what a maze is like to walk, in numbers.

What lives here: the statistics of one maze and one pair of cells. Dead ends and junctions tell the
same story twice: in a perfect maze the dead ends are the T-junctions plus twice the crossings plus
two.

Two passes over a perfect maze tell all of it. The first counts cells by their open sides, and the
straight lines. The second folds dead ends into the cell they hang on, until nothing is left but the
way from A to B; what was folded is counted, and how deep it is, so that the way knows what hangs on
it, and the longest way in the maze has been met. A maze with loops is flooded instead, twice.

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
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.engine import memory
from mazegame.engine.distance import DESCENT_PASSES, descend_field, flood_maze
from mazegame.engine.errors import UnreachableError
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE, run_with_progress

if TYPE_CHECKING:
    from mazegame.engine.maze import Cell, Maze
    from mazegame.engine.progress import Progress, ProgressToken

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
    dead_end_share: float
    """Share of cells with one passage."""
    straight_share: float
    """Share of cells with two passages that lie opposite each other."""
    turn_share: float
    """Share of cells with two passages at a right angle."""
    junction_share: float
    """Share of cells with three passages (T)."""
    crossing_share: float
    """Share of cells with four passages."""
    bias: float
    """Vertical against horizontal straights, (v - h) / (v + h): 1 if all are vertical, -1 if all
    are horizontal, 0 if there are none."""
    mean_straight_length: float
    """How long the straight lines are that the passages form, on average; 0 if there are none."""
    longest_straight: int
    """How long the longest of them is."""
    dist_min: int
    """distMin: the passages on a shortest path from A to B."""
    diameter: int
    """The passages between the farthest two cells that can be reached from A; with loops it is a
    lower bound: how far the farthest cell is from the one that lies farthest from B."""
    wrong_exits: int
    """How many wrong exits a walker on the shortest path passes: at A all but one, at B none, and
    in between all but the two that the path takes."""
    wrong_branch_share: float
    """Share of cells off the shortest path that can be walked into before B is met."""
    passages: int
    """How many passages the maze has."""
    expected_steps: int | None
    """How many steps a random walker needs from A to B on average, exactly; None if the open cells
    are no tree."""

    @property
    def corridor_share(self) -> float:
        """Share of cells with two passages: corridor, straight or not."""
        return self.straight_share + self.turn_share

    @property
    def difficulty(self) -> float:
        """How hard it is to find the way: log2(passages x distMin) (see above); 0 if A is B."""
        return math.log2(max(self.passages * self.dist_min, 1))

    @property
    def path_share(self) -> float:
        """The share of all cells that distMin is: how much of the maze the way crosses."""
        return self.dist_min / self.cells

    @property
    def diameter_share(self) -> float:
        """The share of all cells that the diameter is."""
        return self.diameter / self.cells


TEXTURE_BYTES_PER_CELL: Final = 9
"""What measuring takes besides the maze: a copy of it, and what hangs on each cell or a flood."""

_PATH_BYTES: Final = 40
"""What the path takes at the most in a maze with loops, for each of its cells."""

_COUNT_PASSES: Final = 0.2
_FOLD_PASSES: Final = 1
_PASSES: Final = _COUNT_PASSES + _FOLD_PASSES + 3 + DESCENT_PASSES
"""How long it all takes at the most, in floods."""


def texture(maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None) -> Texture:
    """Measure a maze and the way from a to b in it.

    Args:
        maze: Any maze.
        a: Where the way begins, as (row, col).
        b: Where it ends.
        progress: See ``generate``.

    Raises:
        UnreachableError: If there is no path from a to b.
        ValueError: If a cell lies outside the maze.
        NotEnoughMemoryError: If there is not enough for it.
        CancelledError: ``progress`` asked for it.
    """
    a, b = maze.check_cell(a), maze.check_cell(b)
    return run_with_progress(
        lambda token: _measure(maze, a, b, token), progress, maze.rows * maze.cols, _PASSES
    )


class PathStatistics(NamedTuple):
    """What is told of the way from A to B and what lies beside it; see ``Texture``."""

    dist_min: int
    wrong_exits: int
    diameter: int
    before: int
    """How many cells can be walked into before B is met, A included."""
    expected_steps: int | None


def _measure(maze: Maze, a: Cell, b: Cell, token: ProgressToken) -> Texture:
    _require_room(maze)
    kinds, mean_straight_length, longest_straight = count_cell_types(maze, token)
    cells = max(maze.rows * maze.cols - kinds[0], 1)
    passages = _passages(kinds)
    way = measure_tree_path(maze, a, b, cells, token) if passages == cells - 1 else None
    way = way or measure_looped_path(maze, a, b, token)
    straights = kinds[_UPRIGHT] + kinds[_LEVEL]
    return Texture(
        cells=cells,
        dead_end_share=sum(kinds[i] for i in _DEAD_ENDS) / cells,
        straight_share=straights / cells,
        turn_share=sum(kinds[i] for i in _TURNS) / cells,
        junction_share=sum(kinds[i] for i in _JUNCTIONS) / cells,
        crossing_share=kinds[_CROSSING] / cells,
        bias=(kinds[_UPRIGHT] - kinds[_LEVEL]) / straights if straights else 0.0,
        mean_straight_length=mean_straight_length,
        longest_straight=longest_straight,
        dist_min=way.dist_min,
        diameter=way.diameter,
        wrong_exits=way.wrong_exits,
        wrong_branch_share=(way.before - way.dist_min) / cells if a != b else 0.0,
        passages=passages,
        expected_steps=way.expected_steps,
    )


def _require_room(maze: Maze, besides: int = 0) -> None:
    """Refuse a maze that cannot be measured here, with so many bytes besides what all take."""
    room = maze.grid.size * TEXTURE_BYTES_PER_CELL + besides
    memory.require(room, f"measuring a maze of {maze.cols}x{maze.rows}")


def _passages(kinds: list[int]) -> int:
    """How many passages there are, if each of the 16 passage bytes occurs so often."""
    return sum(count * i.bit_count() for i, count in enumerate(kinds)) // 2


def count_cell_types(maze: Maze, token: ProgressToken) -> tuple[list[int], float, int]:
    """Count the cells of each kind, and the straight lines of passages.

    Returns:
        How often each of the 16 passage bytes occurs, the mean length of the lines and the
        length of the longest.
    """
    kinds = np.zeros(16, np.uint64)
    upright = np.zeros(maze.cols, np.uint32)
    token.stage(maze.rows * maze.cols, _COUNT_PASSES)
    longest = _count(maze.grid.reshape(-1), kinds, upright, token.words, maze.cols, maze.rows)
    token.check()
    counts = [int(count) for count in kinds]
    # A line begins where there is a passage ahead and none behind: to the east, or to the south.
    begins = sum(counts[i] * ((i & 10 == 2) + (i & 5 == 4)) for i in range(16))
    return counts, (_passages(counts) / begins if begins else 0.0), longest


def _count_wrong_exits(exits: int, steps: int) -> int:
    """Count the exits that a walker passes by.

    Args:
        exits: How many exits the cells of his path have, those of B left out.
        steps: How many passages the path has.
    """
    # One exit of A is the path's; of every cell after it, two are; B is the end.
    return exits - 1 - 2 * (steps - 1) if steps else 0


def measure_tree_path(
    maze: Maze, a: Cell, b: Cell, cells: int, token: ProgressToken
) -> PathStatistics | None:
    """Measure the way in a maze that has one passage less than cells.

    Returns:
        None if that is no tree: if it has loops, and so several pieces.
    """
    rest = maze.grid.copy()
    for row, col in (a, b):
        rest[row + 1, col + 1] |= _KEPT
    stride = maze.cols + 2
    first, last = ((row + 1) * stride + col + 1 for row, col in (a, b))
    hanging = np.zeros(rest.size, np.uint64)
    moves = np.zeros(9, np.int64)
    moves[[1, 2, 4, 8]] = -stride, 1, stride, -1
    token.stage(rest.size, _FOLD_PASSES)
    longest = _fold_dead_ends(rest.reshape(-1), hanging, moves, token.words)
    token.check()
    tally = np.zeros(5, np.uint64)
    met = _walk_rest(
        maze.grid.reshape(-1), rest.reshape(-1), hanging, moves, tally, token.words, first, last
    )
    token.check()
    steps, exits, before, expected_steps, across = (int(count) for count in tally)
    if met != last or before + (int(hanging[last]) >> 32) + 1 != cells:
        return None
    return PathStatistics(
        steps, _count_wrong_exits(exits, steps), max(longest, across), before, expected_steps
    )


def measure_looped_path(maze: Maze, a: Cell, b: Cell, token: ProgressToken) -> PathStatistics:
    """Measure the way in any maze."""
    field = flood_maze(maze, [b], token)
    if field[a] < 0:
        raise UnreachableError(f"there is no path from {a} to {b}")
    _require_room(maze, _PATH_BYTES * int(field[a]) - field.nbytes)
    path = descend_field(maze, field, a, None, token)
    steps = len(path) - 1
    exits = int(_EXITS[maze.passages[path[:-1, 0], path[:-1, 1]]].sum())
    reached = int(np.count_nonzero(field >= 0))
    row, col = divmod(int(field.argmax()), maze.cols)
    del field  # what comes now needs the room
    behind = _behind(maze, maze.check_cell(path[-2]), b, token) if steps else 0
    diameter = int(flood_maze(maze, [(row, col)], token).max())
    wrong_exits = _count_wrong_exits(exits, steps)
    return PathStatistics(steps, wrong_exits, diameter, reached - 1 - behind, None)


def _behind(maze: Maze, before: Cell, b: Cell, token: ProgressToken) -> int:
    """Count the cells that cannot be walked into but through b.

    Whatever else b leads to is mostly joined with the cell before it by a short loop, and a search
    from there soon meets that cell: it need not see all the maze.

    Args:
        maze: The maze.
        before: A cell beside b, from which one comes.
        b: The cell.
        token: For progress and cancelling.
    """
    stride = maze.cols + 2
    others = {side.step(b) for side in maze.exits(b)} - {before}
    exits = [(row + 1) * stride + col + 1 for row, col in sorted(others)]
    behind = 0
    token.stage(maze.grid.size * len(exits))
    while exits:
        seen = np.zeros(maze.grid.size, np.uint8)
        seen[(b[0] + 1) * stride + b[1] + 1] = 1
        behind += _count_until(
            maze.grid.reshape(-1),
            seen,
            np.empty(maze.rows * maze.cols + 4, np.uint32),
            token.words,
            stride,
            exits[0],
            (before[0] + 1) * stride + before[1] + 1,
        )
        token.check()
        exits = [cell for cell in exits if not seen[cell]]
    return behind


@kernel
def _count(
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


_KEPT: Final = 16
"""The bit of a cell that is never folded."""

_ENDS: Final = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8
"""Bit i is set if a cell with the byte i is a dead end."""


@kernel
def _fold_dead_ends(rest: Buffer, hanging: Buffer, moves: Buffer, pulse: Buffer) -> int:
    """Fold dead ends into the cell they hang on, and go on with that, until there are none.

    Args:
        rest: uint8, the bordered maze, with the bit ``_KEPT`` in cells that shall stay; changed in
            place to what cannot be folded.
        hanging: uint64 of the same size, of 0; changed in place. The upper half is how many cells
            were folded into a cell, the lower one how many steps the farthest of them is away.
        moves: int64 (9,), from a cell to the one on the side 1, 2, 4 or 8.
        pulse: uint64, progress and cancelling.

    Returns:
        The length in passages of the longest way that was folded.
    """
    one, half, low = u64(1), u64(32), u64(0xFFFF_FFFF)
    longest = u64(0)
    for start in range(len(rest)):
        cell = u64(start)
        if cell & u64(4095) == u64(0):
            pulse[DONE] = cell
            if pulse[CANCEL] != 0:
                return longest
        side = u64(rest[cell])
        if u64(_ENDS) >> side & one == u64(0):
            continue
        many, depth = u64(hanging[cell]) >> half, u64(hanging[cell]) & low
        # What is carried along is written where the folding ends only.
        while u64(_ENDS) >> side & one:
            rest[cell] = 0
            cell += u64(moves[side])
            side = u64(rest[cell]) ^ ((side << u64(2) | side >> u64(2)) & u64(15))
            other = u64(hanging[cell])
            many += one + (other >> half)
            depth += one
            longest = max(longest, depth + (other & low))
            depth = max(depth, other & low)
            if depth & u64(4095) == u64(0) and pulse[CANCEL] != 0:
                return longest
        rest[cell] = side
        hanging[cell] = many << half | depth
    return longest


@kernel
def _walk_rest(
    grid: Buffer,
    rest: Buffer,
    hanging: Buffer,
    moves: Buffer,
    tally: Buffer,
    pulse: Buffer,
    a: int,
    b: int,
) -> int:
    """Walk what folding has left, from a to b or to where that is no single way.

    Crossing a bridge of a graph takes a random walker 2 m + 1 steps on average, m being the
    passages on his side of it, and in a tree all passages are bridges: one less than the cells
    there.

    Args:
        grid: uint8, the bordered maze.
        rest: See ``_fold_dead_ends``; here and below.
        hanging: What hangs on each cell.
        moves: From a cell to those beside it.
        tally: uint64 (5,), written: the steps to b, the exits of all cells before it, how many
            cells that is with all that hangs on them, the steps that a random walker takes on
            average, and the longest way that has a part in common with this one.
        pulse: uint64, for cancelling.
        a: Where to begin.
        b: Where to end.

    Returns:
        The cell where the walk ended: b, unless the maze is no tree.
    """
    one, half, low = u64(1), u64(32), u64(0xFFFF_FFFF)
    cell, back = a, u64(0)
    steps, exits, behind, expected = u64(0), u64(0), u64(0), u64(0)
    depth = u64(hanging[cell]) & low
    longest = depth
    while cell != b:
        side = u64(rest[cell]) & u64(15) ^ back
        if u64(_ENDS) >> side & one == u64(0):
            break
        sides = u64(grid[cell])
        exits += (sides & one) + (sides >> one & one) + (sides >> u64(2) & one) + (sides >> u64(3))
        behind += one + (u64(hanging[cell]) >> half)
        expected += behind + behind - one
        steps += one
        cell += u64(moves[side])
        back = (side << u64(2) | side >> u64(2)) & u64(15)
        here = u64(hanging[cell]) & low
        depth += one
        longest = max(longest, depth + here)
        depth = max(depth, here)
        if steps & u64(4095) == u64(0) and pulse[CANCEL] != 0:
            return cell
    tally[0], tally[1], tally[2], tally[3], tally[4] = steps, exits, behind, expected, longest
    return cell


@kernel
def _count_until(
    grid: Buffer, seen: Buffer, queue: Buffer, pulse: Buffer, stride: int, start: int, goal: int
) -> int:
    """Count the cells that can be reached from one, unless another is among them.

    Args:
        grid: uint8, the bordered maze.
        seen: uint8 of the same size, 1 where nobody may go; 1 besides where one was, at the end.
        queue: uint32 (cells + 4,); written.
        pulse: uint64, progress and cancelling.
        stride: From a cell to the one below it.
        start: Where to begin.
        goal: Where to stop.

    Returns:
        How many cells, or 0 if the goal was met.
    """
    one = u64(1)
    head, tail = u64(0), one
    queue[0] = start
    seen[start] = 1
    while head < tail and u64(seen[goal]) == u64(0):
        cell = u64(queue[head])
        head += one
        sides = u64(grid[cell])
        # Written always, counted only if there is a passage to a cell not seen (``distance.py``).
        for there, side in (
            (cell - stride, sides),
            (cell + one, sides >> one),
            (cell + stride, sides >> u64(2)),
            (cell - one, sides >> u64(3)),
        ):
            fresh = side & (u64(seen[there]) ^ one) & one
            queue[tail] = there
            seen[there] = u64(seen[there]) | fresh
            tail += fresh
        if head & u64(4095) == u64(0):
            pulse[DONE] = head
            if pulse[CANCEL] != 0:
                return u64(0)
    return u64(0) if u64(seen[goal]) else tail
