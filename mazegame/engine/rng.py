"""Random numbers: from a seed text to random words, digits and indices, the same on every machine.

What lives here: the hash of the seed, the generator xoshiro256++, and the draws that all kernels
use. What does not: drawing seed texts (``seed.py``), draws by weight (``weighted/draw.py``).

xoshiro256++ is by David Blackman and Sebastiano Vigna (2019), "Scrambled linear pseudorandom
number generators". Its 256 bits of state are the SHA-256 hash of a purpose and the seed text, so
the streams of one seed for different purposes (carving, braiding, ends) are independent.

Every draw has its own verb:

* ``next_word(state)``: 64 random bits.
* ``roll(dice)``: a digit in 0..11, uniform. One table lookup turns it into a fair choice among 1,
  2, 3 or 4 sides, without a division. ``dice`` is ``(word, left, state)``: a word cut into base-12
  digits.
* ``toss(coins)``: two random bits, 0..3. ``coins`` is ``(word, left, state)``: a word cut into
  pairs of bits.
* ``pick_below(state, bound)``: an integer in 0..bound-1, uniform.
* ``word_at(seed, index)``: 64 random bits that belong to an index.
* ``draw_...``: a draw by weight (``weighted/draw.py``).

Each returns its value and the next state. A kernel keeps its state in local variables; in an array
it would be 1.8 times slower.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from mazegame.engine.jit import MASK64, device, u64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.jit import Buffer

State: TypeAlias = tuple[int, int, int, int]
Dice: TypeAlias = tuple[int, int, State]

_MASK60: Final = (1 << 60) - 1


def seed_state(seed: str, purpose: str) -> NDArray[np.uint64]:
    """Return the state of the random stream of a seed and a purpose.

    Args:
        seed: The seed text.
        purpose: What the numbers are for; each purpose has its own stream.

    Returns:
        uint64 (4,): the state of xoshiro256++.
    """
    digest = hashlib.sha256(f"{purpose}\n{seed}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def branch_state(rng: NDArray[np.uint64], index: int) -> NDArray[np.uint64]:
    """Return the state of an independent random stream, from a state and an index.

    Args:
        rng: uint64 (4,): a state.
        index: The number of the new stream.

    Returns:
        uint64 (4,): the state of the new stream.
    """
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
    """Return dice, or coins, without any bits drawn yet."""
    return u64(0), u64(0), state


@device
def roll(dice: Dice) -> tuple[int, Dice]:
    """Draw a digit in 0..11; return it and the next dice.

    A word of 60 bits serves eight digits: multiplied by 12, its top bits are the next digit. The
    bias of the eighth digit is 4e-10.
    """
    word, left, state = dice
    if left == u64(0):
        word, state = next_word(state)
        word >>= u64(4)
        left = u64(8)
    word *= u64(12)
    return word >> u64(60), (word & u64(_MASK60), left - u64(1), state)


@device
def toss(coins: Dice) -> tuple[int, Dice]:
    """Draw two random bits, 0..3; return them and the next coins. A word serves 32 pairs."""
    word, left, state = coins
    if left == u64(0):
        word, state = next_word(state)
        left = u64(32)
    return word & u64(3), (word >> u64(2), left - u64(1), state)


@device
def pick_below(state: State, bound: int) -> tuple[int, State]:
    """Draw an integer in 0..bound-1, for a bound up to 2**32; return it and the next state.

    The upper half of a word times the bound, as in Lemire (2019), without the rejection: the bias
    is at most bound / 2**32.
    """
    word, state = next_word(state)
    return ((word >> u64(32)) * bound) >> u64(32), state
