"""Game IDs of mazes on other cells than squares."""

import numpy as np
import pytest

from mazegame.engine import Recipe, RecipeError
from mazegame.engine.graphs import LatticeLevel, LatticeRecipe, braid, spanning_tree
from tests.peak import traced_peak

GAME_ID = "wilson:20x12:cells=hexagonal:kite-7"


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        (GAME_ID, GAME_ID),
        (f" {GAME_ID}\n", GAME_ID),
        ("prim:6x9:cells=polar:a", "prim:6x9:cells=polar:a"),
        ("prim:6x9:ends=corners,cells=torus,braid=0:a", "prim:6x9:cells=torus:a"),
        ("prim:6x9:cells=storeys:a", "prim:6x9:cells=storeys.3:a"),
        ("prim:6x9:braid=20,ends=farthest,cells=storeys.2:a",
         "prim:6x9:cells=storeys.2,braid=20,ends=farthest:a"),
    ],
)  # fmt: skip
def test_a_game_id_has_one_spelling(given, canonical):
    recipe = LatticeRecipe.parse(given)
    assert str(recipe) == canonical
    assert LatticeRecipe.parse(canonical) == recipe
    assert repr(recipe) == f"LatticeRecipe({canonical!r})"


@pytest.mark.parametrize(
    ("game_id", "part", "message"),
    [
        ("wilson:20x12:kite-7", "form", "has no option cells"),
        ("wilsom:20x12:cells=torus:a", "algorithm", "did you mean wilson"),
        ("eller:20x12:cells=torus:a", "algorithm", "eller needs rows and columns"),
        ("wilson:20:cells=torus:a", "size", "is not COLSxROWS"),
        ("wilson:2x12:cells=torus:a", "size", "takes 3 cols or more, not 2"),
        ("wilson:1x3:cells=triangular:a", "size", "of 3 rows takes 2 cols or more"),
        ("wilson:20x12:cells=round:a", "option", "cells must be hexagonal, triangular, polar, "),
        ("wilson:20x12:cells=square:a", "option", "those of a game ID without cells="),
        (
            "wilson:20x12:cells=storeys.0:a",
            "option",
            "must be storeys.2 to storeys.999, not storeys.0",
        ),
        ("wilson:20x12:cells=torus.3:a", "option", " or cylinder, not torus.3"),
        ("wilson:20x12:braid=20:a", "option", "the option cells is missing"),
        ("wilson:20x12:cells=torus,mask=heart:a", "option", "has no option 'mask'"),
        ("wilson:20x12:cells=torus,cells=torus:a", "option", "given twice"),
        ("wilson:20x12:cells=torus,braid=101:a", "option", "braid must be 0 to 100, not 101"),
        (
            "wilson:20x12:cells=torus,ends=sides:a",
            "option",
            "ends must be corners or farthest on torus cells, not sides",
        ),
        ("wilson:20x12:cells=torus:", "seed", "the seed is empty"),
    ],
)
def test_a_wrong_one_is_refused_with_its_part(game_id, part, message):
    with pytest.raises(RecipeError, match=message) as caught:
        LatticeRecipe.parse(game_id)
    assert caught.value.part == part


@pytest.mark.parametrize("cols", [0, 2.5, "9", True])
def test_columns_that_are_no_whole_number_are_refused(cols):
    with pytest.raises(RecipeError, match="cols must be a whole number from 1 on"):
        LatticeRecipe("wilson", cols, 3, "hexagonal", "a")


def test_a_recipe_of_squares_refuses_it_and_names_what_draws_it():
    for game_id in (GAME_ID, "prim:6x9:braid=20,cells=torus:a"):
        with pytest.raises(RecipeError, match=f"not played yet: mazegame generate {game_id} -o"):
            Recipe.parse(game_id)
        with pytest.raises(RecipeError, match=r"and in Python LatticeLevel\.of makes it"):
            Recipe.parse(game_id)


