"""Distances: breadth-first floods, distMin, shortest paths and the farthest pair.

They work for any maze, with loops and rooms too.

Method. Breadth-first search with a queue (Moore 1959), without unpredictable branches. A queue
entry is a cell, its distance and the side it was reached by, so a neighbour's entry is this entry
plus a constant. Four entries are written for every cell, and the tail of the queue advances by the
number of its sides that are open. In a loop a cell comes up again; its sides are gone by then, so
it adds nothing. The field is written and never read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.errors import UnreachableError
from mazegame.engine.kernels.jit import Buffer, count_ones, kernel, prefetch, store_sums, u64
from mazegame.engine.model.maze import Cell, Maze, check_maze
from mazegame.engine.support import memory
from mazegame.engine.support.progress import (
    CANCEL,
    DONE,
    Progress,
    ProgressToken,
    run_with_progress,
)
from mazegame.engine.support.validation import as_int_or_none, short_repr

Field: TypeAlias = NDArray[np.int32]
"""int32 (rows, cols): the distance of every cell, -1 if unreachable."""

FIELD_BYTES_PER_CELL: Final = 6
"""Memory of a flood, in bytes per cell: 4 for the field, 1 for the sides not walked yet, and the
queue, which holds a few entries for every row and column."""

DESCENT_PASSES: Final = 0.1
"""Cost of ``descend`` for progress reports, relative to a flood (1.0)."""

FARTHEST_PASSES: Final = 2
"""Cost of the farthest pair for progress reports, relative to a flood (1.0): two floods."""

_DISTANCE: Final = 31
"""Lowest bit of the distance in a queue entry. The bits below hold the cell's index."""

_BACK: Final = 62
"""Lowest bit of the side by which the cell of a queue entry was reached."""

_QUEUE_ENTRIES: Final = 1 << 15
"""Initial length of a queue, 256 KiB: more than the kernel fills between two checks, which is four
entries per cell for ``_CHECK_CELLS`` cells."""

_CHECK_CELLS: Final = 1024
"""Cells between two checks of the progress token and of the room left in the queue."""


def distances(
    maze: Maze, sources: Cell | Iterable[Cell], *, progress: Progress | None = None
) -> Field:
    """Return the distance of every cell to the nearest of some sources.

    Complexity: time in proportion to the cells, 2 to 9 ns each once compiled. Memory: 4 bytes a
    cell for the result, 6 at the peak.

    Args:
        maze: Any maze.
        sources: A (row, col), or several, also as integers of shape (n, 2).
        progress: See ``generate``.

    Returns:
        int32 (rows, cols): passages to the nearest source, -1 if unreachable.

    Raises:
        ValueError: If a source lies outside the maze, or there is none.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> from mazegame.engine import distances, generate
        >>> field = distances(generate("wilson", 40, 20, "kite-7"), (19, 39))
        >>> field.shape, int(field[0, 0])
        ((20, 40), 92)
    """
    check_maze(maze)
    flood = functools.partial(flood_maze, maze, source_cells(maze, sources))
    return run_with_progress(flood, progress, maze.passages.size)


def dist_min(maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None) -> int:
    """Return the number of passages of a shortest path from a to b, cells (row, col).

    Complexity: as ``distances``, time and memory. Arguments, errors: those of ``shortest_path``.

    Examples:
        >>> from mazegame.engine import dist_min, generate
        >>> dist_min(generate("wilson", 40, 20, "kite-7"), (0, 0), (19, 39))
        92
    """
    check_maze(maze)
    a = maze.check_cell(a)
    distance = int(distances(maze, b, progress=progress)[a])
    if distance < 0:
        raise UnreachableError(f"there is no path from {a} to {b}")
    return distance


