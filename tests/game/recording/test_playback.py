import random
from math import inf

import pytest

from mazegame.engine import Direction, Level
from mazegame.game.racing.repeaters import Ghost, Runner
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.recording.playback import SPEEDS, Playback, Retrace
from mazegame.game.run import Run, step
from tests.game import mazes
from tests.game.mazes import Clock, corridor


def walked(length=6):
    return mazes.walked(corridor(length), pace=0.5)


def strolled(level, steps, seed=1):
    """A run that walked at random, a step every tenth of a second."""
    clock, chance = Clock(), random.Random(seed)
    run = Run(level, clock)
    while run.steps < steps and not run.finished:
        step(run, chance.choice(list(Direction)))
        clock.now += 0.1
    return run


def test_a_ghost_is_where_its_walk_was_at_that_time():
    run = walked()
    ghost = Ghost(run.level, bytes(run.moves), run.times)
    assert list(run.times) == [0, 500, 1000, 1500, 2000]
    assert [ghost.cell(t) for t in (0, 0.001, 0.49, 0.5, 1.2, 99)] == [
        (0, 0), (0, 1), (0, 1), (0, 2), (0, 3), (0, 5),
    ]  # fmt: skip
    assert [ghost.left(t) for t in (0, 0.1, 1.0, 2.0)] == [5, 4, 2, 0]
    assert (ghost.arrival, ghost.name) == (2.0, "ghost")


def test_a_ghost_of_no_walk_stands_at_a():
    ghost = Ghost(corridor(), b"", [])
    assert (ghost.cell(5), ghost.left(5), ghost.arrival) == ((0, 0), 4, inf)


@pytest.mark.parametrize("braid", ["", ":braid=60"])
def test_tracks_can_be_retraced_to_every_step_and_back(braid):
    level = Level.of(f"wilson:8x6{braid}:retrace")
    run = strolled(level, 150)
    fresh = Run(level, Clock())
    after = [bytes(fresh.tracks)]
    for value in run.moves:
        step(fresh, Direction(value))
        after.append(bytes(fresh.tracks))
    retrace = Retrace(run.level, run.moves)
    for at in [*range(run.steps + 1), *range(run.steps, -1, -1), run.steps, 3, 40]:
        before = bytes(retrace.tracks)
        changed = retrace.go_to(at)
        assert retrace.tracks == after[at]
        differing = {
            divmod(i, 8) for i, (a, b) in enumerate(zip(before, retrace.tracks, strict=True))
            if a != b
        }  # fmt: skip
        assert differing <= changed
    retrace.go_to(10**9)
    assert retrace.tracks == run.tracks


def test_a_long_jump_is_retraced_in_parts():
    run = strolled(Level.of("wilson:8x6:retrace"), 100)
    retrace = Retrace(run.level, run.moves)
    stops = []
    for goal in (100, 100, 100, 100, 5, 5, 5):
        retrace.go_to(goal, 40)
        stops.append(retrace.steps)
    assert stops == [40, 80, 100, 100, 60, 20, 5]


def test_the_playhead_plays_at_its_speed_and_stops_at_the_end():
    playback = Playback(walked())
    assert (playback.length, playback.player, playback.steps) == (2.0, (0, 0), 0)
    playback.advance(1)
    assert playback.seconds == 0
    playback.toggle()
    playback.change_speed(1)
    playback.advance(0.25)
    assert (playback.seconds, playback.player, playback.left) == (0.5, (0, 2), 3)
    playback.advance(100)
    assert (playback.seconds, playback.playing) == (2.0, False)
    playback.toggle()
    assert (playback.seconds, playback.playing) == (0.0, True)
    playback.change_speed(-100)
    assert playback.speed == SPEEDS[0]
    playback.change_speed(100)
    assert playback.speed == SPEEDS[-1]


def test_the_playhead_steps_to_the_times_of_steps():
    playback, seen = Playback(walked()), []
    playback.seek(0.7)
    for by in (1, 1, 1, 1, -1, -1, -1, -1, -1, -1):
        playback.step(by)
        seen.append(playback.seconds)
    assert seen == [1.0, 1.5, 2.0, 2.0, 1.5, 1.0, 0.5, 0.001, 0.0, 0.0]


def test_player_and_rival_share_the_time_line():
    run = walked()
    playback = Playback(run, (Runner(run.level, 1.0), Runner(run.level, 0.5)))
    assert playback.length == 10.0
    playback.seek(2.0)
    assert (playback.player, playback.rival_cells) == ((0, 5), [(0, 2), (0, 1)])


def test_a_run_with_a_reveal_plays_from_its_first_step_on():
    run = mazes.walked(corridor(6), pace=0.5, reading=6.0)
    playback = Playback(run, [PacedRival(1.0, KINDS["tremaux"]).on(run.level)])
    assert playback.reading == 6.0
    assert playback.length == pytest.approx(2.0, abs=0.01)
    assert (playback.player, playback.steps, playback.at) == ((0, 0), 0, 0.0)
    assert playback.rival_cells == [(0, 5)]  # it has searched meanwhile
    playback.step(1)
    assert (playback.player, playback.steps) == ((0, 1), 1)
    playback.step(1)
    assert playback.at == pytest.approx(0.5, abs=0.01)
    playback.step(-1)
    assert playback.steps == 1
    assert playback.moments([(0, 2)]) == {(0, 2): pytest.approx(1.0, abs=0.01)}
    playback.seek(playback.length)
    assert playback.player == (0, 5)
    assert Playback(walked()).reading == 0.0
