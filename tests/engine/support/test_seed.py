"""Seeds, and the random numbers that come of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Recipe, draw_seed
from mazegame.engine.carving.carving_grid import ANY_SIDE
from mazegame.engine.carving.draws import even_exit, even_step
from mazegame.engine.carving.rng import (
    hash_streams,
    load_state,
    new_dice,
    next_word,
    pick_below,
    seed_state,
)
from mazegame.engine.support.seed import clean_seed, typed_seed


def words(state, count):
    drawn = []
    for _ in range(count):
        word, state = next_word(state)
        drawn.append(word)
    return drawn


def test_the_generator_is_xoshiro256_plus_plus():
    # The published test vector: the state 1, 2, 3, 4.
    assert words((1, 2, 3, 4), 6) == [
        41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205,
        9973669472204895162,
    ]  # fmt: skip


def test_a_seed_and_a_purpose_make_a_state():
    state = seed_state("kite-7", "carve")
    assert state.dtype == np.uint64
    # SHA-256 of "carve\nkite-7", read as four little-endian words.
    import hashlib

    digest = hashlib.sha256(b"carve\nkite-7").digest()
    assert [int(word) for word in state] == [
        int.from_bytes(digest[i : i + 8], "little") for i in range(0, 32, 8)
    ]
    assert load_state(state.data) == tuple(int(word) for word in state)
    assert len({seed_state(s, p).tobytes() for s in "ab" for p in ("carve", "braid")}) == 4


def test_a_word_is_cut_into_digits_as_documented():
    word = words((1, 2, 3, 4), 1)[0] >> 4
    dice = new_dice((1, 2, 3, 4))
    for i in range(8):
        digit, dice = even_exit((), 0, 0, dice)
        assert digit == word * 12 ** (i + 1) // 2**60 % 12


def test_coins_are_the_bits_of_a_word_in_pairs():
    first, second = words((1, 2, 3, 4), 2)
    coins = new_dice((1, 2, 3, 4))
    pairs = []
    for _ in range(64):
        side, coins = even_step((), 0, coins)
        pairs.append(side - ANY_SIDE)
    assert pairs == [word >> shift & 3 for word in (first, second) for shift in range(0, 64, 2)]


@given(st.integers(1, 2**32), st.integers(0, 2**64 - 1))
def test_an_index_is_below_its_bound(bound, seed):
    index, _ = pick_below((seed, 1, 2, 3), bound)
    assert 0 <= index < bound


def test_a_drawn_seed_is_easy_to_say_and_type():
    seeds = {draw_seed() for _ in range(50)}
    assert len(seeds) > 40
    for seed in seeds:
        word, number = seed.split("-")
        assert word.isalpha()
        assert word.islower()
        assert 0 <= int(number) < 1000
        assert Recipe("prim", 3, 3, seed).seed == seed


def test_typed_spaces_become_dashes():
    assert typed_seed("  my  own\tseed ") == "my-own-seed"
    assert clean_seed(typed_seed("a b")) == "a-b"


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