def shortest_path(
    maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None
) -> NDArray[np.intp]:
    """Return a shortest path.

    Complexity: as ``distances``, in time and memory, and 16 bytes for each cell of the path.

    Args:
        maze: Any maze.
        a: The start, as (row, col).
        b: The goal.
        progress: See ``generate``.

    Returns:
        intp (distMin + 1, 2): (row, col) from a to b, both included. If there are several shortest
        paths, each step takes the first of north, east, south, west that leads nearer.

    Raises:
        UnreachableError: If there is no path.
        ValueError: If a cell lies outside the maze.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> from mazegame.engine import generate, shortest_path
        >>> shortest_path(generate("wilson", 5, 4, "kite-7"), (0, 0), (0, 2)).tolist()
        [[0, 0], [0, 1], [0, 2]]
    """
    check_maze(maze)
    a, goals = maze.check_cell(a), source_cells(maze, b)

    def work(token: ProgressToken) -> NDArray[np.intp]:
        field = flood_maze(maze, goals, token)
        if field[a] < 0:
            raise UnreachableError(f"there is no path from {a} to {b}")
        return descend(maze, field, a, None, token)

    return run_with_progress(work, progress, maze.passages.size, 1 + DESCENT_PASSES)


def descend(
    maze: Maze, field: Field, a: Cell, steps: int | None = None, token: ProgressToken | None = None
) -> NDArray[np.intp]:
    """Return the cells of a walk down a distance field of a maze: intp (n + 1, 2), from a on.

    It takes ``steps`` steps at most, or leads all the way to a source. Errors are those of
    ``Level.path_from``, and a ValueError if the field does not belong to the maze.
    """
    token = token or ProgressToken()
    check_maze(maze)
    a = maze.check_cell(a)
    if field.shape != maze.shape:
        raise ValueError(
            f"a field of the shape {field.shape} does not belong to a maze of "
            f"{maze.rows} rows and {maze.cols} columns"
        )
    distance = int(field[a])
    if distance < 0:
        raise UnreachableError(
            f"there is no way to walk from the cell {a}: the field is {distance}"
        )
    most = distance if steps is None else as_int_or_none(steps)
    if most is None:
        raise TypeError(f"steps must be a whole number, not {short_repr(steps)}")
    if most < 0:
        raise ValueError(f"steps must be at least 0, not {short_repr(steps)}")
    length = min(most, distance)
    path = np.empty(length + 1, np.uint32)
    token.stage(length, DESCENT_PASSES)
    flat = np.ascontiguousarray(field, np.int32).reshape(-1).view()
    flat.setflags(write=False)  # so that kernels get one type of array only
    walked = descend_cells(
        maze.grid.reshape(-1), flat, path, token.words, maze.cols + 2, index_of(maze, a),
        maze.cols, a[0] * maze.cols + a[1], length, work=length,
    )  # fmt: skip
    token.check()
    if walked != length:
        raise ValueError(f"the field is not one of this maze: from {a} it leads nowhere")
    return cells_of(path, maze.cols + 2)


def farthest_pair(maze: Maze, *, progress: Progress | None = None) -> tuple[Cell, Cell, int]:
    """Return two cells far apart: flood from any cell to X, and from X to Y.

    Exact in a perfect maze: the distance is the diameter of the tree. With loops it is a lower
    bound. In a maze of several pieces it is that of the first open cell's piece.

    Complexity: twice the time of ``distances`` and the same memory; ``progress`` as there.

    Returns:
        (a, b, distMin between them).

    Examples:
        >>> from mazegame.engine import farthest_pair, generate
        >>> farthest_pair(generate("wilson", 40, 20, "kite-7"))
        ((5, 29), (5, 5), 118)
    """
    check_maze(maze)
    find = functools.partial(find_farthest_pair, maze)
    return run_with_progress(find, progress, maze.passages.size, FARTHEST_PASSES)


def find_farthest_pair(maze: Maze, token: ProgressToken) -> tuple[Cell, Cell, int]:
    """Return the farthest pair, as one stage of a longer call."""
    row = next((i for i, cells in enumerate(maze.passages) if cells.any()), 0)
    field = _new_field(maze)
    a = _flood(maze, [(row, int((maze.passages[row] > 0).argmax()))], field, token)
    b = _flood(maze, [a], field, token)
    return a, b, int(field[index_of(maze, b)])


def find_farthest_on_boundary(maze: Maze, token: ProgressToken) -> tuple[Cell, Cell]:
    """Return the cells on the boundary that are farthest apart, as one stage of a longer call.

    In a mask the cells beside rock count as well. It is exact on perfect mazes.
    """
    inside = maze.grid != 0
    around = inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    candidates = np.flatnonzero(inside[1:-1, 1:-1] & ~around)
    if not len(candidates):
        candidates = np.zeros(1, np.intp)  # a maze of one cell
    cell = int(candidates[0])
    found = []
    for _ in range(FARTHEST_PASSES):
        field = flood_maze(maze, [divmod(cell, maze.cols)], token).reshape(-1)
        cell = int(candidates[field[candidates].argmax()])
        found.append(divmod(cell, maze.cols))
    first, second = found
    return first, second


