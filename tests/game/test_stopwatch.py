from mazegame.game.run import Stopwatch
from tests.game.mazes import Clock


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
