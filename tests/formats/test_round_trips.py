"""What holds a maze exactly comes back exactly: maze, ends, game ID and distMin."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mazegame.engine import Level, Maze, Recipe
from mazegame.formats import to_bytes
from mazegame.formats.files import read
from mazegame.formats.registry import FORMATS
from mazegame.formats.source import Source
from tests.strategies import grids, recipes

pytestmark = pytest.mark.core

EXACT = [name for name, entry in FORMATS.items() if entry.reads and entry.writes and entry.exact]


def there_and_back(level: Level, name: str, **layers: object) -> Level:
    """Write a level, and read it without saying what it is."""
    return read(Source.of(to_bytes(level, name, **layers))).level(level.name)


def assert_same(one: Level, other: Level) -> None:
    assert one.maze == other.maze
    assert (one.start, set(one.goals)) == (other.start, set(other.goals))
    assert np.array_equal(one.field, other.field)


@st.composite
def loaded(draw: st.DrawFn) -> Level:
    """Any maze: walls anywhere, rock, parts without a way to A, no goal that can be reached."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    east, south, rock = draw(grids(*map(st.just, (3, rows, cols))))
    if draw(st.booleans()):
        east |= rock
        east[:, :-1] |= rock[:, 1:]
        south |= rock
        south[:-1] |= rock[1:]
    east[:, -1] = south[-1] = True  # walls along the wrong sides alone are refused
    maze = Maze.from_walls(east, south)
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    goals = draw(st.lists(cells, max_size=3))
    return Level(maze, draw(cells), tuple(dict.fromkeys(goals)), name="any")


@pytest.mark.parametrize("name", EXACT)
@given(level=loaded())
def test_any_maze_comes_back(name, level):
    assert_same(there_and_back(level, name), level)


@pytest.mark.parametrize("name", EXACT)
@given(recipe=recipes((12, 9)))
@settings(max_examples=15)
def test_with_its_title_the_game_id_comes_back(name, recipe):
    level = Level.of(recipe)
    layers = {"title": True} if "title" in FORMATS[name].takes else {}
    back = there_and_back(level, name, **layers)
    assert back.recipe == recipe
    assert_same(back, level)


def on_boundary(level):
    """Whether A and every goal can have a door."""
    rows, cols = level.maze.shape
    ends = (level.start, *level.goals)
    return all(row in {0, rows - 1} or col in {0, cols - 1} for row, col in ends)


@pytest.mark.parametrize("name", EXACT)
@given(recipe=recipes((12, 9)), layers=st.sets(st.sampled_from(["path", "heat", "doors", "walk"])))
@example(recipe=Recipe("wilson", 1, 2, "a"), layers={"doors"})  # no wall is drawn as _
@settings(max_examples=15)
def test_what_is_laid_over_a_maze_does_no_harm(name, recipe, layers):
    level = Level.of(recipe)
    options = dict.fromkeys(layers & FORMATS[name].takes, True)
    if "doors" in options and not on_boundary(level):
        del options["doors"]  # A or B may lie inside the maze
    if "walk" in options:
        options["walk"] = level.cells_of_path()[:3]
    assert_same(there_and_back(level, name, **options), level)


@given(recipe=recipes((12, 9)))
@settings(max_examples=10)
def test_an_array_holds_the_maze_alone(recipe):
    level = Level.of(recipe)
    assert read(Source.of(to_bytes(level, "npy"))).maze == level.maze


def test_the_formats_that_hold_a_maze_exactly_are_these():
    assert set(EXACT) == {*"unicode ascii micromouse compact json svg png pbm npz".split()}
