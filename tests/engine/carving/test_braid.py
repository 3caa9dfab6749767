"""Braiding opens dead ends, and does nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Maze, braid, generate
from mazegame.engine.kernels.jit import compiled
from tests import naive
from tests.engine.cases import CASES, plain


def dead_ends(maze):
    return int((np.bitwise_count(maze.passages) == 1).sum())


SIDES = st.integers(2, 14)


@given(st.sampled_from(CASES), SIDES, SIDES, st.integers(0, 999), st.floats(0, 1) | st.just(1.0))
def test_braiding_only_adds_passages_at_dead_ends(case, cols, rows, seed, fraction):
    maze = generate(case[0], cols, rows, seed, **case[1])
    before = maze.passages.copy()
    braided = braid(maze, fraction, str(seed))
    assert np.array_equal(maze.passages, before)
    assert Maze(braided.passages) == braided
    assert (braided.passages & before == before).all()
    new = set(naive.passage_list(braided.passages)) - set(naive.passage_list(before))
    degree = np.bitwise_count(before)
    assert all(degree[one] == 1 or degree[other] == 1 for one, other in new)
    # As many as asked for; one more where the last opening joined two; 100 % leaves none.
    gone = dead_ends(maze) - dead_ends(braided)
    assert gone - round(fraction * dead_ends(maze)) in {0, 1}
    assert fraction or braided == maze


def test_a_cell_without_a_wall_to_open_stays_unchanged():
    corridor = generate("prim", 9, 1, "x")
    assert braid(corridor, 1, "x") == corridor
    rock = Maze.from_floor([[1, 1, 0], [0, 0, 0]])
    assert braid(rock, 1, "x") == rock
    dot = generate("prim", 1, 1, "x")
    assert braid(dot, 1, "x") == dot
    # Above the rock a corridor; below it two, whose eastern ends have a wall between them.
    both = Maze([[2, 10, 8], [0, 0, 0], [6, 10, 8], [3, 10, 8]])
    joined = Maze([[2, 10, 8], [0, 0, 0], [6, 10, 12], [3, 10, 9]])
    assert all(braid(both, 1, seed) == joined for seed in "abcdefgh")


def test_compiled_and_plain_braiding_agree():
    maze = generate("kruskal", 90, 70, "x")
    with plain():
        slow = braid(maze, 0.5, "x")
    with compiled():
        assert braid(maze, 0.5, "x") == slow
