"""The bench: the next subjects, from those that are watched."""

import pytest

from mazegame.engine import PRESETS, Level, Recipe
from mazegame.game.recording.record import level_key
from mazegame.lab.bench import (
    all_with_recipe,
    by_design,
    companion,
    smaller,
    turned,
    with_recipe,
)
from mazegame.lab.subject import CarvingOf, SearchOf, WalkOf
from tests.game.mazes import forked

WILSON = Recipe.parse("wilson:9x6:kite-7")
PRIM = Recipe.parse("prim:9x6:kite-7")
WALK = WalkOf(Level.of(PRIM), [(0, 0)])
LOADED = SearchOf(forked(), "dfs")


def test_a_subject_has_the_recipe_of_its_maze():
    subjects = (CarvingOf(WILSON), SearchOf(WILSON, "bfs"), WALK, LOADED)
    assert [subject.recipe for subject in subjects] == [WILSON, WILSON, PRIM, None]
    assert [subject.size for subject in subjects[:3]] == [(9, 6)] * 3
    assert LOADED.size == (LOADED.source.maze.cols, LOADED.source.maze.rows)
    texts = [str(WILSON), str(WILSON), str(PRIM)]
    assert [subject.key for subject in subjects] == [*texts, level_key(LOADED.source)]
    assert [subject.name for subject in subjects] == [*texts, LOADED.source.name]


def test_carvings_become_searches_and_back():
    assert turned([CarvingOf(WILSON), CarvingOf(PRIM)]) == [
        SearchOf(WILSON, "bfs"),
        SearchOf(PRIM, "dfs"),
    ]
    assert turned([SearchOf(WILSON, "dfs")]) == [CarvingOf(WILSON)]
    assert turned([SearchOf(WILSON, "bfs"), SearchOf(WILSON, "dfs")]) == [
        CarvingOf(WILSON),
        CarvingOf(Recipe.parse("kruskal:9x6:kite-7")),
    ]
    assert turned([LOADED]) is None


def test_a_companion_differs_in_one_thing():
    kruskal = Recipe.parse("kruskal:9x6:kite-7")
    assert companion(CarvingOf(WILSON)) == CarvingOf(kruskal)
    assert companion(CarvingOf(kruskal)) == CarvingOf(WILSON)
    assert companion(SearchOf(PRIM, "bfs")) == SearchOf(PRIM, "dfs")
    assert companion(LOADED) == SearchOf(LOADED.source, "bfs")
    assert companion(WALK) == SearchOf(WALK.source, "bfs")


def test_a_new_recipe_changes_those_of_the_one_before_and_a_new_seed_all():
    subjects = [CarvingOf(WILSON), SearchOf(WILSON, "dfs"), CarvingOf(PRIM), LOADED]
    larger = Recipe.parse("wilson:12x6:kite-7")
    assert all_with_recipe(subjects, WILSON, larger) == [
        CarvingOf(larger),
        SearchOf(larger, "dfs"),
        *subjects[2:],
    ]
    reseeded = Recipe.parse("wilson:9x6:oak-1")
    assert all_with_recipe(subjects, WILSON, reseeded) == [
        CarvingOf(reseeded),
        SearchOf(reseeded, "dfs"),
        CarvingOf(Recipe.parse("prim:9x6:oak-1")),
        LOADED,
    ]
    assert with_recipe(WALK, larger) == SearchOf(larger, "bfs")


def test_a_design_keeps_size_and_seed():
    name = min(PRESETS)
    assert by_design(WILSON, "prim") == CarvingOf(PRIM)
    assert by_design(WILSON, name) == CarvingOf(PRESETS[name].recipe(9, 6, "kite-7"))


@pytest.mark.parametrize(
    ("subject", "size"),
    [
        (SearchOf(Recipe.parse("wilson:600x600:a"), "bfs"), (512, 512)),
        (SearchOf(Recipe.parse("wilson:512x512:a"), "bfs"), (256, 256)),
        (CarvingOf(Recipe.parse("sidewinder:2048x512:a")), (1024, 256)),
        (CarvingOf(Recipe.parse("sidewinder:1x1:a")), (1, 1)),
    ],
)
def test_what_is_too_large_to_watch_is_offered_smaller(subject, size):
    found = smaller(subject)
    assert (found.cols, found.rows) == size
    assert found.seed == "a"
    assert smaller(LOADED) is None


def test_a_search_of_more_cells_than_can_be_watched_is_refused():
    with pytest.raises(ValueError, match="513x512 is too large to search in the lab"):
        SearchOf(Recipe.parse("wilson:513x512:a"), "bfs").make()
