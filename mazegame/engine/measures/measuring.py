"""Measuring textures: statistics of a maze and of the path from A to B.

A perfect maze takes two passes. The first counts the cells by their open sides, and the straight
lines. The second folds dead ends into their neighbours until only the path from A to B is left. It
counts what it folds and how deep that is: this gives the cells beside the path and the longest path
of the maze. A maze with loops is flooded three times instead: from B, from the cell farthest from
it, and from A with B closed. (In a perfect maze the number of dead ends is the number of
T-junctions, plus twice the number of crossings, plus two.)

Difficulty is measured by a random walk, which knows nothing of the maze. From A to B and back it
takes 2 m R steps on average, m being the number of passages and R the resistance between A and B if
every passage is a wire of one ohm (Chandra, Raghavan, Ruzzo, Smolensky and Tiwari, "The electrical
resistance of a graph captures its commute and cover times", 1989). In a perfect maze R is distMin;
loops lower it. One way thus takes m distMin steps, exactly in a perfect maze and at most in one
with loops. The difficulty is the binary logarithm of that: one more means twice as many steps. The
recursive backtracker ranks first and Prim's algorithms last; seeds make a difference of half a
unit.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.errors import UnreachableError
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, kernel, u64
from mazegame.engine.measures.distance import DESCENT_PASSES, descend, flood_maze, index_of
from mazegame.engine.measures.textures import Texture, columns_of, count_passages
from mazegame.engine.model.directions import moves_of
from mazegame.engine.model.maze import Cell, Maze, check_maze, wrap_carved
from mazegame.engine.support import memory
from mazegame.engine.support.progress import Progress, ProgressToken, run_with_progress

TEXTURE_BYTES_PER_CELL: Final = 9
"""Memory of a measurement besides the maze, in bytes per cell: a copy of it and 8 bytes, or a
flood."""

_PATH_BYTES: Final = 40
"""Most memory of the path in a maze with loops, in bytes per cell of the path."""

_COUNT_PASSES: Final = 0.2
_FOLD_PASSES: Final = 1
_PASSES: Final = _COUNT_PASSES + _FOLD_PASSES + 3 + DESCENT_PASSES
"""Duration of a measurement, in floods; an upper bound."""


def texture(maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None) -> Texture:
    """Return the statistics of a maze and of the path from a to b.

    Complexity: time in proportion to the cells, about that of two floods; of three in a maze with
    loops. Memory: 9 bytes a cell at the peak, and in a maze with loops 40 for each cell of the
    path.

    Args:
        maze: Any maze.
        a: The start, as (row, col).
        b: The goal.
        progress: See ``generate``.

    Raises:
        UnreachableError: If there is no path from a to b; ``cell_numbers`` measures such a maze.
        ValueError: If a cell lies outside the maze.
        NotEnoughMemoryError: If there is not enough memory.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> from mazegame.engine import generate, texture
        >>> texture(generate("wilson", 40, 20, "kite-7"), (0, 0), (19, 39))
        <Texture of 800 cells, distMin 92, difficulty 16.2>
    """
    columns = columns_of(count_texture(maze, a, b, progress=progress))
    numbers: dict[str, Any] = {name: columns[name].item() for name in Texture.__dataclass_fields__}
    if numbers["expected_steps"] < 0:
        numbers["expected_steps"] = None
    return Texture(**numbers)


def cell_numbers(maze: Maze, *, progress: Progress | None = None) -> dict[str, float | int | None]:
    """Return ``Texture.as_dict`` of a maze without a path: None for all that a path decides.

    Complexity: a fifth of the time of ``texture`` and no memory to speak of; ``progress`` as there.

    Examples:
        >>> from mazegame.engine import Maze, cell_numbers
        >>> numbers = cell_numbers(Maze([[2, 8, 0, 2, 8]]))
        >>> numbers["cells"], numbers["dead_end_share"], numbers["dist_min"]
        (4, 1.0, None)
    """
    check_maze(maze)
    count = partial(count_cell_types, maze)
    kinds, longest = run_with_progress(count, progress, maze.passages.size, _COUNT_PASSES)
    columns = columns_of([*kinds.tolist(), longest, 0, 0, 0, -1, 0])
    of_the_path = (
        "dist_min diameter wrong_exits wrong_branch_share expected_steps "
        "path_share diameter_share difficulty"
    ).split()
    return {
        name: None if name in of_the_path else column.item() for name, column in columns.items()
    }


def count_texture(maze: Maze, a: Cell, b: Cell, *, progress: Progress | None = None) -> list[int]:
    """Return the counts of one maze for ``columns_of``; arguments and errors as in ``texture``."""
    check_maze(maze)
    a, b = maze.check_cell(a), maze.check_cell(b)

    def work(token: ProgressToken) -> list[int]:
        _check_memory(maze)
        kinds, longest = count_cell_types(maze, token)
        cells = max(maze.passages.size - int(kinds[0]), 1)
        path = None
        if count_passages(kinds) == cells - 1:
            path = measure_tree_path(maze, a, b, cells, token)
        return [*kinds.tolist(), longest, *(path or measure_looped_path(maze, a, b, token))]

    return run_with_progress(work, progress, maze.passages.size, _PASSES)


def _check_memory(maze: Maze, besides: int = 0) -> None:
    room = maze.grid.size * TEXTURE_BYTES_PER_CELL + besides
    memory.require(room, f"measuring a maze of {maze.cols}x{maze.rows}")


def count_cell_types(maze: Maze, token: ProgressToken) -> tuple[NDArray[np.int64], int]:
    """Count the cells by passage byte: int64 (16,); and find the longest straight line."""
    kinds = np.zeros(16, np.uint64)
    vertical = np.zeros(maze.cols, np.uint32)
    token.stage(maze.passages.size, _COUNT_PASSES)
    longest = count_cells(maze.grid.reshape(-1), kinds, vertical, token.words, maze.cols, maze.rows)
    token.check()
    return kinds.astype(np.int64), longest


def measure_tree_path(
    maze: Maze, a: Cell, b: Cell, cells: int, token: ProgressToken
) -> tuple[int, ...] | None:
    """Return the counts along the path of a perfect maze; None if the maze has loops."""
    grid, rest = maze.grid.reshape(-1), maze.grid.copy().reshape(-1)
    first, last = index_of(maze, a), index_of(maze, b)
    rest[[first, last]] |= KEPT
    hanging = np.zeros(rest.size, np.uint64)
    moves = np.array(moves_of(maze.cols + 2))
    token.stage(rest.size, _FOLD_PASSES)
    longest = fold_dead_ends(rest, hanging, moves, token.words)
    token.check()
    tally = np.zeros(5, np.uint64)
    met = walk_rest(grid, rest, hanging, moves, tally, token.words, first, last)
    token.check()
    steps, exits, before, expected, crossing = tally.tolist()
    if met != last or before + (int(hanging[last]) >> 32) + 1 != cells:
        return None
    return steps, exits, before, expected, max(longest, crossing)


def measure_looped_path(maze: Maze, a: Cell, b: Cell, token: ProgressToken) -> tuple[int, ...]:
    """Return the counts along the path of any maze, in the order of ``columns_of``."""
    field = flood_maze(maze, [b], token)
    if field[a] < 0:
        raise UnreachableError(f"there is no path from {a} to {b}")
    _check_memory(maze, _PATH_BYTES * int(field[a]) - field.nbytes)
    path = descend(maze, field, a, None, token)
    steps = len(path) - 1
    exits = int(np.bitwise_count(maze.passages[path[:-1, 0], path[:-1, 1]]).sum())
    farthest = divmod(int(field.argmax()), maze.cols)
    del field  # the next flood needs its memory
    diameter = int(flood_maze(maze, [farthest], token).max())
    without_b = maze.grid.copy()
    without_b[b[0] + 1, b[1] + 1] = 0
    before = np.count_nonzero(flood_maze(wrap_carved(without_b), [a], token) >= 0)
    return steps, exits, int(before), -1, diameter


@kernel
def count_cells(
    grid: Buffer, kinds: Buffer, lengths: Buffer, token: Buffer, cols: int, rows: int
) -> int:
    """Count the cells by their open sides, and return the length of the longest straight line.

    ``kinds`` (uint64 (16,), 0 at first) becomes the number of cells of each passage byte;
    ``lengths`` (uint32 (cols,), 0 at first) has the lengths of the current vertical lines.
    """
    one = u64(1)
    cell = cols + u64(3)
    longest = u64(0)
    for row in range(rows):
        token[DONE] = row * cols
        if token[CANCEL] != 0:
            return longest
        horizontal = u64(0)
        for col in range(cols):
            sides = u64(grid[cell])
            kinds[sides] += 1
            # A line grows by a passage ahead and ends without one.
            horizontal = (horizontal + one) * (sides >> one & one)
            vertical = (u64(lengths[col]) + one) * (sides >> u64(2) & one)
            lengths[col] = vertical
            longest = max(longest, horizontal, vertical)
            cell += one
        cell += u64(2)
    return longest


KEPT: Final = 16
"""Bit of a cell that is never folded."""

_ENDS: Final = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8
"""Set of the bytes of dead ends: bit i is set if a cell with the byte i is a dead end."""


@kernel
def fold_dead_ends(rest: Buffer, hanging: Buffer, moves: Buffer, token: Buffer) -> int:
    """Fold all dead ends into their neighbours, and return the length of the longest path folded.

    ``rest`` (uint8) is the bordered maze, with the bit ``KEPT`` in cells that stay; what is left
    after folding stays there. ``hanging`` (uint64 of the same size, 0 at first) gets the number of
    cells folded into a cell in its upper half, and the distance to the farthest of them in the
    lower half. ``moves`` (int64 (9,)) comes from ``moves_of``.
    """
    one, half, low = u64(1), u64(32), u64(0xFFFF_FFFF)
    longest = u64(0)
    for start in range(len(rest)):
        cell = u64(start)
        if cell & u64(4095) == u64(0):
            token[DONE] = cell
            if token[CANCEL] != 0:
                return longest
        side = u64(rest[cell])
        if u64(_ENDS) >> side & one == u64(0):
            continue
        many, depth = u64(hanging[cell]) >> half, u64(hanging[cell]) & low
        # Keep the sums in local variables, and write them where the folding ends.
        while u64(_ENDS) >> side & one:
            rest[cell] = 0
            cell += u64(moves[side])
            side = u64(rest[cell]) ^ ((side << u64(2) | side >> u64(2)) & u64(15))
            other = u64(hanging[cell])
            many += one + (other >> half)
            depth += one
            longest = max(longest, depth + (other & low))
            depth = max(depth, other & low)
            if depth & u64(4095) == u64(0) and token[CANCEL] != 0:
                return longest
        rest[cell] = side
        hanging[cell] = many << half | depth
    return longest


@kernel
def walk_rest(
    grid: Buffer, rest: Buffer, hanging: Buffer, moves: Buffer, tally: Buffer, token: Buffer,
    a: int, b: int,
) -> int:  # fmt: skip
    """Walk along what folding has left, to b or where no single way leads on; return that cell.

    A random walk crosses a bridge of a graph after 2 m + 1 steps on average, m being the number of
    passages on its side of the bridge. In a tree all passages are bridges, and m is one less than
    the number of cells on that side.

    ``rest``, ``hanging`` and ``moves`` are those of ``fold_dead_ends``. ``tally`` (uint64 (5,)) is
    written: the number of steps to b; the exits of all cells before b; the number of these cells
    and of those folded into them; the mean number of steps of a random walk; the longest path that
    shares a part with this one. In a tree the walk ends in b.
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
        if steps & u64(4095) == u64(0) and token[CANCEL] != 0:
            return cell
    tally[0], tally[1], tally[2], tally[3], tally[4] = steps, exits, behind, expected, longest
    return cell