def test_a_level_is_the_tree_of_its_seed_with_the_ends_of_its_lattice():
    level = LatticeLevel.of(GAME_ID)
    assert level.maze == spanning_tree(LatticeRecipe.parse(GAME_ID).lattice(), "wilson", "kite-7")
    assert (level.start, level.goal) == (0, 239)
    assert level.path.tolist()[:: len(level.path) - 1] == [0, 239]
    assert level.field[0] == level.dist_min == len(level.path) - 1
    looped = LatticeLevel.of(GAME_ID.replace("hexagonal", "hexagonal,braid=30"))
    assert looped.maze == braid(level.maze, 30, "kite-7")


def test_the_farthest_ends_are_as_far_apart_as_two_cells_can_be():
    level = LatticeLevel.of("wilson:9x7:cells=torus,ends=farthest:a")
    fields = [LatticeLevel(level.maze, 0, cell).field.max() for cell in range(63)]
    assert level.dist_min == max(fields)


@pytest.mark.parametrize(
    ("cells", "start", "goal"),
    [("polar", 7 + 12, 0), ("torus", 0, 3 * 6 + 3), ("cylinder", 0, 5 * 6 + 3)],
)
def test_ends_lie_apart_where_corners_do_not(cells, start, goal):
    size = "6x3" if cells == "polar" else "6x6"
    level = LatticeLevel.of(f"wilson:{size}:cells={cells}:a")
    assert (level.start, level.goal) == (start, goal)


@pytest.mark.parametrize("braid", [0, 50])
@pytest.mark.parametrize("cells", ["hexagonal", "triangular", "polar", "storeys.3", "torus"])
def test_the_cost_of_a_recipe_is_what_its_level_takes(cells, braid):
    recipe = LatticeRecipe.parse(f"prim:60x50:cells={cells},braid={braid}:a")
    level = LatticeLevel.of(recipe)  # loads or compiles its kernels
    cost = recipe.cost
    assert cost.cells == len(level.maze.lattice)
    assert cost.steps >= cost.cells
    peak = min(traced_peak(lambda: [LatticeLevel.of(recipe)]) for _ in range(3))
    assert 0.2 * cost.bytes < peak < 1.1 * cost.bytes


@pytest.mark.variants("shape")
@pytest.mark.parametrize(
    "shape",
    ["2x200:cells=hexagonal", "200x2:cells=hexagonal", "2x200:cells=triangular",
     "200x2:cells=triangular", "200x3:cells=cylinder", "3x200:cells=torus",
     "2x2:cells=storeys.100", "3x20:cells=polar", "200x1:cells=polar", "20x20:cells=hexagonal"],
)  # fmt: skip
@pytest.mark.parametrize("algorithm", ["wilson", "aldous-broder"])
def test_the_steps_of_a_walk_grow_with_the_square_of_the_longer_side(algorithm, shape):
    recipe = LatticeRecipe.parse(f"{algorithm}:{shape}:a")
    expected = expected_steps(recipe.lattice(), algorithm)
    assert expected / 2 < recipe.cost.steps < 12 * expected + 20 * recipe.cost.cells


def expected_steps(lattice, algorithm):
    """The expected steps of Wilson's walks; the most that a walk takes to any cell and back."""
    table, root = lattice.neighbours, lattice.middle
    joins = np.zeros((len(table), len(table)))
    cell, side = np.nonzero(table >= 0)
    joins[cell, table[cell, side]] = 1
    sides = joins.sum(axis=1)
    rest = np.arange(len(table)) != root
    resistance = np.diag(np.linalg.inv((np.diag(sides) - joins)[np.ix_(rest, rest)]))
    # David Wilson (1996): each cell is left sides * resistance times, the root being the end.
    return (
        (sides[rest] * resistance).sum()
        if algorithm == "wilson"
        else (sides.sum() * resistance.max())
    )


def test_the_cost_of_a_huge_recipe_is_said_at_once():
    cost = LatticeRecipe.parse("aldous-broder:3000x2000:cells=hexagonal:a").cost
    assert cost.cells == 6_000_000
    assert cost.steps > 10 * cost.cells
