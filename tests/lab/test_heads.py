"""Playheads: time passes, keys move them, and two of them go together as they are locked."""

import math

import pytest

from mazegame.lab.heads import SPEEDS, Heads, Lock, playhead


def playing(length, speed):
    head = playhead(length)
    head.speed = speed
    head.toggle()
    return head


def test_it_begins_with_a_speed_at_which_all_takes_about_twenty_seconds():
    for length in (30, 500, 7000, 90_000, 3_000_000, 25_000_000):
        assert 10 <= length / playhead(length).speed <= 40
    assert playhead(0).speed in SPEEDS


def test_time_moves_it_while_it_plays_and_it_stops_at_the_end():
    head = playing(100, 30)
    head.advance(1.5)
    assert head.position == 45
    head.toggle()
    head.advance(5)
    assert head.position == 45
    head.toggle()
    head.advance(50)
    assert head.position == 100
    assert not head.playing
    head.toggle()
    assert (head.position, head.playing) == (0, True)


def test_short_times_add_up():
    head = playing(100, 30)
    for _ in range(90):
        head.advance(1 / 60)
    assert head.position in {44, 45}


def test_the_last_speed_jumps_to_the_end():
    head = playing(10**6, math.inf)
    head.advance(1e-9)
    assert head.at_end


def test_speeds_end_at_both_ends():
    head = playhead(10)
    for _ in range(40):
        head.change_speed(1)
    assert head.speed == math.inf
    for _ in range(40):
        head.change_speed(-1)
    assert head.speed == 1


def test_the_longer_a_show_is_the_faster_it_can_play():
    for length in (10**5, 10**6, 2 * 10**7):
        assert 0.25 <= length / playhead(length).speeds[-2] <= 0.5 or length <= 10**5
    assert max(playhead(90).speeds[:-1]) == 16000


def test_two_shows_have_the_speeds_of_the_longer_one():
    heads = Heads([100, 5_000_000])
    assert heads.heads[0].speeds == heads.heads[1].speeds
    heads.turn_lock()
    heads.turn_lock()
    heads.change_speed(1)
    assert heads.heads[0].speed in heads.heads[0].speeds


def test_a_step_stops_it_and_stays_within():
    head = playing(5, 1)
    head.step(1)
    assert (head.position, head.playing) == (1, False)
    head.step(-7)
    assert head.position == 0
    head.step(99)
    assert head.position == 5


def test_locked_by_steps_the_shorter_one_waits_at_its_end():
    heads = Heads([100, 40])
    heads.toggle()
    heads.advance(30 / heads.leader.speed)
    assert [head.position for head in heads.heads] == [30, 30]
    heads.advance(30 / heads.leader.speed)
    assert [head.position for head in heads.heads] == [60, 40]
    heads.step(-25)
    assert [head.position for head in heads.heads] == [35, 35]


def test_locked_by_share_both_arrive_together():
    heads = Heads([100, 40])
    heads.turn_lock()
    assert heads.lock is Lock.SHARE
    heads.seek(50)
    assert [head.position for head in heads.heads] == [50, 20]
    heads.seek(100)
    assert all(head.at_end for head in heads.heads)


def test_without_a_lock_each_has_its_own_speed():
    heads = Heads([1000, 1000])
    heads.turn_lock()
    heads.turn_lock()
    assert heads.lock is Lock.NONE
    heads.chosen = 1
    for _ in range(3):
        heads.change_speed(1)
    assert heads.heads[0].speed < heads.heads[1].speed
    for head in heads.heads:
        head.toggle()
    heads.advance(1.0)
    assert 0 < heads.heads[0].position < heads.heads[1].position


def test_playing_goes_on_when_the_lock_is_turned():
    heads = Heads([100, 40])
    heads.toggle()
    for lock in (Lock.SHARE, Lock.NONE, Lock.STEP):
        heads.turn_lock()
        assert heads.lock is lock
        assert heads.playing


@pytest.mark.parametrize("lock", list(Lock))
def test_swapping_takes_position_and_choice_along(lock):
    heads = Heads([100, 40])
    while heads.lock is not lock:
        heads.turn_lock()
    heads.seek(20)
    first, second = heads.heads
    heads.swap()
    assert heads.heads == [second, first]
    assert heads.heads[heads.chosen] is first
