"""``Frame``: the state of a maze under construction after the first k events, for any k.

Every event changes a frame by an operation that is its own inverse or has one: a passage or the
side stored by a walk is toggled, a count goes up or down. So going backwards is exact, the order
within a stretch of events does not matter, and a long stretch takes a few NumPy calls.
"""

from __future__ import annotations

import copy
import operator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.model.directions import moves_of
from mazegame.engine.steps.event_log import EventKind, EventLog

_KEY_FRAME_EVENTS: Final = 1 << 14
"""Events between two key frames: half a millisecond of replay."""

_KEY_FRAME_BYTES: Final = 1 << 25
"""Most memory of all key frames of a log, in bytes; large mazes have fewer key frames."""

_OPPOSITE: Final = np.array([0, 4, 8, 0, 1, 0, 0, 0, 2], np.uint8)
"""The opposite side, by the bit of a side."""

_LEFT: Final = np.array([0, 8, 1, 0, 2, 0, 0, 0, 4], np.uint8)
"""The side to the left, by the bit of the side that a walker faces."""

# What an event does to the frame, as bits.
_PASSAGE: Final = 1
_UP: Final = 2
_DOWN: Final = 4
_MARK: Final = 8
_POST_MARK: Final = 16


class Frame:
    """The state of a maze after the first events of a log.

    All arrays are flat and belong to the bordered grid. ``seek`` changes them in place.

    Attributes:
        log: The log.
        position: Number of events applied.
        flat: uint8: the open sides of each cell.
        pending: int16: number of entries for each cell in the stack, the list, the frontier or the
            queue. Rooms do not count.
        marks: uint8: the side by which a walk left each cell, 0 for none.
    """

    def __init__(
        self, log: EventLog, first: NDArray[np.uint8], *, walks_leave_marks: bool = False
    ) -> None:
        """Begin before the first event, where ``first`` (uint8, flat, with border) is open.

        A mark is the side by which a walk left a cell or a post. It is removed when the walk takes
        back that step, and when its passage or wall is made.
        """
        self.log = log
        self.position = 0
        self.flat = first.copy()
        self.pending = np.zeros(first.size, np.int16)
        self.marks = np.zeros(first.size, np.uint8)
        stride = log.stride
        self._moves = np.array(moves_of(stride), np.int32)
        # From the cell of a wall to the post that it was built from, and the way it leads.
        self._post_moves = np.array([0, -stride, 0, 0, -1, 0, 0, 0, -stride - 1], np.int32)
        self._effects = _effects_of(walks_leave_marks)
        self._spacing = max(_KEY_FRAME_EVENTS, -(-4 * first.size * len(log) // _KEY_FRAME_BYTES), 1)
        self._keys = [self._state()]

    @property
    def bordered(self) -> NDArray[np.uint8]:
        """uint8 (rows + 2, cols + 2): the open sides of each cell, a view."""
        return self.flat.reshape(-1, self.log.stride)

    @property
    def passages(self) -> NDArray[np.uint8]:
        """uint8 (rows, cols): the open sides without the border, a view."""
        return self.bordered[1:-1, 1:-1]

    def fork(self) -> Frame:
        """Return another frame of the same log, at its beginning. Key frames are shared."""
        frame = copy.copy(self)
        frame.position = 0
        first, pending, marks = self._keys[0]
        frame.flat, frame.pending, frame.marks = first.copy(), pending.copy(), marks.copy()
        return frame

    def seek(self, position: int) -> NDArray[np.int32] | None:
        """Move to the state after a number of events; raise IndexError if the log has fewer.

        Returns:
            int32: the indices of all cells that may have changed, possibly with repetitions; None
            if there are too many.
        """
        position = operator.index(position)
        if not 0 <= position <= len(self.log):
            raise IndexError(f"position {position} is not in 0..{len(self.log)}")
        here, spacing = self.position, self._spacing
        key = min((position + spacing // 2) // spacing, len(self._keys) - 1)
        near = abs(position - here)
        if near > spacing and abs(position - key * spacing) < near:
            self.flat[:], self.pending[:], self.marks[:] = self._keys[key]
            self.position = key * spacing
        while len(self._keys) * spacing <= position:
            self._apply_until(len(self._keys) * spacing)
            self._keys.append(self._state())
        self._apply_until(position)
        return self._touched(min(here, position), max(here, position)) if near <= spacing else None

    def _state(self) -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.uint8]]:
        return self.flat.copy(), self.pending.copy(), self.marks.copy()

    def _apply_until(self, position: int) -> None:
        """Apply the events up to a position, or undo those after it."""
        begin, end = sorted((self.position, position))
        way = 1 if position > self.position else -1
        self.position = position
        log = self.log
        kinds, sides, cells = log.kinds[begin:end], log.sides[begin:end], log.cells[begin:end]
        effects = self._effects[kinds]
        if (which := np.flatnonzero(effects & _PASSAGE)).size:
            at, through = cells[which], sides[which]
            np.bitwise_xor.at(self.flat, at, through)
            np.bitwise_xor.at(self.flat, at + self._moves[through], _OPPOSITE[through])
        is_single_cell = log.others[begin:end] == 0  # not a room
        for bit, step in ((_UP, way), (_DOWN, -way)):
            if (which := np.flatnonzero((effects & bit != 0) & is_single_cell)).size:
                np.add.at(self.pending, cells[which], np.int16(step))
        if (which := np.flatnonzero(effects & _MARK)).size:
            np.bitwise_xor.at(self.marks, cells[which], sides[which])
        if (which := np.flatnonzero(effects & _POST_MARK)).size:
            at, through = cells[which], sides[which]
            np.bitwise_xor.at(self.marks, at + self._post_moves[through], _LEFT[through])

    def _touched(self, begin: int, end: int) -> NDArray[np.int32]:
        cells, sides = self.log.cells[begin:end], self.log.sides[begin:end]
        through = np.flatnonzero(sides)
        built = np.flatnonzero(self._effects[self.log.kinds[begin:end]] & _POST_MARK)
        across = cells[through] + self._moves[sides[through]]
        posts = cells[built] + self._post_moves[sides[built]]
        return np.concatenate((cells, across, posts))


def _effects_of(walks_leave_marks: bool) -> NDArray[np.uint8]:
    """Return uint8: the effect of an event, by its kind."""
    effects = np.zeros(max(EventKind) + 1, np.uint8)
    effects[[EventKind.CARVE, EventKind.WALL, EventKind.BRAID]] |= _PASSAGE
    effects[EventKind.PUSH] |= _UP
    effects[EventKind.POP] |= _DOWN
    if walks_leave_marks:
        effects[[EventKind.WALK, EventKind.ERASE, EventKind.CARVE]] |= _MARK
        effects[EventKind.WALL] |= _POST_MARK
    return effects
