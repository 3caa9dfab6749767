import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.scoring.verdict import bar, efficiency_by_part, share_line
from tests.game.mazes import corridor, forked, walked

RIGHT = "ESWSEENE"


def test_a_short_path_has_a_part_for_each_passage():
    assert efficiency_by_part(walked(corridor(4), "EEE")) == [1.0] * 3


def test_a_wrong_turn_lowers_its_own_part_alone():
    shares = efficiency_by_part(walked(forked(), "EEW" + RIGHT[1:]), 8)
    assert shares == [1.0, 1 / 3, *[1.0] * 6]


def test_a_jump_over_several_marks_counts_them_all():
    shares = efficiency_by_part(walked(forked(), RIGHT), 3)
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
    line = share_line(walked(level), "mazegame daily 2026-11-22, wilson", medal="gold")
    assert line == (
        "mazegame daily 2026-11-22, wilson  ★★★  1,000  gold  ██████████  wilson:19x9:kite-7"
    )
    assert share_line(walked(level), "x", plain=True).isascii()


def test_a_run_with_the_path_shown_has_no_score_to_share():
    line = share_line(walked(corridor(4), shown=True), "practice")
    assert "not ranked" in line
    assert "★" not in line
