"""Pack the steps of a walk into few bytes for the score book, and unpack them.

A step is two bits and the milliseconds since the step before, both compressed by zlib. A walk of a
thousand steps takes about a kilobyte and a half.
"""

from __future__ import annotations

import contextlib
import zlib
from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np

_DIRECTION_OF_CODE = np.array([1, 2, 4, 8], np.uint8)
"""The value of a ``Direction`` by its 2-bit code."""

_CODE_OF_DIRECTION = np.zeros(16, np.uint8)
"""The 2-bit code by the value of a ``Direction``."""
_CODE_OF_DIRECTION[_DIRECTION_OF_CODE] = range(4)


def pack_moves(moves: bytes | bytearray) -> bytes:
    """Pack values of ``Direction``. The result does not hold their number."""
    codes = _CODE_OF_DIRECTION[np.frombuffer(moves, np.uint8) & 15]
    four = np.pad(codes, (0, -len(codes) % 4)).reshape(-1, 4)
    packed = four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6
    return zlib.compress(packed.tobytes(), 9)


def unpack_moves(packed: Any, steps: int) -> bytes:
    """Unpack ``steps`` values of ``Direction``; ValueError if the data are damaged."""
    four = np.frombuffer(_inflated(packed, -(-steps // 4)), np.uint8)
    codes = np.stack([four >> shift & 3 for shift in (0, 2, 4, 6)], axis=1).reshape(-1)
    return _DIRECTION_OF_CODE[codes[:steps]].tobytes()


def pack_times(times: Sequence[int]) -> bytes:
    """Pack times in milliseconds, which must not decrease."""
    deltas = np.diff(np.asarray(times, np.int64), prepend=0).astype("<u4")
    # All low bytes first: the high ones are nearly always 0 and cost nothing then.
    return zlib.compress(np.ascontiguousarray(deltas.view(np.uint8).reshape(-1, 4).T).tobytes(), 9)


def unpack_times(packed: Any, steps: int) -> array[int]:
    """Unpack ``steps`` times in milliseconds; ValueError if the data are damaged."""
    planes = np.frombuffer(_inflated(packed, 4 * steps), np.uint8).reshape(4, steps)
    deltas = np.ascontiguousarray(planes.T).view("<u4").reshape(-1)
    times = np.cumsum(deltas, dtype=np.int64)
    if steps and times[-1] > (1 << 32) - 1:
        raise ValueError("the times of the walk are damaged")
    return array("I", times.tolist())


def _inflated(packed: Any, size: int) -> bytes:
    data = b""
    with contextlib.suppress(TypeError, zlib.error):  # a damaged row may hold anything
        data = zlib.decompressobj().decompress(packed, size + 1)
    if len(data) != size:
        raise ValueError("the steps of the walk are damaged")
    return data
