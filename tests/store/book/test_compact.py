from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.store.book.compact import pack_moves, pack_times, unpack_moves, unpack_times

MOVES = st.lists(st.sampled_from([1, 2, 4, 8]), max_size=300).map(bytes)
TIMES = st.lists(st.integers(0, (1 << 32) - 1), max_size=100).map(sorted)


@given(MOVES)
def test_moves_come_back(moves):
    assert unpack_moves(pack_moves(moves), len(moves)) == moves


@given(TIMES)
def test_times_come_back(times):
    assert unpack_times(pack_times(times), len(times)) == array("I", times)


def test_times_go_up_to_two_to_the_32_milliseconds_less_one():
    last = (1 << 32) - 1
    assert unpack_times(pack_times([last, last]), 2) == array("I", [last, last])
    with pytest.raises(ValueError, match="the times of the walk are damaged"):
        unpack_times(pack_times([last, last + 1]), 2)


def test_a_thousand_steps_take_less_than_two_kilobytes():
    from random import Random

    random = Random(1)
    moves = bytes(random.choice([1, 2, 4, 8]) for _ in range(1000))
    times, now = [], 0
    for _ in range(1000):
        now += random.randint(90, 400)
        times.append(now)
    assert len(pack_moves(moves)) < 300
    assert len(pack_times(times)) < 1700


@given(st.binary(max_size=60), st.integers(0, 60))
def test_any_bytes_are_steps_or_damaged(data, steps):
    for unpack in (unpack_moves, unpack_times):
        try:
            assert len(unpack(data, steps)) == steps
        except ValueError as error:
            assert "damaged" in str(error)  # noqa: PT017  either outcome is right


def test_damage_is_reported():
    packed = bytearray(pack_moves(bytes([1, 2, 4, 8] * 30)))
    with pytest.raises(ValueError, match="damaged"):
        unpack_moves(bytes(packed), 99 * 4)
    with pytest.raises(ValueError, match="damaged"):
        unpack_moves(bytes(packed[:-6]), 120)
