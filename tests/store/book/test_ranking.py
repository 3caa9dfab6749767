import contextlib
from dataclasses import replace

import pytest

from mazegame.engine import PRESETS, Level
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.report import best_line, category_name, design_name
from mazegame.store.values import Best, Category, MazeBest, Ranking
from tests.game.mazes import forked, walked
from tests.store.conftest import played

NAME = "recursive-backtracker 8x5"


@pytest.fixture
def perfect():
    """1000 points, 0.1 seconds a step."""
    return played(walked())


@pytest.fixture
def worse():
    """Two steps more."""
    return played(walked(detours=1))


def line(run, best=None, maze_best=None, *, ranked=True):
    return best_line(Ranking(run, ranked, best, maze_best))


class TestRanked:
    def test_the_first_run_of_a_category_says_so(self, perfect):
        assert line(perfect) == f"First ranked run on {NAME}"
        fog = replace(perfect, rules="fog")
        assert line(fog) == f"First ranked run on {NAME}, fog"

    def test_a_best_says_by_how_much(self, perfect):
        assert line(perfect, Best(920, 50.0)) == "New best: 1000 (was 920)"
        gain = line(perfect, Best(1000, 8.125))
        assert gain == f"New best: {perfect.pace:.3g} cells/s (was 8.12)"

    def test_a_run_below_the_best_says_by_how_much(self, perfect, worse):
        more = 1000 - worse.score
        assert line(worse, Best(1000, 1.0)) == f"Best on {NAME}: 1000, {more} more than this run"
        slower = line(perfect, Best(1000, 99.5))
        assert slower == f"Best on {NAME}: 99.5 cells/s (now {perfect.pace:.3g})"

    def test_an_equal_run_is_no_better(self, perfect):
        assert line(perfect, Best(perfect.score, perfect.pace)).startswith(f"Best on {NAME}: ")
        same = line(perfect, maze_best=MazeBest(perfect.score, perfect.ms), ranked=False)
        assert same == "Practice: your best is 0 ms faster"


class TestPractice:
    def test_a_run_is_compared_with_the_best_of_the_same_maze(self, perfect, worse):
        def said(run, best):
            return line(run, Best(1000, 1.0), best, ranked=False)

        assert said(perfect, None) == "Practice: this maze was walked before"
        best = MazeBest(worse.score, 1)
        assert said(perfect, best) == f"Practice: new best here, 1000 (was {worse.score})"
        faster = MazeBest(1000, perfect.ms + 3200)
        assert said(perfect, faster) == "Practice: new best here, 3.2 s faster"
        slower = MazeBest(1000, perfect.ms - 49)
        assert said(perfect, slower) == "Practice: your best is 49 ms faster"
        assert said(worse, slower) == "Practice: your best is 1000"

    def test_the_reason_for_no_ranking_on_a_short_path_is_shown(self):
        short = played(walked("recursive-backtracker:6x4:kite-7"))
        said = line(short, ranked=False)
        assert said == "Not ranked: the shortest path is under 10 steps"

    def test_a_run_that_saw_the_path_is_not_compared(self, perfect):
        shown = replace(perfect, record=replace(perfect.record, assisted=True))
        assert line(shown, ranked=False) == ""


class TestNames:
    def test_a_preset_is_named_so_and_others_by_their_options(self):
        for preset in PRESETS.values():
            category = Category.of(Level.of(preset.recipe(41, 41, "x")))
            assert design_name(category) == (preset.title if preset.options else preset.algorithm)
        category = Category("wilson", "wilson:braid=20,ends=farthest", 8, 5, "fog")
        assert category_name(category) == "wilson braid=20 ends=farthest 8x5, fog"

    def test_loaded_mazes_are_named_so(self):
        helped = Category("wilson", "wilson", 8, 5, "fog compass rival")
        assert category_name(helped) == "wilson 8x5, fog, compass, rival in sight"
        assert category_name(Category.of(forked())) == "loaded mazes 4x3"


def test_the_book_gives_what_the_line_needs(tmp_path):
    with contextlib.closing(ScoreBook(tmp_path / "scores")) as book:
        assert "First ranked" in best_line(book.add(played(walked("wilson:8x5:a", detours=2))))
        assert "New best" in best_line(book.add(played(walked("wilson:8x5:b"))))
        assert "Practice: new best" in best_line(book.add(played(walked("wilson:8x5:a"))))
        assert "1000, " in best_line(book.add(played(walked("wilson:8x5:c", detours=1))))
