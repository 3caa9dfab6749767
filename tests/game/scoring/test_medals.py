import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.scoring.medals import Medal, MedalTimes, medal_times
from tests.game.mazes import corridor, forked, room


def test_the_authors_time_of_a_corridor_counts_passages_alone():
    assert medal_times(corridor(11)).author_ms == 10 * 90 + 500


def test_a_junction_on_the_path_adds_its_time():
    level = forked()
    assert level.dist_min == 8
    assert medal_times(level).author_ms == 8 * 90 + 250 + 500


def test_two_exits_at_a_are_a_choice():
    assert medal_times(room(2, 2)).author_ms == 2 * 90 + 250 + 500


def test_three_exits_at_a_are_one_choice():
    level = Level(room(3, 3).maze, (0, 1), ((2, 1),))
    assert medal_times(level).author_ms == 2 * 90 + 2 * 250 + 500


def test_a_level_that_begins_at_b_has_times_too():
    level = Level.of(Recipe.parse("wilson:1x1:kite-7"))
    assert medal_times(level).author_ms == 500


@pytest.mark.parametrize(
    ("ms", "medal"),
    [
        (0, Medal.AUTHOR), (1000, Medal.AUTHOR), (1001, Medal.GOLD), (1500, Medal.GOLD),
        (1501, Medal.SILVER), (2500, Medal.SILVER), (2501, Medal.BRONZE), (4000, Medal.BRONZE),
        (4001, None),
    ],
)  # fmt: skip
def test_a_time_earns_the_best_medal_it_reaches(ms, medal):
    assert MedalTimes(1000).medal(ms) == medal


def test_the_times_are_frozen():
    times = {
        game_id: medal_times(Level.of(Recipe.parse(game_id))).author_ms
        for game_id in (
            "recursive-backtracker:19x9:kite-7",
            "wilson:40x20:kite-7",
            "kruskal:30x15:braid=20,ends=farthest:hello",
        )
    }
    assert times == {
        "recursive-backtracker:19x9:kite-7": 6750,
        "wilson:40x20:kite-7": 18530,
        "kruskal:30x15:braid=20,ends=farthest:hello": 16210,
    }
