"""Generating: in several threads, and in time, whatever the recipe."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings

from mazegame.engine import ALGORITHMS, Level, Recipe, generate
from mazegame.engine.kernels.jit import compiled
from tests.engine.cases import few
from tests.strategies import recipes


@pytest.mark.variants
@pytest.mark.parametrize("name", ALGORITHMS)
def test_two_threads_make_two_mazes_as_one_thread_does(name):
    recipes = [Recipe(name, *few((160, 120), (50, 40)), f"thread-{i}") for i in range(6)]
    with compiled():
        alone = [generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(generate, recipes))
    assert together == alone


@given(recipe=recipes((18, 18)))
@settings(max_examples=settings().max_examples * 3 // 20)  # generating compiles kernels
def test_any_recipe_is_generated_in_time_and_has_a_game_id(recipe):
    check_recipe(recipe)


@pytest.mark.long
@given(recipe=recipes((18, 18)))
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
