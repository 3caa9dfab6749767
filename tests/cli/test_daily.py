from datetime import UTC, date, datetime

import pytest

from mazegame import cli
from mazegame.game.daily import daily


@pytest.fixture
def run(capsys):
    def call(*words):
        code = cli.main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_the_game_id_of_a_day_is_printed_without_a_terminal(run):
    assert run("daily", "2026-11-22", "--id") == (0, f"{daily(date(2026, 11, 22)).recipe}\n", "")


def test_the_default_day_is_today_in_utc(run):
    before = datetime.now(UTC).date()
    code, out, _ = run("daily", "--id")
    assert code == 0
    after = datetime.now(UTC).date()
    assert out in {f"{daily(day).recipe}\n" for day in (before, after)}


@pytest.mark.parametrize("word", ["2025-12-31", "yesterday", "2026-02-30"])
def test_a_day_without_a_maze_is_refused_in_one_line(run, word):
    code, out, err = run("daily", word, "--id")
    assert (code, out) == (2, "")
    assert err.startswith("mazegame: ")
    assert err.count("\n") == 1


def test_playing_needs_a_terminal(run):
    code, _, err = run("daily", "2026-11-22")
    assert code == 2
    assert "terminal" in err
