import hashlib

import pytest

from mazegame.engine import Level, texture
from mazegame.game.series.journey import (
    CHAPTER_LEVELS,
    CHAPTERS,
    JOURNEY,
    STARS_A_CHAPTER,
    Progress,
)
from mazegame.game.series.journey_levels import LEVELS

FROZEN = "8d378e8bd44b6e024327b143d0453975f6c0f8639590940b25dc49ca8e3c3bdf"
"""SHA-256 of the table: the journey is the same for ever."""


def difficulty(recipe):
    level = Level.of(recipe)
    row, col = level.cells_of_path()[-1].tolist()
    return texture(level.maze, level.start, (row, col)).difficulty


def test_the_levels_are_frozen():
    text = "\n".join("|".join(line) for line in LEVELS)
    assert hashlib.sha256(text.encode()).hexdigest() == FROZEN


def test_every_level_is_harder_than_the_one_before():
    difficulties = [difficulty(level.recipe) for level in JOURNEY]
    assert difficulties == sorted(set(difficulties))
    assert difficulties[0] < 9.2
    assert difficulties[-1] > 18.0


def test_the_journey_has_all_that_it_promises():
    assert len(JOURNEY) == len(CHAPTERS) * CHAPTER_LEVELS == 40
    assert len({level.recipe for level in JOURNEY}) == 40
    assert any(level.rules.fog for level in JOURNEY)
    names = {rival.split(":")[0] for level in JOURNEY for rival in level.rivals}
    assert names == {
        "shortest", "left-hand", "right-hand", "tremaux", "depth-first", "greedy", "random-mouse",
    }  # fmt: skip
    options = {name for level in JOURNEY for name, _ in level.recipe.options}
    assert {"weights", "zones", "braid", "mask", "ends", "pick"} <= options
    assert any("+" in dict(level.recipe.options).get("ends", "") for level in JOURNEY)


def test_a_newcomer_may_play_the_first_two_levels():
    new = Progress({})
    assert [level.number for level in JOURNEY if new.is_open(level.number)] == [1, 2]
    assert new.next is JOURNEY[0]
    assert (new.total, new.solved) == (0, 0)


def test_one_level_may_be_skipped_and_no_more():
    skipped = Progress({1: 3, 3: 2})
    assert skipped.is_open(2)
    assert skipped.is_open(4)
    assert not skipped.is_open(5)


def test_stars_open_chapters():
    stars = {1: 3, 2: 3, 3: 1}
    assert not Progress(stars).chapter_open(1)
    assert Progress(stars).stars_missing(1) == STARS_A_CHAPTER - 7
    stars[4] = 1
    assert Progress(stars).chapter_open(1)
    assert Progress(stars).is_open(6)
    assert not Progress(stars).is_open(11)


def test_stars_of_later_chapters_do_not_open_earlier_ones():
    assert not Progress(dict.fromkeys(range(6, 11), 3)).chapter_open(1)


def test_a_solved_level_stays_open():
    assert Progress({40: 1}).is_open(40)


def test_three_stars_everywhere_open_everything_and_end_the_journey():
    done = Progress({level.number: 3 for level in JOURNEY})
    assert done.total == 120
    assert done.next is None
    assert all(done.chapter_open(chapter) for chapter in range(len(CHAPTERS)))


@pytest.mark.parametrize("stars", [2, 3])
def test_a_player_with_two_stars_a_level_comes_to_the_end(stars):
    progress: dict[int, int] = {}
    for level in JOURNEY:
        assert Progress(progress).is_open(level.number)
        progress[level.number] = stars


def test_a_level_has_the_title_of_its_chapter():
    assert JOURNEY[6].title == "Bushes 2"
