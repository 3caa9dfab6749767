"""What is registered is an algorithm like all others, and a missing fact is one sentence."""

import ast
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import mazegame
from mazegame.engine import (
    ALGORITHMS,
    PRESETS,
    EventKind,
    Level,
    Recipe,
    RecipeError,
    batch,
    distances,
    generate,
    ready,
    register,
    trace,
)
from mazegame.engine.carving.draws import EVEN
from mazegame.engine.carving.text import Text
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.recipes.memory_figures import bytes_per_cell
from mazegame.engine.recipes.recipe import forget_designs
from tests import naive
from tests.engine import snake
from tests.engine.cases import plain

both_ways = pytest.mark.parametrize("mode", [plain, compiled])
EXTRAS = [
    {},
    {"braid": "50"},
    {"weights": "9-1"},
    {"weights": "9-1+1-9", "zones": "halves"},
    {"mask": "ring"},
    {"mask": "heart", "weights": "2-7", "ends": "farthest"},
]


@pytest.fixture(autouse=True)
def registered():
    """The snake, for one test."""
    snake.add()
    yield snake.SNAKE
    ALGORITHMS._entries.pop("snake", None)
    forget_designs()


@pytest.mark.variants("extra", "mode")
@both_ways
@pytest.mark.parametrize("extra", EXTRAS, ids=map(str, EXTRAS))
def test_a_fourteenth_algorithm_has_a_game_id_weights_zones_masks_and_a_trace(extra, mode):
    recipe = Recipe.make("snake", 17, 13, "kite-7", extra)
    assert Recipe.parse(str(recipe)) == recipe
    with mode():
        maze = generate(recipe)
        steps = trace(recipe)
        level = Level.of(recipe)
    assert level.maze == maze
    assert steps.maze_at(len(steps)) == maze
    assert steps.log.count_of(EventKind.VISIT) == 1
    if "braid" not in extra:
        assert maze.passage_count == np.count_nonzero(maze.passages) - 1
        assert (distances(maze, level.start)[maze.passages > 0] >= 0).all()


@both_ways
def test_its_mazes_are_the_same_compiled_and_in_batches(mode):
    with mode():
        many = batch("snake", 8, 8, 5, braid=20)
        mazes = [generate(many.recipe(i)) for i in range(5)]
    with plain():
        again = [generate(many.recipe(i)) for i in range(5)]
    for i, maze in enumerate(mazes):
        assert np.array_equal(many.passages[i], maze.passages)
        assert maze == again[i]


def test_weights_and_seeds_change_its_mazes():
    ways = product("ab", ({}, {"weights": "1-9"}))
    mazes = {generate("snake", 12, 12, seed, **extra) for seed, extra in ways}
    assert len(mazes) == 4


def test_its_memory_follows_from_its_scratch():
    assert bytes_per_cell(Recipe("snake", 50, 50, "x")) == pytest.approx(1.1 + 4 * 4)
    ready("snake")


@pytest.mark.parametrize("name", ["wilson", "binary-tree", *list(PRESETS)[:1]])
def test_the_names_that_are_there_cannot_be_taken(name):
    with pytest.raises(ValueError, match=f"'{name}' is the name of a built-in .*; choose another"):
        register(replace(snake.SNAKE, name=name))
    assert ALGORITHMS.built_in <= set(ALGORITHMS)


def test_only_an_algorithm_or_a_search_is_registered():
    with pytest.raises(TypeError, match="an Algorithm or a Method is wanted, not str"):
        register("snake")


def test_what_an_algorithm_does_not_offer_is_refused_in_one_sentence():
    def make(emit):
        return snake.make(*snake.SNAKE.text.draw.even, emit)

    even = Text(make, EVEN, snake.SNAKE.text.scratch)
    register(replace(snake.SNAKE, text=even, no_masks="goes where it likes"))
    assert naive.is_perfect(generate("snake", 9, 9, "x").passages)
    for extra in ({"weights": "3-1"}, {"weights": "3-1+1-3", "zones": "halves"}):
        with pytest.raises(RecipeError, match="snake draws nothing by weight and takes no weights"):
            Recipe.make("snake", 9, 9, "x", extra)
    with pytest.raises(RecipeError, match="snake draws nothing by weight"):
        generate("snake", 4, 4, "x", zones=np.eye(4, dtype=int), weights="3-1+1-3")
    for mask in ("heart", np.ones((9, 9))):
        with pytest.raises(RecipeError, match="snake goes where it likes and takes no mask"):
            generate("snake", 9, 9, "x", mask=mask)
    with pytest.raises(RecipeError, match="snake has no option 'pick'"):
        Recipe.make("snake", 9, 9, "x", {"pick": "newest"})


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"title": ""}, "title must be a text"),
        ({"reference": None}, "reference must be a text"),
        ({"name": "Snake!"}, "name must be lower-case words joined by hyphens"),
        ({"about": "It goes"}, "about must be a sentence that ends with a full stop"),
        ({"text": None}, "text must be a Text, or a function that returns one"),
        ({"text": lambda _: None}, "text must return a Text for every task"),
        ({"no_masks": None}, "no_masks must say why it takes no mask"),
        ({"variants": ((("pick", "newest"),),)}, "variants must set its own options"),
        ({"options": (ALGORITHMS["wilson"].options[0],) * 2}, "options must have different names"),
        (
            {"options": (replace(ALGORITHMS["wilson"].options[0], name="braid"),)},
            "the option braid is one that all recipes have",
        ),
        (
            {"options": (replace(ALGORITHMS["wilson"].options[0], default="up"),)},
            "the option build must have a canonical default",
        ),
        ({"text": replace(snake.SNAKE.text, story=("x" * 35,))}, "is too long"),
        ({"text": replace(snake.SNAKE.text, story=(("x", "crave"),))}, "no event 'crave'"),
    ],
)
def test_a_missing_or_contradictory_fact_is_one_sentence_that_names_it(facts, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)) as error:
        replace(snake.SNAKE, **facts)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("the algorithm ")


# Lists of designs to play, and the plain names of textures; they state no fact of an algorithm.
KNOWN = {"game/modes/daily.py", "game/modes/journey.py", "game/texture_names.py"}


def names_in(node):
    """Return the names of algorithms that a table's keys, or a set's elements, or cases are."""
    match node:
        case ast.Dict(keys):
            found = [part for key in keys for part in getattr(key, "elts", [key])]
        case ast.Match(_, cases):
            found = [part for case in cases for part in ast.walk(case.pattern)]
            found = [part.value for part in found if isinstance(part, ast.MatchValue)]
        case ast.Set(found) | ast.Tuple(found) | ast.List(found):
            pass
        case _:
            return set()
    constants = {part.value for part in found if isinstance(part, ast.Constant)}
    return {name for name in constants if isinstance(name, str) and name in ALGORITHMS.built_in}


def test_no_module_keeps_a_table_by_the_names_of_algorithms():
    package = Path(mazegame.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        where = path.relative_to(package).as_posix()
        if where.startswith(("engine/generators/", "engine/graphs/growing.py")):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(len(names_in(node)) >= 2 for node in ast.walk(tree)):
            found.add(where)
    assert not {where for where in found if where.startswith("engine/")}
    assert found <= KNOWN, found - KNOWN
