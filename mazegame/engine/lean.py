"""distMin and a shortest path in a byte for each cell, for mazes too large for a distance field.

What lives here: a flood that keeps of each distance its remainder by three. What does not: distance
fields (``distance.py``), which take five bytes more for each cell and answer more questions.

Method: breadth-first search in waves. Cells side by side differ by one at most in their distance to
the goal, so the remainder by three tells which of two is nearer. It fits beside the four sides in
the cell's byte, and the walk down it is the same as down a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.errors import UnreachableError
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE, ProgressToken, run_with_progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.engine.maze import Cell, Maze
    from mazegame.engine.progress import Progress

_WAVE: Final = 1 << 12
"""Cells that a wave has room for at first."""

_RUNNING, _FOUND, _ENDED, _NARROW = range(4)
_STATE, _DISTANCE, _WAITING, _SIDE = range(4)
"""What the flood's state tells: how it stands, the distance of the wave, how many cells are in it,
and in which half of the buffer they are."""


def solve_lean(
    maze: Maze, start: Cell, goals: Sequence[Cell], *, progress: Progress | None = None
) -> NDArray[np.intp]:
    """Find a shortest path from a cell to the nearest of some goals.

    It is the path that ``Level.cells_of_path`` finds. Beside the maze it takes a byte for each
    cell and what the path takes.

    Args:
        maze: Any maze.
        start: A, as (row, col).
        goals: The goals.
        progress: See ``generate``.

    Returns:
        intp (distMin + 1, 2): (row, col) from A to the goal, both included.

    Raises:
        UnreachableError: If no path leads to a goal.
        ValueError: If a cell lies outside the maze, or there is no goal.
        CancelledError: If ``progress`` cancels it.
    """
    a = maze.check_cell(start)
    places = [_index(maze, maze.check_cell(goal)) for goal in dict.fromkeys(goals)]
    if not places:
        raise ValueError("a path needs at least one goal")

    def work(token: ProgressToken) -> NDArray[np.intp]:
        token.stage(maze.rows * maze.cols, 1)
        cells = maze.grid.reshape(-1).copy()
        distance = _flood(cells, _index(maze, a), places, maze.cols + 2, token)
        if distance < 0:
            raise UnreachableError(
                f"there is no path: B cannot be reached from A at row {a[0] + 1}, column {a[1] + 1}"
            )
        path = np.empty(distance + 1, np.uint64)
        _walk_down(cells, path, maze.cols + 2, _index(maze, a), distance)
        found = np.empty((distance + 1, 2), np.intp)
        np.divmod(path, np.uint64(maze.cols + 2), out=(found[:, 0], found[:, 1]), casting="unsafe")
        found -= 1
        return found

    return run_with_progress(work, progress, maze.rows * maze.cols)


def _index(maze: Maze, cell: Cell) -> int:
    return (cell[0] + 1) * (maze.cols + 2) + cell[1] + 1


def _flood(
    cells: NDArray[np.uint8], start: int, goals: list[int], stride: int, token: ProgressToken
) -> int:
    """Mark cells by their distance until A is reached; return A's distance, -1 if it is not."""
    room = max(_WAVE, 4 * len(goals))
    wave = np.zeros(2 * room, np.uint64)
    wave[: len(goals)] = goals
    cells[goals] |= 1 << 4
    state = np.array([_FOUND if start in goals else _RUNNING, 0, len(goals), 0], np.uint64)
    while state[_STATE] in {_RUNNING, _NARROW}:
        if state[_STATE] == _NARROW:
            waiting = wave[int(state[_SIDE]) * room :][: int(state[_WAITING])]
            larger = np.zeros(8 * room, np.uint64)
            larger[: len(waiting)] = waiting
            wave, room, state[_SIDE], state[_STATE] = larger, 4 * room, 0, _RUNNING
        _spread(cells, wave, state, token.words, stride, start, room, work=cells.size)
        token.check()
    return int(state[_DISTANCE]) if state[_STATE] == _FOUND else -1


@kernel
def _spread(
    cells: Buffer,
    wave: Buffer,
    state: Buffer,
    progress: Buffer,
    stride: int,
    start: int,
    room: int,
) -> None:
    """Spread wave by wave until A is reached, nothing is left, or a wave has no room.

    Args:
        cells: uint8, the bordered maze. Bits 4 and 5 become 1 + distance mod 3 of the cells
            reached; changed in place.
        wave: uint64 (2 room,): the cells of two waves; changed in place.
        state: uint64 (4,): see ``_STATE``; changed in place.
        progress: uint64, progress and cancelling.
        stride: From a cell to the one below it.
        start: Where A is.
        room: How many cells a wave may have.
    """
    one = u64(1)
    here = u64(state[3]) * room
    there = room - here
    distance, count = u64(state[1]), u64(state[2])
    while count > u64(0):
        if u64(4) * count > room:
            state[0] = 3
            break
        if progress[CANCEL] != 0:
            break
        progress[DONE] += count
        distance += one
        mark = (distance % u64(3) + one) << u64(4)
        found = u64(0)
        for place in range(count):
            cell = u64(wave[here + u64(place)])
            sides = u64(cells[cell])
            if sides & one and u64(cells[cell - stride]) < u64(16):
                cells[cell - stride] = u64(cells[cell - stride]) | mark
                wave[there + found] = cell - stride
                found += one
            if sides & u64(2) and u64(cells[cell + one]) < u64(16):
                cells[cell + one] = u64(cells[cell + one]) | mark
                wave[there + found] = cell + one
                found += one
            if sides & u64(4) and u64(cells[cell + stride]) < u64(16):
                cells[cell + stride] = u64(cells[cell + stride]) | mark
                wave[there + found] = cell + stride
                found += one
            if sides & u64(8) and u64(cells[cell - one]) < u64(16):
                cells[cell - one] = u64(cells[cell - one]) | mark
                wave[there + found] = cell - one
                found += one
        here, there = there, here
        count = found
        if u64(cells[start]) >= u64(16):
            state[0] = 1
            break
    if count == u64(0) and state[0] == 0:
        state[0] = 2
    state[1], state[2], state[3] = distance, count, here // room


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
