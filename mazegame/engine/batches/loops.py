"""Loops over the grids of a batch after carving: braiding, ends, distances, paths, counts.

The kernels that they call are those of single mazes.

A cell is its index in its own bordered grid throughout. Besides the arguments that all kernels have
(``jit.py``) the loops take ``grids``, uint8 (n * size,), the bordered grids, one after the other;
``starts``, uint32 (n,), A of each; ``goals``, uint32 (n * g,), the goals of each; ``flood`` and
``folding``, scratch; and ``idle``, unused progress words for the kernels that they call.
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from mazegame.engine.carving.braiding import braid_cells, list_dead_ends
from mazegame.engine.kernels.instructions import Buffer, Span
from mazegame.engine.kernels.jit import CANCEL, device, kernel, u64
from mazegame.engine.measures.distance import descend_cells, flood_cells
from mazegame.engine.measures.measuring import KEPT, count_cells, fold_dead_ends, walk_rest
from mazegame.engine.measures.textures import COUNTS

Flood: TypeAlias = tuple[Span, Span, Buffer, Buffer, Buffer]
"""Work arrays of a flood: the sides not walked yet, uint8 (size,); the field, int32 (size,); the
queue, uint64, four entries for every cell and 4100 more; ``distance.entries_to_add``; and the
state, uint64 (3,)."""

Folding: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer]
"""Work arrays of measuring: the vertical lines, uint32 (cols,); the sides left by folding, uint8
(size,); the cells folded into each cell, uint64 (size,); the moves of ``fold_dead_ends``, int64
(9,)."""


@device
def _copy_inside(source: Span, target: Span, at: int, to: int, cols: int, rows: int) -> None:
    """Copy a grid without its border from ``source`` to ``target``, each from an index on."""
    for _row in range(rows):
        for col in range(cols):
            target[to + u64(col)] = source[at + u64(col)]
        at += cols + u64(2)
        to += cols


@partial(kernel, cost=0.8)
def braid_grids(
    grids: Span, rngs: Span, wanted: Span, ends: Span, log: Span, token: Span, idle: Span,
    stride: int,
) -> None:  # fmt: skip
    """Braid grids, in place.

    ``rngs`` has the random stream of each (uint64 (4 * n,)). ``wanted`` (uint32 (size + 1,)) says
    how many dead ends to remove, by how many there are; ``ends`` (uint32 (size,)) is scratch.
    """
    size, four = u64(len(ends)), u64(4)
    for i in range(len(rngs) // 4):
        first, stream = u64(i) * size, u64(i) * four
        grid = grids[first : first + size]
        count = u64(list_dead_ends(grid, ends))
        if count > u64(0):
            rng = rngs[stream : stream + four]
            braid_cells(grid, ends[:count], log, rng, idle, stride, u64(wanted[count]))
        if token[CANCEL] != 0:
            return


@device
def _flood_one(grid: Span, sources: Span, flood: Flood, idle: Span, stride: int) -> int:
    """Flood one grid, and return the cell reached last."""
    unwalked, field, queue, to_add, state = flood
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


@partial(kernel, cost=2)
def place_farthest(
    grids: Span, starts: Span, goals: Span, flood: Flood, token: Span, idle: Span, stride: int
) -> None:
    """Find A and B of each grid as far apart as can be, as ``farthest_pair`` does.

    ``starts`` and ``goals``, one for each, are written.
    """
    size = u64(len(flood[0]))
    for i in range(len(starts)):
        first = u64(i) * size
        grid = grids[first : first + size]
        ends = goals[i : i + 1]
        ends[0] = stride + u64(1)
        for _ in range(2):
            starts[i] = ends[0]
            ends[0] = _flood_one(grid, ends, flood, idle, stride)
        if u64(starts[i]) > u64(goals[i]):
            starts[i], goals[i] = goals[i], starts[i]
        if token[CANCEL] != 0:
            return


@partial(kernel, cost=1.2)
def flood_grids(
    grids: Span, starts: Span, goals: Span, passages: Span, distances: Span, fields: Span,
    path_cells: Span, flood: Flood, token: Span, idle: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    """Flood each grid from its goals.

    It writes ``passages`` (uint8 (n * rows * cols,)), the grids without their borders;
    ``distances`` (int32 (n,)), that of A; ``fields`` (int32, as ``passages``), all distances; and
    ``path_cells`` (uint32, room for all cells of all grids), shortest paths, one after the other.
    The last two are empty if not requested.
    """
    one = u64(1)
    stride, area = cols + u64(2), cols * rows
    size, count = stride * (rows + u64(2)), u64(len(starts))
    ends_each = u64(len(goals)) // max(count, one)
    field = flood[1]
    end = u64(0)
    for i in range(len(starts)):
        first, goal = u64(i) * size, u64(i) * ends_each
        grid = grids[first : first + size]
        _flood_one(grid, goals[goal : goal + ends_each], flood, idle, stride)
        start = u64(starts[i])
        distances[i] = field[start]
        _copy_inside(grid, passages, stride + one, u64(i) * area, cols, rows)
        if len(fields) > 0:
            _copy_inside(field, fields, stride + one, u64(i) * area, cols, rows)
        if len(path_cells) > 0:
            length = u64(field[start])
            path = path_cells[end : end + length + one]
            descend_cells(grid, field, path, idle, stride, start, stride, start, length)
            end += length + one
        if token[CANCEL] != 0:
            return


@partial(kernel, cost=1.2)
def measure_grids(
    grids: Span, starts: Span, goals: Span, counts: Span, folding: Folding, token: Span, idle: Span,
    cols: int, rows: int,
) -> None:  # fmt: skip
    """Count the cells from which ``columns_of`` computes textures, in mazes without loops.

    ``counts`` (uint64 (COUNTS * n,), 0 at first) becomes what ``columns_of`` takes.
    """
    vertical, rest, hanging, moves = folding
    size = u64(len(rest))
    for i in range(len(starts)):
        first, place = u64(i) * size, u64(i) * u64(COUNTS)
        grid = grids[first : first + size]
        start, goal = u64(starts[i]), u64(goals[i])
        for col in range(cols):
            vertical[col] = 0
        kinds, path = counts[place : place + u64(16)], counts[place + u64(17) : place + u64(COUNTS)]
        counts[place + u64(16)] = count_cells(grid, kinds, vertical, idle, cols, rows)
        for j in range(len(rest)):
            rest[j] = grid[j]
            hanging[j] = 0
        rest[start] |= KEPT
        rest[goal] |= KEPT
        longest = u64(fold_dead_ends(rest, hanging, moves, idle))
        walk_rest(grid, rest, hanging, moves, path, idle, start, goal)
        path[4] = max(longest, u64(path[4]))
        if token[CANCEL] != 0:
            return
