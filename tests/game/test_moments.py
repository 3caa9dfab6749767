"""Moments: what a player has to decide, from what they see of the maze."""

from itertools import product

from mazegame.game.commands import Move
from mazegame.game.participant import BEGINNER_RUNS, Moment, Participant, Place, moment_of
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.widgets.keys.play_keys import keys_for
from tests.game.mazes import E, N, S, W, begun, forked


def test_each_place_of_a_walk():
    participant = Participant(begun(forked(), at=0.0), 0)
    places = [moment_of(participant).place]
    for direction in (E, E, E, W, W, S, N, W):
        participant.command(Move(direction), 0.0)
        places.append(moment_of(participant).place)
    start, fork, corridor = Place.START, Place.JUNCTION, Place.CORRIDOR
    there, back = [start, fork, corridor, Place.DEAD_END], [corridor, fork, corridor]
    assert places == [*there, *back, Place.EXPLORED_JUNCTION, corridor], "A is no dead end"


def test_rules_rivals_practice_and_experience_are_a_part_of_it():
    participant = Participant(begun(forked(), rules=Rules(fog=True), rivals=[PacedRival(4.0)]), 0)
    found = moment_of(participant, practice=True, finished_runs=BEGINNER_RUNS)
    assert found == Moment(Place.START, fog=True, race=True, practice=True, beginner=False)
    assert moment_of(participant, finished_runs=BEGINNER_RUNS - 1).beginner


def test_beginners_learn_to_walk_and_those_in_a_dead_end_to_leave_it():
    assert keys_for(Moment(Place.START))[:2] == ("move", "glide")
    assert not {"move", "glide"} & set(keys_for(Moment(Place.START, beginner=False)))
    for beginner in (True, False):
        assert keys_for(Moment(Place.DEAD_END, beginner=beginner))[0] == "undo"


def test_no_action_comes_twice():
    for place, *flags in product(Place, *[(False, True)] * 4):
        keys = keys_for(Moment(place, *flags))
        assert len(set(keys)) == len(keys)
