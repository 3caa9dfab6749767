"""Weights: how strongly a maze grows north, east, south and west; and their tables for kernels.

A generator that draws one of several edges of a cell takes each with its weight over their sum.
Only ratios matter, also those between zones. A recipe keeps weights as they were written; only
``1-1`` means that there are none.

The tables follow Alastair Walker's alias method ("An efficient method for generating discrete
random variables with general distributions", 1977) in Michael Vose's construction (1991): one
lookup and one comparison per draw, for any weights.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import ANY_SIDE, STAY
from mazegame.engine.support.validation import as_int_or_none, short_repr

Weights: TypeAlias = tuple[int, int, int, int]
"""The weights of the edges north, east, south and west."""

MAX_WEIGHT: Final = 100
"""Largest weight; the smallest is 1."""

MAX_ZONES: Final = 16
"""Most zones with weights of their own."""

NO_WEIGHTS: Final = "1-1"
"""The text of a recipe without weights."""

_VALID_WEIGHTS: Final = (
    f"VERTICAL-HORIZONTAL such as 40-10, or N40E10S40W10, each from 1 to {MAX_WEIGHT}, "
    "and several joined by + for several zones"
)
"""Description of valid weights, for error messages."""

_PAIR: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_FOUR: Final = re.compile(r"(?:[A-Z][0-9]{1,9})+")

_WAYS: Final = np.array([*range(ANY_SIDE, ANY_SIDE + 4), STAY], np.uint8)

_MAX_TABLE_BYTES: Final = 1 << 20
"""Preferred largest size of a walk's table, in bytes: it fits into the caches."""


def parse_weights(text: str) -> tuple[Weights, ...]:
    """Return the weights of each zone of ``40-10+10-40``; raise ValueError with those that fit."""
    parts = text.split("+")
    if len(parts) > MAX_ZONES:
        raise ValueError(f"those of at most {MAX_ZONES} zones")
    return tuple(_parse_one(part) for part in parts)


def _parse_one(text: str) -> Weights:
    if pair := _PAIR.fullmatch(text):
        vertical, horizontal = int(pair[1]), int(pair[2])
        weights = (vertical, horizontal, vertical, horizontal)
    elif _FOUR.fullmatch(text):
        letters = re.findall("[A-Z]", text)
        if sorted(letters) != sorted("NESW"):
            raise ValueError("a weight for each of N, E, S and W, for example N40E10S40W10")
        by_side = dict(zip(letters, map(int, re.findall("[0-9]+", text)), strict=True))
        weights = (by_side["N"], by_side["E"], by_side["S"], by_side["W"])
    else:
        raise ValueError(_VALID_WEIGHTS)
    if not all(1 <= weight <= MAX_WEIGHT for weight in weights):
        raise ValueError(_VALID_WEIGHTS)
    return weights


def format_weights(weights: Sequence[Weights]) -> str:
    """Return the weights of the zones in their canonical spelling."""
    return "+".join(
        f"{n}-{e}" if (n, e) == (s, w) else f"N{n}E{e}S{s}W{w}" for n, e, s, w in weights
    )


def canonical_weights(text: str) -> str:
    """Return the canonical spelling of weights; raise ValueError with the weights that fit."""
    return format_weights(parse_weights(text))


def weights_to_text(value: object) -> str:
    """Return weights given as Python values as a recipe writes them.

    They are a text; (vertical, horizontal) or (north, east, south, west); or a sequence of these,
    one for each zone. For anything else a ValueError lists these forms.
    """
    whole = value.tolist() if isinstance(value, np.ndarray) else value
    zones: Sequence[object] = [whole]
    if (
        isinstance(whole, Sequence)
        and not isinstance(whole, str)
        and any(isinstance(part, (str, Sequence, np.ndarray)) for part in whole)
    ):
        zones = whole
    texts = [text for text in map(_zone_to_text, zones) if text is not None]
    if len(texts) < len(zones):
        raise ValueError(f"weights={short_repr(value)}: {_VALID_WEIGHTS}, fit")
    return "+".join(texts)


