"""Link weights: how eagerly a maze grows north, east, south and west.

A draw among the possible links of a cell takes each with its weight over their sum. In a recipe
weights are written ``40-10``, vertical and horizontal, or ``N40E10S40W10``; several, joined by
``+``, are those of several zones (``zones.py``). Only ratios count, those between zones included; a
recipe keeps weights as they are given, for people, and ``1-1`` alone means none.

What lives here: reading and writing weights, and the tables by which kernels draw. What does not:
which cell is of which zone, and what the weights mean to each algorithm
(``weighted/``).

The tables follow Alastair Walker's alias method ("An efficient method for generating discrete
random variables with general distributions", 1977) as Michael Vose builds it (1991): one look-up
and one comparison serve any weights, and equal weights never need the second value.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from mazegame.engine.validation import as_int_or_none, short_repr

if TYPE_CHECKING:
    from numpy.typing import NDArray

Weights: TypeAlias = tuple[int, int, int, int]
"""The weights of the links north, east, south and west."""

MAX_WEIGHT: Final = 100
"""The largest weight; the smallest is 1."""

MAX_ZONES: Final = 16
"""So many zones can have weights of their own."""

EVEN: Final = "1-1"
"""The weights of a maze that has none, as they are written."""

FITS: Final = (
    f"VERTICAL-HORIZONTAL such as 40-10, or N40E10S40W10, each from 1 to {MAX_WEIGHT}, "
    "and several joined by + for several zones,"
)

_PAIR: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_FOUR: Final = re.compile(r"((?:[A-Z][0-9]{1,9})+)")
_ONE: Final = re.compile(r"([A-Z])([0-9]{1,9})")

_LARGEST: Final = 1 << 20
"""A table of a walk keeps to so many bytes, if it can: within the caches."""


def parse_weights(text: str) -> tuple[Weights, ...]:
    """Read weights.

    Args:
        text: As in a recipe, for example ``40-10`` or ``40-10+10-40``.

    Returns:
        The weights of each zone, in order.

    Raises:
        ValueError: Saying what fits.
    """
    parts = text.split("+")
    if len(parts) > MAX_ZONES:
        raise ValueError(f"weights for at most {MAX_ZONES} zones")
    return tuple(_parse_one(part) for part in parts)


def _parse_one(text: str) -> Weights:
    if pair := _PAIR.fullmatch(text):
        upright, level = int(pair[1]), int(pair[2])
        weights = (upright, level, upright, level)
    elif _FOUR.fullmatch(text):
        sides = [(letter, int(number)) for letter, number in _ONE.findall(text)]
        for letter, _ in sides:
            if letter not in "NESW":
                raise ValueError(
                    f"there is no direction {letter}; N, E, S and W, for example N40E10S40W10,"
                )
        if sorted(letter for letter, _ in sides) != sorted("NESW"):
            raise ValueError("each of N, E, S and W once, for example N40E10S40W10,")
        given = dict(sides)
        weights = (given["N"], given["E"], given["S"], given["W"])
    else:
        raise ValueError(FITS)
    if not all(1 <= weight <= MAX_WEIGHT for weight in weights):
        raise ValueError(FITS)
    return weights


def format_weights(weights: Sequence[Weights]) -> str:
    """Write the weights of the zones in their normal spelling."""
    return "+".join(_spell_one(one) for one in weights)


def _spell_one(weights: Weights) -> str:
    north, east, south, west = weights
    if north == south and east == west:
        return f"{north}-{east}"
    return f"N{north}E{east}S{south}W{west}"


def canonical_weights(text: str) -> str:
    """Return the one spelling of weights; raise ValueError saying what fits."""
    return format_weights(parse_weights(text))


def weights_to_text(given: object) -> str:
    """Write weights that are given as Python values as a recipe has them.

    Args:
        given: A text; (vertical, horizontal) or (north, east, south, west); or a sequence of such,
            one for each zone.

    Raises:
        ValueError: If it is none of these, saying what fits.
    """
    whole = given.tolist() if isinstance(given, np.ndarray) else given
    zones: Sequence[object] = [whole]
    if isinstance(whole, Sequence) and not isinstance(whole, str) and any(map(_is_several, whole)):
        zones = whole
    texts = [text for text in map(_weights_text, zones) if text is not None]
    if len(texts) < len(zones):
        raise ValueError(f"weights={short_repr(given)}: {FITS} fits")
    return "+".join(texts)


def _is_several(given: object) -> bool:
    """Whether it may be the weights of one zone, and not one weight."""
    return isinstance(given, (str, Sequence, np.ndarray))


def _weights_text(given: object) -> str | None:
    """Write the weights of one zone; None if it is none."""
    if isinstance(given, str):
        return given
    sides = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(sides, Sequence) or isinstance(sides, bytes):
        return None
    match [as_int_or_none(side) for side in sides]:
        case [int(upright), int(level)] if max(upright, level) <= MAX_WEIGHT:
            return f"{upright}-{level}"
        case [int(n), int(e), int(s), int(w)] if max(n, e, s, w) <= MAX_WEIGHT:
            return f"N{n}E{e}S{s}W{w}"
    return None


def balance_axes(weights: Sequence[Weights]) -> tuple[Weights, ...]:
    """Make both directions of each axis weigh the same: the sum of the two.

    For the algorithms whose links have no direction. Only ratios matter.
    """
    return tuple((n + s, e + w, n + s, e + w) for n, e, s, w in weights)


@functools.lru_cache(maxsize=16)
def draw_table(weights: tuple[Weights, ...]) -> NDArray[np.uint64]:
    """Build the table by which kernels draw a side (``weighted/draw.py``).

    Args:
        weights: Of each zone.

    Returns:
        uint64 (128 * zones,). Word ``128 * zone + 4 * mask + slot`` belongs to the mask of sides
        N=8, E=4, S=2, W=1 that may be drawn: its upper 62 bits are the chance of the slot's own
        side (0 to 3 for N, E, S, W), its lower two the side that is drawn otherwise. 64 words
        further on it is the same for links that lead into the cell.
    """
    words = []
    for north, east, south, west in weights:
        for sides in ((north, east, south, west), (south, west, north, east)):
            for mask in range(16):
                words += _slots([w if mask & 8 >> d else 0 for d, w in enumerate(sides)])
    table = np.array(words, np.uint64)
    table.setflags(write=False)
    return table


@functools.lru_cache(maxsize=16)
def walk_table(kinds: tuple[Weights, ...]) -> tuple[NDArray[np.uint8], int]:
    """Build the table by which a walk draws one of all four sides (``draw.draw_step``).

    Args:
        kinds: The weights of the four sides, for each kind of cell.

    Returns:
        uint8 (kinds * 2**bits,), for each value of so many random bits a side, each side in exact
        proportion to its weight; and how many bits that are. The few values that are left over are
        4: the walk stays where it is for a step, which changes nothing but the time, and never
        waits for a draw to be made again.
    """
    sides = np.array(kinds, np.int64)
    sides //= np.gcd.reduce(sides, axis=1, keepdims=True)
    sums = sides.sum(axis=1)
    bits = 8
    while bits < 16 and ((1 << bits) % sums << 4 > 1 << bits).any():
        if len(kinds) << bits >= _LARGEST and sums.max() <= 1 << bits:
            break
        bits += 1
    times = (1 << bits) // sums
    counts = np.column_stack((sides * times[:, None], (1 << bits) - sums * times))
    table = np.repeat(np.tile(np.arange(5, dtype=np.uint8), len(kinds)), counts.reshape(-1))
    table.setflags(write=False)
    return table, bits


def _slots(weights: list[int]) -> list[int]:
    """Fill four slots of equal size with the weights: a slot holds two of them at most."""
    full = sum(weights)
    slots = [0, 0, 0, 0]
    if full == 0:
        return slots
    left = [4 * weight for weight in weights]
    poor = [d for d in range(4) if left[d] < full]
    rich = [d for d in range(4) if left[d] >= full]
    while poor:
        own, other = poor.pop(), rich[-1]
        slots[own] = ((left[own] << 62) // full) << 2 | other
        left[other] -= full - left[own]
        if left[other] < full:
            poor.append(rich.pop())
    for own in rich:
        slots[own] = own  # whatever the chance, it is this side
    return slots
