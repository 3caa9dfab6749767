"""Endless: the descent, its rows, the collapse, and what it comes to."""

import hashlib
import tracemalloc
from array import array
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, generate
from mazegame.engine.kernels.jit import compiled
from mazegame.game.commands import Glide, Move, Pause, Resume, StepBack, WalkBack
from mazegame.game.descent import AHEAD, HEAD_START, Depth, Descent, ms_of_rows, rows_fallen
from mazegame.game.events import Bumped, Caught, Paused, Stepped
from mazegame.game.modes.endless import BEHIND, COLS, START, level_of
from mazegame.game.recording.record import ForgedRecordError, walk_again
from mazegame.layers import ON_ROUTE
from tests.engine.cases import needs_compiler, plain
from tests.game.descents import descend, way_ahead


def joined(parts, seed="kite-7"):
    """One record of the parts of a walk."""
    times = array("I")
    for part in parts:
        times.extend(part.times)
    return replace(parts[-1], moves=b"".join(part.moves for part in parts), times=times)


def told(descent):
    """All that a descent shows, as one line."""
    digest = hashlib.sha256(descent.passages.tobytes() + descent.tracks.tobytes()).hexdigest()[:16]
    return f"{descent.depth} {descent.position} {descent.front} {descent.end} {digest}"


GOLDEN = "Depth(rows=200, steps=379, way_down=369) (200, 6) 176 217 00e377ecd6291c80"


@pytest.mark.parametrize("carving", [plain, pytest.param(compiled, marks=needs_compiler)])
def test_the_same_seed_is_the_same_maze_for_ever(carving):
    with carving():
        descent = Descent("kite-7")
        descend(descent, 200, 100)
    assert told(descent) == GOLDEN


@settings(max_examples=15)
@given(st.integers(0, 999), st.integers(1, 60), st.sampled_from([5, 30, 300]))
def test_a_descent_is_a_walk_from_a_to_b_in_a_maze_of_its_depth(seed, rows, pace):
    descent, parts = Descent(str(seed)), []
    descend(descent, rows, pace, taken=parts)
    depth, record = descent.depth, joined(parts)
    assert depth.rows > 0
    level = Level.of(level_of(str(seed), depth.rows))
    assert level.start == START
    assert level.dist_min == depth.way_down
    first = replace(
        record,
        level=str(level.recipe),
        moves=record.moves[: depth.steps],
        times=record.times[: depth.steps],
        seconds=record.times[depth.steps - 1] / 1000,
    )
    run = walk_again(level, first)
    assert run.finished
    assert run.result.over == depth.over >= 0


def test_what_is_in_view_are_the_rows_of_the_maze():
    descent = Descent("view")
    descend(descent, 100, 50)
    maze = generate("eller", COLS, 200, "view").passages
    assert descent.end == 100 + AHEAD + 1
    assert np.array_equal(descent.passages, maze[descent.top : descent.end])
    assert descent.top > 0
    assert len(descent.passages) <= AHEAD + BEHIND + 1


def test_the_collapse_begins_above_and_falls_faster_and_faster():
    assert rows_fallen(0) == 0
    seconds = [ms_of_rows(rows) / 1000 for rows in range(400)]
    gaps = np.diff(seconds)
    assert gaps[0] == pytest.approx(2, abs=0.05)
    assert (np.diff(gaps) <= 0.002).all()  # whole milliseconds
    assert gaps[-1] < gaps[0] / 3
    for rows in range(400):
        assert rows_fallen(ms_of_rows(rows)) >= rows
        assert rows == 0 or rows_fallen(ms_of_rows(rows) - 1) < rows


def test_who_stands_still_is_caught_in_the_millisecond_in_which_the_row_falls():
    descent = Descent("kite-7")
    descent.command(0, Resume(), 0.0)
    assert descent.next_wake(0.0) is None  # no clock runs before the first step
    descent.tick(500.0)
    assert not descent.caught
    assert isinstance(descent.command(0, Move(way_ahead(descent)[0]), 500.0)[-1], Stepped)
    row = descent.position[0]
    falls = 500 + ms_of_rows(row + 1 + HEAD_START) / 1000
    now, happened = 500.0, []
    while not descent.caught:
        now = descent.next_wake(now)
        happened += descent.tick(now)
    assert sum(isinstance(event, Caught) for event in happened) == 1
    assert now == pytest.approx(falls, abs=0.0011)
    assert descent.next_wake(now) is None
    before = told(descent)
    assert descent.command(0, Move(Direction.S), now + 1) == []
    assert descent.tick(now + 9) == []
    assert told(descent) == before


@pytest.mark.parametrize("command", [Move(Direction.S), StepBack(), Glide(Direction.S), Pause()])
def test_a_command_that_comes_too_late_ends_the_descent_by_the_same_event(command):
    descent = Descent("kite-7")
    now = descend(descent, 3, 50)
    steps = descent.steps
    happened = descent.command(0, command, now + 600)
    assert [type(event) for event in happened if type(event) is not Paused] == [Caught]
    assert descent.caught
    assert descent.steps == steps
    assert descent.next_wake(now + 600) is None


