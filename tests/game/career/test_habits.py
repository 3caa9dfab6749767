from mazegame.engine import Direction
from mazegame.game.career.habits import Habits, habits, together
from mazegame.game.run import Run, step
from tests.game.mazes import Clock, corridor, forked, room


def measured(level, moves):
    """The habits of a walk: each move is a direction and the milliseconds before it."""
    clock = Clock()
    run = Run(level, clock)
    for name, ms in moves:
        clock.now += ms / 1000
        step(run, Direction[name])
    return habits(run)


RIGHT = [("E", 700), ("S", 400), ("W", 100), ("S", 100), ("E", 100), ("E", 100), ("N", 100),
         ("E", 100)]  # fmt: skip


def test_a_shortest_walk_leaves_its_junction_right_and_several_walks_add_up():
    found = measured(forked(), RIGHT)
    assert found == Habits(
        junctions=1, right=1, corridor_steps=6, corridor_ms=600, junction_steps=1, junction_ms=400
    )
    both = together([found, found])
    assert (both.junctions, both.corridor_ms) == (2, 1200)
    assert both.corridor_pace == found.corridor_pace
    assert together([]) == Habits()


def test_only_the_first_exit_taken_counts():
    wrong = [("E", 0), ("E", 300), ("W", 100), ("S", 200), *RIGHT[2:]]
    found = measured(forked(), wrong)
    assert (found.junctions, found.right, found.right_share) == (1, 0, 0.0)
    assert (found.junction_steps, found.junction_ms, found.junction_seconds) == (2, 500, 0.25)


def test_a_corridor_has_a_pace_from_the_first_step_on_and_no_junction():
    found = measured(corridor(5), [("E", 60_000), ("E", 250), ("E", 250), ("E", 250)])
    assert (found.corridor_steps, found.corridor_ms, found.corridor_pace) == (3, 750, 4.0)
    assert (found.right_share, found.junction_seconds) == (None, None)
    assert measured(room(2, 2), [("E", 0), ("S", 9)]).junctions == 1, "two exits at A are a choice"
