"""Practice: back to the costliest wrong turn, and what tells its exits apart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.game.scoring.wrong_turns import back_to, difference, exits_at, turn_at, wrong_turns
from tests.game.mazes import Clock, forked, walked


def test_the_run_goes_on_where_it_went_wrong():
    run = walked(forked(), "EEWSWSEENE")  # the dead end at the right, then back
    (turn,) = wrong_turns(run)
    assert (turn.cell, turn.cost, turn_at(run, turn)) == ((0, 1), 2, 1)
    clock = Clock()
    again = back_to(run, turn, clock)
    assert (again.position, bytes(again.moves), list(again.times)) == ((0, 1), bytes([2]), [0])
    assert again.route == [(0, 0), (0, 1)]
    again.stopwatch.go()
    clock.now += 2.0
    step(again, Direction.S)
    assert list(again.times) == [0, 2000]
    assert run.steps == 10


def test_exits_say_what_one_sees_and_where_they_lead():
    run = walked(forked(), "EEWSWSEENE")
    east, south, west = exits_at(run, wrong_turns(run)[0])
    assert (east.taken, south.right, west.back) == (True, True, True)
    assert east.looks == "2 cells straight ahead, towards B"
    assert east.leads == "a branch of 2 cells, without B"
    assert (south.leads, west.leads) == ("the way to B", "where you came from")
    assert south.openings >= 1
    said = difference([east, south, west])
    assert "openings at its sides" in said or "straight" in said


def test_what_looks_alike_is_called_so():
    run = walked(forked(), "EEWSWSEENE")
    east, south, _ = exits_at(run, wrong_turns(run)[0])
    same = {"straight": 2, "openings": 0, "towards": True}
    alike = [type(one)(**{**vars(one), **same}) for one in (east, south)]
    assert difference(alike).startswith("They look alike from there")
    assert difference([]) == ""


def test_to_turn_back_is_a_wrong_turn_too():
    run = walked(forked(), "EWESWSEENE")
    (turn,) = wrong_turns(run)
    assert "You turned back" in difference(exits_at(run, turn))


@pytest.mark.parametrize("options", [(), (("braid", "50"),)])
@given(seed=st.integers(0, 40), data=st.data())
def test_every_wrong_turn_can_be_gone_back_to(options, seed, data):
    level = Level.of(Recipe("wilson", 7, 5, f"s{seed}", options))
    run = Run(level, Clock())
    for _ in range(data.draw(st.integers(0, 25))):
        step(run, data.draw(st.sampled_from(list(Direction))))
    for here, there in pairwise(level.path_from(run.position)):
        step(run, Direction.between(here, there))
    for turn in wrong_turns(run):
        again = back_to(run, turn, Clock())
        assert again.position == turn.cell
        assert run.moves.startswith(again.moves)
        exits = exits_at(run, turn)
        assert exits[0].taken
        assert any(one.right for one in exits)
        assert len(exits) == level.maze.exits(turn.cell).bit_count()
        assert difference(exits)
