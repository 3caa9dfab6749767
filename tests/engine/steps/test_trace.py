"""A trace tells what a generator did, and replaying it gives exactly the maze of its recipe."""

import pickle
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.engine import (
    ALGORITHMS,
    Direction,
    EventKind,
    Recipe,
    RecipeError,
    compiled,
    generate,
    trace,
    tracing,
)
from mazegame.engine.tracing import largest_traceable, trace_recipe
from tests.engine.cases import CASES, IDS, WAYS, needs_compiler, plain
from tests.strategies import recipes

pytestmark = pytest.mark.core


@given(recipes((12, 11)))
def test_replaying_a_trace_gives_the_maze(recipe):
    steps = trace(recipe)
    maze = generate(recipe)
    assert steps.maze_at(len(steps)) == maze
    # The same by hand: only these three kinds of events touch a passage.
    now = steps.first.astype(int)
    assert not (now[0] & 1 | now[-1] & 4).any(), "the boundary is closed from the beginning"
    assert not (now[:, 0] & 8 | now[:, -1] & 2).any()
    for kind, cell, side, _ in steps:
        if kind in {EventKind.CARVE, EventKind.WALL, EventKind.BRAID}:
            closing = kind is EventKind.WALL
            for at, through in ((cell, side), (side.step(cell), side.opposite)):
                assert bool(now[at] & through) == closing
                now[at] ^= through
    assert np.array_equal(now, maze.passages)


@given(recipes((12, 11)))
def test_each_passage_is_one_event(recipe):
    counts = Counter(event.kind for event in trace(recipe))
    options = {**dict(recipe.options), "braid": "0"}
    size = recipe.cols, recipe.rows
    perfect = generate(Recipe.make(recipe.algorithm, *size, recipe.seed, options))
    if recipe.algorithm == "recursive-division" or ("build", "walls") in recipe.options:
        assert counts[EventKind.WALL] == (recipe.cols - 1) * (recipe.rows - 1)
        assert counts[EventKind.CARVE] == 0
    else:
        assert counts[EventKind.CARVE] == max(np.count_nonzero(perfect.passages), 1) - 1
        assert counts[EventKind.WALL] == 0
    assert counts[EventKind.BRAID] == generate(recipe).passage_count - perfect.passage_count


def layers(frame):
    return frame.flat.tolist(), frame.pending.tolist(), frame.marks.tolist()


@given(recipes((12, 11)), st.integers(0, 99))
def test_backwards_undoes_exactly(recipe, seed):
    steps = trace(recipe)
    frame = steps.frame()
    forth = [layers(frame)]
    for position in range(1, len(steps) + 1):
        frame.seek(position)
        forth.append(layers(frame))
    for position in reversed(range(len(steps) + 1)):
        frame.seek(position)
        assert layers(frame) == forth[position]
    for position in random.Random(seed).choices(range(len(steps) + 1), k=20):
        frame.seek(position)
        assert frame.position == position
        assert layers(frame) == forth[position]


def test_a_jump_over_key_frames_lands_where_steps_do():
    steps = trace(Recipe("aldous-broder", 60, 40, "kite-7"))
    assert len(steps) > 40_000
    walking, jumping = steps.frame(), steps.frame()
    for position in (len(steps), 5, 20_000, 16_384, 16_383, 0, 17_000, len(steps) - 1):
        way = 1000 if position > walking.position else -1000
        for between in range(walking.position, position, way):
            walking.seek(between)
        walking.seek(position)
        jumping.seek(position)
        assert layers(walking) == layers(jumping)
    assert steps.maze_at(0).passage_count == 0


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
@given(st.integers(0, 99))
@settings(max_examples=3)
def test_a_frame_tells_which_cells_changed(name, options, seed):
    steps = trace(Recipe.make(name, 7, 6, str(seed), options))
    frame = steps.frame()
    for position in random.Random(seed).choices(range(len(steps) + 1), k=8):
        before = [layer.copy() for layer in (frame.flat, frame.pending, frame.marks)]
        told = set(frame.seek(position).tolist())
        for layer, then in zip((frame.flat, frame.pending, frame.marks), before, strict=True):
            assert set(np.flatnonzero(layer != then).tolist()) <= told


