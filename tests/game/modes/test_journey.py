import hashlib

import pytest

from mazegame.engine import Level, texture
from mazegame.game.modes.journey import (
    CHAPTER_LEVELS,
    CHAPTERS,
    JOURNEY,
    STARS_A_CHAPTER,
    Progress,
)
from mazegame.game.modes.journey_levels import LEVELS

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
    assert JOURNEY[6].title == "Bushes 2"
    assert any(level.rules.fog for level in JOURNEY)
    names = {rival.split(":")[0] for level in JOURNEY for rival in level.rivals}
    assert names == {
        "shortest", "left-hand", "right-hand", "tremaux", "depth-first", "greedy", "random-mouse",
    }  # fmt: skip
    options = {name for level in JOURNEY for name, _ in level.recipe.options}
    assert {"weights", "zones", "braid", "mask", "ends", "pick"} <= options
    assert any("+" in dict(level.recipe.options).get("ends", "") for level in JOURNEY)


@pytest.mark.parametrize(
    ("stars", "opened", "shut"),
    [
        pytest.param({}, [1, 2], range(3, 41), id="a newcomer may play the first two levels"),
        pytest.param({1: 3, 3: 2}, [2, 4], [5], id="one level may be skipped and no more"),
        pytest.param({1: 3, 2: 3, 3: 1}, [4, 5], [6], id="seven stars open no second chapter"),
        pytest.param({1: 3, 2: 3, 3: 1, 4: 1}, [6], [11], id="eight stars open it"),
        pytest.param(dict.fromkeys(range(6, 11), 3), [1], [12], id="later stars open none"),
        pytest.param({40: 1}, [40], [39], id="a solved level stays open"),
    ],
)
def test_stars_open_levels(stars, opened, shut):
    progress = Progress(stars)
    assert all(map(progress.is_open, opened))
    assert not any(map(progress.is_open, shut))


def test_stars_open_chapters():
    few = Progress({1: 3, 2: 3, 3: 1})
    assert few.stars_missing(1) == STARS_A_CHAPTER - 7
    assert Progress({1: 3, 2: 3, 3: 1, 4: 1}).stars_missing(1) == 0
    assert Progress(dict.fromkeys(range(6, 11), 3)).stars_missing(1) > 0
    new = Progress({})
    assert (new.next, new.total, new.solved) == (JOURNEY[0], 0, 0)


def test_a_player_with_two_stars_a_level_comes_to_the_end():
    progress: dict[int, int] = {}
    for level in JOURNEY:
        assert Progress(progress).is_open(level.number)
        progress[level.number] = 2
    assert (Progress(progress).total, Progress(progress).next) == (80, None)