def flood_maze(maze: Maze, sources: list[Cell], token: ProgressToken) -> Field:
    """Return the distances to some different cells, if any, as one stage of a longer call."""
    field = _new_field(maze)
    _flood(maze, sources, field, token)
    return _without_border(field.reshape(maze.grid.shape))


def source_cells(
    maze: Maze, sources: Cell | Iterable[Cell], *, needs_one: bool = True
) -> list[Cell]:
    """Return the sources as cells of the maze, without repetitions."""
    try:
        given = list(cast("Iterable[Cell]", sources))
    except TypeError:
        raise TypeError(f"a source is a cell (row, col), not {short_repr(sources)}") from None
    if not given:
        if needs_one:
            raise ValueError("a flood needs at least one source")
        return []
    if as_int_or_none(given[0]) is not None:
        return [maze.check_cell(given)]
    return list(dict.fromkeys(maze.check_cell(cell) for cell in given))


def check_flood_size(cols: int, rows: int) -> None:
    """Raise ValueError if a size is too large for a distance field on any machine."""
    bordered_cells = (cols + 2) * (rows + 2)
    if bordered_cells > 1 << _DISTANCE:
        raise ValueError(
            f"there are no distances in {cols}x{rows}: with the border of one cell that makes "
            f"{bordered_cells:,}, and at most {1 << _DISTANCE:,} fit"
        )


def _new_field(maze: Maze) -> NDArray[np.int32]:
    """Return a flat array for the distances of all cells of the bordered grid."""
    check_flood_size(maze.cols, maze.rows)
    what = f"the distance field of {maze.cols}x{maze.rows}"
    memory.require(maze.passages.size * FIELD_BYTES_PER_CELL, what)
    return np.empty(maze.grid.size, np.int32)


def _flood(maze: Maze, sources: list[Cell], field: NDArray[np.int32], token: ProgressToken) -> Cell:
    """Flood from some cells; return the cell reached last, which is the farthest."""
    cells, stride, count = maze.passages.size, maze.cols + 2, len(sources)
    token.stage(cells)
    unwalked = maze.grid.reshape(-1).copy()
    queue = np.empty(max(_QUEUE_ENTRIES, count), np.uint64)
    queue[:count] = indices = [index_of(maze, source) for source in sources]
    field.fill(-1)
    field[indices] = 0
    state = np.array([count, count, indices[-1] if indices else 0], np.uint64)
    while waiting := int(state[0]):
        if 4 * waiting > len(queue):
            memory.require(32 * waiting, f"a queue of {waiting:,} cells in {maze.cols}x{maze.rows}")
            queue.resize(4 * waiting, refcheck=False)
        flood_cells(
            unwalked, field, queue, entries_to_add(stride), state, token.words, stride, work=cells
        )
        token.check()
    row, col = divmod(int(state[2]), stride)
    return row - 1, col - 1


@functools.lru_cache(maxsize=8)
def entries_to_add(stride: int) -> NDArray[np.uint64]:
    """Return the differences between the queue entries of neighbours and the cell's own entry.

    uint64 (64,): for every set of sides four numbers, first those of its north, east, west and
    south sides, in this order; the rest is 0.
    """
    entries = np.zeros((16, 4), np.uint64)
    for sides in range(16):
        place = 0
        for direction, offset in ((0, -stride), (1, 1), (3, -1), (2, stride)):
            if sides >> direction & 1:
                entries[sides, place] = ((direction + 2) % 4 << _BACK) + (1 << _DISTANCE) + offset
                place += 1
    return entries.reshape(-1)


def index_of(maze: Maze, cell: Cell) -> int:
    """Return the index of a cell in the bordered grid."""
    return (cell[0] + 1) * (maze.cols + 2) + cell[1] + 1


def cells_of(
    indices: NDArray[np.uint32], stride: int, dtype: type[np.intp | np.int32] = np.intp
) -> NDArray[Any]:
    """Return the cells of indices of a bordered grid: (n, 2) of (row, col)."""
    cells = np.empty((len(indices), 2), dtype)
    np.divmod(indices, np.uint32(stride), out=(cells[:, 0], cells[:, 1]), casting="same_kind")
    cells -= 1
    return cells


