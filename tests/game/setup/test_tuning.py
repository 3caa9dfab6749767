"""The settings of a design, and the options that they amount to."""

from random import Random

import pytest

from mazegame.engine import ALGORITHMS, Level, Recipe
from mazegame.game.setup.tuning import (
    NEUTRAL,
    OWN,
    SIDE_NAMES,
    TWISTS,
    Tuning,
    weights_across_zones,
)


def tuned(game_id):
    return Tuning(Recipe.parse(game_id))


@pytest.mark.parametrize(
    "options",
    [
        "weights=13-4",
        "weights=9-2+1-5+3-3,zones=rings.3",
        "build=walls,weights=3-1,braid=33",
        "mask=letters.HI,ends=r9c0-r9c9",
    ],
)
def test_what_the_sliders_cannot_show_stays_as_it_is(options):
    tuning = tuned(f"wilson:30x20:{options}:kite-7")
    assert set(tuning.options) == set(tuning.recipe.options)
    for name in ("north", "braid"):
        assert tuning.values[name] == sorted(tuning.values[name], key=int)


def test_zones_bring_weights_with_which_they_can_be_seen():
    tuning = tuned("wilson:30x20:kite-7")
    assert {tuning.chosen[side] for side in SIDE_NAMES} == {NEUTRAL}
    assert tuning.hint == "N E S W: how strongly corridors run that way."
    tuning.choose("zones", "quarters")
    assert tuning.hint == "Every other zone is turned by 90°."
    assert dict(tuning.options)["zones"] == "quarters"
    assert len(set(dict(tuning.options)["weights"].split("+"))) > 1
    for side in SIDE_NAMES:
        tuning.choose(side, "20")
    assert tuning.options == ()
    assert "unequal" in tuning.hint


def test_the_settings_of_a_single_algorithm_are_there_as_well():
    tuning = tuned("growing-tree:20x10:pick=last3,removal=ordered:kite-7")
    assert "last3" in tuning.values["pick"]
    tuning.choose("pick", "newest.75+random.25")
    tuning.choose("removal", "swap")
    assert tuning.options == (("pick", "newest.75+random.25"),)
    tuning.reset()
    assert tuning.options == ()


def test_more_twist_means_a_shorter_path():
    tuning = tuned("growing-tree:60x60:kite-7")
    assert tuning.values["pick"][: len(TWISTS)] == list(TWISTS)
    lengths = []
    for pick in TWISTS:
        tuning.choose("pick", pick)
        recipe = Recipe("growing-tree", 60, 60, "kite-7", tuning.options)
        lengths.append(Level.of(recipe).dist_min)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 4 * lengths[-1]


def test_every_setting_of_a_single_algorithm_can_be_chosen():
    for algorithm in ALGORITHMS.values():
        for option in algorithm.options:
            for value in OWN[option.name]:
                assert option.canonical(value) == value


@pytest.mark.parametrize("size", ["3x3", "40x20"])
def test_a_surprise_always_fits(size):
    drawn = set()
    for algorithm in ALGORITHMS:
        tuning = tuned(f"{algorithm}:{size}:kite-7")
        for seed in range(15):
            tuning.surprise(Random(seed))
            assert tuning.problem == ""
            drawn.add(tuning.options)
    assert len(drawn) > 20


def test_zones_beside_the_first_take_its_weights_turned():
    assert weights_across_zones("rings.3", (1, 2, 3, 4)) == ((1, 2, 3, 4), (2, 1, 4, 3))
    assert weights_across_zones("one", (4, 1, 4, 1)) == ((4, 1, 4, 1),)
    corners = weights_across_zones("quarters", (4, 1, 4, 1))
    assert corners[0] == corners[3] == (4, 1, 4, 1)
    assert corners[1] == corners[2] == (1, 4, 1, 4)
