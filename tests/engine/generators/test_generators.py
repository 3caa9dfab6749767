"""The laws that hold for every generator."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import EventKind, Recipe, generate, trace
from mazegame.engine.generation import task_of
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.support.progress import CANCEL, DONE
from tests import naive
from tests.engine.cases import CASES, IDS, WAYS, carve, few, made_both_ways, prepare

pytestmark = pytest.mark.core

SIZES = [(1, 1), (1, 9), (9, 1), (2, 1), (1, 2), (2, 2), (7, 13), (64, 5), (65, 3), (130, 2)]
LARGE = [(64, 64), (130, 31)]


@pytest.mark.parametrize("sizes", [SIZES, pytest.param(LARGE, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_a_maze_of_every_shape_is_perfect_compiled_and_plain(name, options, sizes):
    for cols, rows in sizes:
        maze = made_both_ways(name, cols, rows, f"seed-{cols}", **options)
        assert maze.passages.shape == (rows, cols)
        assert naive.is_perfect(maze.passages), (cols, rows)


WEIGHTED = [(name, {**options, "weights": "3-2"}) for name, options in WAYS]
MASKED = [(name, {"mask": "diamond"}) for name, way in ALGORITHMS.items() if way.masks]


def long_but(first, cases):
    """Mark all cases but one as long: each compiles a kernel of its own."""
    return [c if c == first else pytest.param(*c, marks=pytest.mark.long) for c in cases]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *CASES,
        *long_but(("binary-tree", {"weights": "3-2"}), WEIGHTED),
        *long_but(MASKED[0], MASKED),
    ],
    ids=str,
)
def test_a_kernel_reports_how_many_cells_are_done_and_stops_when_it_is_cancelled(name, options):
    side = few(300, 60)
    recipe = Recipe.make(name, side, side, "token", options)
    mask = task_of(recipe).rules and task_of(recipe).rules.mask
    cells = side * side if mask is None else int(mask.sum())
    for cancel in (True, False):
        grid = prepare(recipe)
        grid.progress[CANCEL] = cancel
        with compiled():
            carve(recipe, grid)
        whole = np.bitwise_count(grid.cells & 15).sum() // 2 == cells - 1
        assert whole != cancel or (grid.cells > 15).any()
    assert cells / 2 <= grid.progress[DONE] <= cells


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


def test_generating_leaves_the_global_random_state_alone():
    before = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
    for name in ALGORITHMS:
        generate(name, 8, 8, "still")
    assert before == (random.getstate(), np.random.get_state()[1].tobytes())  # noqa: NPY002


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
@pytest.mark.parametrize(("cols", "rows"), [(8, 8), (20, 20), (60, 2), (30, 3)])
def test_the_work_of_a_walk_is_estimated_within_a_factor(name, cols, rows):
    steps = [
        trace(name, cols, rows, seed).log.count_of(EventKind.WALK) for seed in ("a", "b", "c", "d")
    ]
    work = ALGORITHMS[name].text_for(task_of(Recipe(name, cols, rows, "a"))).work
    assert 0.4 < work(task_of(Recipe(name, cols, rows, "a"))) / np.mean(steps) < 3


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
def test_steep_weights_lengthen_the_estimate_of_a_walk(name):
    def work(weights):
        task = task_of(Recipe.make(name, 12, 9, "x", {"weights": weights, "zones": "checker.1"}))
        return ALGORITHMS[name].text_for(task).work(task)

    assert work("100-1+1-100") == pytest.approx(25 * work("3-2+2-3"))