def test_an_event_has_a_kind_a_cell_and_perhaps_a_side():
    steps = trace(Recipe("recursive-backtracker", 5, 4, "kite-7"))
    first, carve = steps[0], next(e for e in steps if e.kind is EventKind.CARVE)
    assert first.kind is EventKind.VISIT
    assert first.side is None
    assert isinstance(carve.side, Direction)
    assert all(0 <= row < 4 and 0 <= col < 5 for _, (row, col), _, _ in steps)
    assert steps[-1] == list(steps)[-1]
    assert steps[2:5] == list(steps)[2:5]
    with pytest.raises(IndexError):
        steps.maze_at(len(steps) + 1)
    with pytest.raises(IndexError):
        steps.maze_at(-1)


def events(name, cols=12, rows=9, **options):
    return list(trace(Recipe.make(name, cols, rows, "kite-7", options)))


def test_the_backtracker_takes_what_it_pushed_last():
    stack = []
    for kind, cell, *_ in events("recursive-backtracker"):
        if kind is EventKind.PUSH:
            stack.append(cell)
        elif kind is EventKind.POP:
            assert stack.pop() == cell
            here = cell
        elif kind is EventKind.BACKTRACK:
            assert cell == here
    assert not stack


@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}, {"mask": "ring"}])
def test_a_walk_carves_from_where_it_is_unless_it_was_hunted_down(options):
    here, hunts = None, 0
    for kind, cell, side, _ in events("hunt-and-kill", **options):
        if kind is EventKind.HUNT:
            here, hunts = cell, hunts + 1
        elif kind is EventKind.CARVE:
            assert here in {None, cell, side.step(cell)}
            here = side.step(cell)
    assert hunts > 3


@pytest.mark.parametrize("name", ["prim", "simple-prim", "true-prim"])
@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}])
def test_a_prim_joins_what_it_took_from_the_frontier(name, options):
    frontier, taken = Counter(), None
    for kind, cell, side, _ in events(name, **options):
        if kind is EventKind.PUSH:
            frontier[cell, side] += 1
        elif kind is EventKind.POP:
            frontier[cell, side] -= 1
            assert frontier[cell, side] >= 0
            taken = (cell, side)
        elif kind is EventKind.CARVE:
            assert taken in {(side.step(cell), None), (side.step(cell), side.opposite)}
            taken = None
        elif kind is EventKind.REJECT:
            assert taken == (cell, side)
            taken = None


@pytest.mark.parametrize("removal", ["swap", "ordered"])
def test_growing_tree_carves_from_the_cell_it_picked_and_lists_what_it_reached(removal):
    listed, picked, reached = set(), None, None
    for kind, cell, side, _ in events("growing-tree", removal=removal):
        if kind is EventKind.CONSIDER:
            assert cell in listed
            picked = cell
        elif kind is EventKind.CARVE:
            assert cell == picked
            reached = side.step(cell)
        elif kind is EventKind.PUSH:
            assert reached in {None, cell}
            listed.add(cell)
        elif kind is EventKind.POP:
            assert cell == picked
            listed.remove(cell)
    assert not listed


@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}, {"mask": "heart"}])
def test_kruskal_opens_an_edge_or_rejects_it_as_its_sides_are_joined(options):
    tree = {}

    def root(cell):
        while tree.get(cell, cell) != cell:
            cell = tree[cell]
        return cell

    last = None
    for kind, cell, side, other in events("kruskal", **options):
        if kind is EventKind.CONSIDER:
            assert last is None
            last = (cell, side)
        elif kind is EventKind.JOIN:
            assert {root(cell), root(other)} == {root(last[0]), root(last[1].step(last[0]))}
            assert root(cell) != root(other)
        elif kind is EventKind.CARVE:
            assert last == (cell, side)
            tree[root(cell)] = root(side.step(cell))
            last = None
        elif kind is EventKind.REJECT:
            assert last == (cell, side)
            assert root(cell) == root(side.step(cell))
            last = None


