"""The statistics of a maze, against plain counting."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, Maze, UnreachableError, braid, generate, texture
from mazegame.engine.kernels.jit import compiled
from tests import naive
from tests.engine.cases import CASES, few, plain


def lines(passages):
    """The lengths of all straight lines of passages, east and south."""
    found = []
    for bit, grid in ((2, passages), (4, passages.T)):
        for row in grid:
            for joined, run in itertools.groupby(int(cell) & bit for cell in row):
                if joined:
                    found.append(len(list(run)))
    return found


def seen_before(passages, a, b):
    """Every cell that can be walked into from a without passing b."""
    seen, heap = {a}, [a]
    while heap:
        for other in naive.neighbours(passages, heap.pop()):
            if other != b and other not in seen:
                seen.add(other)
                heap.append(other)
    return seen


def check(maze, a, b):
    passages = maze.passages
    measured = texture(maze, a, b)
    degree = np.bitwise_count(passages)
    n = max(int((degree > 0).sum()), 1)
    assert measured.cells == n
    opposite = (passages == 5) | (passages == 10)
    for share, count in (
        (measured.dead_end_share, degree == 1),
        (measured.straight_share, opposite),
        (measured.turn_share, (degree == 2) & ~opposite),
        (measured.junction_share, degree == 3),
        (measured.crossing_share, degree == 4),
        (measured.corridor_share, degree == 2),
    ):
        assert share == pytest.approx(int(count.sum()) / n)
    vertical, level = int((passages == 5).sum()), int((passages == 10).sum())
    assert measured.bias == ((vertical - level) / (vertical + level) if vertical + level else 0)
    runs = lines(passages) or [0]
    assert measured.mean_straight_length == pytest.approx(sum(runs) / len(runs))
    assert measured.longest_straight == max(runs)

    distance = int(naive.flood(passages, [b])[a])
    assert measured.dist_min == distance
    assert measured.path_share == distance / n
    assert measured.diameter_share == measured.diameter / n
    assert measured.passages == len(naive.passage_list(passages))
    steps = measured.passages * distance
    assert measured.difficulty == pytest.approx(np.log2(steps) if steps else 0)
    if a == b:
        assert (measured.wrong_exits, measured.wrong_branch_share) == (0, 0)
    else:
        off = len(seen_before(passages, a, b)) - distance
        assert measured.wrong_branch_share == pytest.approx(off / n)
    return measured


@st.composite
def perfect(draw, largest):
    name, options = draw(st.sampled_from(CASES))
    cols, rows = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    maze = generate(name, cols, rows, draw(st.integers(0, 999)), **options)
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    return maze, draw(cells), draw(cells)


@given(perfect(9))
def test_the_texture_of_a_perfect_maze_is_what_counting_gives(drawn):
    maze, a, b = drawn
    measured = check(maze, a, b)
    assert measured.diameter == naive.farthest(maze.passages)
    expected = naive.expected_steps(maze.passages, a, b)
    assert measured.expected_steps == pytest.approx(expected, rel=1e-6)
    # On the only path, every exit but the way in and the way out is a wrong one.
    path = naive_path(maze.passages, a, b)
    exits = sum(len(naive.neighbours(maze.passages, cell)) - 2 for cell in path[1:-1])
    exits += len(naive.neighbours(maze.passages, a)) - 1
    assert measured.wrong_exits == (exits if a != b else 0)


def naive_path(passages, a, b):
    field = naive.flood(passages, [b])
    path = [a]
    while path[-1] != b:
        path.append(min(naive.neighbours(passages, path[-1]), key=lambda cell: field[cell]))
    return path


@given(perfect(12), st.floats(0.1, 1))
def test_the_texture_of_a_maze_with_loops_is_what_counting_gives(drawn, fraction):
    maze, a, b = drawn
    braided = braid(maze, fraction, "x")
    measured = check(braided, a, b)
    if braided != maze:
        assert measured.expected_steps is None
        assert measured.diameter == bound_of_diameter(braided.passages, b)


def bound_of_diameter(passages, b):
    """How far the farthest cell is from the (first) one that lies farthest from b."""
    end = np.unravel_index(naive.flood(passages, [b]).argmax(), passages.shape)
    return naive.flood(passages, [tuple(map(int, end))]).max()


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 999), st.data())
def test_the_texture_of_a_block_maze_is_that_of_its_floor(cols, rows, seed, data):
    floor = np.random.default_rng(seed).random((rows, cols)) < 0.7
    maze = Maze.from_floor(floor)
    b = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    joined = np.argwhere(naive.flood(maze.passages, [b]) >= 0).tolist()
    a = tuple(data.draw(st.sampled_from(joined)))
    measured = check(maze, a, b)
    if measured.expected_steps is None:
        assert measured.diameter == bound_of_diameter(maze.passages, b)


# A room of four cells, which is a loop, and a corridor: one passage less than cells, but no tree.
# From the room a ledge leads on, so that something can be folded into the loop.
ROOM_AND_CORRIDOR = Maze.from_floor(
    [
        [1, 1, 0, 1, 1, 1],
        [1, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0],
    ]
)


@pytest.mark.parametrize(
    ("a", "b", "dist_min", "diameter"),
    [
        ((0, 3), (0, 5), 2, 2),  # all of the corridor
        ((0, 4), (0, 5), 1, 2),
        ((0, 4), (0, 4), 0, 2),
        ((0, 0), (1, 1), 2, 2),  # across the loop; the bound is missed by one
        ((2, 0), (1, 0), 1, 3),  # into it
        ((2, 0), (0, 1), 3, 3),
        ((0, 1), (0, 1), 0, 3),
    ],
)
def test_a_maze_in_pieces_is_no_tree_though_it_has_as_many_passages(a, b, dist_min, diameter):
    maze = ROOM_AND_CORRIDOR
    assert maze.passage_count == np.count_nonzero(maze.passages) - 1
    measured = check(maze, a, b)
    assert (measured.dist_min, measured.diameter) == (dist_min, diameter)
    assert measured.expected_steps is None
    other = (0, 0) if a[1] > 2 else (0, 5)
    with pytest.raises(UnreachableError, match=re.escape(f"no path from {a} to {other}")):
        texture(maze, a, other)


def test_what_lies_behind_b_cannot_be_walked_into_and_what_is_joined_around_it_can():
    # B is the pillar of a figure of eight: two rooms that meet in it. Beside it hangs a cell.
    eight = Maze.from_floor([[1, 1, 1, 0, 0], [1, 0, 1, 1, 1], [1, 1, 1, 0, 1], [0, 0, 1, 1, 1]])
    for a in ((0, 0), (3, 4)):
        for b in ((1, 2), (2, 2)):
            check(eight, a, b)
    # From the west room, B shuts off all that is east and south of it.
    rooms = Maze.from_floor([[1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [0, 0, 1, 0, 0]])
    assert check(rooms, (0, 0), (1, 2)).wrong_branch_share * 10 == pytest.approx(4 - 3)
    assert check(rooms, (0, 0), (2, 2)).wrong_branch_share * 10 == pytest.approx(9 - 4)


def test_compiled_and_plain_statistics_agree():
    maze = generate("wilson", 130, 90, "x")
    with plain():
        slow = texture(maze, (3, 5), (88, 120))
    with compiled():
        assert texture(maze, (3, 5), (88, 120)) == slow


@given(perfect(8))
def test_in_a_perfect_maze_chance_takes_two_to_the_difficulty_there_and_back_by_two(drawn):
    maze, a, b = drawn
    there, back = (naive.expected_steps(maze.passages, *ends) for ends in ((a, b), (b, a)))
    steps = (there + back) / 2
    assert texture(maze, a, b).difficulty == pytest.approx(np.log2(steps) if steps else 0)


@given(perfect(7), st.floats(0.1, 1))
def test_with_loops_chance_never_takes_longer_than_that(drawn, fraction):
    maze, a, b = drawn
    maze = braid(maze, fraction, "x")
    there, back = (naive.expected_steps(maze.passages, *ends) for ends in ((a, b), (b, a)))
    assert 2 ** texture(maze, a, b).difficulty >= (there + back) / 2 * (1 - 1e-9)


@pytest.mark.long
def test_difficulty_orders_the_algorithms_and_is_stable_between_seeds():
    size, many = few(40, 16), few(30, 8)
    means = {}
    with compiled():
        for name in ALGORITHMS:
            found = [
                texture(generate(name, size, size, seed), (0, 0), (size - 1, size - 1)).difficulty
                for seed in range(many)
            ]
            assert np.std(found) < 1
            means[name] = np.mean(found)
    order = ["recursive-backtracker", "hunt-and-kill", "wilson", "kruskal", "simple-prim"]
    assert sorted(order, key=means.get, reverse=True) == order
    assert min(means, key=means.get) in {"prim", "simple-prim", "binary-tree"}
    assert max(means, key=means.get) == "recursive-backtracker"
