"""Braiding: open dead ends, so that a maze gets loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.emitting import BRAID, NO_LOG, record, silent
from mazegame.engine.carving.rng import load_state, next_word, seed_state
from mazegame.engine.kernels.jit import Buffer, count_ones, device, kernel, trailing_zeros, u64
from mazegame.engine.model.maze import Maze, check_maze
from mazegame.engine.support import memory
from mazegame.engine.support.progress import (
    CANCEL,
    DONE,
    Progress,
    ProgressToken,
    run_with_progress,
)
from mazegame.engine.support.seed import clean_seed, draw_seed, seed_to_text
from mazegame.engine.support.validation import short_repr

BRAID_BYTES_PER_CELL: Final = 3.7
"""Memory of braiding besides the maze, in bytes per cell: the new maze, and four bytes per dead
end. In a connected maze at most two thirds of the cells are dead ends."""

BRAID_PASSES: Final = 1
"""Duration of braiding, in passes over the maze; a flood is one pass."""


@overload
def braid(
    maze: Maze, fraction: float, seed: str | int | None = None, *, progress: Progress | None = None
) -> Maze: ...
@overload
def braid(
    maze: Maze, *, percent: float, seed: str | int | None = None, progress: Progress | None = None
) -> Maze: ...
def braid(
    maze: Maze,
    fraction: float | None = None,
    seed: str | int | None = None,
    *,
    percent: float | None = None,
    progress: Progress | None = None,
) -> Maze:
    """Return a maze with a share of the dead ends opened.

    They come in an order drawn from the seed. Each that is still a dead end opens a random
    closed side, towards another dead end if there is one. A dead end whose other sides all lead to
    rock or to the boundary stays.

    Complexity: time in proportion to the cells, some nanoseconds each once compiled; at the peak
    3.7 bytes a cell besides the maze.

    Args:
        maze: Any maze; it is not changed.
        fraction: Share of its dead ends to open, 0 to 1; 1 leaves none.
        seed: The seed, text or an integer; drawn at random if None.
        percent: The same in percent, 0 to 100, the unit of the option ``braid``: give one of the
            two.
        progress: See ``generate``.

    Returns:
        A new maze: that of ``generate`` with the option ``braid`` of that percentage, if the maze
        is of the same seed.

    Raises:
        TypeError: If it is no maze, the share is not a number, or none or two are given.
        ValueError: If the share is not in its range, or the seed is invalid.
        NotEnoughMemoryError: If there is not enough memory.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> from mazegame.engine import braid, generate
        >>> maze = generate("wilson", 40, 20, "kite-7")
        >>> braid(maze, percent=20, seed="kite-7") == generate("wilson", 40, 20, "kite-7", braid=20)
        True
    """
    check_maze(maze)
    if (fraction is None) == (percent is None):
        raise TypeError(
            "the fraction to braid is a number in 0..1; percent= takes 0..100: give one of them"
        )
    if percent is None:
        share = _check_share(fraction, 1, "the fraction")
    else:
        share = _check_share(percent, 100, "the share in percent") / 100
    text = draw_seed() if seed is None else clean_seed(seed_to_text(seed))
    work = partial(braid_maze, maze, share, text)
    return run_with_progress(work, progress, maze.passages.size, BRAID_PASSES)


def _check_share(value: Any, most: int, name: str) -> float:
    try:
        if isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "m":
            raise TypeError("NumPy compares a span of time with a number by guessing its unit")
        fits = bool(0 <= value <= most)
    except (TypeError, ValueError):
        raise TypeError(
            f"{name} to braid is a number in 0..{most}, not {short_repr(value)}"
        ) from None
    if not fits:
        hint = "" if most > 1 else ": percent= takes percent"
        raise ValueError(
            f"{name} {short_repr(value)} of dead ends to braid is not in 0..{most}{hint}"
        )
    share: float = value
    return share


def braid_maze(maze: Maze, fraction: float, seed: str, token: ProgressToken) -> Maze:
    """Return a braided maze, as one stage of a longer call."""
    what = f"braiding a maze of {maze.cols}x{maze.rows}"
    memory.require(maze.grid.size * BRAID_BYTES_PER_CELL, what)
    grid = maze.grid.copy()
    open_dead_ends(grid.reshape(-1), maze.cols + 2, fraction, seed, token)
    return Maze.from_grid(grid)


def open_dead_ends(
    flat: NDArray[np.uint8],
    stride: int,
    fraction: float,
    seed: str,
    token: ProgressToken,
    log: NDArray[np.uint64] | None = None,
) -> None:
    """Open a fraction of the dead ends of a flat bordered grid; record events if there is a log."""
    ends = np.empty(flat.size, np.uint32)
    count = list_dead_ends(flat, ends)
    if count:
        want = round(fraction * count)
        token.stage(want, BRAID_PASSES)
        run = braid_cells if log is None else _braid_recorded
        log = NO_LOG if log is None else log
        run(flat, ends[:count], log, seed_state(seed, "braid"), token.words, stride, want)
        token.check()


@kernel
def list_dead_ends(grid: Buffer, ends: Buffer) -> int:
    """Write the indices of all dead ends into ``ends``, uint32; return their number."""
    one, many = u64(1), u64(0)
    for cell in range(len(grid)):
        sides = u64(grid[cell])
        ends[many] = cell
        many += u64(0x116) >> sides & one  # bits 1, 2, 4 and 8
    return many


@device
def _neighbour(cell: int, side: int, stride: int) -> int:
    """Return the neighbour of a cell: 0 north, 1 east, 2 south, 3 west."""
    offset = stride if side & u64(1) == u64(0) else u64(1)
    return cell + offset if side == u64(1) or side == u64(2) else cell - offset


def _make(emit: Callable[..., None]) -> Callable[..., None]:
    def braid_cells(
        grid: Buffer, ends: Buffer, log: Buffer, rng: Buffer, token: Buffer, stride: int, want: int
    ) -> None:
        """Open dead ends, in place, until ``want`` of them are gone.

        ``ends`` (uint32) are the indices of all, shuffled in place. Progress counts dead ends.
        """
        one = u64(1)
        state = load_state(rng)
        left, wanted = u64(len(ends)), want
        while left > u64(0) and want > u64(0):
            if left & u64(1023) == u64(0):
                token[DONE] = wanted - want
                if token[CANCEL] != 0:
                    return
            word, state = next_word(state)
            pick = (word >> u64(32)) * left >> u64(32)
            cell = u64(ends[pick])
            left -= one
            ends[pick] = ends[left]
            ends[left] = cell
            here = u64(grid[cell])
            if here & (here - one) != u64(0):
                continue  # opening a neighbour has opened it too
            # Find the closed sides that lead to a cell, and those that lead to a dead end.
            best, good = u64(0), u64(0)
            for side in range(4):
                bit = one << u64(side)
                there = _neighbour(cell, u64(side), stride)
                other = u64(grid[there])
                if here & bit or other == u64(0):
                    continue
                best |= bit
                if other & (other - one) == u64(0):
                    good |= bit
            choices = good or best
            count = u64(count_ones(choices))
            if count == u64(0):
                continue
            nth = (word & u64(0xFFFF_FFFF)) * count >> u64(32)
            while nth > u64(0):
                choices &= choices - one
                nth -= one
            side_taken = trailing_zeros(choices)
            there = _neighbour(cell, side_taken, stride)
            if u64(grid[there]) & (u64(grid[there]) - one) == u64(0):
                want -= one  # both ends of this opening were dead ends
            emit(log, BRAID, cell, one << side_taken)
            grid[cell] |= one << side_taken
            grid[there] |= one << ((side_taken + u64(2)) & u64(3))
            if want > u64(0):
                want -= one

    braid_cells.__qualname__ = f"braid_cells.{emit.__name__}"
    return braid_cells


braid_cells: Final = kernel(_make(silent))
_braid_recorded: Final = kernel(_make(record))
