"""A trace is the making of exactly the maze of its recipe."""

from __future__ import annotations

import numpy as np
import pytest

from mazegame.engine import Recipe, generate, trace
from mazegame.engine.errors import RecipeError
from tests.engine.cases import CASES, IDS


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (1, 6), (13, 8), (40, 30)])
def test_replaying_a_trace_gives_the_maze(name, options, cols, rows):
    recipe = Recipe.make(name, cols, rows, "lab", options)
    steps = trace(recipe)
    assert steps.first.shape == (rows, cols)
    assert len(steps) == len(steps.cells) == len(steps.sides)
    now = steps.first.copy()
    for frame, cell, sides in zip(steps.frames(), steps.cells, steps.sides, strict=True):
        assert now[tuple(cell)] != sides
        now[tuple(cell)] = sides
        assert np.array_equal(frame, now)
    assert np.array_equal(now, generate(recipe).passages)


def rim_is_closed(frame):
    edges = (frame[0] & 1, frame[-1] & 4, frame[:, 0] & 8, frame[:, -1] & 2)
    return not any(edge.any() for edge in edges)


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_no_frame_ever_opens_the_rim(name, options):
    steps = trace(Recipe.make(name, 9, 7, "lab", options))
    assert rim_is_closed(steps.first)
    assert all(rim_is_closed(frame) for frame in steps.frames())


def test_recursive_division_begins_open_and_only_closes():
    steps = trace(Recipe("recursive-division", 12, 9, "x"))
    assert np.bitwise_count(steps.first).sum() == 2 * (2 * 12 * 9 - 12 - 9)
    assert steps.reached.all()
    before = steps.first.copy()
    for frame in steps.frames():
        assert not (frame & ~before).any()
        before = frame.copy()


def test_the_others_begin_closed_and_only_open():
    for name in ("recursive-backtracker", "wilson", "eller", "sidewinder"):
        steps = trace(Recipe(name, 12, 9, "x"))
        assert not steps.first.any()
        assert not steps.reached.any()
        before = steps.first.copy()
        for frame in steps.frames():
            assert not (before & ~frame).any()
            before = frame.copy()


def test_a_trace_leaves_the_braid_out():
    steps = trace(Recipe.parse("wilson:20x10:braid=50:x"))
    *_, last = steps.frames()
    assert np.array_equal(last, generate("wilson", 20, 10, "x").passages)


def test_a_maze_too_large_to_trace_is_refused():
    with pytest.raises(RecipeError, match="513x512 is too large to trace: at most 262,144 cells"):
        trace(Recipe("eller", 513, 512, "x"))
