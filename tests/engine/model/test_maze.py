"""The maze as a value."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazegame.engine import Direction, Level, Maze, Recipe, generate
from tests.strategies import grids

SIDES = st.integers(1, 8)

SQUARE = np.array([[2 | 4, 8], [1 | 2, 8]], np.uint8)


def test_passages_come_back_as_they_were_given():
    maze = Maze(SQUARE)
    assert maze.passages.dtype == np.uint8
    assert np.array_equal(maze.passages, SQUARE)
    assert (maze.rows, maze.cols, maze.passage_count) == (2, 2, 3)
    assert repr(maze) == "<Maze 2x2, 3 passages>"
    assert np.array_equal(maze.grid, np.pad(SQUARE, 1))


def test_a_maze_does_not_share_memory_with_its_source():
    given_array = SQUARE.copy()
    maze = Maze(given_array)
    given_array[0, 0] = 0
    assert np.array_equal(maze.passages, SQUARE)


@given(grids(st.just(2), SIDES, SIDES))
@example(np.stack([np.eye(4)[[3] * 4].T, np.eye(4)[[3] * 4]]))  # looks swapped but for its corner
def test_walls_come_back_as_they_were_given(walls):
    east, south = walls.astype(np.uint8)
    east[-1, -1] = 0  # walls along all of the wrong side are refused
    maze = Maze.from_walls(east, south)
    assert Maze(maze.passages) == maze
    # The boundary is a wall, whatever was said of it.
    east[:, -1] = south[-1] = 1
    assert np.array_equal(maze.east_walls, east)
    assert np.array_equal(maze.south_walls, south)
    assert maze.east_walls.dtype == maze.south_walls.dtype == np.uint8
    assert Maze.from_walls(maze.east_walls, maze.south_walls) == maze


@pytest.mark.parametrize("braid", [0, 60])
@pytest.mark.parametrize(("cols", "rows"), [(4, 4), (16, 1), (3, 9), (30, 20)])
def test_walls_that_were_mixed_up_are_refused(cols, rows, braid):
    for seed in range(20):
        maze = generate("kruskal", cols, rows, seed, braid=braid)
        east, south = maze.east_walls, maze.south_walls
        assert Maze.from_walls(east_walls=east, south_walls=south) == maze
        with pytest.raises(ValueError, match="look swapped"):
            Maze.from_walls(south, east)


def test_floor_cells_side_by_side_are_joined():
    maze = Maze.from_floor([[1, 1, 0], [0, 1, 0], [1, 0, 1]])
    assert maze.passages.tolist() == [[2, 8 | 4, 0], [0, 1, 0], [0, 0, 0]]


def test_a_maze_answers_for_its_cells():
    maze = Maze(SQUARE)
    assert maze.exits((0, 0)) == Direction.E | Direction.S
    assert maze.is_open((0, 0), Direction.E)
    assert not maze.is_open((0, 1), Direction.S)
    assert maze.neighbours((0, 0)) == [(0, 1), (1, 0)]
    assert maze.neighbours((1, 0)) == [(0, 0), (1, 1)]
    assert (0, 0) in maze
    assert (1, 1) in maze
    for outside in ((2, 0), (0, 2), (-1, 0), (0, -1), (0,), "ab", None):
        assert outside not in maze


def test_equal_mazes_are_equal_and_hash_alike():
    maze, again, other = (generate("kruskal", 9, 9, seed) for seed in ("a", "a", "b"))
    assert maze == again
    assert hash(maze) == hash(again)
    assert maze != other
    assert maze != "maze"
    assert Maze([[0, 0]]) != Maze([[0], [0]])


def test_pickling_need_not_copy_a_maze_nor_a_field():
    level = Level.of(Recipe.parse("kruskal:40x30:a"))
    buffers = []
    pickled = pickle.dumps(level, protocol=5, buffer_callback=buffers.append)
    assert len(pickled) < 1000
    assert {buffer.raw().nbytes for buffer in buffers} == {42 * 32, 4 * 40 * 30}
    again = pickle.loads(pickled, buffers=buffers)
    assert again.maze == level.maze
    assert np.shares_memory(again.maze.grid, level.maze.grid)
    assert np.shares_memory(again.field, level.field)
    assert copy.copy(level.maze).grid is not None
    assert np.shares_memory(copy.copy(level.maze).grid, level.maze.grid)


def test_an_array_of_a_maze_is_its_passages():
    maze = generate("prim", 7, 5, "x")
    assert maze.shape == (5, 7)
    array = np.asarray(maze)
    assert array.dtype == np.uint8
    assert np.shares_memory(array, maze.grid)
    assert not array.flags.writeable
    assert np.array_equal(np.array(maze, dtype=np.int64), maze.passages)
    own = np.array(maze)
    own[0, 0] = 0
    assert not np.shares_memory(own, maze.grid)
    with pytest.raises(ValueError, match="copy"):
        np.array(maze, dtype=np.int64, copy=False)
    assert (np.stack([maze, maze]) == maze.passages).all()


def test_a_maze_is_saved_without_pickles(tmp_path):
    maze = generate("prim", 7, 5, "x")
    for name in ("maze.npz", "maze"):
        maze.save(tmp_path / name)
        assert Maze.load(tmp_path / name) == maze
        with np.load(tmp_path / name, allow_pickle=False) as archive:
            assert np.array_equal(archive["passages"], maze.passages)
    with pytest.raises(ValueError, match=r"with \.npz, not 'maze.svg': mazegame\.formats\.save"):
        maze.save(tmp_path / "maze.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maze", "maze.npz"]


@pytest.mark.parametrize("damage", ["text", "empty", "other", "objects", "no maze", "cut short"])
def test_a_file_without_a_maze_is_named(damage, tmp_path):
    path = tmp_path / "x.npz"
    generate("prim", 7, 5, "x").save(path)
    if damage in {"text", "empty"}:
        path.write_text("" if damage == "empty" else "a maze", encoding="utf-8")
    elif damage == "cut short":
        path.write_bytes(path.read_bytes()[:-40])
    else:
        arrays = {
            "other": {"walls": np.ones((2, 2))},
            "objects": {"passages": np.array([{}], object)},
            "no maze": {"passages": np.full((2, 2), 2)},
        }
        np.savez(path, **arrays[damage])
    with pytest.raises(ValueError, match=r"holds no maze|open to E"):
        Maze.load(path)
    with pytest.raises(FileNotFoundError):
        Maze.load(tmp_path / "nowhere.npz")


def test_directions_know_their_way_back_and_their_neighbour():
    for direction, opposite, delta in (
        (Direction.N, Direction.S, (-1, 0)),
        (Direction.E, Direction.W, (0, 1)),
        (Direction.S, Direction.N, (1, 0)),
        (Direction.W, Direction.E, (0, -1)),
    ):
        assert direction.opposite is opposite
        assert direction.delta == delta
        assert direction.step((5, 5)) == (5 + delta[0], 5 + delta[1])
        assert Direction.between((5, 5), direction.step((5, 5))) is direction
    assert [direction.value for direction in Direction] == [1, 2, 4, 8]
