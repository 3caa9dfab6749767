"""Carving of independent rows in bands, on several threads.

What lives here: the division of a grid into bands of rows, their random streams, and the threads.
What does not: the carving of a band.

Each band has its own random stream, hashed from the grid's, and the size of the maze alone decides
where bands begin. So the number and the order of the threads do not change the maze.
"""

from __future__ import annotations

import contextvars
import functools
import os
import threading
from collections.abc import Callable
from typing import Final

from mazegame.engine.carving.carving_grid import CarvingGrid
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.rng import branch_state
from mazegame.engine.carving.text import Log, Scratch, Text
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, kernel, u64
from mazegame.engine.support.progress import LANES

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
    """Carve a grid band by band, in place: a text's ``call``.

    ``scratch(task, first, lane)`` lays out what the text works on, for the band that begins with a
    row and counts its cells in a progress word. ``threads_from`` is the smallest maze, in cells,
    for which threads are started; below, starting one costs more than it saves.
    """
    height = max(_BAND_CELLS // grid.cols // _BAND_ROWS, 1) * _BAND_ROWS
    if grid.rows <= height and grid.rows * grid.cols < threads_from:
        text.run(grid, task, log)  # what follows would take an eighth more time
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
