"""Pure functions that change the watched subjects, for the keys of the lab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from mazegame.engine import PRESETS, Recipe
from mazegame.engine.tracing import largest_traceable
from mazegame.lab.subject import (
    MAX_CELLS,
    MAX_EVENTS,
    MAX_SEARCH_CELLS,
    CarvingOf,
    SearchOf,
    Subject,
)


def turned(subjects: Sequence[Subject]) -> list[Subject] | None:
    """Return searches for carvings and vice versa; None for a loaded maze, without a carving."""
    found: list[Subject] = []
    for subject, method in zip(subjects, ("bfs", "dfs"), strict=False):
        recipe = subject.recipe
        if recipe is None:
            return None
        carved = isinstance(subject, CarvingOf)
        found.append(SearchOf(recipe, method) if carved else CarvingOf(recipe))
    if len(found) > 1 and found[0] == found[1]:
        found[1] = companion(found[0])
    return found


def by_design(recipe: Recipe, name: str) -> CarvingOf:
    """Return the carving of a maze of the same size and seed by an algorithm or a preset."""
    make = PRESETS[name].recipe if name in PRESETS else partial(Recipe, name)
    return CarvingOf(make(recipe.cols, recipe.rows, recipe.seed))


def with_recipe(subject: Subject, recipe: Recipe) -> Subject:
    """Return the same kind of subject for another maze."""
    if isinstance(subject, SearchOf):
        return SearchOf(recipe, subject.method)
    return CarvingOf(recipe) if isinstance(subject, CarvingOf) else SearchOf(recipe, "bfs")


def smaller(subject: Subject) -> Recipe | None:
    """Return the recipe of a subject in a size that can be watched; None if it was loaded."""
    recipe = subject.recipe
    if recipe is None:
        return None
    most = MAX_CELLS if isinstance(subject, CarvingOf) else MAX_SEARCH_CELLS
    cols, rows = largest_traceable(recipe, most, MAX_EVENTS)
    if (cols, rows) == (recipe.cols, recipe.rows):  # weights make it longer than usual
        cols, rows = max(cols // 2, 1), max(rows // 2, 1)
    return replace(recipe, cols=cols, rows=rows)


def all_with_recipe(subjects: Sequence[Subject], before: Recipe, recipe: Recipe) -> list[Subject]:
    """Replace the recipe of all subjects that have the one before; a new seed changes all."""

    def changed(subject: Subject) -> Subject:
        own = subject.recipe
        if own == before:
            return with_recipe(subject, recipe)
        if own is None or recipe.seed == before.seed:
            return subject
        return with_recipe(subject, replace(own, seed=recipe.seed))

    return [changed(subject) for subject in subjects]


def companion(subject: Subject) -> Subject:
    """Return a subject for comparison; for a search one that shows why it needs a queue."""
    if isinstance(subject, CarvingOf):
        recipe = subject.source
        other = "kruskal" if recipe.algorithm != "kruskal" else "wilson"
        return CarvingOf(Recipe(other, recipe.cols, recipe.rows, recipe.seed))
    floods = isinstance(subject, SearchOf) and subject.method == "bfs"
    return SearchOf(subject.source, "dfs" if floods else "bfs")
