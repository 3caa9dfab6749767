"""Carving of independent rows in bands: on several threads, or one band after another.

Each band has its own random stream, hashed from the grid's, and the size of the maze alone decides
where bands begin. So the number and the order of the threads do not change the maze.
"""

from __future__ import annotations

import contextvars
import functools
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.rng import branch_state
from mazegame.engine.carving.text import Log, Scratch, Text
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, kernel, u64
from mazegame.engine.support.progress import LANES, ProgressToken

_BAND_CELLS: Final = 1 << 20
"""Cells per band. Starting a band costs some microseconds, so bands are large."""

_BAND_ROWS: Final = 8
"""Rows per band are a multiple of this: one random word may serve that many rows."""


def carve_bands(
    text: Text,
    grid: CarvingGrid,
    task: CarvingTask,
    log: Log | None,
    scratch: Callable[[CarvingTask, int, int], Scratch],
    threads_from: int,
) -> None:
    """Carve a grid band by band, in place: the ``call`` of a ``Text``.

    ``scratch(task, first_row, progress_word)`` returns the work arrays of the band that begins at
    ``first_row``; its cells are counted in that word of the progress token. ``threads_from`` is the
    smallest maze, in cells, for which threads are started; below, starting one costs more than it
    saves.
    """
    height = _band_height(grid.cols)
    if grid.rows <= height and grid.rows * grid.cols < threads_from:
        text.run(grid, task, log)  # a single band: the set-up below would add 12 %
        return
    starts = range(0, grid.rows, height)
    ahead = iter(enumerate(starts))  # next() is atomic: one thread takes each band

    def work(lane: int) -> None:
        for index, first in ahead:
            if grid.progress[CANCEL]:
                return
            rng = branch_state(grid.rng, index) if index else grid.rng
            rows = min(height, grid.rows - first)
            text.run(grid, task, log, scratch(task, first, DONE + lane), rng, rows)

    thread_count = min(thread_limit(), LANES, len(starts))
    if grid.cols * grid.rows < threads_from or log is not None:  # events come in one order
        thread_count = 1
    threads = [
        threading.Thread(target=contextvars.copy_context().run, args=(work, lane), daemon=True)
        for lane in range(1, thread_count)
    ]
    for thread in threads:
        thread.start()
    try:
        work(0)
    finally:
        for thread in threads:
            thread.join()
    for first in starts[1:]:
        _join_bands(grid.flat, grid.stride, first)


def _band_height(cols: int) -> int:
    """Return the number of rows in each band but the last."""
    return max(_BAND_CELLS // cols // _BAND_ROWS, 1) * _BAND_ROWS


def row_stream(
    text: Text,
    scratch: Callable[[CarvingTask, int, int], Scratch],
    cols: int,
    seed: str,
    rows: int | None,
    height: int,
) -> Iterator[NDArray[np.uint8]]:
    """Yield the rows that ``carve_bands`` carves, in memory for one band.

    Args:
        text: The text of the algorithm.
        scratch: As for ``carve_bands``.
        cols: Columns of cells.
        seed: The seed text.
        rows: Rows of cells; no end if None.
        height: Most rows to yield at once.

    Returns:
        An iterator of uint8 (k, cols), read-only: the open sides of the cells of k rows.
    """
    waiting = np.empty((0, cols), np.uint8)  # the next band decides its south sides
    first = 0
    for index in itertools.count():
        count = _band_height(cols) if rows is None else min(_band_height(cols), rows - first)
        if not count:
            break
        # In a grid of its own a band begins below one row, which stands for all rows above it.
        above = 1 if index else 0
        task = CarvingTask(cols, above + count)
        grid = CarvingGrid(cols, above + count, seed, text.fill, ProgressToken(), blank=False)
        rng = branch_state(grid.rng, index) if index else grid.rng
        text.run(grid, task, None, scratch(task, above, DONE), rng, count)
        carved = grid.cells[above:]
        waiting |= (carved[0] & 1) << 2
        yield from _read_only(waiting, 1)
        yield from _read_only(carved[:-1], height)
        waiting = carved[-1:].copy()
        first += count
    yield from _read_only(waiting, 1)


def _read_only(carved: NDArray[np.uint8], height: int) -> Iterator[NDArray[np.uint8]]:
    """Yield some rows at a time, as views that nobody can write to."""
    for top in range(0, len(carved), height):
        part = carved[top : top + height].view()
        part.setflags(write=False)
        yield part


@functools.cache
def thread_limit() -> int:
    """Return how many threads can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@kernel
def _join_bands(grid: Buffer, stride: int, row: int) -> None:
    """Open the south sides that belong to the open north sides of a band's first row."""
    cell = (row + u64(1)) * stride
    for _ in range(stride):
        grid[cell - stride] |= (u64(grid[cell]) & u64(1)) << u64(2)
        cell += u64(1)
