"""Wrong turns: their costs, practice from there, and what tells their exits apart."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.run import step
from mazegame.game.scoring.wrong_turns import (
    WrongTurn,
    back_to,
    difference,
    exits_at,
    name_costs,
    turn_at,
    way_taken,
    wrong_turns,
)
from tests.game.mazes import Clock, forked, room, walked


@pytest.mark.parametrize(
    ("level", "steps", "turns"),
    [
        pytest.param(forked(), "ESWSEENE", {}, id="none"),
        pytest.param(forked(), "EEEWWSWSEENE", {(0, 1): 4}, id="dead end"),
        pytest.param(
            forked(), "EEWEEWW" + "SN" + "SWSEENE", {(0, 1): 6, (1, 1): 2}, id="several visits"
        ),
        pytest.param(forked(), "ESWE" + "WSEENE", {(1, 0): 2}, id="turning round in a corridor"),
        # Back to A, down to another cell as near to B as the first one, and back to A again.
        pytest.param(room(), "EWSN" + "SSSEEEE", {(0, 1): 4}, id="as far from B as its beginning"),
    ],
)
def test_what_a_wrong_turn_costs_is_on_the_account_of_its_place(level, steps, turns):
    """The costliest comes first."""
    assert wrong_turns(walked(level, steps)) == [WrongTurn(*turn) for turn in turns.items()]


def test_costs_are_named_the_costliest_first_and_say_what_they_leave_out():
    def named(*costs, over):
        return name_costs([WrongTurn((0, 0), cost) for cost in costs], over)

    assert named(1, over=1) == ("wrong turns", "1 extra step")
    assert named(2_000, 2, over=2_002) == ("wrong turns", "2,000 and 2 extra steps")
    assert named(10, 4, 2, over=16) == ("wrong turns", "10, 4 and 2 extra steps")
    assert named(4, 4, 4, over=22) == ("costliest", "4, 4 and 4 of 22 extra steps")


def test_the_way_taken_at_a_wrong_turn_ends_where_the_player_turned_round():
    run = walked(forked(), "EEEWWSWSEENE")
    (turn,) = wrong_turns(run)
    assert way_taken(run, turn) == [(0, 1), (0, 2), (0, 3)]


def test_with_several_goals_a_turn_costs_what_it_adds_to_the_way_to_the_nearest():
    # B . A . . . B: from A the western B is nearer, from the fifth cell on the eastern one is.
    maze = Maze.from_walls([[0] * 7], [[1] * 7])
    level = Level(maze, (0, 2), ((0, 0), (0, 6)))
    assert wrong_turns(walked(level, "EEEE")) == [WrongTurn((0, 2), 2)]
    assert wrong_turns(walked(level, "EWWW")) == [WrongTurn((0, 2), 2)]
    assert wrong_turns(walked(level, "WW")) == []
    # Astray twice: at A, and beyond the middle, where the eastern B was the nearer one.
    assert wrong_turns(walked(level, "EEEWWWWW")) == [WrongTurn((0, 5), 4), WrongTurn((0, 2), 2)]


@given(
    seed=st.integers(0, 500),
    braid=st.sampled_from(["0", "30", "70"]),
    moves=st.lists(st.sampled_from("NESW"), max_size=80),
    goals=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=1, max_size=4),
)
def test_the_accounts_add_up_to_the_detour_with_one_goal_and_with_several(
    seed, braid, moves, goals
):
    maze = Level.of(Recipe("wilson", 6, 5, str(seed), (("braid", braid),))).maze
    run = walked(Level(maze, (0, 0), tuple(goals)), moves)
    assert sum(turn.cost for turn in wrong_turns(run)) == run.detour
    assert all(turn.cost > 0 for turn in wrong_turns(run))


ASTRAY = "EEWSWSEENE"
"""A step into the dead end at the right, back, and on to B."""


def test_the_run_goes_on_where_it_went_wrong():
    run = walked(forked(), ASTRAY)
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
    run = walked(forked(), ASTRAY)
    east, south, west = exits_at(run, wrong_turns(run)[0])
    assert (east.taken, south.right, west.back) == (True, True, True)
    assert (east.straight, east.openings, east.towards) == (2, 0, True)
    assert east.leads == "a branch of 2 cells, without B"
    assert (south.leads, west.leads) == ("the way to B", "where you came from")
    assert difference([east, south, west]) == (
        "East goes straight for 2 cells, south for 1. South has more openings at its sides."
    )
    alike = [replace(one, straight=2, openings=0, towards=True) for one in (east, south)]
    assert difference(alike).startswith("They look alike from there")
    assert difference([]) == ""
    back = walked(forked(), "EWESWSEENE")
    assert "You turned back" in difference(exits_at(back, wrong_turns(back)[0]))


@pytest.mark.parametrize("options", [(), (("braid", "50"),)])
@given(seed=st.integers(0, 40), data=st.data())
def test_every_wrong_turn_can_be_gone_back_to(options, seed, data):
    level = Level.of(Recipe("wilson", 7, 5, f"s{seed}", options))
    run = walked(level, data.draw(st.lists(st.sampled_from("NESW"), max_size=25)))
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


def test_a_difference_is_two_sentences_at_most():
    run = walked(forked(), ASTRAY)
    east, south, *_ = exits_at(run, wrong_turns(run)[0])
    taken = replace(east, towards=False, straight=3, openings=1)
    right = replace(south, towards=True, straight=1, openings=2)
    assert difference([taken, right]) == (
        "South goes towards B, east away from it. East goes straight for 3 cells, south for 1."
    )
