"""The seeds of a batch: their texts and their random streams."""

import numpy as np
import pytest

from mazegame.engine.carving.rng import hash_streams, seed_state

TEXTS = ("kite-7", "", "a" * 64, "ü" * 40, "🏁" * 64)


@pytest.mark.parametrize("purpose", ["carve", "braid", "ends"])
def test_the_seeds_of_a_batch_give_the_streams_of_single_seeds(purpose):
    states = hash_streams("", TEXTS, purpose)
    assert states.dtype == np.uint64
    for text, state in zip(TEXTS, states.reshape(-1, 4), strict=True):
        assert state.tolist() == seed_state(text, purpose).tolist(), text
    assert np.array_equal(hash_streams("a.", [99], purpose), seed_state("a.99", purpose))


@pytest.mark.parametrize(
    "numbers", [range(0), range(1), range(7, 8), range(8, 23), range(95, 1011)]
)
def test_numbered_seeds_give_the_streams_of_single_seeds(numbers):
    states = hash_streams("a.", numbers, "carve").reshape(-1, 4)
    singly = [seed_state(f"a.{number}", "carve").tolist() for number in numbers]
    assert states.tolist() == singly
