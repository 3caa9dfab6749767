"""The score book in words: lines on a ranking, names, races."""

import json
from dataclasses import replace

import pytest

from mazegame.engine import PRESETS, Level
from mazegame.store.book.report import as_json, as_text, best_line, category_name, design_name
from mazegame.store.records import Best, Category, MazeBest, RaceCount, Ranking, Summary
from tests.game.mazes import forked, walked
from tests.store.conftest import played

NAME = "recursive-backtracker 8x5, walk first"


PERFECT = played(walked())
"""1000 points, 0.1 seconds a step."""

WORSE = played(walked(detours=1))
"""Two steps more."""

SHOWN = replace(PERFECT, record=replace(PERFECT.record, assisted=True))
SHORT = played(walked("recursive-backtracker:6x4:kite-7"))
PACE, MORE = f"{PERFECT.pace:.3g}", 1000 - WORSE.score

RANKED = [
    (PERFECT, None, f"First ranked run on {NAME}"),
    (
        replace(PERFECT, rules="fog"),
        None,
        "First ranked run on recursive-backtracker 8x5, fog, walk first",
    ),
    (PERFECT, Best(920, 50.0), "New best: 1000 (was 920)"),
    (PERFECT, Best(1000, 8.125), f"New best: {PACE} cells/s (was 8.12)"),
    (WORSE, Best(1000, 1.0), f"Best on {NAME}: 1000, {MORE} more than this run"),
    (PERFECT, Best(1000, 99.5), f"Best on {NAME}: 99.5 cells/s (now {PACE})"),
    (PERFECT, Best(PERFECT.score, PERFECT.pace), f"Best on {NAME}: {PACE} cells/s (now {PACE})"),
]

PRACTICE = [
    (PERFECT, None, "Not ranked: you know this maze"),
    (PERFECT, MazeBest(WORSE.score, 1), f"Practice: new best here, 1000 (was {WORSE.score})"),
    (PERFECT, MazeBest(1000, PERFECT.ms + 3200), "Practice: new best here, 3.2 s faster"),
    (PERFECT, MazeBest(1000, PERFECT.ms - 49), "Practice: your best is 49 ms faster"),
    (PERFECT, MazeBest(1000, PERFECT.ms), "Practice: your best is as fast"),
    (WORSE, MazeBest(1000, PERFECT.ms - 49), "Practice: your best is 1000"),
    (SHORT, None, "Not ranked: the shortest path is under 10 steps"),
    (SHOWN, None, ""),
]


@pytest.mark.parametrize(("run", "best", "said"), RANKED, ids=[said for *_, said in RANKED])
def test_a_ranked_run_is_compared_with_the_best_of_its_category(run, best, said):
    assert best_line(Ranking(run, ranked=True, best=best, maze_best=None)) == said


@pytest.mark.parametrize(("run", "best", "said"), PRACTICE, ids=[said for *_, said in PRACTICE])
def test_practice_is_compared_with_the_best_of_its_maze(run, best, said):
    assert best_line(Ranking(run, ranked=False, best=Best(1000, 1.0), maze_best=best)) == said


class TestNames:
    def test_a_preset_is_named_so_and_others_by_their_options(self):
        for preset in PRESETS.values():
            category = Category.of(Level.of(preset.recipe(41, 41, "x")))
            assert design_name(category) == (preset.title if preset.options else preset.algorithm)
        category = Category("wilson", "wilson:braid=20,ends=farthest", 8, 5, "fog")
        assert category_name(category) == "wilson braid=20 ends=farthest 8x5, fog, walk first"

    def test_loaded_mazes_are_named_so(self):
        helped = Category("wilson", "wilson", 8, 5, "fog compass rival reveal")
        assert category_name(helped) == "wilson 8x5, fog, compass, rival in sight"
        assert category_name(Category.of(forked())) == "loaded mazes 4x3, walk first"

    def test_a_clock_that_starts_with_the_walls_is_usual_and_not_named(self):
        assert category_name(Category("wilson", "wilson", 8, 5, "reveal")) == "wilson 8x5"
        assert category_name(Category("wilson", "wilson", 8, 5)) == "wilson 8x5, walk first"


def test_the_book_gives_what_the_line_needs(book):
    assert "First ranked" in best_line(book.add(played(walked("wilson:8x5:a", detours=2))))
    assert "New best" in best_line(book.add(played(walked("wilson:8x5:b"))))
    assert "Practice: new best" in best_line(book.add(played(walked("wilson:8x5:a"))))
    assert "1000, " in best_line(book.add(played(walked("wilson:8x5:c", detours=1))))


def test_races_are_counted_by_rival_then_by_pace():
    races = (
        RaceCount("ghost", 0.0, 2, 1),
        RaceCount("left-hand", 12.5, 1, 1),
        RaceCount("tremaux", 8.0, 3, 1),
        RaceCount("tremaux", 9.5, 1, 1),
        RaceCount("greedy", 4.0, 2, 1, pursuit=True),
    )
    overview = Summary(runs=7, races=races)
    bests, races = as_text(overview).split("Races won, by rival\n")
    assert "Efficiency" not in bests
    assert races.splitlines()[:4] == [
        "   50%  ghost  (1 of 2)",
        "   50%  greedy one, stroll with a start  (1 of 2)",
        "  100%  left hand, 12.5 cells/s  (1 of 1)",
        "   50%  Trémaux  (2 of 4: jog 1 of 3, 9.5 cells/s 1 of 1)",
    ]
    content = json.loads(as_json(overview))
    assert content["rivals"][3] == {"rival": "tremaux", "races": 4, "won": 2}
    assert len(content["races"]) == 5
