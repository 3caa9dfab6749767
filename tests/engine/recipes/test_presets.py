"""The presets: named designs."""

import pytest

from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe, texture


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_is_a_recipe_that_goes_through_its_game_id(preset):
    recipe = preset.recipe(21, 15, "kite-7")
    assert Recipe.parse(str(recipe)) == recipe
    assert dict(recipe.options) == dict(preset.options)  # all spelled normally, no defaults
    level = Level.of(recipe)
    assert level.dist_min > 0
    texture(level.maze, level.start, level.goals[0])


def test_presets_have_names_of_their_own_and_tell_what_they_are_like():
    assert len(PRESETS) >= 12
    assert not set(PRESETS) & set(ALGORITHMS)
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset.feel.endswith(".")
        assert len(preset.title) <= 23


def test_no_two_presets_are_alike():
    """Their mazes of one seed differ in numbers, not only in bytes."""
    seen = {}
    for name, preset in PRESETS.items():
        level = Level.of(preset.recipe(48, 48, "kite-7"))
        t = texture(level.maze, level.start, level.goals[0])
        mask = dict(preset.options).get("mask", "")
        straight = round(t.mean_straight_length, 1)
        seen[name] = (round(t.dead_end_share, 2), round(t.bias, 1), straight, mask)
    assert len(set(seen.values())) == len(PRESETS), seen


def test_grain_follows_the_name():
    def bias(name):
        level = Level.of(PRESETS[name].recipe(40, 40, "kite-7"))
        return texture(level.maze, level.start, level.goals[0]).bias

    assert bias("grass") > 0.9
    assert bias("river-delta") > 0.5
    assert bias("brick-wall") < -0.5
    assert abs(bias("parquet")) < 0.2
