import pytest

from mazegame import cli
from mazegame.game.marathon import marathon


@pytest.fixture
def run(capsys):
    def call(*words):
        code = cli.main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_the_game_ids_of_a_week_are_printed_without_a_terminal(run):
    ids = "".join(f"{leg.recipe}\n" for leg in marathon("2026-W47"))
    assert run("marathon", "2026-W47", "--ids") == (0, ids, "")


@pytest.mark.parametrize("words", [["2026-W01", "--ids"], ["now", "--ids"], ["2199-W01"]])
def test_a_week_without_a_marathon_is_refused_in_one_line(run, words):
    code, out, err = run("marathon", *words)
    assert (code, out) == (2, "")
    assert err.startswith("mazegame: ")
    assert err.count("\n") == 1


def test_a_day_to_come_can_be_named_but_not_played(run):
    code, out, err = run("daily", "2199-01-01")
    assert (code, out) == (2, "")
    assert "from that day on" in err
    assert run("daily", "2199-01-01", "--id")[0] == 0


@pytest.mark.parametrize("words", [["marathon"], ["journey"]])
def test_playing_needs_a_terminal(run, words):
    code, _, err = run(*words)
    assert code == 2
    assert "terminal" in err
