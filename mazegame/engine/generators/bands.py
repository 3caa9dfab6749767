"""Bands: rows that do not depend on each other, carved on all cores.

What lives here: the cutting of a grid into bands of rows, their random streams, and the threads.
What does not: how a band is carved.

Every band has a stream of its own, hashed from the grid's, and bands are cut by the size of the
maze alone. So the maze is the same whatever the number of threads, and whichever is first.
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
"""The rows of a band are a multiple of this many: a random word may serve so many at a time."""


class CarveBand(Protocol):
    """What carves one band: all its cells, but no side that leads into the row above it."""

    def __call__(self, rng: NDArray[np.uint64], first: int, rows: int, lane: int) -> object:
        """Carve.

        Args:
            rng: uint64 (4,), the band's random stream.
            first: Its first row.
            rows: How many rows it has.
            lane: Where to count cells in the token.
        """


def carve_bands(grid: CarvingGrid, carve: CarveBand, band_cells: int, threads_from: int) -> None:
    """Carve a grid band by band.

    Args:
        grid: Where to carve, in place.
        carve: Carves one band, as often as there are bands, in several threads.
        band_cells: A band has about so many cells.
        threads_from: Threads are started for grids of so many cells or more.
    """
    height = max(band_cells // grid.cols // _BAND_ROWS, 1) * _BAND_ROWS
    starts = range(0, grid.rows, height)
    ahead = iter(enumerate(starts))  # next() is atomic: every band is taken once

    def work(lane: int) -> None:
        for index, first in ahead:
            if grid.progress[CANCEL]:
                return
            rng = branch_state(grid.rng, index) if index else grid.rng
            carve(rng, first, min(height, grid.rows - first), DONE + lane)

    cells = grid.cols * grid.rows
    many = min(_cores(), LANES, len(starts)) if cells >= threads_from else 1
    threads = [
        threading.Thread(target=contextvars.copy_context().run, args=(work, lane), daemon=True)
        for lane in range(1, many)
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
def _cores() -> int:
    """How many threads can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@kernel
def _join_bands(grid: Buffer, stride: int, row: int) -> None:
    """Open the southern sides that belong to the northern ones of a band's first row."""
    cell = (row + u64(1)) * stride
    for _ in range(stride):
        grid[cell - stride] |= (u64(grid[cell]) & u64(1)) << u64(2)
        cell += u64(1)
