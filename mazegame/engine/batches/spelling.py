"""Numbers as text, inside a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.jit import kernel, u64

if TYPE_CHECKING:
    from mazegame.engine.jit import Buffer


@kernel(cost=3)
def spell_numbers(texts: Buffer, ends: Buffer, prefix: Buffer, first: int) -> int:
    """Write a prefix and a number behind it, and the same with the next number, and so on.

    Args:
        texts: uint8, long enough; written.
        ends: uint64 (n,), one for each number; written: where its text ends.
        prefix: uint8, what stands before every number.
        first: The first number.

    Returns:
        How many bytes were written.
    """
    one, ten = u64(1), u64(10)
    at = u64(0)
    for i in range(len(ends)):
        for j in range(len(prefix)):
            texts[at] = prefix[j]
            at += one
        number = first + u64(i)
        power = one
        while number // power >= ten:
            power *= ten
        while power > u64(0):
            texts[at] = u64(48) + number // power % ten
            at += one
            power //= ten
        ends[i] = at
    return at
