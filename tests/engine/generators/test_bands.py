"""Bands of rows: the same bytes for any number of threads."""

import hashlib

import numpy as np
import pytest

from mazegame.engine import ALGORITHMS, Maze, Recipe, generate
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.generators import bands, binary_tree, sidewinder
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.support.progress import CANCEL, DONE
from tests import naive
from tests.engine.cases import carve, few, needs_compiler, plain, prepare

ROOMS = {"binary-tree": binary_tree, "sidewinder": sidewinder}
both = pytest.mark.parametrize("name", ROOMS)


@pytest.fixture
def small_bands(monkeypatch):
    monkeypatch.setattr(bands, "_BAND_CELLS", 1000)
    for room in ROOMS.values():
        monkeypatch.setattr(room, "_THREADS_FROM", 0)


def grid(name, cols, rows, threads, monkeypatch):
    monkeypatch.setattr(bands, "thread_limit", lambda: threads)
    recipe = Recipe(name, cols, rows, "bands")
    grid = prepare(recipe)
    carve(recipe, grid)
    assert int(grid.progress[DONE:].sum()) <= cols * rows
    return grid.bordered


@pytest.mark.variants("name", "cols")
@both
@pytest.mark.parametrize(
    ("cols", "rows"),
    [
        few((40, 300), (40, 90)),
        few((1, 5000), (1, 2100)),
        few((2000, 33), (400, 33)),
        (125, 8),
        (125, 9),
    ],
)
def test_the_number_of_threads_changes_nothing(name, cols, rows, small_bands, monkeypatch):
    with compiled():
        alone = grid(name, cols, rows, 1, monkeypatch)
        for threads in (2, 3, 8, 64):
            assert np.array_equal(grid(name, cols, rows, threads, monkeypatch), alone)
    with plain():
        assert np.array_equal(grid(name, cols, rows, 2, monkeypatch), alone)
    assert not alone[[0, -1]].any()
    assert not alone[:, [0, -1]].any()
    maze = Maze(alone[1:-1, 1:-1])
    assert maze.passage_count == cols * rows - 1
    assert (naive.flood(maze.passages, [(0, 0)]) >= 0).all()


@both
def test_every_band_has_a_stream_of_its_own(name, small_bands, monkeypatch):
    with compiled():
        rows = grid(name, 100, 80, 1, monkeypatch)[1:-1]
    # Bands are eight rows here; the first differs from the others, having the corridor on top.
    assert not np.array_equal(rows[9:15], rows[17:23])


@both
def test_a_cancelled_band_stops_the_others(name, small_bands, monkeypatch):
    monkeypatch.setattr(bands, "thread_limit", lambda: 2)
    recipe = Recipe(name, 400, 400, "stop")
    grid = prepare(recipe)
    grid.progress[CANCEL] = 1
    carve(recipe, grid)
    assert not grid.flat.any()


@needs_compiler
@both
def test_no_old_memory_shows_in_a_maze(name):
    # 300x300 cells of old memory full of ones, and a maze of the same size that may get it.
    with compiled():
        for _ in range(4):
            rubbish = np.full(302 * 302, 255, np.uint8)
            del rubbish
            maze = generate(name, 300, 300, "clean")
            assert not maze.grid[[0, -1]].any()
            assert not maze.grid[:, [0, -1]].any()
            assert maze.grid.max() < 16
    assert ALGORITHMS[name].text_for(CarvingTask(300, 300)).writes_all


@pytest.mark.variants
@needs_compiler
@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("binary-tree", "b56e3667c90147b5"),
        ("sidewinder", "c329cfdf3a7847ad"),
        ("kruskal", "948ef33bdebdf3f1"),
    ],
)
def test_large_mazes_are_pinned(name, start):
    """More than one band, and Borůvka's rounds: sizes that the golden list has not."""
    with compiled():
        digest = hashlib.sha256(generate(name, 1500, 1100, "large").passages.tobytes())
    assert digest.hexdigest().startswith(start)
