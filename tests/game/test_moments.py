"""Moments: what a player has to decide, from what they see of the maze."""

import pytest

from mazegame.engine import Direction
from mazegame.game.commands import Move
from mazegame.game.racing.rivals import Racer
from mazegame.game.rules import Rules
from mazegame.game.seat import BEGINNER_RUNS, Place, Seat, moment_of
from mazegame.game.series.kinds import free_play
from mazegame.game.session import Session
from mazegame.widgets.keys.play_keys import MomentKeys, keys_for
from tests.game.mazes import begun, forked

N, E, S, W = Direction.N, Direction.E, Direction.S, Direction.W


@pytest.fixture
def session() -> Session:
    return begun(forked(), at=0.0)


def test_each_place_of_a_walk(session):
    places = [moment_of(Seat(session, 0)).place]
    for direction in (E, E, E, W, W, S):
        session.command(0, Move(direction), 0.0)
        places.append(moment_of(Seat(session, 0)).place)
    start, fork, corridor = Place.START, Place.JUNCTION, Place.CORRIDOR
    assert places == [start, fork, corridor, Place.DEAD_END, corridor, fork, corridor]
    session.command(0, Move(N), 0.0)
    assert moment_of(Seat(session, 0)).place is Place.EXPLORED_JUNCTION


def test_a_is_no_dead_end(session):
    for direction in (E, W):
        session.command(0, Move(direction), 0.0)
    assert moment_of(Seat(session, 0)).place is Place.CORRIDOR


def test_rules_rivals_practice_and_experience_are_a_part_of_it():
    level = forked()
    match = free_play(level, Rules(fog=True), (Racer(4.0),))
    found = moment_of(Seat(Session(match, level), 0), practice=True, finished_runs=BEGINNER_RUNS)
    assert (found.fog, found.race, found.practice, found.beginner) == (True, True, True, False)
    assert moment_of(Seat(Session(match, level), 0), finished_runs=BEGINNER_RUNS - 1).beginner


def test_beginners_learn_to_walk_and_those_in_a_dead_end_to_leave_it(session):
    assert keys_for(moment_of(Seat(session, 0)))[:2] == ("move", "glide")
    later = keys_for(moment_of(Seat(session, 0), finished_runs=BEGINNER_RUNS))
    assert not {"move", "glide"} & set(later)
    for direction in (E, E, E):
        session.command(0, Move(direction), 0.0)
    for runs in (0, BEGINNER_RUNS):
        assert keys_for(moment_of(Seat(session, 0), finished_runs=runs))[0] == "undo"


def test_no_action_comes_twice():
    for rules in (Rules(), Rules(fog=True)):
        for rivals in ((), (Racer(4.0),)):
            session = begun(forked(), rules=rules, rivals=rivals)
            for practice in (False, True):
                keys = keys_for(moment_of(Seat(session, 0), practice=practice))
                assert len(set(keys)) == len(keys)


def test_the_keys_change_only_while_the_player_stands(session):
    shown = []
    keys = MomentKeys(shown.append)
    keys.begin(Seat(session, 0), practice=False, finished_runs=0)
    at = 1.0
    for direction in (E, E, E):  # ten steps a second, with a tick after each
        at += 0.1
        session.command(0, Move(direction), at)
        keys.tick(Seat(session, 0), practice=False, finished_runs=0)
    assert len(shown) == 1
    for now in (at + 0.1, at + 0.25, at + 0.5):
        session.tick(now)
        keys.tick(Seat(session, 0), practice=False, finished_runs=0)
    assert [one[0] for one in shown] == ["move", "undo"]
