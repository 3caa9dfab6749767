"""The hash of a batch's seeds is that of a single seed."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from mazegame.engine.batches.seeds import ListedSeeds, NumberedSeeds
from mazegame.engine.jit import compiled
from mazegame.engine.rng import seed_state
from mazegame.engine.sha256 import _CONSTANTS, hash_streams
from tests.engine.cases import plain

TEXTS = ("kite-7", "", "a" * 55, "a" * 56, "a" * 57, "a" * 64, "ü" * 40, "🏁" * 64)
"""Lengths on both sides of every place where another block begins."""


@pytest.mark.parametrize("mode", [plain, compiled])
@pytest.mark.parametrize("purpose", ["carve", "braid", "ends"])
def test_texts_are_hashed_as_hashlib_does(purpose, mode):
    with mode():
        states = hash_streams(*ListedSeeds(TEXTS).encoded(), purpose)
    assert states.dtype == np.uint64
    for text, state in zip(TEXTS, states.reshape(-1, 4), strict=True):
        assert state.tolist() == seed_state(text, purpose).tolist(), text


def test_the_constants_are_those_of_the_standard():
    # FIPS 180-4: the first and the last of the rounds, the first of the state.
    assert _CONSTANTS[[0, 63, 64]].tolist() == [0x428A2F98, 0xC67178F2, 0x6A09E667]
    digest = hashlib.sha256(b"carve\nabc").digest()
    (word, *_) = hash_streams(*ListedSeeds(("abc",)).encoded(), "carve").tolist()
    assert word == int.from_bytes(digest[:8], "little")


@pytest.mark.parametrize("mode", [plain, compiled])
def test_numbers_are_spelled_as_python_does(mode):
    for first in (0, 8, 99_998):
        seeds = NumberedSeeds("set.wilson.5x5.", first, 5)
        with mode():
            texts, ends = seeds.encoded()
        begins = [0, *ends.tolist()]
        words = [
            texts[begin:end].tobytes().decode() for begin, end in zip(begins, ends, strict=False)
        ]
        assert words == [seeds[i] for i in range(5)]
        assert words[0] == f"set.wilson.5x5.{first}"
