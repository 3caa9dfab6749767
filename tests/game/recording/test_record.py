import pickle
from array import array
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import CancelledError, Level, Maze, Recipe
from mazegame.game.recording import record as module
from mazegame.game.recording.record import (
    ForgedRecordError,
    Record,
    level_key,
    record_of,
    walk_again,
)
from mazegame.game.run import LATEST, Run, hint, show_path, step, undo
from tests.game import mazes
from tests.game.mazes import Clock, E, N, S, W, corridor, forked, room

SHORTEST = [E, S, W, S, E, E, N, E]

walked = partial(mazes.walked, pace=0.125)


@pytest.fixture
def record():
    return record_of(walked(forked(), SHORTEST))


def test_a_walk_can_be_gone_on_with_and_its_record_does_not_follow_it():
    clock = Clock()
    run = walked(forked(), SHORTEST[:5], clock=clock)
    seconds, record = run.stopwatch.seconds, record_of(run)
    again = walk_again(run.level, record, clock)
    clock.now += 1000
    assert again.stopwatch.seconds == seconds
    assert not again.stopwatch.running
    for direction in SHORTEST[5:]:
        step(again, direction)
        step(run, direction)
        clock.now += 0.125
    assert again.finished
    assert again.result.seconds == seconds + 0.25
    assert walk_again(run.level, record_of(again)).result == again.result
    assert len(record.moves) == len(record.times) == 5


@given(st.lists(st.sampled_from([N, E, S, W]), max_size=60), st.integers(1, 4), st.booleans())
def test_any_walk_is_walked_again(directions, size, helped):
    run = walked(room(size + 1, size), directions)
    if helped:
        hint(run)
        show_path(run)
        undo(run)
    again = walk_again(run.level, record_of(run))
    for name in "moves times route tracks hints assisted position result".split():
        assert getattr(again, name) == getattr(run, name), name


@pytest.mark.parametrize("number", range(1, 9))
def test_a_step_into_a_wall_is_named(record, number):
    level = forked()
    here = walked(level, SHORTEST[: number - 1]).position
    walls = [d for d in (N, E, S, W) if not level.maze.is_open(here, d)]
    for wall in walls:
        moves = bytearray(record.moves)
        moves[number - 1] = wall
        with pytest.raises(ForgedRecordError) as caught:
            walk_again(level, replace(record, moves=bytes(moves)))
        assert caught.value.step == number
        assert str(caught.value).startswith(f"step {number} goes ")
        assert f"row {here[0] + 1}, column {here[1] + 1}: there is a wall" in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "number", "said"),
    [
        ({"level": "wilson:4x3:a"}, 0, "one of wilson:4x3:a, not of maze:"),
        ({"moves": bytes([2, 4, 3, 4, 2, 2, 1, 2])}, 3, "step 3 goes in no direction"),
        ({"moves": bytes([*SHORTEST, W])}, 9, "step 9 comes after B"),
        ({"times": array("I", range(7))}, 8, "step 8 has no time"),
        ({"times": array("I", range(9))}, 9, "step 9 has a time"),
        ({"times": array("I", [0, 1, 2, 9, 8, 9, 9, 9])}, 5, "step 5 is earlier"),
        ({"hints": -1}, 0, "-1 hints"),
        ({"hints": 10}, 0, "10 hints cannot be taken on 8 steps"),
        ({"seconds": 0.5}, 8, "0.5 s does not fit the last step, at 0.875 s"),
        ({"seconds": 60.0}, 8, "60 s does not fit"),
        ({"seconds": float("nan")}, 8, "nan s does not fit"),
        ({"seconds": float("inf")}, 8, "inf s does not fit"),
    ],
)
def test_what_cannot_be_is_refused(record, changes, number, said):
    with pytest.raises(ForgedRecordError) as caught:
        walk_again(forked(), replace(record, **changes))
    assert caught.value.step == number
    assert said in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_run_of_two_months_is_no_forgery():
    run = walked(corridor(3), pace=60 * 24 * 3600.0)
    assert run.times[-1] == LATEST
    assert walk_again(run.level, record_of(run)).result == run.result


def test_a_walk_of_no_step_is_a_walk():
    level = Level.of(Recipe("wilson", 1, 1, "dot"))
    assert walk_again(level, record_of(Run(level, Clock()))).finished
    nothing = Record(level_key(forked()), b"", array("I"), hints=1, assisted=False, seconds=0.0)
    assert walk_again(forked(), nothing).steps == 0


def test_the_key_of_a_loaded_maze_is_its_contents_and_never_changes():
    maze = Maze.from_floor([[1] * 4] * 4)
    several = Level(maze, (0, 0), ((3, 3), (1, 2)), name="one")
    keys = {
        level_key(level)
        for level in (
            several,
            Level(maze, (0, 0), ((3, 3),)),
            Level(maze, (0, 1), ((3, 3),)),
            Level(maze, (0, 0), ((3, 2),)),
            Level(Maze.from_floor([[1] * 4] * 3 + [[1, 1, 0, 1]]), (0, 0), ((3, 1),)),
            Level(Maze.from_floor([[1] * 8] * 2), (0, 0), ((1, 7),)),
            Level(Maze.from_floor([[1] * 2] * 8), (0, 0), ((7, 1),)),
        )
    }
    assert len(keys) == 7, "other ends, walls or shapes"
    same = Level(Maze(maze.passages), (0, 0), ((1, 2), (3, 3)), name="two")
    assert level_key(same) == level_key(several), "by any name, with B in any order"
    assert level_key(forked()) == "maze:f4bad82976ae643d"
    game_id = "kruskal:8x4:braid=20:kite-7"
    assert level_key(Level.of(game_id)) == game_id


def test_a_long_walk_reports_progress_and_can_be_cancelled(record, monkeypatch):
    monkeypatch.setattr(module, "STEPS_A_CALL", 2)
    shares = []
    assert walk_again(forked(), record, progress=shares.append).finished
    assert shares == [0.25, 0.5, 0.75, 1.0]
    with pytest.raises(CancelledError):
        walk_again(forked(), record, progress=lambda share: share < 0.5)
