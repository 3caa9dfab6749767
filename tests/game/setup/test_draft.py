"""The draft of a game: designs, options that go along, and which design a recipe is."""

import pytest

from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe, RecipeError, texture
from mazegame.game.setup.designs import LAST, design_of
from mazegame.game.setup.draft import WORDS, Draft, difficulty_word, estimated_difficulty, sample_of
from mazegame.game.setup.own_design import OwnDesign

BRAIDED = (("braid", "20"),)


def draft(*args, **kwargs):
    made = Draft(*args, **kwargs)
    made.dimensions = (20, 10)
    return made


def test_every_line_of_the_list_can_be_chosen_and_stays_chosen():
    made = draft()
    for design in made.designs:
        made.choose(design.id)
        assert made.line.id == design.id
    names = [design.id for design in made.designs]
    assert sorted(names) == sorted([*PRESETS, *ALGORITHMS]), "each stands once"


def test_the_last_design_comes_first_and_has_a_line_of_its_own_if_it_has_no_name():
    made = Draft((), "kruskal", ())
    assert [design.id for design in made.designs].count("kruskal") == 1
    assert made.designs[0].id == made.line.id == "kruskal"
    made = Draft((), "kruskal", BRAIDED)
    assert made.designs[0].id == made.line.id == LAST
    assert made.line.title == "thicket, changed"


def test_leaving_a_preset_removes_its_options():
    made = draft()
    made.choose("river-delta")
    assert made.recipe.options == PRESETS["river-delta"].options
    made.options = (*made.options, *BRAIDED)
    assert made.line.id == "recursive-backtracker"
    made.choose("river-delta")
    made.choose("wilson")
    assert made.options == ()


@pytest.mark.parametrize(
    ("option", "algorithm"), [(("build", "walls"), "eller"), (("mask", "heart"), "sidewinder")]
)
def test_an_algorithm_keeps_the_options_that_it_has(option, algorithm):
    made = draft((), "wilson", (option, *BRAIDED))
    made.choose(algorithm)
    assert made.options == BRAIDED


def test_a_recipe_is_the_design_that_it_amounts_to():
    made = draft()
    for name, preset in PRESETS.items():
        if preset.options:
            made.take(preset.recipe(20, 20, "x"))
            assert made.line.id == name
    made.take(Recipe.parse("recursive-division:9x9:x"))
    assert made.line.id == "recursive-division"
    assert design_of("recursive-division", (), preferred="manor").id == "manor"


def test_own_designs_come_before_presets_and_are_known_again():
    made = draft([OwnDesign("my river", "wilson", BRAIDED)])
    assert [design.title for design in made.designs[1:3]] == ["my river", "river delta"]
    made.take(Recipe.parse("wilson:9x9:braid=20:x"))
    assert made.line.title == "my river"


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [("gone", ()), ("wilson", (("nonsense", "1"),)), ("wilson", (("braid", "x"),))],
)
def test_an_unknown_design_is_replaced(algorithm, options):
    made = draft((), algorithm, options)
    assert made.recipe.options == ()
    assert made.algorithm in ALGORITHMS
    shape = (("mask", "heart"),)  # it has no room in a tiny maze
    assert draft((), "wilson", shape).recipe.options == shape


def test_size_and_seed_as_they_are_typed():
    made = draft()
    made.type_size("12x9")
    made.type_seed("my maze")
    assert str(made.recipe) == "recursive-backtracker:12x9:my-maze"
    made.type_seed("")
    assert made.recipe.seed != "my-maze"
    with pytest.raises(RecipeError):
        made.type_size("12")
    assert made.dimensions == (12, 9)


def test_a_sample_leaves_out_what_it_has_no_room_for():
    large = Recipe.parse("wilson:40x20:mask=heart,ends=r0c0-r19c39,braid=20:x")
    assert sample_of(large, 5, 4).options == BRAIDED


def test_difficulty_grows_from_word_to_word():
    words = [difficulty_word(value) for value in (8, 12, 15, 19, 30)]
    assert words == [(word, pips) for pips, word in enumerate(WORDS, start=1)]


def test_the_difficulty_of_a_large_maze_is_estimated_from_samples():
    def measured(size):
        level = Level.of(f"recursive-backtracker:{size}:kite-7")
        return texture(level.maze, level.start, level.goals[0])

    small, medium, large = map(measured, ("10x10", "20x20", "60x60"))
    estimate = estimated_difficulty(3600, medium, small)
    assert abs(estimate - large.difficulty) < 1.5
    assert estimated_difficulty(10**6, medium, small) > estimate + 5
