"""The pace of a party's session: its steps are 25 ms apart, whatever is typed and however."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.config import Config
from mazegame.engine import Direction, Level, Recipe
from mazegame.game import commands
from mazegame.game.commands import Glide, Move, Resume, StepBack, WalkBack, WalkTo
from mazegame.game.events import Arrived, Stepped
from mazegame.game.modes.free_play import free_play
from mazegame.game.walking.gliding import RUN_SPEED
from mazegame.party import guest, protocol
from mazegame.party.guest import FASTEST, PartySession, PartyState
from mazegame.party.protocol import STEP_MS
from tests.game.mazes import ahead
from tests.party.parties import HOST, Party

START = 103.0
"""When the race starts, after the countdown of three seconds."""


def racing(game_id="binary-tree:60x1:a", speed=FASTEST, start=START):
    """Return a session whose race starts at a time."""
    level = Level.of(Recipe.parse(game_id))
    session = PartySession(free_play(level), level)
    session.run_speed = speed
    session.command(0, Resume(), start - 3)
    session.tick(start)
    return session


def play_out(session, now):
    """Tick a session at the times that it names, until nothing is left to do."""
    happened = []
    while session._ahead or session.players[0].gliding:
        now = session.next_wake(now)
        happened += session.tick(now)
    return happened


def times(session):
    return list(session.players[0].run.times)


def test_a_step_takes_as_long_as_in_a_run():
    assert STEP_MS == 1000 / RUN_SPEED
    assert FASTEST < RUN_SPEED


def test_keys_that_come_at_once_walk_one_after_the_other():
    session = racing()
    for _ in range(10):
        session.command(0, Move(Direction.E), START + 2)
    assert times(session) == [2000]
    assert session.next_wake(START + 2.001) == pytest.approx(START + 2.025)
    assert [type(one) for one in session.tick(START + 2.026) if isinstance(one, Stepped)]
    play_out(session, START + 2.03)
    assert times(session) == list(range(2000, 2250, 25))


def test_the_first_step_takes_its_time_as_well():
    session = racing()
    session.command(0, Move(Direction.E), START + 0.001)
    play_out(session, START + 0.001)
    assert times(session) == [STEP_MS]


def test_a_late_tick_changes_no_time():
    session = racing()
    for _ in range(5):
        session.command(0, Move(Direction.E), START + 1)
    happened = session.tick(START + 9)
    assert times(session) == [1000, 1025, 1050, 1075, 1100]
    assert session.seconds == pytest.approx(9)
    assert sum(isinstance(one, Stepped) for one in happened) == 4


def test_more_keys_than_a_terminal_holds_back_are_dropped():
    session = racing("binary-tree:120x1:a")
    for _ in range(200):
        session.command(0, Move(Direction.E), START + 1)
    play_out(session, START + 1)
    assert len(times(session)) == 1 + guest.MOST_AHEAD


def test_a_bump_takes_no_time_and_the_keys_behind_it_go_on():
    session = racing()
    for side in (Direction.E, Direction.N, Direction.N, Direction.E):
        session.command(0, Move(side), START + 1)
    play_out(session, START + 1)
    assert times(session) == [1000, 1025]


def test_a_key_ends_a_run_at_once_and_takes_the_step_after_it():
    session = racing()
    session.command(0, Glide(Direction.E), START + 1)
    session.tick(START + 1.3)
    before = times(session)
    held, turned = START + (before[-1] + 5) / 1000, START + (before[-1] + 10) / 1000
    session.command(0, Glide(Direction.E), held)
    assert session.players[0].gliding
    session.command(0, Move(Direction.W), turned)
    assert not session.players[0].gliding
    play_out(session, turned)
    assert times(session) == [*before, before[-1] + STEP_MS]
    assert session.players[0].run.moves[-1] == Direction.W


def test_a_held_run_key_waits_once():
    session = racing()
    session.command(0, Move(Direction.E), START + 1)
    for _ in range(5):
        session.command(0, Glide(Direction.E), START + 1.001)
    assert len(session._ahead) == 1


def test_what_waits_at_b_is_dropped():
    session = racing("binary-tree:5x1:a")
    for _ in range(9):
        session.command(0, Move(Direction.E), START + 1)
    happened = session.tick(START + 9)
    assert isinstance(happened[-1], Arrived) or session.finished
    assert session.next_wake(START + 9) is None


SIDES = st.sampled_from(list(Direction))
KEYS = st.one_of(
    st.builds(Move, SIDES),
    st.builds(Glide, SIDES),
    st.builds(commands.GoOn, st.none()),
    st.just(commands.ToUnexplored()),
    st.just(StepBack()),
    st.just(WalkBack()),
    st.builds(WalkTo, st.tuples(st.integers(0, 8), st.integers(0, 8))),
    st.just(commands.Stop()),
    st.just(commands.ToggleMark()),
)
WAITS = st.sampled_from([0.0, 0.0, 0.0, 0.001, 0.0125, 0.0333, 0.025, 0.4])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(KEYS, WAITS, st.booleans()), max_size=60),
    st.floats(Config().look.run_speed / 4, FASTEST),
    st.floats(0, 2),
    st.integers(0, 2**30),
)
def test_no_honest_player_is_left_out_whatever_keys_come_when(keys, speed, begun, uptime):
    """Typed, pasted and held keys, runs at each speed, and ticks that are late."""
    start = uptime + START
    session = racing("kruskal:9x9:a", speed, start)
    now = start + begun
    for command, wait, ticks in keys:
        now += wait
        if ticks:
            session.tick(now)
        session.command(0, command, now)
    play_out(session, now)
    session.tick(now + 4)
    run = session.players[0].run
    assert all(after - before >= STEP_MS for before, after in pairwise([0, *run.times]))
    party = Party("kruskal:9x9:a")
    party.join("Host", key=HOST)
    bo = party.join("Bo")
    party.race()
    party.wait(now - start + 4)
    member = party.members[bo]
    member.run = run
    for steps in member.steps_to_send():
        party.say(bo, steps)
    assert party.told(bo) == []
    assert len(member.run.times) == party.room.walks[party.room.guests[member.number]].run.steps
    if run.finished:
        own = max(run.times[-1], party.elapsed - 1000)
        assert party.of(bo, protocol.Arrived)[0].ms == own


def test_the_guest_sends_the_walk_as_it_was_walked():
    session = racing("binary-tree:5x1:a")
    member = PartyState()
    member.begin(session.players[0].run)
    for side in ahead(session.level):
        session.command(0, Move(side), START + 1)
    play_out(session, START + 1)
    (sent,) = member.steps_to_send()
    assert sent.times == (1000, 1025, 1050, 1075)
