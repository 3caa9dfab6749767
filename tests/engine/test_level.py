"""A level: where A and B are, and how far apart."""

import copy
import pickle

import numpy as np
import pytest

from mazegame.engine import (
    Level,
    Maze,
    Recipe,
    RecipeError,
    UnreachableError,
    dist_min,
    distances,
    generate,
    shortest_path,
)
from mazegame.formats import to_bytes
from tests import naive
from tests.engine.cases import needs_compiler
from tests.programs import run_code


def test_the_level_of_a_recipe_is_its_maze_with_a_field_to_b():
    one = Level.of("wilson:20x10:kite-7")
    assert one.maze == generate("wilson", 20, 10, "kite-7")
    assert (one.start, one.goals) == ((0, 0), ((9, 19),))
    assert one.dist_min == dist_min(one.maze, one.start, one.goals[0]) == one.field[one.start]
    assert np.array_equal(one.field, naive.flood(one.maze.passages, one.goals))
    assert not one.field.flags.writeable
    assert one.distance((0, 0)) == one.dist_min
    path = one.cells_of_path()
    assert len(path) == one.dist_min + 1
    assert one.path_from((0, 0)) == [tuple(cell) for cell in path.tolist()]
    assert one.path_from((0, 0), 3) == one.path_from((0, 0))[:4]
    assert str(one.recipe) == "wilson:20x10:kite-7"


@pytest.mark.parametrize("ends", ["random", "sides"])
def test_every_cell_that_may_be_an_end_is_drawn_alike(ends):
    cols, rows, draws = 4, 3, 3000
    starts, goals = {}, {}
    for seed in range(draws):
        one = Level.of(Recipe.make("binary-tree", cols, rows, str(seed), {"ends": ends}))
        starts[one.start] = starts.get(one.start, 0) + 1
        goals[one.goals[0]] = goals.get(one.goals[0], 0) + 1
    cells = cols * rows if ends == "random" else rows
    for counts in (starts, goals):
        law = [(cell, 1 / cells) for cell in counts]
        assert len(law) == cells
        assert naive.chi_square(counts, law) < naive.chi_square_limit(cells - 1)


@needs_compiler
def test_no_walk_on_a_large_level_waits_for_the_compiler():
    code = (
        "from mazegame.engine import Level, Recipe\n"
        "from mazegame.engine.measures.distance import descend_cells\n"
        "Level.of(Recipe.parse('binary-tree:300x300:x'))\n"
        "assert descend_cells.ready\n"
    )
    run_code(code)


def test_cells_may_be_given_as_any_pair_of_integers():
    one = Level.of("wilson:9x7:cells")
    path = shortest_path(one.maze, [0, 0], np.array([6, 8]))
    for cell in (path[3], tuple(path[3]), path[3].tolist()):
        assert dist_min(one.maze, cell, (6, 8)) == len(path) - 4
        assert int(distances(one.maze, cell)[tuple(path[0])]) == 3
        other = Level(one.maze, cell, [path[0]])
        assert other.dist_min == 3
        assert type(other.start[0]) is int


@pytest.mark.parametrize(
    ("goals", "said"),
    [((), "it has no B"), (((0, 2),), "B cannot be reached from A at row 1, column 1")],
)
def test_a_level_may_have_no_path(goals, said):
    one = Level(Maze.from_floor([[1, 0, 1]]), (0, 0), goals)
    assert not one.has_path
    assert repr(one) == "<Level 3x1, no path to B>"
    assert one.distance((0, 0)) == -1
    for ask in (one.require_path, one.cells_of_path, lambda: one.dist_min):
        with pytest.raises(UnreachableError, match=f"^there is no path: {said}"):
            ask()


def test_a_cell_without_a_way_has_no_path():
    one = Level(Maze.from_floor([[1, 1, 0, 1]]), (0, 0), ((0, 1),))
    assert one.distance((0, 3)) == -1
    for ask in (one.path_from, one.cells_of_path):
        with pytest.raises(UnreachableError, match=r"no way to walk from the cell \(0, 3\)"):
            ask((0, 3))


@pytest.mark.parametrize(
    "copied", [lambda x: x, copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_a_level_and_its_copies_cannot_be_written_to(copied):
    one = Level.of("wilson:9x4:ends=farthest:kite-7")
    other = copied(one)
    assert other == one
    assert hash(other) == hash(one)
    assert np.array_equal(other.field, one.field)
    assert np.array_equal(other.cells_of_path(), one.cells_of_path())
    for array in (other.field, other.maze.grid, other.maze.passages):
        with pytest.raises(ValueError, match=r"(?i)writeable"):
            array.setflags(write=True)


def test_levels_that_differ_in_anything_are_not_equal():
    one = Level.of("wilson:9x4:kite-7")
    parts = {"maze": one.maze, "start": one.start, "goals": one.goals, "recipe": one.recipe}
    assert Level(**parts) == one
    for part, other in (
        ("maze", Level.of("wilson:9x4:kite-8").maze),
        ("start", (0, 1)),
        ("goals", ((0, 8),)),
        ("recipe", None),
        ("name", "kite"),
    ):
        assert Level(**{**parts, part: other}) != one


def test_errors_of_recipes_survive_pickling():
    with pytest.raises(RecipeError) as caught:
        Recipe.parse("wilson:0x5:a")
    other = pickle.loads(pickle.dumps(caught.value))
    assert (other.part, str(other)) == ("size", str(caught.value))


def test_sizes_may_be_numpy_integers():
    assert generate("wilson", np.int64(5), np.uint8(4), "a") == generate("wilson", 5, 4, "a")
    assert str(Recipe("wilson", np.int32(5), 4, "a")) == "wilson:5x4:a"


def test_a_level_has_the_size_of_its_maze_and_one_goal_or_says_so():
    level = Level.of("wilson:6x4:a")
    assert (level.rows, level.cols, level.goal) == (4, 6, (3, 5))
    two = Level.of("wilson:6x4:ends=r0c0-r1c1+r2c2:a")
    with pytest.raises(ValueError, match="the level has 2 goals, not one: goals lists them"):
        two.goal  # noqa: B018


def test_a_large_maze_is_printed_by_its_corners():
    level = Level.of("wilson:100x60:ends=r58c99-r1c1:a")
    lines = str(level).splitlines()
    assert len(lines) == 2 * 9 + 1
    assert {len(line) for line in lines} - {3} == {2 * 33 + 5}
    whole = to_bytes(level, "ascii").decode().splitlines()
    assert [line.partition(" ... ")[0] for line in lines[:9]] == [line[:33] for line in whole[:9]]
    assert [line.partition(" ... ")[2] for line in lines[10:]] == [
        line[-33:] for line in whole[-9:]
    ]
    assert (str(level).count("A"), str(level).count("B")) == (1, 1)
    assert str(Level.of("wilson:50x40:a")).count("...") == 0
