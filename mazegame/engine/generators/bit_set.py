"""A set of integers from which the smallest is taken: bits, with an index of words above them.

The set is a bit for each integer. A bit in the level above says whether a word of 64 bits is not 0,
and so on up to a single word.

Source. After Peter van Emde Boas (1975), with 64 branches at every level.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.kernels.jit import Buffer, device, trailing_zeros, u64


def empty_set(members: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return an empty set that can hold the integers below ``members``.

    Returns:
        ``queue``: uint64, the words of every level, the single word at the top first; ``levels``:
        uint64, the index of each level's first word.
    """
    sizes = [max(-(-members // 64), 1)]
    while sizes[-1] > 1:
        sizes.append(-(-sizes[-1] // 64))
    sizes.reverse()
    levels = np.array([sum(sizes[:i]) for i in range(len(sizes))], np.uint64)
    return np.zeros(sum(sizes), np.uint64), levels


@device
def push(queue: Buffer, levels: Buffer, member: int) -> None:
    """Add an integer to the set. If its word was not 0, the levels above know it already."""
    level = u64(len(levels))
    before = u64(0)
    while level > u64(0) and before == u64(0):
        level -= u64(1)
        word = u64(levels[level]) + (member >> u64(6))
        before = u64(queue[word])
        queue[word] = before | u64(1) << (member & u64(63))
        member >>= u64(6)


@device
def pop(queue: Buffer, levels: Buffer) -> int:
    """Remove the smallest integer from the set and return it; the set must not be empty."""
    member = u64(0)
    for level in range(len(levels)):
        word = u64(levels[level]) + member
        member = member << u64(6) | trailing_zeros(u64(queue[word]))
    smallest = member
    level, left = u64(len(levels)), u64(0)
    while level > u64(0) and left == u64(0):
        level -= u64(1)
        word = u64(levels[level]) + (member >> u64(6))
        left = u64(queue[word]) & (u64(queue[word]) - u64(1))
        queue[word] = left
        member >>= u64(6)
    return smallest
