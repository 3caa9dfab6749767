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
from typing import TYPE_CHECKING, Final, Protocol

from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.engine.progress import CANCEL, DONE, LANES
from mazegame.engine.rng import branch_state

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid

_BAND_ROWS: Final = 8
"""Rows per band are a multiple of this: one random word may serve that many rows."""


class CarveBand(Protocol):
    """A function that carves all cells of one band, but no side leading into the row above it."""

    def __call__(self, rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> object:
        """Carve one band.

        Args:
            rng: uint64 (4,), the band's random stream.
            first: The band's first row.
            rows: Number of rows of the band.
            lane: Index of the band's cell counter in the progress words.
        """


def carve_bands(grid: CarvingGrid, carve: CarveBand, band_cells: int, threads_from: int) -> None:
    """Carve a grid band by band.

    Args:
        grid: The grid; carved in place.
        carve: Carves one band; called once per band, from several threads.
        band_cells: Approximate number of cells of a band.
        threads_from: Smallest number of cells for which threads are started.
    """
    height = max(band_cells // grid.cols // _BAND_ROWS, 1) * _BAND_ROWS
    if grid.rows <= height and grid.rows * grid.cols < threads_from:
        if not grid.progress[CANCEL]:
            carve(grid.rng, 0, grid.rows, DONE)
        return
    starts = range(0, grid.rows, height)
    ahead = iter(enumerate(starts))  # next() is atomic: one thread takes each band

    def work(lane: int) -> None:
        for index, first in ahead:
            if grid.progress[CANCEL]:
                return
            rng = branch_state(grid.rng, index) if index else grid.rng
            carve(rng, first, min(height, grid.rows - first), DONE + lane)

    cells = grid.cols * grid.rows
    thread_count = min(_thread_limit(), LANES, len(starts)) if cells >= threads_from else 1
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
        _join_bands(grid.buffer, grid.stride, first)


@functools.cache
def _thread_limit() -> int:
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
