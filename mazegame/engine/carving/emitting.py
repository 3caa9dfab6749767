"""How a kernel records what it does, and the log that it writes into.

A text says ``emit(log, CARVE, cell, side)`` where something happens. Made with ``silent`` it is the
kernel that generates mazes: the compiler removes the calls. Made with ``record`` it writes every
event as one word. Beyond the end of the log it only counts, so that
the caller learns how long it should have been.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.kernels.jit import Buffer, device, u64
from mazegame.engine.steps.event_log import CELL_SHIFT, OTHER_SHIFT, SIDE_SHIFT, EventKind

# Kernels read these as numbers; a member of an enumeration would slow them down in plain Python.
_NUMBERS: Final = [int(kind) for kind in EventKind]
VISIT, CARVE, WALL, WALK, ERASE, BACKTRACK, PUSH, POP = _NUMBERS[:8]
CONSIDER, REJECT, JOIN, LEAVE, HUNT, NEW_ROW, SPLIT, BRAID = _NUMBERS[8:16]

NO_SIDE: Final = 0
"""The side of an event without a side."""

NO_LOG: Final[NDArray[np.uint64]] = np.zeros(1, np.uint64)
"""The argument ``log`` of a kernel that records nothing."""


@device
def silent(log: Buffer, kind: int, cell: int, side: int = NO_SIDE) -> None:
    """Record nothing."""


@device
def record(log: Buffer, kind: int, cell: int, side: int = NO_SIDE) -> None:
    """Record one event; ``cell`` is the index of its cell, or a ``pair``."""
    at = u64(log[0]) + u64(1)
    log[0] = at
    event = u64(kind) | u64(side) << u64(SIDE_SHIFT) | u64(cell) << u64(CELL_SHIFT)
    log[min(at, u64(len(log)) - u64(1))] = event


@device
def pair(cell: int, other: int) -> int:
    """Pack two cells into the argument ``cell`` of an event."""
    return cell | other << u64(OTHER_SHIFT - CELL_SHIFT)


def new_log(events: int) -> NDArray[np.uint64]:
    """Return an empty log with room for a number of events; unused room costs no memory.

    It is uint64 (events + 2,): the number of emitted events, including those that did not fit; the
    events; and one element into which those that do not fit are written.
    """
    log = np.empty(events + 2, np.uint64)
    log[0] = 0
    return log


def events_of(log: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a view of the packed events of a log: see ``event_log.py``."""
    return log[1 : int(log[0]) + 1]
