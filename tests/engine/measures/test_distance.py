"""distMin, distances and shortest paths, against a textbook search."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import (
    Level,
    Maze,
    Recipe,
    UnreachableError,
    braid,
    dist_min,
    distances,
    farthest_pair,
    generate,
    shortest_path,
)
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.measures import distance
from mazegame.engine.measures.distance import descend
from mazegame.engine.support.progress import ProgressToken
from tests import naive
from tests.engine.cases import CASES, plain

pytestmark = pytest.mark.core


@st.composite
def mazes(draw):
    """Perfect mazes, braided ones, and random block mazes of several pieces."""
    cols, rows = draw(st.integers(1, 14)), draw(st.integers(1, 14))
    kind = draw(st.sampled_from(["perfect", "braided", "blocks"]))
    if kind == "blocks":
        seed = draw(st.integers(0, 2**32 - 1))
        floor = np.random.default_rng(seed).random((rows, cols)) < draw(st.floats(0.3, 1))
        return Maze.from_floor(floor)
    name, options = draw(st.sampled_from(CASES))
    maze = generate(name, cols, rows, draw(st.integers(0, 999)), **options)
    return braid(maze, 0.5, "loops") if kind == "braided" else maze


def cell_of(draw, maze):
    return draw(st.integers(0, maze.rows - 1)), draw(st.integers(0, maze.cols - 1))


@given(st.data())
def test_distances_are_those_of_a_textbook_flood(data):
    maze = data.draw(mazes())
    sources = [cell_of(data.draw, maze) for _ in range(data.draw(st.integers(1, 3)))]
    field = distances(maze, sources)
    assert field.dtype == np.int32
    assert field.flags.c_contiguous
    assert np.array_equal(field, naive.flood(maze.passages, sources))
    assert np.array_equal(distances(maze, sources[0]), naive.flood(maze.passages, sources[:1]))


@given(st.data())
def test_a_shortest_path_is_a_path_and_shortest(data):
    maze = data.draw(mazes())
    a, b = cell_of(data.draw, maze), cell_of(data.draw, maze)
    expected = int(naive.flood(maze.passages, [b])[a])
    if expected < 0:
        for ask in (dist_min, shortest_path):
            with pytest.raises(UnreachableError, match="there is no path from"):
                ask(maze, a, b)
        return
    assert dist_min(maze, a, b) == expected
    path = shortest_path(maze, a, b)
    assert path.dtype == np.intp
    assert path.shape == (expected + 1, 2)
    cells = [tuple(cell) for cell in path.tolist()]
    assert (cells[0], cells[-1]) == (a, b)
    for cell, then in itertools.pairwise(cells):
        assert then in naive.neighbours(maze.passages, cell)


@given(st.sampled_from(CASES), st.integers(1, 12), st.integers(1, 12), st.integers(0, 999))
def test_the_farthest_pair_of_a_perfect_maze_is_exact(case, cols, rows, seed):
    maze = generate(case[0], cols, rows, seed, **case[1])
    a, b, distance = farthest_pair(maze)
    assert distance == naive.farthest(maze.passages) == naive.flood(maze.passages, [a])[b]


@given(mazes())
def test_the_farthest_pair_of_any_maze_is_a_bound_and_has_its_distance(maze):
    a, b, distance = farthest_pair(maze)
    assert distance == naive.flood(maze.passages, [a])[b]
    assert distance <= naive.farthest(maze.passages)


def test_compiled_and_plain_floods_agree():
    maze = braid(generate("eller", 90, 70, "x"), 0.3, "x")
    with plain():
        slow = distances(maze, [(3, 4), (60, 80)]), shortest_path(maze, (0, 0), (69, 89))
    with compiled():
        fast = distances(maze, [(3, 4), (60, 80)]), shortest_path(maze, (0, 0), (69, 89))
    for one, other in zip(slow, fast, strict=True):
        assert np.array_equal(one, other)
    assert np.array_equal(fast[0], naive.flood(maze.passages, [(3, 4), (60, 80)]))
    assert fast[0].flags.c_contiguous


@pytest.mark.parametrize("sources", [[(0, col) for col in range(9000)], [(2, 700)]])
def test_a_front_of_any_width_is_flooded(sources):
    maze = Maze.from_floor(np.ones((4, 9000), bool))
    assert np.array_equal(distances(maze, sources), naive.flood(maze.passages, sources))


def test_every_cell_may_be_a_source():
    maze = generate("prim", 130, 100, "x")
    assert not distances(maze, list(np.ndindex(100, 130))).any()


def test_ties_are_broken_in_the_order_north_east_south_west():
    room = Maze.from_floor(np.ones((3, 3)))
    for a, b, way in (
        ((2, 0), (0, 2), [(2, 0), (1, 0), (0, 0), (0, 1), (0, 2)]),
        ((0, 0), (2, 2), [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]),
        ((0, 2), (2, 0), [(0, 2), (1, 2), (2, 2), (2, 1), (2, 0)]),
    ):
        assert [tuple(cell) for cell in shortest_path(room, a, b).tolist()] == way


def test_a_walk_down_a_field_may_stop_early_and_take_a_field_of_any_layout():
    maze = generate("wilson", 12, 9, "x")
    field = distances(maze, (8, 11))
    whole = descend(maze, field, (0, 0))
    assert np.array_equal(descend(maze, np.asfortranarray(field.copy()), (0, 0)), whole)
    assert np.array_equal(descend(maze, field.astype(np.int64), (0, 0), 3), whole[:4])
    assert np.array_equal(descend(maze, field, (0, 0), 10**9), whole)
    assert descend(maze, field, (8, 11)).tolist() == [[8, 11]]


def test_rock_is_its_own_piece():
    maze = Maze.from_floor([[1, 0, 1]])
    assert distances(maze, (0, 1)).tolist() == [[-1, 0, -1]]
    assert dist_min(maze, (0, 1), (0, 1)) == 0
    with pytest.raises(UnreachableError, match=r"there is no path from \(0, 0\) to \(0, 2\)"):
        dist_min(maze, (0, 0), (0, 2))
    assert farthest_pair(Maze.from_floor([[0, 0], [0, 0]]))[2] == 0


def test_sources_may_be_an_array():
    maze = generate("wilson", 9, 7, "x")
    cells = [(0, 0), (3, 4), (6, 8), (3, 4)]
    expected = naive.flood(maze.passages, cells)
    for sources in (cells, np.array(cells), np.array(cells, np.uint8), iter(cells)):
        assert np.array_equal(distances(maze, sources), expected)
    one = naive.flood(maze.passages, [(3, 4)])
    for sources in ((3, 4), [3, 4], np.array([3, 4]), np.array([[3, 4]])):
        assert np.array_equal(distances(maze, sources), one)
    for wrong in (np.array([3, 4, 5]), np.array([[3], [4]]), np.zeros((2, 2)), 3):
        with pytest.raises(TypeError):
            distances(maze, wrong)


@pytest.mark.parametrize("mode", [plain, compiled])
def test_a_walk_that_cannot_be_is_refused(mode):
    maze = Maze.from_floor([[1, 1, 1, 0], [1, 0, 0, 0]])
    field = distances(maze, (0, 0))
    with mode():
        for cell in ((-1, 0), (0, 4), (2, 0), (10**9, 0)):
            with pytest.raises(ValueError, match="lies outside the maze of 4x2"):
                descend(maze, field, cell)
        with pytest.raises(TypeError, match="pair of integers"):
            descend(maze, field, (0.5, 0))
        with pytest.raises(UnreachableError, match=r"no way to walk from the cell \(1, 3\)"):
            descend(maze, field, (1, 3))
        with pytest.raises(ValueError, match="steps must be at least 0, not -1"):
            descend(maze, field, (0, 2), -1)
        with pytest.raises(TypeError):
            descend(maze, field, (0, 2), 1.5)
        with pytest.raises(ValueError, match=r"shape \(2, 3\) does not belong to a maze of 2 rows"):
            descend(maze, field[:, :3], (0, 2))
        with pytest.raises(ValueError, match=r"not one of this maze: from \(0, 2\) it leads nowh"):
            descend(maze, np.full((2, 4), 9, np.int32), (0, 2))
        assert descend(maze, field, (0, 2), 0).tolist() == [[0, 2]]


@pytest.mark.parametrize(
    ("cols", "rows"), [(46340, 46340), ((1 << 31) // 3 - 1, 1), (1, (1 << 31) // 3 - 1)]
)
def test_a_size_beyond_what_a_queue_entry_holds_is_refused_before_anything_is_made(cols, rows):
    words = "there are no distances in .*, and at most 2,147,483,648 fit"
    with pytest.raises(ValueError, match=words):
        Level.of(Recipe("wilson", cols, rows, "x"))
    with pytest.raises(ValueError, match=words):
        distance.check_flood_size(cols, rows)
    distance.check_flood_size(min(cols, 46338), min(rows, 46338))


def test_the_last_cells_of_the_largest_maze_have_their_distances():
    """The grid is written to in its last rows only: the rest of it takes no memory."""
    stride = 46340
    try:
        grid, far = np.zeros(stride * stride, np.uint8), np.zeros(stride * stride, np.int32)
    except MemoryError:
        pytest.skip("this machine does not lend the addresses")
    with compiled():
        last = (stride - 2) * stride + stride - 2  # the last cell inside the border
        grid[last - 3 : last + 1] = 2, 10, 10, 8
        far[last - 3 : last + 1] = -1, -1, -1, 0
        queue = np.empty(distance._QUEUE_ENTRIES, np.uint64)
        queue[0] = last
        state = np.array([1, 1, last], np.uint64)
        distance.flood_cells(
            grid, far, queue, distance.entries_to_add(stride), state, ProgressToken().words, stride
        )
    assert far[last - 3 : last + 1].tolist() == [3, 2, 1, 0]
    assert state.tolist()[0::2] == [0, last - 3]
