"""distMin and a shortest path in a byte for each cell, for mazes too large for a distance field.

What lives here: a flood that keeps of each distance its remainder by three. What does not: distance
fields (``distance.py``), which take five bytes more for each cell and answer more questions.

Takes 1.07 bytes a cell instead of 5.00: ``benchmarks/memory.py --only "shortest path, lean"``.

Method: breadth-first search in waves. Cells side by side differ by one at most in their distance to
the goal, so the remainder by three tells which of two is nearer. It fits beside the four sides in
the cell's byte, and the walk down it is the same as down a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.errors import UnreachableError
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, kernel, u64
from mazegame.engine.measures.distance import cells_of, index_of
from mazegame.engine.model.maze import Cell, Maze
from mazegame.engine.support.progress import Progress, ProgressToken, run_with_progress

_WAVE: Final = 1 << 12
"""Cells that a wave has room for at first."""

_REACHED: Final = 1 << 4
"""A cell of at least this value is reached: the bits from here on are 1 + its distance mod 3."""


def solve_lean(
    maze: Maze, start: Cell, goals: Sequence[Cell], *, progress: Progress | None = None
) -> NDArray[np.intp]:
    """Return the path that ``Level.cells_of_path`` finds, in little memory: intp (distMin + 1, 2).

    Errors are those of ``shortest_path``, and a ValueError if there is no goal.
    """
    row, col = maze.check_cell(start)
    a, stride = index_of(maze, (row, col)), maze.cols + 2
    places = [index_of(maze, maze.check_cell(goal)) for goal in dict.fromkeys(goals)]
    if not places:
        raise ValueError("a path needs at least one goal")

    def work(token: ProgressToken) -> NDArray[np.intp]:
        token.stage(maze.passages.size)
        cells = maze.grid.reshape(-1).copy()
        cells[places] |= _REACHED
        room = max(_WAVE, 4 * len(places))
        wave = np.array(places, np.uint64)
        state = np.array([0, len(places), 0], np.uint64)
        while state[1] and cells[a] < _REACHED:
            waiting = wave[int(state[2]) * len(wave) // 2 :][: int(state[1])]
            room = max(room, 16 * len(waiting))
            wave = np.zeros(2 * room, np.uint64)
            wave[: len(waiting)] = waiting
            state[2] = 0
            _spread(cells, wave, state, token.words, stride, a, room, work=cells.size)
            token.check()
        if cells[a] < _REACHED:
            raise UnreachableError(
                f"there is no path: B cannot be reached from A at row {row + 1}, column {col + 1}"
            )
        path = np.empty(int(state[0]) + 1, np.uint32)
        _walk_down(cells, path, stride, a, len(path) - 1)
        return cells_of(path, stride)

    return run_with_progress(work, progress, maze.passages.size)


@kernel
def _spread(
    cells: Buffer, wave: Buffer, state: Buffer, progress: Buffer, stride: int, start: int, room: int
) -> None:
    """Spread wave by wave until A is reached, nothing is left, or a wave has no room.

    ``cells`` (uint8) is the bordered maze, changed as ``_REACHED`` says. ``wave`` (uint64 (2
    room,)) has the cells of two waves, each of ``room`` at most. ``state`` (uint64 (3,)) has the
    distance of the wave, how many cells are in it, and in which half of the buffer they are. A is
    ``start``.
    """
    one, reached = u64(1), u64(_REACHED)
    here, there = u64(0), room
    distance, count = u64(state[0]), u64(state[1])
    while count > u64(0) and u64(4) * count <= room and u64(cells[start]) < reached:
        if progress[CANCEL] != 0:
            break
        progress[DONE] += count
        distance += one
        mark = (distance % u64(3) + one) << u64(4)
        found = u64(0)
        for place in range(count):
            cell = u64(wave[here + u64(place)])
            sides = u64(cells[cell])
            for beside, side in (
                (cell - stride, sides),
                (cell + one, sides >> one),
                (cell + stride, sides >> u64(2)),
                (cell - one, sides >> u64(3)),
            ):
                if side & one and u64(cells[beside]) < reached:
                    cells[beside] = u64(cells[beside]) | mark
                    wave[there + found] = beside
                    found += one
        here, there = there, here
        count = found
    state[0], state[1], state[2] = distance, count, here // room


@kernel
def _walk_down(cells: Buffer, path: Buffer, stride: int, cell: int, length: int) -> None:
    """Write the cells of a walk to the goal into path, length + 1 of them.

    Each step takes the first of north, east, south, west that comes nearer.
    """
    one = u64(1)
    path[0] = cell
    for step in range(length):
        mark = (u64(cells[cell]) >> u64(4)) - one  # this distance mod 3
        nearer = (mark + u64(2)) % u64(3) + one
        sides = u64(cells[cell])
        if sides & one and u64(cells[cell - stride]) >> u64(4) == nearer:
            cell -= stride
        elif sides & u64(2) and u64(cells[cell + one]) >> u64(4) == nearer:
            cell += one
        elif sides & u64(4) and u64(cells[cell + stride]) >> u64(4) == nearer:
            cell += stride
        else:
            cell -= one
        path[u64(step) + one] = cell
