"""What the engine says to values that are none of what it takes: one sentence of its own."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from mazegame.engine import (
    Direction,
    Level,
    Maze,
    braid,
    distances,
    eller_rows,
    generate,
    shortest_path,
    trace,
)

MAZE = generate("wilson", 5, 4, "a")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: distances(MAZE, 3), "a source is a cell (row, col), not 3"),
        (lambda: shortest_path(MAZE, (0, 0), 3), "not 3"),
        (lambda: Level(MAZE, (0, 0), 3), "goals are cells (row, col), not 3"),
        (lambda: Level(MAZE, (0, 0), np.array([1, 1])), "a cell is a pair of integers"),
        (lambda: Level.of("wilson:5x5:k"), "Recipe.parse reads a game ID"),
        (lambda: trace("wilson:5x5:k"), "Recipe.parse reads a game ID"),
        (lambda: braid(MAZE, None, "k"), "the fraction to braid is a number"),
        (lambda: braid(MAZE, "x", "k"), "the fraction to braid is a number"),
        (lambda: Direction.between((0, 0), (3,)), "cells are pairs of integers"),
        (lambda: generate("wilson", 4, 4, b"3"), "the seed must be text or a whole number"),
        (lambda: generate("wilson", 4, 4, float("nan")), "the seed must be text or a whole"),
        (lambda: generate("wilson", 4, 4, [3]), "the seed must be text or a whole number"),
        (lambda: eller_rows(3, None), "the seed must be text or a whole number"),
    ],
)
def test_a_wrong_type_is_told_in_a_sentence(call, said):
    with pytest.raises(TypeError) as caught:
        call()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_whole_number_is_a_seed():
    assert generate("wilson", 4, 4, np.int64(3)) == generate("wilson", 4, 4, "3")
    assert next(eller_rows(3, 3)).tolist() == next(eller_rows(3, "3")).tolist()


@pytest.mark.parametrize(
    "grid",
    [
        np.full((5, 5), 15, np.uint8),
        np.pad(np.full((3, 3), 15, np.uint8), 1),
        np.zeros((2, 2), np.uint8),
        np.zeros((5, 5), np.int64),
        np.zeros((5, 5, 5), np.uint8),
        np.zeros((10, 10), np.uint8)[::2, ::2],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ],
)
def test_a_grid_that_would_lead_out_of_its_memory_is_refused(grid):
    with pytest.raises(ValueError, match=r"bordered grid|the rim must be closed"):
        Maze.from_grid(grid)


def test_a_damaged_pickle_is_refused():
    whole = pickle.dumps(MAZE)
    grid = MAZE.grid.tobytes()
    at = whole.index(grid)
    damaged = whole[:at] + b"\x0f" + whole[at + 1 :]
    with pytest.raises(ValueError, match="border"):
        pickle.loads(damaged)