def test_the_collapse_stays_near_whoever_runs_ahead_and_gains_on_them_from_there():
    descent = Descent("kite-7")
    now = descend(descent, 60, 1000)
    assert descent.front == 60 - BEHIND
    passed = ms_of_rows(rows_fallen(descent.stopwatch.ms) + 5) / 1000 - descent.stopwatch.ms / 1000
    descent.tick(now + passed + 0.001)
    assert descent.front == 60 - BEHIND + 5

    # No way leads into a row that fell.
    top = descent.top
    up = next(col for col in range(COLS) if descent.passages[0, col] & Direction.N)
    assert not descent.exits((top, up)) & Direction.N
    assert all(row >= top for row, _ in descent.route)
    tracks = descent.tracks
    assert all(tracks[row - top, col] & ON_ROUTE for row, col in descent.route[1:])


def test_a_pause_stops_the_collapse():
    descent = Descent("kite-7")
    now = descend(descent, 10, 50)
    descent.command(0, Pause(), now)
    assert descent.next_wake(now) is None
    descent.tick(now + 3600)
    front = descent.front
    descent.command(0, Resume(), now + 3600)
    assert descent.front == front
    assert not descent.caught
    assert descent.next_wake(now + 3600) is not None


def test_a_glide_follows_the_corridor_at_its_speed_and_walks_back_to_the_fork():
    descent = Descent("f")  # two cells down to a fork
    descent.command(0, Resume(), 0.0)
    assert len(descent.command(0, Glide(Direction.S), 0.0)) == 1
    assert descent.command(0, Glide(Direction.S), 0.0) == []  # the key repeats
    assert descent.next_wake(0.0) == pytest.approx(1 / descent.run_speed)
    for passed in (1, 2):
        descent.tick(passed / descent.run_speed)
        assert (descent.steps, descent.position) == (2, (2, 7))
    descent.command(0, StepBack(), 1.0)
    assert descent.position == (1, 7)
    descent.command(0, Move(Direction.S), 1.5)
    descent.animations = False
    assert len(descent.command(0, WalkBack(), 2.0)) == 2
    assert (descent.position, descent.steps) == (START, 6)
    assert descent.command(0, WalkBack(), 3.0) == []


def test_a_glide_takes_no_step_after_the_row_has_fallen():
    descent = Descent("f")  # two cells down to a fork
    descent.command(0, Resume(), 0.0)
    descent.command(0, Glide(Direction.S), 0.0)
    assert descent.tick(600.0) == [Caught()]
    assert (descent.steps, descent.position) == (1, (1, 7))


def test_a_wall_stops_a_step_and_takes_none():
    descent = Descent("kite-7")
    descent.command(0, Resume(), 0.0)
    assert descent.command(0, Move(Direction.N), 0.0) == [Bumped(side=Direction.N)]
    assert (descent.steps, descent.depth) == (0, Depth())


@pytest.mark.parametrize("pace", [6, 100])
def test_a_record_leads_to_the_same_descent(pace):
    descent, parts = Descent("kite-7"), []
    now = descend(descent, 90, pace, taken=parts)
    descent.command(0, Pause(), now)
    parts.append(descent.take())
    again = Descent.resumed(joined(parts))
    assert told(again) == told(descent)
    assert again.stopwatch.ms == descent.stopwatch.ms
    assert not again.take().moves
    later = descend(descent, 120, pace, now=now)
    assert descend(again, 120, pace, now=now) == later
    assert told(again) == told(descent)


def test_a_caught_descent_is_caught_again_and_one_without_steps_waits_for_the_first():
    descent, parts = Descent("kite-7"), []
    descend(descent, 900, 2, taken=parts)
    assert descent.caught
    assert Descent.resumed(joined(parts)).caught
    waiting = Descent.resumed(Descent("kite-7").take())
    waiting.command(0, Resume(), 5000.0)
    assert (waiting.running, waiting.caught) == (False, False)


def test_an_impossible_record_is_refused():
    parts = []
    descend(Descent("kite-7"), 30, 20, taken=parts)
    record = joined(parts)
    with pytest.raises(ForgedRecordError, match="step 1 is"):
        Descent.resumed(replace(record, moves=b"\1" + record.moves[1:]))
    late = array("I", [ms + 60_000 * (at > 9) for at, ms in enumerate(record.times)])
    with pytest.raises(ForgedRecordError, match="step 11 is"):
        Descent.resumed(replace(record, times=late))


def test_a_game_id_of_a_deep_descent_fits_a_replay_file():
    assert len(str(level_of("x" * 64, 99_999))) <= 300


def test_memory_stays_flat():
    descent = Descent("deep")
    now = descend(descent, 100, 200, taken=[])
    tracemalloc.start()
    try:
        descend(descent, 300, 200, now=now, taken=[])
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()
