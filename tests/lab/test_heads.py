"""Playheads: time passes, keys move them, and two of them go together as they are locked."""

import math

import pytest

from mazegame.lab.heads import SPEEDS, Heads, Lock, playhead


def playing(length, speed):
    head = playhead(length, length)
    head.speed = speed
    head.toggle()
    return head


def positions(heads):
    return [head.position for head in heads.heads]


def test_it_begins_with_a_speed_at_which_all_takes_about_twenty_seconds():
    for length in (30, 500, 7000, 90_000, 3_000_000, 25_000_000):
        assert 10 <= length / playhead(length, length).speed <= 40
    assert playhead(0, 0).speed in SPEEDS


@pytest.mark.parametrize(
    ("length", "most"), [(90, 16000), (10**5, 256_000), (10**6, 2_048_000), (2 * 10**7, 65_536_000)]
)
def test_the_longer_a_show_is_the_faster_it_can_play(length, most):
    head = playhead(length, length)
    speeds = [head.change_speed(1) or head.speed for _ in range(40)]
    assert speeds[-1] == math.inf
    assert max(speed for speed in speeds if speed < math.inf) == most
    for _ in range(40):
        head.change_speed(-1)
    assert head.speed == 1


def test_time_moves_it_while_it_plays_and_it_stops_at_the_end():
    head = playing(100, 30)
    for _ in range(90):
        head.advance(1 / 60)
    assert head.position in {44, 45}, "short times add up"
    head.toggle()
    head.advance(5)
    assert head.position in {44, 45}
    head.toggle()
    head.advance(50)
    assert (head.position, head.playing) == (100, False)
    head.toggle()
    assert (head.position, head.playing) == (0, True)
    head.speed = math.inf
    head.advance(1e-9)
    assert head.at_end


def test_a_step_stops_it_and_stays_within():
    head = playing(5, 1)
    for by, position in ((1, 1), (-7, 0), (99, 5)):
        head.step(by)
        assert (head.position, head.playing) == (position, False)


def test_locked_by_steps_the_shorter_one_waits_at_its_end():
    heads = Heads([100, 40])
    heads.leader.toggle()
    for position in ([30, 30], [60, 40]):
        heads.advance(30 / heads.leader.speed)
        assert positions(heads) == position
    heads.leader.step(-25)
    heads.follow()
    assert positions(heads) == [35, 35]


def test_locked_by_share_both_arrive_together_whichever_is_chosen():
    heads = Heads([100, 40], Lock.SHARE, chosen=1)
    for position, both in ((50, [50, 20]), (100, [100, 40])):
        heads.leader.seek(position)
        heads.follow()
        assert positions(heads) == both


def test_without_a_lock_each_has_its_own_speed():
    heads = Heads([1000, 5_000_000], Lock.NONE, chosen=1)
    slow, fast = heads.heads
    assert slow.speeds == fast.speeds, "those of the longer one"
    fast.speed = slow.speed
    heads.leader.change_speed(3)
    for head in heads.heads:
        head.toggle()
    heads.advance(1.0)
    assert 0 < slow.position < fast.position
    heads.pause()
    assert not heads.playing


def test_playing_goes_on_when_the_lock_is_turned():
    heads = Heads([100, 40])
    heads.leader.toggle()
    for lock, playing in ((Lock.SHARE, 1), (Lock.NONE, 2), (Lock.STEP, 1)):
        heads.turn_lock()
        assert heads.lock is lock
        assert sum(head.playing for head in heads.heads) == playing
    assert heads.heads[0].speed == heads.heads[1].speed


@pytest.mark.parametrize("lock", list(Lock))
def test_swapping_takes_position_and_choice_along(lock):
    heads = Heads([100, 40], lock)
    heads.leader.seek(20)
    first, second = heads.heads
    heads.swap()
    assert heads.heads == [second, first]
    assert heads.heads[heads.chosen] is first
