from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.events import Bumped, Stepped
from mazegame.game.run import LATEST, Run, Stopwatch, hint, show_path, step, undo
from mazegame.layers import ON_ROUTE, ROUTE_SHIFT
from tests.game.mazes import Clock, E, N, S, W, forked

SHORTEST = [E, S, W, S, E, E, N, E]


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def run(clock):
    return Run(forked(), clock)


def walk(run, directions):
    return [step(run, direction) for direction in directions]


def track(run, cell):
    return run.tracks[cell[0] * run.level.maze.cols + cell[1]]


def test_every_step_keeps_its_time_without_the_pauses(run, clock):
    step(run, E)
    clock.now += 1.5
    step(run, S)
    step(run, N)
    assert isinstance(step(run, N), Bumped)
    run.stopwatch.pause()
    clock.now += 100
    run.stopwatch.go()
    clock.now += 0.25
    step(run, S)
    assert list(run.times) == [0, 1500, 1500, 1750]
    clock.now += 1e8
    step(run, N)
    assert run.times[-1] == LATEST
    assert len(run.times) == run.steps


def test_going_twice_and_pausing_twice_change_nothing(clock):
    watch = Stopwatch(clock)
    for change in (watch.go, watch.go, watch.pause, watch.pause):
        change()
        clock.now += 1
    assert watch.seconds == 2


def test_a_detour_costs_its_steps_both_ways(run):
    walk(run, [E, E, E])
    assert (run.remaining, run.detour) == (9, 4)
    walk(run, [W, W])
    assert (run.remaining, run.detour) == (7, 4)
    walk(run, SHORTEST[1:])
    assert (run.result.steps, run.result.over) == (12, 4)
    assert run.result.score == round(1000 * 8 / 12)
    assert run.result.stars == 1


def test_the_trend_is_that_of_the_last_step(run):
    trends = [run.trend]
    for direction in (E, E, N):
        step(run, direction)
        trends.append(run.trend)
    assert trends == [0, -1, 1, 1]


def test_undo_walks_back_and_counts(run):
    walk(run, [E, E, E])
    events = [undo(run) for _ in range(4)]
    assert [type(event) for event in events] == [Stepped, Stepped, Stepped, Bumped]
    assert (run.position, run.steps) == ((0, 0), 6)


def test_a_loop_closed_leaves_the_route():
    ring = Maze.from_floor([[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 1]])
    run = Run(Level(ring, (0, 0), ((2, 3),)), Clock())
    events = walk(run, [E, E, S, S, W, W, N])
    assert len(run.route) == 8
    closing = step(run, N)
    assert run.route == [(0, 0)]
    assert set(closing.cells) == {event.cells[1] for event in events} | {(0, 0)}
    assert not any(track(run, cell) & ON_ROUTE for cell in closing.cells)


def test_nothing_moves_after_the_end(run):
    walk(run, SHORTEST)
    assert isinstance(step(run, W), Bumped)
    assert isinstance(undo(run), Bumped)
    assert hint(run) == []
    assert run.hints == 0
    assert len(show_path(run)) == 1
    assert not run.assisted
    assert (run.steps, run.position) == (8, (1, 3))


def test_a_hint_is_counted_and_leads_beyond_the_next_junction(run):
    for _ in range(3):  # asking again at the same place is free
        assert hint(run) == [(0, 1), (1, 1)]
    assert run.hints == 1
    walk(run, [E])
    assert hint(run) == [(1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (1, 3)]
    assert run.hints == 2


def test_showing_the_path_makes_the_run_assisted(run):
    walk(run, [E, E])
    path = show_path(run)
    assert tuple(path[0]) == (0, 2)
    assert tuple(path[-1]) == (1, 3)
    assert len(path) == run.remaining + 1
    assert run.assisted
    walk(run, [W, *SHORTEST[1:]])
    assert run.result.assisted
    assert not run.result.perfect


@given(seed=st.integers(0, 999), braid=st.sampled_from(["0", "60"]), moves=st.data())
def test_the_counts_of_any_walk_agree(seed, braid, moves):
    recipe = Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", braid),))
    run = Run(Level.of(recipe), Clock())
    for direction in moves.draw(st.lists(st.sampled_from(list(Direction)), max_size=60)):
        before = bytes(run.tracks)
        event = step(run, direction)
        assert run.detour >= 0
        assert run.route[0] == run.level.start
        assert run.route[-1] == run.position
        assert len(set(run.route)) == len(run.route)
        for a, b in pairwise(run.route):
            assert run.level.maze.is_open(a, Direction.between(a, b))
        cols = run.level.maze.cols
        links = {
            (divmod(i, cols), direction)
            for i, bits in enumerate(run.tracks)
            for direction in Direction
            if bits >> ROUTE_SHIFT & direction
        }
        pairs = [*pairwise(run.route), *pairwise(run.route[::-1])]
        assert links == {(a, Direction.between(a, b)) for a, b in pairs}
        changed = {divmod(i, cols) for i, bits in enumerate(run.tracks) if bits != before[i]}
        assert changed <= set(event.cells)
    position = run.level.start
    for value in run.moves:
        position = Direction(value).step(position)
    assert position == run.position
