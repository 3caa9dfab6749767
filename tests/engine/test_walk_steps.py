"""How long random walks take is estimated well enough to say what is worth compiling."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mazegame.engine import generate
from mazegame.engine.jit import COMPILE_PRICE, Kernel, kernels
from mazegame.engine.walk_steps import cover_steps, walk_length, wilson_steps

SIZES = [(8, 8), (20, 20), (60, 1), (30, 3)]


def cover(cols, rows, rng):
    """Walk until every cell is seen, and count the steps; those over the boundary too."""
    row = col = steps = 0
    seen = {(row, col)}
    while len(seen) < cols * rows:
        down, right = rng.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
        steps += 1
        if 0 <= row + down < rows and 0 <= col + right < cols:
            row, col = row + down, col + right
            seen.add((row, col))
    return steps


def wilson(cols, rows, rng):
    """Walk from every cell until the maze is met, and count the steps."""
    inside = {((rows - 1) // 2, (cols - 1) // 2)}
    steps = 0
    for start in np.ndindex(rows, cols):
        cell, left_by = start, {}
        while cell not in inside:
            down, right = rng.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
            steps += 1
            if 0 <= cell[0] + down < rows and 0 <= cell[1] + right < cols:
                left_by[cell] = cell = cell[0] + down, cell[1] + right
        cell = start
        while cell not in inside:
            inside.add(cell)
            cell = left_by[cell]
    return steps


@pytest.mark.parametrize(("cols", "rows"), SIZES)
@pytest.mark.parametrize(("walk", "estimate"), [(cover, cover_steps), (wilson, wilson_steps)])
def test_the_estimates_are_right_within_a_factor(walk, estimate, cols, rows):
    rng = random.Random(7)
    steps = sum(walk(cols, rows, rng) for _ in range(4)) / 4
    assert 0.4 < estimate(cols * rows, walk_length(cols, rows)) / steps < 2.5


def test_the_length_of_a_winding_corridor_counts_all_its_cells():
    mask = np.zeros((19, 20), bool)
    mask[::2] = True
    mask[1::4, -1] = mask[3::4, 0] = True
    assert walk_length(20, 19, mask) == np.count_nonzero(mask) + 1
    assert walk_length(20, 19, np.ones((19, 20), bool)) == walk_length(20, 19) == 39


@pytest.mark.parametrize(
    ("name", "options"),
    [("aldous-broder", {}), ("wilson", {}), ("aldous-broder", {"weights": "2-1"})],
)
def test_a_thin_maze_is_worth_compiling_for_the_length_of_its_walk(name, options, monkeypatch):
    costs = []

    def note(kernel, args, cost):
        costs.append(cost)
        monkeypatch.setattr(kernel, "plain", lambda *_: 0)  # which would take half a minute

    for kernel in kernels():
        monkeypatch.setattr(kernel, "ready", False)
    monkeypatch.setattr(Kernel, "_becomes_ready", note)
    generate(name, 4000, 1, "a", **options)
    assert max(costs) > COMPILE_PRICE
    costs.clear()
    generate(name, 63, 63, "a", **options)
    assert max(costs) < COMPILE_PRICE
