"""The lean search finds the very path that a distance field leads down."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, Level, Maze, Recipe, UnreachableError, compiled
from mazegame.engine.measures import lean
from mazegame.engine.measures.lean import solve_lean
from tests.strategies import grids


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_the_path_is_the_level_s(algorithm):
    for cols, rows, braid in ((1, 1, 0), (1, 9, 0), (9, 1, 0), (23, 17, 0), (23, 17, 100)):
        level = Level.of(Recipe(algorithm, cols, rows, "lean", (("braid", str(braid)),)))
        path = solve_lean(level.maze, level.start, level.goals)
        assert np.array_equal(path, level.cells_of_path())


SIDES = st.integers(1, 7)


@given(data=st.data())
def test_in_rooms_with_several_goals_too(data):
    maze = Maze.from_floor(data.draw(grids(SIDES, SIDES, values=(False, True, True, True))))
    cell = st.tuples(st.integers(0, maze.rows - 1), st.integers(0, maze.cols - 1))
    start, goals = data.draw(cell), tuple(data.draw(st.lists(cell, min_size=1, max_size=3)))
    try:
        expected = Level(maze, start, goals).cells_of_path()
    except UnreachableError:
        with pytest.raises(UnreachableError, match="B cannot be reached from A at row"):
            solve_lean(maze, start, goals)
        return
    assert np.array_equal(solve_lean(maze, start, goals), expected)


def test_a_wave_that_has_no_room_gets_more(monkeypatch):
    monkeypatch.setattr(lean, "_WAVE", 4)
    maze = Maze.from_floor(np.ones((40, 40)))
    level = Level(maze, (39, 39), ((0, 0), (0, 39)))
    assert np.array_equal(solve_lean(maze, level.start, level.goals), level.cells_of_path())


def test_compiled_it_finds_the_same():
    level = Level.of(Recipe("wilson", 60, 40, "lean", (("braid", "30"),)))
    with compiled():
        path = solve_lean(level.maze, level.start, level.goals)
    assert np.array_equal(path, level.cells_of_path())
