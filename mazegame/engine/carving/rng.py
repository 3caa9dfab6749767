"""Random numbers: from a seed text to random words, digits and indices, the same on every machine.

xoshiro256++ is by David Blackman and Sebastiano Vigna (2019), "Scrambled linear pseudorandom
number generators". Its 256 bits of state are the SHA-256 hash of a purpose and the seed text, so
the streams of one seed for different purposes (carving, braiding, ends) are independent.

A draw returns its value and the next state. A kernel keeps its state in local variables; in an
array it would be 1.8 times slower.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.kernels.jit import MASK64, Buffer, device, u64

State: TypeAlias = tuple[int, int, int, int]
Dice: TypeAlias = tuple[int, int, State]
"""Remaining bits of a random word, the number of digits left in them, and the generator's state."""


def seed_state(seed: str, purpose: str) -> NDArray[np.uint64]:
    """Return the state of the random stream of a seed and a purpose, uint64 (4,)."""
    digest = hashlib.sha256(f"{purpose}\n{seed}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def hash_streams(prefix: str, items: Iterable[object], purpose: str) -> NDArray[np.uint64]:
    """Return the states of the streams of many seeds, as ``seed_state`` does: uint64 (4 * n,).

    All seed texts begin with the prefix; what follows in each is one of the items.
    """
    begun = hashlib.sha256(f"{purpose}\n{prefix}".encode())
    digests = []
    for item in items:
        whole = begun.copy()
        whole.update(f"{item}".encode())
        digests.append(whole.digest())
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


def branch_state(rng: NDArray[np.uint64], index: int) -> NDArray[np.uint64]:
    """Return the state of another, independent random stream, derived from a state and an index."""
    digest = hashlib.sha256(rng.astype("<u8").tobytes() + index.to_bytes(8, "little")).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


@device
def load_state(rng: Buffer) -> State:
    """Return the four words of a generator's array, for local variables."""
    return u64(rng[0]), u64(rng[1]), u64(rng[2]), u64(rng[3])


@device
def next_word(state: State) -> tuple[int, State]:
    """Draw 64 random bits (xoshiro256++); return them and the next state."""
    s0, s1, s2, s3 = state
    total = (s0 + s3) & MASK64
    word = (((total << u64(23)) & MASK64 | (total >> u64(41))) + s0) & MASK64
    shifted = (s1 << u64(17)) & MASK64
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << u64(45)) & MASK64 | (s3 >> u64(19))
    return word, (s0, s1, s2, s3)


@device
def word_at(seed: int, index: int) -> int:
    """Return 64 random bits that belong to an index: the index-th word of SplitMix64.

    There is no state: the same bits can be drawn again at any time. Guy Steele, Doug Lea and
    Christine Flood, "Fast splittable pseudorandom number generators" (2014).
    """
    word = (seed + index * u64(0x9E37_79B9_7F4A_7C15)) & MASK64
    word = (word ^ word >> u64(30)) * u64(0xBF58_476D_1CE4_E5B9) & MASK64
    word = (word ^ word >> u64(27)) * u64(0x94D0_49BB_1331_11EB) & MASK64
    return word ^ word >> u64(31)


@device
def new_dice(state: State) -> Dice:
    """Return dice from which nothing was drawn yet."""
    return u64(0), u64(0), state


@device
def pick_below(state: State, bound: int) -> tuple[int, State]:
    """Draw an integer in 0..bound-1, for a bound up to 2**32; return it and the next state.

    The upper half of a word times the bound, as in Lemire (2019), without the rejection: the bias
    is at most bound / 2**32.
    """
    word, state = next_word(state)
    return ((word >> u64(32)) * bound) >> u64(32), state


@device
def scale_word(word: int, bound: int) -> int:
    """Return an integer in 0..bound-1 of a random word, for any bound.

    A bound below 2**32 scales the upper half of the word, with a bias of at most bound / 2**32; a
    larger one takes the remainder, with a bias of at most bound / 2**64.
    """
    return word % bound if bound >> u64(32) else (word >> u64(32)) * bound >> u64(32)
