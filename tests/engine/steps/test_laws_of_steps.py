"""Laws of every size and seed: each step of a generator is one that its definition allows.

A trace has the order in which the passages were carved. At every carving, a plain implementation of
the definition says which cell it would have carved from.
"""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Recipe, generate, trace
from mazegame.engine.carving.masks import SHAPES, named_mask
from mazegame.engine.steps.event_log import EventKind
from tests import naive

sizes = st.integers(1, 12)
seeds = st.integers(0, 9999)


def carvings(name, cols, rows, seed, **options):
    """Return every passage in the order of carving, as (cell in the maze, new cell)."""
    recipe = Recipe.make(name, cols, rows, str(seed), options)
    inside, carved = set(), []
    for event in trace(recipe):
        if event.kind is EventKind.VISIT:
            inside.add(event.cell)
        if event.kind is EventKind.CARVE:
            one, other = event.cell, event.side.step(event.cell)
            old, new = (one, other) if one in inside else (other, one)
            assert new not in inside
            assert old in inside
            inside.add(new)
            carved.append((old, new))
    assert len(carved) == max(np.count_nonzero(generate(recipe).passages), 1) - 1
    return carved


def fresh(cell, cols, rows, inside):
    return [other for other in naive.around(cell, cols, rows) if other not in inside]


PLACES = {
    "newest": lambda many: many - 1,
    "oldest": lambda many: 0,
    "middle": lambda many: many // 2,
}


def grows_by(place, removal, cols, rows, carved):
    """Whether a growing tree that picks these places would carve from these cells."""
    listed = [old for old, _ in carved[:1]]
    inside = set(listed)
    for old, new in carved:
        while not fresh(listed[place(len(listed))], cols, rows, inside):
            naive.remove(listed, place(len(listed)), removal)
        if listed[place(len(listed))] != old:
            return False
        inside.add(new)
        listed.append(new)
    return True


@pytest.mark.parametrize("removal", ["ordered", "swap"])
@pytest.mark.parametrize("pick", PLACES)
@given(cols=sizes, rows=sizes, seed=seeds)
def test_a_growing_tree_carves_from_the_cell_of_its_policy(pick, removal, cols, rows, seed):
    carved = carvings("growing-tree", cols, rows, seed, pick=pick, removal=removal)
    assert grows_by(PLACES[pick], removal, cols, rows, carved)


@given(cols=sizes, rows=sizes, seed=seeds)
def test_the_recursive_backtracker_carves_from_its_newest_cell_with_a_choice(cols, rows, seed):
    carved = carvings("recursive-backtracker", cols, rows, seed)
    assert grows_by(PLACES["newest"], "ordered", cols, rows, carved)


def test_another_policy_or_removal_is_noticed():
    cols, rows = 12, 9
    for pick, removal in itertools.product(PLACES, ("ordered", "swap")):
        carved = carvings("growing-tree", cols, rows, 1, pick=pick, removal=removal)
        for other, how in itertools.product(PLACES, ("ordered", "swap")):
            same = (other, how) == (pick, removal) or other == pick == "newest"
            assert grows_by(PLACES[other], how, cols, rows, carved) == same


def hunts(cols, rows, carved, rock=frozenset()):
    """Whether each walk goes on until it is stuck, and the next begins at the first place."""
    cell = carved[0][0]
    inside = {cell}
    for old, new in carved:
        stuck = not fresh(cell, cols, rows, inside | rock)
        if stuck and new != naive.first_to_hunt(cols, rows, inside, rock):
            return False
        if not stuck and old != cell:
            return False
        inside.add(new)
        cell = new
    return True


@given(cols=sizes, rows=sizes, seed=seeds)
def test_hunt_and_kill_begins_each_walk_at_the_first_cell_beside_the_maze(cols, rows, seed):
    if cols * rows > 1:
        assert hunts(cols, rows, carvings("hunt-and-kill", cols, rows, seed))


@pytest.mark.variants
@pytest.mark.parametrize("mask", [*SHAPES, "letters.HI"])
@given(cols=st.integers(11, 19), rows=st.integers(8, 15), seed=seeds)
def test_hunt_and_kill_does_the_same_inside_a_mask(mask, cols, rows, seed):
    rock = frozenset(map(tuple, np.argwhere(~named_mask(mask, cols, rows)).tolist()))
    assert hunts(cols, rows, carvings("hunt-and-kill", cols, rows, seed, mask=mask), rock)


def test_a_walk_that_does_not_hunt_is_noticed():
    assert not hunts(12, 9, carvings("recursive-backtracker", 12, 9, 1))
    assert not hunts(12, 9, carvings("prim", 12, 9, 1))


@given(cols=sizes, rows=sizes, seed=seeds)
def test_a_recursive_division_of_any_size_is_made_of_walls_with_one_gap(cols, rows, seed):
    assert naive.is_divided(generate("recursive-division", cols, rows, seed).passages)


def test_a_maze_without_such_walls_is_noticed():
    assert not naive.is_divided(generate("wilson", 12, 9, "x").passages)


@given(cols=sizes, rows=sizes, seed=seeds)
def test_every_row_of_eller_goes_on_from_every_set(cols, rows, seed):
    """Whatever is joined within the first rows opens south at least once, until the last row."""
    maze = generate("eller", cols, rows, seed).passages
    for row in range(1, rows):
        piece = maze[:row].copy()
        piece[-1] &= ~np.uint8(4)
        unseen = {(row - 1, col) for col in range(cols)}
        while unseen:
            field = naive.flood(piece, [min(unseen)])
            joined = {cell for cell in unseen if field[cell] >= 0}
            assert any(maze[cell] & 4 for cell in joined)
            unseen -= joined
