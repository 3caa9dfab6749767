from mazegame.engine import Direction
from mazegame.game.career.habits import Habits, habits, together
from mazegame.game.run import Run, step
from tests.game.mazes import Clock, corridor, forked


def walk(level, moves):
    """Walk: each move is a direction and the milliseconds before it."""
    clock = Clock()
    run = Run(level, clock)
    for name, ms in moves:
        clock.now += ms / 1000
        step(run, Direction[name])
    return run


RIGHT = [("E", 700), ("S", 400), ("W", 100), ("S", 100), ("E", 100), ("E", 100), ("N", 100),
         ("E", 100)]  # fmt: skip


def test_a_shortest_walk_leaves_its_junction_right():
    run = walk(forked(), RIGHT)
    assert run.finished
    assert habits(run) == Habits(
        junctions=1, right=1, corridor_steps=6, corridor_ms=600, junction_steps=1, junction_ms=400
    )


def test_only_the_first_exit_taken_counts():
    wrong = [("E", 0), ("E", 300), ("W", 100), ("S", 200), *RIGHT[2:]]
    measured = habits(walk(forked(), wrong))
    assert (measured.junctions, measured.right) == (1, 0)
    assert (measured.junction_steps, measured.junction_ms) == (2, 500)
    assert measured.right_share == 0.0
    assert measured.junction_seconds == 0.25


def test_a_corridor_has_a_pace_and_no_junction():
    measured = habits(walk(corridor(5), [("E", 0), ("E", 250), ("E", 250), ("E", 250)]))
    assert measured.corridor_pace == 4.0
    assert measured.right_share is None
    assert measured.junction_seconds is None


def test_the_time_before_the_first_step_counts_for_nothing():
    slow = habits(walk(corridor(3), [("E", 60_000), ("E", 100)]))
    assert (slow.corridor_ms, slow.corridor_steps) == (100, 1)


def test_several_walks_add_up():
    one = habits(walk(forked(), RIGHT))
    both = together([one, one])
    assert both.junctions == 2
    assert both.corridor_ms == 2 * one.corridor_ms
    assert together([]) == Habits()
    assert both.corridor_pace == one.corridor_pace
