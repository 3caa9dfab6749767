from itertools import pairwise

import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, show_path, step
from mazegame.game.share import bar, efficiency_by_part, share_line
from tests.game.mazes import Clock, corridor, forked

RIGHT = "ESWSEENE"


def walk(level, moves):
    run = Run(level, Clock())
    for name in moves:
        step(run, Direction[name])
    assert run.finished
    return run


def shortest(level):
    run = Run(level, Clock())
    path = level.path_from(level.start)
    for here, there in pairwise(path):
        step(run, Direction.between(here, there))
    return run


def test_a_shortest_walk_fills_every_part():
    level = Level.of(Recipe.parse("wilson:19x9:kite-7"))
    assert efficiency_by_part(shortest(level)) == [1.0] * 10


def test_a_short_path_has_a_part_for_each_passage():
    assert efficiency_by_part(walk(corridor(4), "EEE")) == [1.0] * 3


def test_a_wrong_turn_lowers_its_own_part_alone():
    shares = efficiency_by_part(walk(forked(), "EEW" + RIGHT[1:]), 8)
    assert shares == [1.0, 1 / 3, *[1.0] * 6]


def test_a_jump_over_several_marks_counts_them_all():
    shares = efficiency_by_part(walk(forked(), RIGHT), 3)
    assert len(shares) == 3


@pytest.mark.parametrize(
    ("shares", "text"), [([1.0, 0.01], "█▁"), ([0.5], "▅"), ([], ""), ([0.999], "█")]
)
def test_a_bar_shows_each_share(shares, text):
    assert bar(shares) == text


def test_a_plain_bar_is_digits():
    assert bar([1.0, 0.01], plain=True) == "81"


def test_the_line_says_all_and_no_part_of_the_path():
    level = Level.of(Recipe.parse("wilson:19x9:kite-7"))
    line = share_line(shortest(level), "mazegame daily 2026-11-22, wilson", medal="gold")
    assert line == (
        "mazegame daily 2026-11-22, wilson  ★★★  1,000  gold  ██████████  wilson:19x9:kite-7"
    )
    assert share_line(shortest(level), "x", plain=True).isascii()


def test_a_run_with_the_path_shown_has_no_score_to_share():
    run = Run(corridor(4), Clock())
    show_path(run)
    for _ in range(3):
        step(run, Direction.E)
    line = share_line(run, "practice")
    assert "not ranked" in line
    assert "★" not in line
