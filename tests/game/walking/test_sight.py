from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Maze
from mazegame.game.run import Run, step
from mazegame.game.walking.sight import Fog, sight
from mazegame.layers import DARK, IN_SIGHT, SEEN
from tests.game.mazes import Clock, forked


def naive_sight(maze, cell):
    """Every cell to which the rectangle from here is open floor without a wall in it."""
    seen = set()
    for row in range(maze.rows):
        for col in range(maze.cols):
            up, down = sorted((row, cell[0]))
            left, right = sorted((col, cell[1]))
            inside = [(r, c) for r in range(up, down + 1) for c in range(left, right + 1)]
            if all(
                (r == down or maze.is_open((r, c), Direction.S))
                and (c == right or maze.is_open((r, c), Direction.E))
                for r, c in inside
            ):
                seen.add((row, col))
    return seen


@given(data=st.data(), seed=st.integers(0, 99), braid=st.sampled_from([0, 50, 100]))
def test_sight_is_every_open_rectangle(data, seed, braid):
    maze = Level.of(f"wilson:9x7:braid={braid}:s{seed}").maze
    cell = data.draw(st.tuples(st.integers(0, 6), st.integers(0, 8)))
    assert sight(maze, cell) == naive_sight(maze, cell)


@given(
    floor=st.lists(st.lists(st.booleans(), min_size=7, max_size=7), min_size=6, max_size=6),
    cell=st.tuples(st.integers(0, 5), st.integers(0, 6)),
)
def test_sight_in_rooms_is_every_open_rectangle(floor, cell):
    floor[cell[0]][cell[1]] = True
    maze = Maze.from_floor(floor)
    assert sight(maze, cell) == naive_sight(maze, cell)


def test_a_seen_cell_stays_seen():
    fog = Fog(forked())
    assert set(fog.look((0, 0))) == {(0, 0), (0, 1), (0, 2), (0, 3)}
    assert fog.light[0].tolist() == [IN_SIGHT] * 4
    assert fog.light[1].tolist() == [DARK] * 4
    changed = fog.look((1, 1))
    assert set(changed) == {(0, 0), (0, 2), (0, 3), (1, 0), (1, 1)}
    assert fog.light[0].tolist() == [SEEN, IN_SIGHT, SEEN, SEEN]
    assert fog.light[1].tolist() == [IN_SIGHT, IN_SIGHT, DARK, DARK]


def test_fog_in_the_middle_of_a_run_knows_what_was_in_sight_on_its_way():
    level = Level.of("wilson:9x7:braid=50:x")
    run, fog = Run(level, Clock()), Fog(level)
    fog.look(run.position)
    for here, there in pairwise(level.path_from(level.start)[:-1]):
        step(run, Direction.between(here, there))
        fog.look(there)
    assert (Fog.during(run).light == fog.light).all()
    assert (fog.light == IN_SIGHT).any()