def _without_border(bordered: NDArray[np.int32]) -> Field:
    """Move the inner cells to the front of their own memory, where they are contiguous."""
    rows, cols = bordered.shape[0] - 2, bordered.shape[1] - 2
    flat = bordered.reshape(-1)
    step = max((1 << 16) // cols, 1)  # rows that are moved at once
    for first in range(0, rows, step):
        stop = min(first + step, rows)
        # A copy in between, since what is moved overlaps its new place.
        flat[first * cols : stop * cols] = bordered[first + 1 : stop + 1, 1:-1].copy().reshape(-1)
    return flat[: rows * cols].reshape(rows, cols)


@kernel
def flood_cells(
    unwalked: Buffer, field: Buffer, queue: Buffer, to_add: Buffer, state: Buffer, token: Buffer,
    stride: int,
) -> None:  # fmt: skip
    """Flood breadth first.

    ``unwalked`` (uint8) is the bordered maze, and ``field`` (int32 of the same size) -1 everywhere;
    both are changed, and so is ``queue`` (uint64), the entries that wait, from the front.
    ``to_add`` comes from ``entries_to_add``. ``state`` (uint64 (3,)) has the number of entries (0
    when the flood is done), the number of sources among them, and the cell reached last.
    """
    one = u64(1)
    cells, entries = (one << u64(_DISTANCE)) - one, (one << u64(_BACK)) - one
    head, tail, sources, last = u64(0), u64(state[0]), u64(state[1]), u64(state[2])
    check_cells = u64(_CHECK_CELLS)
    full = u64(len(queue)) - u64(4) * check_cells
    while head < tail:
        entry = u64(queue[head])
        cell = entry & cells
        # Fetch the rows above and below; otherwise half the time is spent waiting for them.
        prefetch(unwalked, cell - stride)
        prefetch(unwalked, cell + stride)
        prefetch(field, cell - stride)
        prefetch(field, cell + stride)
        sides = u64(unwalked[cell])
        unwalked[cell] = 0
        # No branch: a cell that comes up again writes into the border.
        last = cell if sides != u64(0) else last
        field[cell if sides != u64(0) else u64(0)] = entry >> u64(_DISTANCE) & cells
        if head >= sources:
            sides &= ~(one << (entry >> u64(_BACK)))
            entry &= entries
        # Four entries are written; those of open sides are counted.
        store_sums(queue, tail, entry, to_add, sides << u64(2))
        tail += count_ones(sides)
        head += one
        if head & (check_cells - one) == u64(0):
            token[DONE] += check_cells
            if token[CANCEL] != 0:
                return
            if tail > full:
                tail -= head
                for entry_number in range(tail):
                    queue[entry_number] = queue[head + u64(entry_number)]
                sources -= min(sources, head)
                head = u64(0)
                if tail + tail > full:
                    break
    field[0] = -1
    state[0], state[1], state[2] = tail - head, sources, last


@kernel
def descend_cells(
    grid: Buffer, field: Buffer, path: Buffer, token: Buffer, stride: int, cell: int, width: int,
    place: int, length: int,
) -> int:  # fmt: skip
    """Write the cells of a walk down the field into ``path``, and return how many steps it took.

    ``field`` (int32) may have a border or not: ``width`` is the distance from a cell of it to the
    one below, and ``place`` the first cell there, as ``cell`` is in the maze. ``path`` (uint32)
    gets indices into the bordered maze: ``length`` + 1, or fewer if no open side leads down.
    """
    one = u64(1)
    path[0] = cell
    done = u64(0)
    while done < length:
        nearer = field[place] - 1
        sides = u64(grid[cell])
        if sides & one and field[place - width] == nearer:
            cell -= stride
            place -= width
        elif sides & u64(2) and field[place + one] == nearer:
            cell += one
            place += one
        elif sides & u64(4) and field[place + width] == nearer:
            cell += stride
            place += width
        elif sides & u64(8) and field[place - one] == nearer:
            cell -= one
            place -= one
        else:
            return done
        done += one
        path[done] = cell
        if done & u64(4095) == u64(0):
            token[DONE] = done
            if token[CANCEL] != 0:
                return done
    return done