def _zone_to_text(value: object) -> str | None:
    """Return the weights of one zone as text; None if it is not valid."""
    if isinstance(value, str):
        return value
    sides = value.tolist() if isinstance(value, np.ndarray) else value
    if not isinstance(sides, Sequence) or isinstance(sides, bytes):
        return None
    match [as_int_or_none(side) for side in sides]:
        case [int(vertical), int(horizontal)] if max(vertical, horizontal) <= MAX_WEIGHT:
            return f"{vertical}-{horizontal}"
        case [int(n), int(e), int(s), int(w)] if max(n, e, s, w) <= MAX_WEIGHT:
            return f"N{n}E{e}S{s}W{w}"
    return None


def balance_axes(weights: Sequence[Weights]) -> tuple[Weights, ...]:
    """Return weights whose two directions of an axis weigh alike: the sum of both."""
    return tuple((n + s, e + w, n + s, e + w) for n, e, s, w in weights)


@functools.lru_cache(maxsize=16)
def draw_table(weights: tuple[Weights, ...]) -> NDArray[np.uint64]:
    """Return the table by which kernels draw a side (``draws.py``).

    Returns:
        uint64 (128 * zones,). Word ``128 * zone + 4 * mask + slot`` is for the sides in the mask,
        N=8, E=4, S=2, W=1: its upper 62 bits are the probability of the slot's own side (0 to 3 for
        N, E, S, W), its lower two the side that is drawn otherwise. The second 64 words of a zone
        are the same for edges that lead into the cell.
    """
    words = []
    for north, east, south, west in weights:
        for sides in ((north, east, south, west), (south, west, north, east)):
            for mask in range(16):
                words += _alias_slots([w if mask & 8 >> d else 0 for d, w in enumerate(sides)])
    table = np.array(words, np.uint64)
    table.setflags(write=False)
    return table


@functools.lru_cache(maxsize=16)
def walk_table(classes: tuple[Weights, ...]) -> tuple[NDArray[np.uint8], int]:
    """Return the table by which a walk draws one of all four sides (``draws.weighted_step``).

    ``classes`` are the weights of the four sides, for each zone class.

    Returns:
        uint8 (classes * 2**bits,), for each value of that many random bits a side as an index into
        ``direction_tables``, each in exact proportion to its weight; and the number of bits. The
        few values left over are ``STAY``: the walk stays where it is for one step, so that no draw
        has to be repeated.
    """
    sides = np.array(classes, np.int64)
    sides //= np.gcd.reduce(sides, axis=1, keepdims=True)
    sums = sides.sum(axis=1)
    bits = 8
    while bits < 16 and ((1 << bits) % sums << 4 > 1 << bits).any():
        if len(classes) << bits >= _MAX_TABLE_BYTES and sums.max() <= 1 << bits:
            break
        bits += 1
    times = (1 << bits) // sums
    counts = np.column_stack((sides * times[:, None], (1 << bits) - sums * times))
    table = np.repeat(np.tile(_WAYS, len(classes)), counts.reshape(-1))
    table.setflags(write=False)
    return table, bits


def _alias_slots(weights: list[int]) -> list[int]:
    """Distribute the weights over four slots of equal size, at most two weights per slot."""
    full = sum(weights)
    slots = [0, 0, 0, 0]
    if full == 0:
        return slots
    left = [4 * weight for weight in weights]
    small = [d for d in range(4) if left[d] < full]
    large = [d for d in range(4) if left[d] >= full]
    while small:
        own, other = small.pop(), large[-1]
        slots[own] = ((left[own] << 62) // full) << 2 | other
        left[other] -= full - left[own]
        if left[other] < full:
            small.append(large.pop())
    for own in large:
        slots[own] = own  # the slot belongs to this side alone
    return slots
