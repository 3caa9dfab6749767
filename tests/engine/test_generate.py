"""Generating: progress, threads, invalid arguments."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, CancelledError, Level, Recipe, generate
from mazegame.engine import progress as progress_module
from mazegame.engine.jit import compiled
from mazegame.engine.masks import SHAPES, min_size
from mazegame.engine.zones import PATTERNS
from tests.engine.cases import CASES, IDS, few

LARGE = Recipe("aldous-broder", *few((700, 700), (110, 110)), "long")


def test_progress_rises_from_nothing_to_one_in_the_callers_thread(monkeypatch):
    monkeypatch.setattr(progress_module, "_POLL_SECONDS", 0.0005)
    shares, threads = [], set()

    def note(share):
        shares.append(share)
        threads.add(threading.get_ident())

    watched = generate(LARGE, progress=note)
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1.0
    assert threads == {threading.get_ident()}
    assert watched == generate(LARGE)


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_progress_does_not_change_the_maze(name, options):
    shares = []
    watched = generate(name, 70, 70, "x", progress=shares.append, **options)
    assert watched == generate(name, 70, 70, "x", **options)
    assert shares[-1] == 1.0
    assert all(0 <= share <= 1 for share in shares)


def test_a_small_maze_reports_its_end_only():
    shares = []
    generate("wilson", 9, 9, "x", progress=shares.append)
    assert shares == [1.0]
    with pytest.raises(CancelledError):
        generate("wilson", 9, 9, "x", progress=lambda share: False)


@pytest.mark.variants
@pytest.mark.parametrize("name", ALGORITHMS)
def test_two_threads_make_two_mazes_as_one_thread_does(name):
    recipes = [Recipe(name, *few((160, 120), (50, 40)), f"thread-{i}") for i in range(6)]
    with compiled():
        alone = [generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(generate, recipes))
    assert together == alone


def test_an_unknown_algorithm_and_an_unknown_option_are_named():
    with pytest.raises(ValueError, match="there is no algorithm 'wilsom': did you mean wilson"):
        generate("wilsom", 4, 4, "x")
    with pytest.raises(ValueError, match="wilson has no option 'loops': it takes build, weights"):
        generate("wilson", 4, 4, "x", loops=3)


@st.composite
def recipes(draw):
    """Recipes of all algorithms and options, with extreme weights among them."""
    name, options = draw(st.sampled_from(CASES))
    options = dict(options)
    cols, rows = draw(st.integers(1, 18)), draw(st.integers(1, 18))
    weight = st.sampled_from([1, 2, 7, 99, 100])
    one = st.one_of(
        st.tuples(weight, weight).map(lambda w: "{}-{}".format(*w)),
        st.tuples(weight, weight, weight, weight).map(lambda w: "N{}E{}S{}W{}".format(*w)),
    )
    pattern = draw(st.sampled_from(["one", *PATTERNS]))
    most = PATTERNS[pattern].zones or 16 if pattern != "one" else 1
    options["weights"] = "+".join(draw(st.lists(one, min_size=min(most, 2), max_size=most)))
    measure = pattern != "one" and PATTERNS[pattern].size
    options["zones"] = f"{pattern}.{draw(st.integers(1, 3))}" if measure else pattern
    if ALGORITHMS[name].masks and options.get("build") != "walls":
        mask = draw(st.sampled_from(["none", *SHAPES, "letters.Z", "letters.SO"]))
        options["mask"] = mask
        if mask != "none":
            least = min_size(mask)
            cols, rows = max(cols, least[0]), max(rows, least[1])
    options["braid"] = str(draw(st.sampled_from([0, 0, 1, 50, 100])))
    options["ends"] = draw(st.sampled_from(["corners", "farthest", "random", "sides"]))
    return Recipe.make(name, cols, rows, draw(st.text("abc", min_size=1, max_size=3)), options)


@given(recipe=recipes())
@settings(max_examples=few(25, 15))
def test_any_recipe_is_generated_in_time_and_has_a_game_id(recipe):
    check_recipe(recipe)


@pytest.mark.long
@given(recipe=recipes())
@settings(max_examples=few(300, 40))
def test_many_more_recipes_are_generated_in_time_and_have_a_game_id(recipe):
    check_recipe(recipe)


def check_recipe(recipe):
    late = time.monotonic() + 60
    again = Recipe.parse(str(recipe))
    assert again == recipe
    with compiled():
        level = Level.of(again, progress=lambda _: time.monotonic() < late)
        assert generate(recipe) == level.maze
    cells = np.count_nonzero(level.maze.passages)
    if recipe.cols * recipe.rows > 1:
        assert level.start not in level.goals
        assert np.count_nonzero(level.field >= 0) == cells
        loops = level.maze.passage_count - (cells - 1)
        assert loops == 0 if recipe.option("braid") == "0" else loops >= 0