@pytest.mark.parametrize(
    "options", [{}, {"weights": "3-1"}, {"weights": "5-1+1-5", "zones": "halves"}]
)
@pytest.mark.parametrize("build", ["carve", "walls"])
def test_what_wilson_makes_of_a_walk_has_no_loops(build, options):
    walk, made = [], 0
    for kind, cell, side, _ in events("wilson", build=build, **options):
        if kind is EventKind.WALK:
            assert not walk or walk[-1][1].step(walk[-1][0]) == cell
            assert cell not in dict(walk)
            walk.append((cell, side))
        elif kind is EventKind.ERASE:
            assert walk.pop() == (cell, side)
        elif kind is EventKind.CARVE:
            assert walk.pop(0) == (cell, side)
            made += 1
        elif kind is EventKind.WALL:
            walk.pop(0)
            made += 1
    assert not walk
    assert made > 80


@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}])
def test_aldous_broder_walks_from_cell_to_cell_and_ends_with_the_last(options):
    here = None
    steps = events("aldous-broder", **options)
    for _, cell, side, _ in steps:
        assert here in {None, cell}
        here = cell if side is None else side.step(cell)
    assert steps[-1].kind is EventKind.CARVE


@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}])
def test_eller_joins_different_sets_and_leaves_only_sets_of_others(options):
    sets = {}
    for kind, cell, _side, other in events("eller", **options):
        if kind is EventKind.NEW_ROW:
            row = cell[0]
            assert cell[1] == 0
        elif kind is EventKind.JOIN:
            one, two = (sets.get(c, c) for c in (cell[1], other[1]))
            assert one != two
            for col in range(12):
                if sets.get(col, col) == two:
                    sets[col] = one
        elif kind is EventKind.LEAVE:
            assert cell[0] == row
            mates = [c for c in range(12) if sets.get(c, c) == sets.get(cell[1], cell[1])]
            assert len(mates) > 1
            if sets.get(cell[1], cell[1]) == cell[1]:  # the set needs another name
                rest = next(c for c in mates if c != cell[1])
                for col in mates:
                    sets[col] = rest
            sets[cell[1]] = cell[1]
    assert row == 8


@pytest.mark.parametrize("name", ["binary-tree", "sidewinder", "eller"])
@pytest.mark.parametrize("options", [{}, {"weights": "3-1"}])
def test_rows_are_made_one_after_another(name, options):
    rows = [cell[0] for kind, cell, *_ in events(name, **options) if kind is EventKind.NEW_ROW]
    assert rows == list(range(9))
    carved = [cell[0] for kind, cell, *_ in events(name, **options) if kind is EventKind.CARVE]
    assert carved == sorted(carved)


def test_a_sidewinder_run_comes_before_its_way_up():
    run = []
    for kind, cell, side, _ in events("sidewinder", cols=150):
        if kind is EventKind.NEW_ROW:
            run = []
        elif side is Direction.E:
            assert not run or run[-1][1] < cell[1]
            run.append(cell)
        elif side is Direction.N:
            assert cell[1] in {*(c for _, c in run), *(c + 1 for _, c in run)} or not run
            run = []


def test_a_room_is_split_from_side_to_side_with_one_gap():
    room, walls, waiting = None, [], []

    def check():
        if room is not None:
            (top, left), (bottom, right), side = room
            length = right - left if side is Direction.S else bottom - top
            assert len(walls) == length
            assert all(top <= r <= bottom and left <= c <= right for r, c in walls)

    for kind, cell, side, other in events("recursive-division"):
        if kind is EventKind.SPLIT:
            check()
            room, walls = (cell, other, side), []
        elif kind is EventKind.WALL:
            assert side is room[2]
            walls.append(cell)
        elif kind is EventKind.PUSH:
            waiting.append((cell, other))
        elif kind is EventKind.POP:
            assert waiting.pop() == (cell, other)
    check()
    assert not waiting


