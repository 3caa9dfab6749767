from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.game.wrong_turns import WrongTurn, wrong_turns
from tests.game.mazes import forked


def walked(level, directions):
    run = Run(level, lambda: 0.0)
    for direction in directions:
        step(run, Direction[direction])
    return run


def test_a_perfect_run_has_none():
    assert wrong_turns(walked(forked(), "ESWSEENE")) == []


def test_a_dead_end_is_on_the_account_of_its_junction():
    assert wrong_turns(walked(forked(), "EEEWWSWSEENE")) == [WrongTurn((0, 1), 4)]


def test_several_visits_of_one_dead_end_add_up_and_the_dearest_comes_first():
    run = walked(forked(), "EEWEEWW" + "SN" + "SWSEENE")
    assert wrong_turns(run) == [WrongTurn((0, 1), 6), WrongTurn((1, 1), 2)]


def test_turning_round_in_a_corridor_is_on_the_account_of_that_place():
    assert wrong_turns(walked(forked(), "ESWE" + "WSEENE")) == [WrongTurn((1, 0), 2)]


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
