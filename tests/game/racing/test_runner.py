import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.game.racing.race_choice import PACES, parse_pace, spell_pace
from mazegame.game.runner import Runner
from tests.game.mazes import corridor, forked


def test_the_runner_walks_the_shortest_path_at_its_pace():
    runner = Runner(forked(), 4.0)
    assert runner.arrival == 2.0
    assert [runner.left(seconds) for seconds in (0, 0.24, 0.25, 0.5, 1.99, 2, 99)] == [
        8, 8, 7, 6, 1, 0, 0,
    ]  # fmt: skip
    assert runner.cell(0) == (0, 0)
    assert runner.cell(0.5) == (1, 1)
    assert runner.cell(99) == (1, 3)


@given(pace=st.floats(0.1, 1000), cells=st.integers(0, 39))
def test_n_cells_take_n_over_pace_seconds(pace, cells):
    assert Runner(corridor(40), pace).left(cells / pace) == 39 - cells


def test_paces_by_name_and_by_number():
    for name, pace in PACES.items():
        assert parse_pace(f" {name.upper()} ") == pace
        assert spell_pace(pace) == name
    assert parse_pace("12.5") == 12.5
    assert spell_pace(12.5) == "12.5 cells/s"
    for bad in ("", "fast", "0", "-3", "nan", "1e9", "inf"):
        with pytest.raises(ValueError, match=r"stroll, jog, run, sprint, or 0.1 to 1000"):
            parse_pace(bad)