def test_a_maze_too_large_to_trace_is_refused_with_the_largest_that_fits():
    with pytest.raises(RecipeError, match="2049x2048 is too large to trace: at most 4,194,304"):
        trace(Recipe("eller", 2049, 2048, "x"))
    cols, rows = largest_traceable(Recipe("eller", 8000, 4000, "x"))
    assert 3_900_000 < cols * rows <= 1 << 22
    assert abs(cols / rows - 2) < 0.02
    assert largest_traceable(Recipe("eller", 2048, 2048, "x")) == (2048, 2048)
    assert largest_traceable(Recipe("aldous-broder", 800, 800, "x")) <= (400, 400)
    with pytest.raises(RecipeError, match="at most 33,554,432 events"):  # before a step is taken
        trace(Recipe("aldous-broder", 2000, 2000, "x"))


def test_a_trace_of_too_many_events_is_refused():
    with pytest.raises(RecipeError, match=r"30x20 is too large .* at most 1,000 events; \d+x\d+"):
        trace_recipe(Recipe("aldous-broder", 30, 20, "x"), max_events=1000)


@pytest.mark.parametrize(
    "mode", [plain, pytest.param(compiled, marks=[pytest.mark.long, needs_compiler])]
)
@pytest.mark.parametrize(("name", "options"), WAYS)
def test_a_trace_longer_than_expected_is_recorded_whole(name, options, mode, monkeypatch):
    recipe = Recipe.make(name, 20, 15, "x", options)
    expected = list(trace(recipe))
    monkeypatch.setattr(tracing, "_SPARE_EVENTS", 3)
    monkeypatch.setattr(tracing, "_expected_events", lambda *_: 10)
    with mode():
        assert list(trace(recipe)) == expected


@needs_compiler
def test_large_kruskal_is_recorded_by_kruskals_own_way_and_gives_boruvkas_maze():
    recipe = Recipe("kruskal", 140, 130, "kite-7")
    steps = trace(recipe)
    assert steps.log.count_of(EventKind.CONSIDER) > steps.log.count_of(EventKind.CARVE)
    assert steps.maze_at(len(steps)) == generate(recipe)


@pytest.mark.parametrize("name", ["wilson", "prim", "recursive-backtracker", "kruskal"])
@pytest.mark.parametrize("braid", [0, 50])
def test_a_trace_takes_maps_of_your_own(name, braid):
    mask = np.ones((7, 9), np.bool_)
    mask[:3, 4:] = False
    zones = np.arange(63).reshape(7, 9) % 2
    for maps in ({"mask": mask}, {"zones": zones, "weights": "9-1+1-9"}):
        steps = trace(name, 9, 7, "a", braid=braid, **maps)
        assert steps.maze_at(len(steps)) == generate(name, 9, 7, "a", braid=braid, **maps)


@pytest.mark.parametrize(
    "recipe", ["wilson:5x4:a", "wilson:5x4:build=walls:a", "prim:9x9:weights=40-10,braid=50:a"]
)
def test_a_trace_and_its_algorithm_travel_to_other_processes(recipe):
    steps = trace(recipe)
    again = pickle.loads(pickle.dumps(steps))
    assert list(again) == list(steps)
    assert again.maze_at(len(again)) == steps.maze_at(len(steps))
    algorithm = ALGORITHMS[steps.recipe.algorithm]
    assert pickle.loads(pickle.dumps(algorithm)) is algorithm


def test_a_trace_in_a_mask_travels_as_well():
    steps = trace(Recipe.parse("prim:3x2:a"), mask=[[1, 1, 0], [0, 1, 1]])
    again = pickle.loads(pickle.dumps(steps))
    assert again.maze_at(len(again)) == steps.maze_at(len(steps))


def test_an_algorithm_that_is_not_registered_does_not_travel():
    with pytest.raises(pickle.PicklingError, match="the algorithm new is not registered"):
        pickle.dumps(replace(ALGORITHMS["prim"], name="new"))
