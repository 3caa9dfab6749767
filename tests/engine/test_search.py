"""Searches find B where their laws say so, by what they may see, and tell what they did."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import (
    METHODS,
    Direction,
    EventKind,
    Maze,
    Recipe,
    dist_min,
    generate,
    register,
    search,
)
from mazegame.engine.searching import search_events
from mazegame.engine.searching.space import SearchSpace
from mazegame.engine.steps.event_log import CELL_SHIFT, SIDE_SHIFT
from mazegame.lab.searching import Searching
from tests import naive

every_method = pytest.mark.parametrize("method", METHODS)
WALKERS = [name for name, method in METHODS.items() if method.walks]
SHORTEST = [name for name, method in METHODS.items() if method.shortest]


def open_floor(cols, rows):
    """A maze without any wall inside."""
    return Maze.from_floor(np.ones((rows, cols)))


@st.composite
def mazes(draw):
    """Perfect, braided, masked and open mazes, and two cells of each that are joined."""
    name = draw(st.sampled_from(["recursive-backtracker", "wilson", "prim", "recursive-division"]))
    cols, rows = draw(st.integers(1, 11)), draw(st.integers(1, 10))
    options = {"braid": str(draw(st.sampled_from([0, 0, 40, 100])))}
    if name == "wilson" and min(cols, rows) > 7:
        options["mask"] = "ring"
    maze = generate(Recipe.make(name, cols, rows, str(draw(st.integers(0, 99))), options))
    if draw(st.booleans()) and draw(st.booleans()):  # an open floor: loops everywhere
        maze = open_floor(cols, rows)
    inside = np.argwhere(maze.passages) if maze.passages.any() else np.zeros((1, 2), int)
    a, b = (tuple(inside[draw(st.integers(0, len(inside) - 1))].tolist()) for _ in range(2))
    return maze, a, b


def has_loops(maze):
    return maze.passage_count >= max(np.count_nonzero(maze.passages), 1)


def is_walk(maze, cells):
    return all(
        maze.exits(tuple(here)) & Direction.between(tuple(here), tuple(there))
        for here, there in pairwise(np.asarray(cells).tolist())
    )


@every_method
@given(mazes())
def test_a_search_walks_to_where_its_law_says_and_counts_what_it_visited(method, case):
    maze, a, b = case
    found = search(maze, a, b, method)
    if METHODS[method].complete or not has_loops(maze):
        assert found.arrived
    assert tuple(found.walk[0]) == a
    assert is_walk(maze, found.walk)
    assert len(found.walk) == found.steps + 1
    looked = [tuple(cell) for cell in found.visited.tolist()]
    assert len(set(looked)) == len(looked)
    assert set(map(tuple, found.walk.tolist())) <= set(looked)
    if not found.arrived:
        assert found.path.shape == (0, 2)
        return
    assert tuple(found.path[0]) == a
    assert tuple(found.path[-1]) == b
    assert is_walk(maze, found.path)
    on_path = set(map(tuple, found.path.tolist()))
    assert len(on_path) == len(found.path)
    assert on_path <= set(looked)
    assert found.steps >= len(found.path) - 1
    shortest = dist_min(maze, a, b)
    assert len(found.path) - 1 >= shortest
    if METHODS[method].shortest or not has_loops(maze):
        assert len(found.path) - 1 == shortest


@given(mazes())
def test_breadth_first_looks_at_every_cell_nearer_than_b_and_takes_them_in_order(case):
    maze, a, b = case
    found = search(maze, a, b, "bfs")
    distance = naive.flood(maze.passages, [a])
    taken = [distance[event.cell] for event in found.events if event.kind is EventKind.POP]
    assert taken == sorted(taken)
    seen = {tuple(cell) for cell in found.visited.tolist()}
    nearer = np.argwhere((distance >= 0) & (distance < distance[b]))
    assert {tuple(cell) for cell in nearer.tolist()} <= seen
    assert all(0 <= distance[cell] <= distance[b] for cell in seen)


@given(mazes())
def test_the_queue_is_first_in_first_out_and_the_stack_last_in_first_out(case):
    maze, a, b = case
    for method, end in (("bfs", 0), ("dfs", -1)):
        waiting = []
        for event in search(maze, a, b, method).events:
            if event.kind is EventKind.PUSH:
                waiting.append(event.cell)
            elif event.kind is EventKind.POP:
                assert waiting.pop(end) == event.cell


def test_the_order_is_up_right_left_down():
    # A plus: from its middle all four sides are open.
    maze = Maze([[0, 4, 0], [2, 15, 8], [0, 1, 0]])
    pushed = [
        event.cell
        for event in search(maze, (1, 1), (2, 1), "bfs").events
        if event.kind is EventKind.PUSH
    ]
    assert pushed == [(1, 1), (0, 1), (1, 2), (1, 0), (2, 1)]


def test_a_star_and_bidirectional_look_at_fewer_cells_on_an_open_floor():
    maze = open_floor(22, 22)
    looked = {name: len(search(maze, (10, 2), (10, 19), name).visited) for name in SHORTEST}
    assert looked["a-star"] < looked["bidirectional"] < looked["bfs"] < 22 * 22


@given(st.integers(2, 10), st.integers(2, 9), st.integers(0, 99))
def test_both_hands_together_walk_each_passage_twice(cols, rows, seed):
    maze = generate("wilson", cols, rows, seed)
    ends = np.argwhere(np.bitwise_count(maze.passages) == 1)
    a, b = tuple(ends[0].tolist()), tuple(ends[-1].tolist())
    steps = [search(maze, a, b, hand).steps for hand in ("left-hand", "right-hand")]
    assert sum(steps) == 2 * (cols * rows - 1)


def test_a_hand_on_an_island_circles_and_the_search_ends():
    floor = open_floor(5, 5)
    found = search(floor, (0, 0), (2, 2), "left-hand")
    assert not found.arrived
    assert found.steps == 16  # once round the boundary
    assert search(floor, (0, 0), (2, 2), "tremaux").arrived


@given(mazes())
def test_tremaux_goes_through_no_passage_a_third_time_and_single_marks_are_the_path(case):
    maze, a, b = case
    found = search(maze, a, b, "tremaux")
    marks = {}
    for here, there in pairwise(map(tuple, found.walk.tolist())):
        passage = frozenset((here, there))
        marks[passage] = marks.get(passage, 0) + 1
    assert max(marks.values(), default=0) <= 2
    path = {frozenset(pair) for pair in pairwise(map(tuple, found.path.tolist()))}
    assert {passage for passage, count in marks.items() if count == 1} == path


@given(mazes())
def test_dead_end_filling_fills_nothing_of_a_shortest_path(case):
    maze, a, b = case
    found = search(maze, a, b, "dead-end-filling")
    filled = {event.cell for event in found.events if event.kind is EventKind.FILL}
    from_a, from_b = (naive.flood(maze.passages, [end]) for end in (a, b))
    on_a_path = np.argwhere((from_a >= 0) & (from_a + from_b == from_a[b]))
    assert not filled & {tuple(cell) for cell in on_a_path.tolist()}
    if not has_loops(maze):
        assert len(filled) == max(np.count_nonzero(maze.passages), 1) - len(found.path)


class Watched(SearchSpace):
    """A space that knows where the walker stands and notes every cell it asks for elsewhere."""

    __slots__ = ("here", "peeked")

    def __init__(self, maze, start, goal):
        super().__init__(maze, start, [goal], "mouse")
        self.here = self.start
        self.peeked = set()

    def sides(self, cell):
        if cell != self.here:
            self.peeked.add(cell)
        return super().sides(cell)

    def walk(self, run):
        for word in run(self):
            if word & 0xFF in {EventKind.WALK, EventKind.BACKTRACK}:
                assert word >> CELL_SHIFT == self.here
                self.here += self.moves[word >> SIDE_SHIFT & 0xFF]


@pytest.mark.parametrize("method", WALKERS)
@given(mazes())
def test_a_walker_sees_only_the_cell_it_stands_on(method, case):
    maze, a, b = case
    space = Watched(maze, a, b)
    space.walk(METHODS[method].run)
    assert not space.peeked


def test_a_walker_that_peeks_is_found_out():
    def spoiled(space):
        for side in (1, 2, 4, 8):
            if space.sides(space.start) & side:
                space.sides(space.start + space.moves[side])
        yield from METHODS["dfs"].run(space)

    space = Watched(generate("wilson", 6, 5, "kite-7"), (0, 0), (4, 5))
    space.walk(spoiled)
    assert space.peeked


@every_method
def test_a_search_is_the_same_every_time(method):
    maze = generate("prim", 12, 9, "kite-7", braid=30)
    first, again = (search(maze, (0, 0), (8, 11), method) for _ in range(2))
    assert list(first.events) == list(again.events)


def test_the_mouse_turns_as_its_seed_says():
    maze = generate("prim", 12, 9, "kite-7")
    walks = {search(maze, (0, 0), (8, 11), "random-mouse", seed=s).steps for s in "abc"}
    assert len(walks) > 1


def test_a_search_can_be_cut_off():
    maze = generate("prim", 12, 9, "kite-7")
    found = search(maze, (0, 0), (8, 11), "random-mouse", max_events=10)
    assert not found.arrived
    assert found.steps == 10
    assert found.stopped
    assert "stopped after 10 events" in repr(found)
    whole = search(maze, (0, 0), (8, 11))
    assert not whole.stopped
    assert not search(maze, (0, 0), (8, 11), max_events=len(whole.events)).stopped


@every_method
def test_several_goals_and_a_that_is_b(method):
    maze = generate("wilson", 9, 7, "kite-7")
    found = search(maze, (0, 0), [(6, 8), (3, 3)], method)
    assert tuple(found.path[-1]) in {(6, 8), (3, 3)}
    if METHODS[method].shortest:
        assert found.steps == min(dist_min(maze, (0, 0), goal) for goal in [(6, 8), (3, 3)])
    here = search(maze, (2, 2), (2, 2), method)
    assert here.arrived
    assert here.steps == 0


@every_method
@pytest.mark.parametrize("b", [(), (0, 4)], ids=["no B", "a B behind rock"])
def test_a_search_without_a_way_ends_without_a_path(method, b):
    found = search(Maze([[2, 8, 0, 2, 8]]), (0, 0), b, method, max_events=500)
    assert not found.arrived
    assert found.path.shape == (0, 2)
    assert {tuple(cell) for cell in found.walk.tolist()} <= {(0, 0), (0, 1)}
    show = Searching(found)
    for position in range(show.length + 1):
        show.seek(position)
        assert show.queue is None or len(show.queue.cells) <= 3
    assert show.sentence == (METHODS[method].never_arrives if b else "There is no B to find.")


def test_a_search_is_a_generator_that_can_be_watched():
    maze = generate("wilson", 300, 300, "kite-7")
    steps = search_events(maze, (0, 0), [(299, 299)], METHODS["tremaux"])
    assert next(steps) & 0xFF == EventKind.WALK


def test_a_search_of_ones_own_is_registered_and_found():
    own = replace(METHODS["bfs"], name="my-bfs")
    try:
        register(own)
        maze = generate("wilson", 9, 7, "kite-7")
        found = search(maze, (0, 0), (6, 8), "my-bfs")
        assert found.method is own
        assert np.array_equal(found.path, search(maze, (0, 0), (6, 8)).path)
    finally:
        METHODS._entries.pop("my-bfs", None)
    with pytest.raises(ValueError, match="'bfs' is the name of a built-in search"):
        register(METHODS["bfs"])
