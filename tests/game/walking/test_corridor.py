import pytest

from mazegame.engine import Direction, Level, Maze
from mazegame.game.commands import WalkBack
from mazegame.game.events import Bumped, Stepped
from mazegame.game.run import Run
from mazegame.game.walking.player import Player
from mazegame.game.walking.travel import back_to_junction, glide, steps_of
from tests.game.mazes import Clock, corridor, forked, room

N, E, S, W = Direction.N, Direction.E, Direction.S, Direction.W


LINE = Maze.from_walls([[0] * 6], [[1] * 6])
DOORWAY = Maze.from_floor([[1] * 7, [1] * 7, [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]])
"""Two rows of floor with a doorway below column 3."""


@pytest.mark.parametrize(
    ("level", "begin", "direction", "end"),
    [
        pytest.param(forked(), (0, 0), E, (0, 1), id="junction"),
        pytest.param(forked(), (0, 1), E, (0, 3), id="dead end"),
        pytest.param(forked(), (0, 1), S, (1, 3), id="by forced corners to B"),
        pytest.param(Level(LINE, (0, 0), ((0, 3),)), (0, 0), E, (0, 3), id="B in a corridor"),
        pytest.param(Level(LINE, (0, 2), ((0, 5),)), (0, 4), W, (0, 2), id="A on the way back"),
        pytest.param(corridor(9), (0, 0), E, (0, 8), id="straight corridor"),
        pytest.param(room(6, 4), (1, 1), E, (1, 5), id="wall of a room"),
        pytest.param(room(6, 4), (0, 1), S, (3, 1), id="another wall of a room"),
        pytest.param(Level(DOORWAY, (0, 0), ((3, 3),)), (1, 0), E, (1, 3), id="opening"),
        pytest.param(Level(DOORWAY, (0, 0), ((3, 3),)), (0, 0), E, (0, 6), id="beside no opening"),
    ],
)
def test_a_run_follows_the_corridor_and_stops_where_there_is_a_choice(level, begin, direction, end):
    run = Run(level, Clock())
    run.position, run.route = begin, [begin]
    for _ in glide(run, direction):
        pass
    assert run.position == end


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
