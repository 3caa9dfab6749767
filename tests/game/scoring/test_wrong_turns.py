import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Level, Maze, Recipe
from mazegame.game.scoring.wrong_turns import WrongTurn, spell_costs, wrong_turns
from tests.game.mazes import forked, room, walked


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


def test_costs_are_spelled_the_costliest_first():
    def spelled(*costs):
        return spell_costs([WrongTurn((0, 0), cost) for cost in costs])

    assert spelled(1) == "1 extra step"
    assert spelled(2_000, 2) == "2,000 and 2 extra steps"
    assert spelled(10, 4, 2) == "10, 4 and 2 extra steps"


@given(
    seed=st.integers(0, 500),
    braid=st.sampled_from(["0", "70"]),
    moves=st.lists(st.sampled_from("NESW"), max_size=80),
)
def test_the_accounts_add_up_to_the_detour(seed, braid, moves):
    level = Level.of(Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", braid),)))
    run = walked(level, moves)
    assert sum(turn.cost for turn in wrong_turns(run)) == run.detour
    assert all(turn.cost > 0 for turn in wrong_turns(run))


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
    moves=st.lists(st.sampled_from("NESW"), max_size=80),
    goals=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 5)), min_size=2, max_size=4),
)
def test_the_accounts_add_up_to_the_detour_with_several_goals_too(seed, moves, goals):
    maze = Level.of(Recipe("wilson", 6, 5, str(seed), (("braid", "30"),))).maze
    run = walked(Level(maze, (0, 0), tuple(goals)), moves)
    assert sum(turn.cost for turn in wrong_turns(run)) == run.detour
