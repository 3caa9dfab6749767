"""What follows carving, for one grid after another: braiding, ends, distances, paths, counts.

What lives here: the loops. What does not: the kernels that they call, which are those of single
mazes (``braiding.py``, ``distance.py``, ``measuring.py``), and the arrays (``making.py``).

A cell is its index in its own bordered grid throughout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.braiding import braid_cells, list_dead_ends
from mazegame.engine.distance import descend_cells, flood_cells
from mazegame.engine.jit import device, kernel, u64
from mazegame.engine.measuring import count_cells, fold_dead_ends, walk_rest
from mazegame.engine.progress import CANCEL

if TYPE_CHECKING:
    from mazegame.engine.instructions import Span

TALLIES: Final = 8
"""Numbers that ``measure_grids`` writes for each grid: see there."""

_KEPT: Final = 16


@kernel(cost=0.1)
def copy_cells(grids: Span, cells: Span, cols: int, rows: int) -> None:
    """Copy grids without their borders.

    Args:
        grids: uint8 (n * (rows + 2) * (cols + 2),), the bordered grids.
        cells: uint8 (n * rows * cols,); written.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, two = u64(1), u64(2)
    stride = cols + two
    size, area = stride * (rows + two), cols * rows
    for i in range(len(cells) // area):
        source, target = u64(i) * size + stride + one, u64(i) * area
        for _row in range(rows):
            for col in range(cols):
                cells[target + u64(col)] = grids[source + u64(col)]
            source += stride
            target += cols


@kernel(cost=0.8)
def braid_grids(
    grids: Span,
    rngs: Span,
    wanted: Span,
    ends: Span,
    token: Span,
    idle: Span,
    stride: int,
) -> None:
    """Braid grids, in place.

    Args:
        grids: uint8 (n * size,), the bordered grids; changed in place.
        rngs: uint64 (4 * n,), the random stream of each.
        wanted: uint32 (size + 1,): how many dead ends to remove, by how many there are.
        ends: uint32 (size,); scratch.
        token: uint64, progress and cancelling.
        idle: uint64, unused progress words.
        stride: From a cell to the one below it.
    """
    size, four = u64(len(ends)), u64(4)
    for i in range(len(rngs) // 4):
        first, stream = u64(i) * size, u64(i) * four
        grid = grids[first : first + size]
        count = u64(list_dead_ends(grid, ends))
        if count > u64(0):
            want = u64(wanted[count])
            braid_cells(grid, ends, rngs[stream : stream + four], idle, count, stride, want)
        if token[CANCEL] != 0:
            return


@device
def _scaled(word: int, bound: int) -> int:
    """Return the upper 64 bits of a word times a bound of up to 32 bits."""
    half = u64(32)
    return ((word >> half) * bound + ((word & u64(0xFFFF_FFFF)) * bound >> half)) >> half


@kernel(cost=2)
def draw_ends(starts: Span, goals: Span, rngs: Span, sides: int, cols: int, rows: int) -> None:
    """Draw A and B of each grid, anywhere or in the first and the last column.

    Args:
        starts: uint32 (n,); written.
        goals: uint32 (n,); written.
        rngs: uint64 (4 * n,), the random stream of each.
        sides: Whether A is in the first column and B in the last.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride, area = cols + u64(2), cols * rows
    for i in range(len(starts)):
        early, late = u64(rngs[4 * i]), u64(rngs[4 * i + 1])
        if sides != u64(0):
            starts[i] = (_scaled(early, rows) + one) * stride + one
            goals[i] = (_scaled(late, rows) + one) * stride + cols
        else:
            first = _scaled(early, area)
            second = _scaled(late, max(area, u64(2)) - one)
            second = min(second + u64(second >= first), area - one)
            starts[i] = (first // cols + one) * stride + first % cols + one
            goals[i] = (second // cols + one) * stride + second % cols + one


@device
def _flood_one(
    grid: Span,
    sources: Span,
    unwalked: Span,
    field: Span,
    queue: Span,
    to_add: Span,
    state: Span,
    idle: Span,
    stride: int,
) -> int:
    """Flood one grid, and return the cell reached last."""
    for i in range(len(grid)):
        unwalked[i] = grid[i]
        field[i] = -1
    for i in range(len(sources)):
        queue[i] = sources[i]
        field[u64(sources[i])] = 0
    state[0] = state[1] = len(sources)
    state[2] = sources[len(sources) - 1]
    flood_cells(unwalked, field, queue, to_add, state, idle, stride)
    return u64(state[2])


@kernel(cost=2)
def place_farthest(
    grids: Span,
    starts: Span,
    goals: Span,
    unwalked: Span,
    field: Span,
    queue: Span,
    to_add: Span,
    state: Span,
    token: Span,
    idle: Span,
    stride: int,
) -> None:
    """Find A and B of each grid as far apart as can be, as ``farthest_pair`` does.

    Args:
        grids: uint8 (n * size,), the bordered grids.
        starts: uint32 (n,); written.
        goals: uint32 (n,); written.
        unwalked: uint8 (size,); scratch, here and below.
        field: int32 (size,).
        queue: uint64, four entries for every cell and 4100 more.
        to_add: uint64 (64,), ``distance.entries_to_add``.
        state: uint64 (3,).
        token: uint64, for cancelling.
        idle: uint64, unused progress words.
        stride: From a cell to the one below it.
    """
    size = u64(len(unwalked))
    for i in range(len(starts)):
        first = u64(i) * size
        grid = grids[first : first + size]
        ends = goals[i : i + 1]
        ends[0] = stride + u64(1)
        for _ in range(2):
            starts[i] = ends[0]
            ends[0] = _flood_one(grid, ends, unwalked, field, queue, to_add, state, idle, stride)
        if u64(starts[i]) > u64(goals[i]):
            starts[i], goals[i] = goals[i], starts[i]
        if token[CANCEL] != 0:
            return


@kernel(cost=1.2)
def flood_grids(
    grids: Span,
    starts: Span,
    goals: Span,
    distances: Span,
    fields: Span,
    path_cells: Span,
    path_ends: Span,
    unwalked: Span,
    field: Span,
    queue: Span,
    to_add: Span,
    state: Span,
    token: Span,
    idle: Span,
    cols: int,
    rows: int,
) -> None:
    """Flood each grid from its goals.

    Args:
        grids: uint8 (n * size,), the bordered grids.
        starts: uint32 (n,), A of each.
        goals: uint32 (n * g,), the goals of each.
        distances: int32 (n,); written: the distance of A.
        fields: int32 (n * rows * cols,); written: all distances. Empty if not requested.
        path_cells: uint32, room for all cells of all grids; written: shortest paths, one after the
            other. Empty if not requested.
        path_ends: uint64 (n,); written: where each path ends.
        unwalked: See ``place_farthest``; here and below.
        field: As there.
        queue: As there.
        to_add: As there.
        state: As there.
        token: As there.
        idle: As there.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride, area = cols + u64(2), cols * rows
    size, count = u64(len(unwalked)), u64(len(starts))
    ends_each = u64(len(goals)) // max(count, one)
    end = u64(0)
    for i in range(len(starts)):
        first, goal = u64(i) * size, u64(i) * ends_each
        grid = grids[first : first + size]
        _flood_one(
            grid,
            goals[goal : goal + ends_each],
            unwalked,
            field,
            queue,
            to_add,
            state,
            idle,
            stride,
        )
        start = u64(starts[i])
        distances[i] = field[start]
        if len(fields) > 0:
            source, target = stride + one, u64(i) * area
            for _row in range(rows):
                for col in range(cols):
                    fields[target + u64(col)] = field[source + u64(col)]
                source += stride
                target += cols
        if len(path_cells) > 0:
            length = u64(field[start])
            path = path_cells[end : end + length + one]
            descend_cells(grid, field, path, idle, stride, start, stride, start, length)
            end += length + one
            path_ends[i] = end
        if token[CANCEL] != 0:
            return


@kernel(cost=1.2)
def measure_grids(
    grids: Span,
    starts: Span,
    goals: Span,
    kinds: Span,
    tallies: Span,
    vertical: Span,
    rest: Span,
    hanging: Span,
    moves: Span,
    tally: Span,
    token: Span,
    idle: Span,
    cols: int,
    rows: int,
) -> None:
    """Count what a texture is made of in each grid; of the way only in a maze without loops.

    Args:
        grids: uint8 (n * size,), the bordered grids.
        starts: uint32 (n,), A of each.
        goals: uint32 (n,), B of each.
        kinds: uint64 (16 * n,) of 0; changed: how many cells have each of the 16 passage bytes.
        tallies: uint64 (TALLIES * n,); written: the longest straight line; the longest path that
            was folded; where the walk ended and what hangs there; the tally of ``walk_rest``
            without the last, which is in the second if it is longer.
        vertical: uint32 (cols,); scratch, here and below.
        rest: uint8 (size,).
        hanging: uint64 (size,).
        moves: int64 (9,), see ``fold_dead_ends``.
        tally: uint64 (5,).
        token: uint64, for cancelling.
        idle: uint64, unused progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    size = u64(len(rest))
    for i in range(len(starts)):
        first, place = u64(i) * size, u64(i) * u64(TALLIES)
        grid = grids[first : first + size]
        start, goal = u64(starts[i]), u64(goals[i])
        for col in range(cols):
            vertical[col] = 0
        of_grid = kinds[16 * i : 16 * i + 16]
        tallies[place] = count_cells(grid, of_grid, vertical, idle, cols, rows)
        for j in range(len(rest)):
            rest[j] = grid[j]
            hanging[j] = 0
        rest[start] |= _KEPT
        rest[goal] |= _KEPT
        longest = u64(fold_dead_ends(rest, hanging, moves, idle))
        for j in range(5):
            tally[j] = 0
        met = u64(walk_rest(grid, rest, hanging, moves, tally, idle, start, goal))
        tallies[place + u64(1)] = max(longest, u64(tally[4]))
        tallies[place + u64(2)] = met
        tallies[place + u64(3)] = u64(hanging[goal]) >> u64(32)
        for j in range(4):
            tallies[place + u64(4 + j)] = tally[j]
        if token[CANCEL] != 0:
            return
