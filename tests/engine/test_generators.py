"""The laws that hold for every generator."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Recipe, distances, generate
from mazegame.engine.generation import carve, prepare
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.jit import compiled
from mazegame.engine.progress import CANCEL, DONE
from tests import naive
from tests.engine.cases import CASES, IDS, bordered, bordered_compiled, few, make, plain

SIZES = [(1, 1), (1, 9), (9, 1), (2, 1), (1, 2), (2, 2), (3, 2), (7, 13), (64, 64), (65, 3)]

every_case = pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)


@every_case
def test_a_maze_of_every_shape_is_perfect(name, options):
    for cols, rows in SIZES:
        maze = make(name, cols, rows, **options)
        assert maze.passages.shape == (rows, cols)
        assert naive.is_perfect(maze.passages), (cols, rows)


@every_case
def test_a_large_maze_is_perfect(name, options):
    side = few(1000, 90)
    maze = make(name, side, side, **options)
    assert maze.passage_count == side * side - 1
    assert (distances(maze, (0, 0)) >= 0).all()


@every_case
@pytest.mark.parametrize(("cols", "rows"), [(7, 13), (64, 64), few((1000, 100), (100, 31))])
def test_a_perfect_maze_keeps_its_number_of_walls_and_of_dead_ends(name, options, cols, rows):
    maze = make(name, cols, rows, **options)
    walls = maze.east_walls[:, :-1].sum() + maze.south_walls[:-1].sum()
    assert walls == (cols - 1) * (rows - 1)
    _, dead_ends, _, junctions, crossings = np.bincount(
        np.bitwise_count(maze.passages).ravel(), minlength=5
    )
    assert dead_ends == junctions + 2 * crossings + 2


@every_case
def test_compiled_and_plain_kernels_write_the_same_bytes(name, options):
    for cols, rows in [*SIZES, (130, 31)]:
        recipe = Recipe.make(name, cols, rows, f"seed-{cols}", options)
        with plain():
            slow = bordered(recipe)
        assert np.array_equal(slow, bordered_compiled(recipe)), (cols, rows)


@every_case
def test_another_seed_gives_another_maze(name, options):
    first, second = (make(name, 40, 40, seed, **options) for seed in ("a", "b"))
    assert first != second
    assert first == make(name, 40, 40, "a", **options)


@every_case
def test_a_cancelled_kernel_stops_before_the_end(name, options):
    side = few(512, 120)
    recipe = Recipe.make(name, side, side, "stop", options)
    grid = prepare(recipe)
    grid.progress[CANCEL] = 1
    with compiled():
        carve(recipe, grid)
    passages = np.bitwise_count(grid.cells & 15).sum() // 2
    assert passages != side * side - 1 or (grid.cells > 15).any()


@every_case
def test_a_kernel_reports_how_many_cells_are_done(name, options):
    side = few(300, 120)
    recipe = Recipe.make(name, side, side, "token", options)
    grid = prepare(recipe)
    with compiled():
        carve(recipe, grid)
    assert side * side / 2 <= grid.progress[DONE] <= side * side


@given(
    case=st.sampled_from(CASES),
    cols=st.integers(1, 24),
    rows=st.integers(1, 24),
    seed=st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12),
)
def test_any_size_and_seed_gives_a_perfect_maze(case, cols, rows, seed):
    name, options = case
    assert naive.is_perfect(generate(name, cols, rows, seed, **options).passages)


def test_the_oracle_finds_a_loop_and_a_gap():
    square = np.array([[2 | 4, 8 | 4], [1 | 2, 1 | 8]], np.uint8)
    assert not naive.is_perfect(square)
    assert not naive.is_perfect(np.array([[2, 8, 2, 8]], np.uint8))
    assert naive.is_perfect(np.array([[2, 8 | 2, 8 | 2, 8]], np.uint8))


def test_the_registry_lists_the_algorithms_by_name_in_order():
    assert (
        list(ALGORITHMS)
        == (
            "recursive-backtracker hunt-and-kill growing-tree prim simple-prim true-prim kruskal "
            "wilson aldous-broder eller sidewinder binary-tree recursive-division"
        ).split()
    )
    for name, algorithm in ALGORITHMS.items():
        assert algorithm.name == name
        assert algorithm.title
        assert algorithm.about.endswith(".")
        assert algorithm.feel.endswith(".")
        assert algorithm.reference
        assert algorithm.bytes_per_cell >= 1
        for option in algorithm.options:
            assert option.canonical(option.default) == option.default


def test_generating_leaves_the_global_random_state_alone():
    before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
    for name in ALGORITHMS:
        generate(name, 8, 8, "still")
    assert before == (random.getstate(), np.random.get_state()[1].tobytes())  # noqa: NPY002


@pytest.mark.parametrize("name", ALGORITHMS)
def test_left_hand_and_right_hand_together_walk_every_passage_twice(name):
    passages = make(name, 17, 12).passages
    ends = [tuple(cell) for cell in np.argwhere(naive.degrees(passages) == 1).tolist()]
    for a, b in ((ends[0], ends[-1]), (ends[1], ends[len(ends) // 2])):
        left = naive.follow_wall(passages, a, b, left=True)
        right = naive.follow_wall(passages, a, b, left=False)
        assert left + right == 2 * (17 * 12 - 1)
