"""SHA-256 inside a kernel: the states of many random streams without a call for each.

What lives here: the hash of texts that lie one after the other in a buffer. What does not: the hash
of a single seed (``rng.seed_state``), which is the same and comes from Python's own library.

Source. NIST, "Secure Hash Standard", FIPS 180-4 (2015).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.jit import device, kernel, u64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.jit import Buffer

_LOW: Final = 0xFFFF_FFFF

_MESSAGE_BYTES: Final = 384
"""Room for one message with its padding: a purpose, 64 characters of four bytes, 72 bytes."""


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    """Return the integer part of a cube root."""
    root = 1 << -(-number.bit_length() // 3)
    while root**3 > number:  # Newton's method from above
        root = (2 * root + number // root**2) // 3
    return root


_CONSTANTS: Final = np.array(
    [_cube_root(prime << 96) & _LOW for prime in _primes(64)]
    + [math.isqrt(prime << 64) & _LOW for prime in _primes(8)],
    np.uint64,
)
"""The 64 constants of the rounds, then the state with which a hash begins."""


def hash_streams(
    texts: NDArray[np.uint8], ends: NDArray[np.uint64], purpose: str
) -> NDArray[np.uint64]:
    """Hash seed texts into states, each as ``rng.seed_state`` does.

    Args:
        texts: uint8, the UTF-8 bytes of all texts, one after the other.
        ends: uint64 (n,), where each text ends.
        purpose: What the numbers are for.

    Returns:
        uint64 (4 * n,): four words of state for each text.
    """
    states = np.empty(4 * len(ends), np.uint64)
    prefix = np.frombuffer(f"{purpose}\n".encode(), np.uint8).copy()
    scratch = np.empty(64, np.uint64)
    message = np.zeros(_MESSAGE_BYTES, np.uint8)
    hash_texts(
        states, texts, ends, prefix, message, scratch, np.empty(8, np.uint64), _CONSTANTS,
        work=len(ends),
    )  # fmt: skip
    return states


@kernel(cost=105)
def hash_texts(
    states: Buffer,
    texts: Buffer,
    ends: Buffer,
    prefix: Buffer,
    message: Buffer,
    schedule: Buffer,
    sums: Buffer,
    constants: Buffer,
) -> None:
    """Hash texts that lie one after the other.

    Args:
        states: uint64 (4 * n,); written.
        texts: uint8, the bytes of all texts.
        ends: uint64 (n,), where each ends.
        prefix: uint8, what stands before every text.
        message: uint8 (384,); scratch.
        schedule: uint64 (64,); scratch.
        sums: uint64 (8,); scratch.
        constants: uint64 (72,), ``_CONSTANTS``.
    """
    one, low, half = u64(1), u64(_LOW), u64(32)
    before = u64(len(prefix))
    for i in range(len(prefix)):
        message[i] = prefix[i]
    begin = u64(0)
    for text in range(len(ends)):
        end = u64(ends[text])
        length = before + end - begin
        for i in range(end - begin):
            message[before + u64(i)] = texts[begin + u64(i)]
        begin = end
        blocks = (length + u64(72)) >> u64(6)
        total = blocks << u64(6)
        for i in range(total - length):
            message[length + u64(i)] = 0
        message[length] = 128
        message[total - u64(2)] = length >> u64(5)
        message[total - one] = length << u64(3) & u64(255)
        for i in range(8):
            sums[i] = constants[64 + i]
        for block in range(blocks):
            first = u64(block) << u64(6)
            for i in range(16):
                at = first + (u64(i) << u64(2))
                schedule[i] = (
                    u64(message[at]) << u64(24)
                    | u64(message[at + one]) << u64(16)
                    | u64(message[at + u64(2)]) << u64(8)
                    | u64(message[at + u64(3)])
                )
            compress(sums, schedule, constants)
        place = u64(text) << u64(2)
        for i in range(4):
            # The digest is bytes, the state is words of eight, the lowest byte first.
            early, late = u64(sums[2 * i]), u64(sums[2 * i + 1])
            states[place + u64(i)] = swap(early) & low | swap(late) << half


@device
def swap(word: int) -> int:
    """Turn the four bytes of a word around."""
    return (
        (word & u64(255)) << u64(24)
        | (word & u64(0xFF00)) << u64(8)
        | word >> u64(8) & u64(0xFF00)
        | word >> u64(24) & u64(255)
    )


@device
def compress(sums: Buffer, schedule: Buffer, constants: Buffer) -> Any:
    """Add a block of 16 words to a hash.

    Words of 32 bits live in the lower half of 64: with a copy of the word in the upper half, a
    rotation is a shift.
    """
    low, half = u64(_LOW), u64(32)
    for i in range(48):
        t = u64(i)
        first, second = u64(schedule[t + u64(1)]), u64(schedule[t + u64(14)])
        twice, other = first | first << half, second | second << half
        mixed = (twice >> u64(7)) ^ (twice >> u64(18)) ^ (first >> u64(3))
        more = (other >> u64(17)) ^ (other >> u64(19)) ^ (second >> u64(10))
        schedule[t + u64(16)] = (
            u64(schedule[t]) + (mixed & low) + u64(schedule[t + u64(9)]) + (more & low)
        ) & low
    a, b, c, d = u64(sums[0]), u64(sums[1]), u64(sums[2]), u64(sums[3])
    e, f, g, h = u64(sums[4]), u64(sums[5]), u64(sums[6]), u64(sums[7])
    for i in range(64):
        twice = e | e << half
        mixed = ((twice >> u64(6)) ^ (twice >> u64(11)) ^ (twice >> u64(25))) & low
        chosen = (e & f) ^ (g & (e ^ low))
        summand = h + mixed + chosen + u64(constants[i]) + u64(schedule[i])
        twice = a | a << half
        mixed = ((twice >> u64(2)) ^ (twice >> u64(13)) ^ (twice >> u64(22))) & low
        most = (a & b) ^ (a & c) ^ (b & c)
        h, g, f, e = g, f, e, (d + summand) & low
        d, c, b, a = c, b, a, (summand + mixed + most) & low
    sums[0], sums[1] = (u64(sums[0]) + a) & low, (u64(sums[1]) + b) & low
    sums[2], sums[3] = (u64(sums[2]) + c) & low, (u64(sums[3]) + d) & low
    sums[4], sums[5] = (u64(sums[4]) + e) & low, (u64(sums[5]) + f) & low
    sums[6], sums[7] = (u64(sums[6]) + g) & low, (u64(sums[7]) + h) & low
