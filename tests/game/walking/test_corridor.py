from mazegame.engine import Direction, Level, Maze
from mazegame.game.commands import WalkBack
from mazegame.game.events import Bumped, Stepped
from mazegame.game.run import Run
from mazegame.game.walking.player import Player
from mazegame.game.walking.travel import back_to_junction, glide, steps_of
from tests.game.mazes import Clock, corridor, forked, room

N, E, S, W = Direction.N, Direction.E, Direction.S, Direction.W


def run_from(level, cell, direction):
    """Where a run ends."""
    run = Run(level, Clock())
    run.position, run.route = cell, [cell]
    for _ in glide(run, direction):
        pass
    return run.position


def test_stops_at_a_junction():
    assert run_from(forked(), (0, 0), E) == (0, 1)


def test_stops_in_a_dead_end():
    assert run_from(forked(), (0, 1), E) == (0, 3)


def test_follows_forced_corners_to_b():
    assert run_from(forked(), (0, 1), S) == (1, 3)


def test_stops_at_b_even_if_the_corridor_goes_on():
    maze = Maze.from_walls([[0] * 6], [[1] * 6])
    assert run_from(Level(maze, (0, 0), ((0, 3),)), (0, 0), E) == (0, 3)


def test_stops_at_a_on_the_way_back():
    maze = Maze.from_walls([[0] * 6], [[1] * 6])
    assert run_from(Level(maze, (0, 2), ((0, 5),)), (0, 4), W) == (0, 2)


def test_runs_a_straight_corridor_to_its_end():
    assert run_from(corridor(9), (0, 0), E) == (0, 8)


def test_in_a_room_it_goes_straight_to_the_wall():
    assert run_from(room(6, 4), (1, 1), E) == (1, 5)
    assert run_from(room(6, 4), (0, 1), S) == (3, 1)


def test_in_a_room_it_stops_where_an_opening_comes_at_its_side():
    # Two rows of floor with a doorway below column 3.
    floor = [[1] * 7, [1] * 7, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]]
    level = Level(Maze.from_floor(floor), (0, 0), ((3, 3),))
    assert run_from(level, (1, 0), E) == (1, 3)
    assert run_from(level, (0, 0), E) == (0, 6)


def test_back_to_the_last_junction():
    level = forked()
    assert back_to_junction(level, [(0, 0), (0, 1), (0, 2), (0, 3)]) == [(0, 2), (0, 1)]
    assert back_to_junction(level, [(0, 0), (0, 1)]) == [(0, 0)]
    assert back_to_junction(level, [(0, 0)]) == []


def test_a_glide_takes_a_step_at_the_next_event():
    run = Run(corridor(9), Clock())
    events = glide(run, E)
    assert run.steps == 0
    assert isinstance(next(events), Stepped)
    assert (run.steps, run.position) == (1, (0, 1))


def test_a_glide_into_a_wall_is_reported_once():
    run = Run(corridor(9), Clock())
    assert [type(event) for event in glide(run, N)] == [Bumped]
    assert run.steps == 0


def test_walking_back_ends_at_the_last_junction_and_costs_its_steps():
    run = Run(forked(), Clock())
    for direction in (E, E, E):
        list(glide(run, direction))
    assert run.position == (0, 3)
    steps = run.steps
    list(steps_of(Player(run), WalkBack()))
    assert run.position == (0, 1)
    assert run.steps == steps + 2
