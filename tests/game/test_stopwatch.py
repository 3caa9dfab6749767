from mazegame.game.run import Stopwatch
from tests.game.mazes import Clock


def test_counts_only_while_it_runs():
    clock = Clock()
    watch = Stopwatch(clock)
    clock.now += 5
    assert watch.seconds == 0
    assert not watch.running
    watch.go()
    clock.now += 2
    assert watch.seconds == 2
    watch.pause()
    clock.now += 50
    assert watch.seconds == 2
    watch.go()
    clock.now += 1.5
    assert watch.seconds == 3.5


def test_going_twice_and_pausing_twice_change_nothing():
    clock = Clock()
    watch = Stopwatch(clock)
    watch.go()
    clock.now += 1
    watch.go()
    clock.now += 1
    watch.pause()
    clock.now += 1
    watch.pause()
    assert watch.seconds == 2
