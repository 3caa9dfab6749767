from dataclasses import replace

import pytest

from mazegame.store.scores import Best, Scores, Standing
from mazegame.store.standing import best_line, is_better, name_of
from tests.game.mazes import forked
from tests.store.conftest import played, walked

KIND = "recursive-backtracker 6x4"


def line(entry, kind, level=None):
    return best_line(Standing(entry, kind, level))


@pytest.fixture
def entry():
    """1000 points in 0.6 seconds."""
    return played(walked())


def test_the_first_run_of_a_kind_is_told(entry):
    assert line(entry, None) == f"your first run of {KIND}"
    assert line(replace(entry, mode="fog"), None) == f"your first run of {KIND}, fog"


def test_a_best_says_by_how_much(entry):
    assert line(entry, Best(920, 1)) == f"a new best of {KIND}: 80 more than 920"
    slower = Best(1000, entry.ms + 3200)
    assert line(entry, slower) == f"a new best of {KIND}: 1000 again, 3.2 s faster"
    assert line(entry, Best(1000, entry.ms + 49)).endswith(": 1000 again, 49 ms faster")


def test_what_is_no_best_says_by_how_much(entry):
    worse = replace(entry, score=876)
    assert line(worse, Best(920, 1)) == f"your best of {KIND} is 920: 44 more than this"
    faster = Best(1000, entry.ms - 400)
    stays = f"your best of {KIND} stays 1000"
    assert line(entry, faster) == f"{stays}, 0.4 s faster than this run"
    assert line(entry, Best(1000, entry.ms - 3)) == f"{stays}, 3 ms faster than this run"
    assert line(entry, Best(1000, entry.ms)) == f"{stays}, as fast as this run"


def test_the_best_of_a_maze_counts_too(entry):
    worse = replace(entry, score=876)
    said = line(worse, Best(920, 1), Best(800, 1))
    assert said == "your best of this maze: 76 more than 800"


def test_a_run_that_was_helped_is_not_compared(entry):
    assert line(replace(entry, record=replace(entry.record, assisted=True)), None) == ""


def test_an_equal_run_is_no_better(entry):
    assert not is_better(entry, Best(entry.score, entry.ms))


def test_loaded_mazes_are_named_so():
    loaded = played(walked(forked()))
    assert name_of(loaded) == "loaded mazes 4x3"
    assert line(loaded, None) == "your first run of a loaded maze, 4x3"
    assert line(replace(loaded, mode="fog"), None) == "your first run of a loaded maze, 4x3, fog"


def test_the_book_gives_what_the_line_needs(tmp_path):
    scores = Scores(tmp_path / "scores")
    assert "first run" in best_line(scores.add(played(walked(detours=2))))
    assert "a new best" in best_line(scores.add(played(walked())))
    assert "is 1000" in best_line(scores.add(played(walked(detours=1))))
    scores.close()
