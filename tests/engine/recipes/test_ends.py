"""Where A and B lie."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Level, Recipe, RecipeError, dist_min
from mazegame.engine.recipes.ends import MAX_GOALS, parse_ends
from tests import naive


def level_of(ends, *more, name="wilson", cols=12, rows=9, seed="kite-7"):
    return Level.of(Recipe(name, cols, rows, seed, (("ends", ends), *more)))


@pytest.mark.parametrize("ends", ["corners", "farthest", "random", "rim", "sides"])
@pytest.mark.parametrize(("cols", "rows"), [(1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (3, 2)])
def test_a_is_not_b_wherever_there_are_two_cells(ends, cols, rows):
    seen = set()
    for seed in range(60):
        level = level_of(ends, cols=cols, rows=rows, seed=f"{seed}")
        assert level.start not in level.goals
        seen |= {level.start, *level.goals}
        if ends == "sides" and cols > 1:
            assert (level.start[1], level.goals[0][1]) == (0, cols - 1)
    if ends in {"random", "sides"}:
        assert len(seen) == (2 * rows if ends == "sides" and cols > 1 else rows * cols)
    only = level_of(ends, cols=1, rows=1)
    assert (only.start, only.goals, only.dist_min) == ((0, 0), ((0, 0),), 0)


def test_farthest_is_exact_in_a_mask():
    level = level_of("farthest", ("mask", "ring"))
    cells = np.argwhere(level.maze.passages).tolist()
    far = [naive.flood(level.maze.passages, [tuple(cell)]).max() for cell in cells]
    assert level.dist_min == max(far)


def test_an_end_outside_the_mask_is_refused():
    with pytest.raises(RecipeError, match="r0c0 lies outside the mask"):
        level_of("r0c0-r4c6", ("mask", "heart"))


CELLS = st.tuples(st.integers(0, 8), st.integers(0, 11))


@given(st.lists(CELLS, min_size=2, max_size=6, unique=True))
def test_ends_go_through_the_game_id(cells):
    start, *goals = ("r{}c{}".format(*cell) for cell in cells)
    ends = f"{start}-{'+'.join(goals)}"
    recipe = Recipe("wilson", 12, 9, "x", (("ends", ends),))
    assert Recipe.parse(str(recipe)) == recipe
    level = Level.of(Recipe.parse(str(recipe)))
    assert (level.start, level.goals) == (cells[0], tuple(cells[1:]))


def test_zeros_in_front_of_a_number_take_no_time():
    zeros = "0" * 100_000
    assert parse_ends(f"r{zeros}c{zeros}1-r2c{zeros}3") == ((0, 1), ((2, 3),))
    with pytest.raises(ValueError, match="ten digits"):
        parse_ends(f"r0c0-r{zeros}12345678901c0")
    with pytest.raises(ValueError, match="such as r0c0-r9c9"):
        parse_ends(f"r{zeros}c")


def test_as_many_goals_as_fit_are_taken():
    goals = tuple((1, col) for col in range(MAX_GOALS))
    assert parse_ends("r0c0-" + "+".join(f"r1c{col}" for _, col in goals)) == ((0, 0), goals)


@pytest.mark.parametrize("name", ["wilson", "recursive-backtracker", "prim"])
@pytest.mark.parametrize("size", [(9, 6), (5, 1), (1, 4), (2, 2), (1, 1)])
def test_the_rim_s_ends_are_the_farthest_pair_on_the_boundary(name, size):
    cols, rows = size
    for seed in "abcd":
        level = Level.of(name, cols, rows, seed, ends="rim")
        boundary = [
            (row, col)
            for row in range(rows)
            for col in range(cols)
            if row in (0, rows - 1) or col in (0, cols - 1)
        ]
        longest = max(dist_min(level.maze, a, b) for a in boundary for b in boundary)
        assert level.start in boundary
        assert level.goal in boundary
        assert level.dist_min == longest


def test_the_rim_of_known_mazes_stays():
    """Game IDs keep their mazes and ends for ever."""
    for game_id, ends in {
        "wilson:19x10:ends=rim:kite-7": ((3, 0), (9, 3)),
        "kruskal:19x10:braid=30,ends=rim:kite-7": ((0, 8), (7, 18)),
        "prim:33x21:mask=heart,ends=rim:kite-7": ((10, 30), (15, 25)),
    }.items():
        level = Level.of(game_id)
        assert (level.start, level.goal) == ends
