"""Mazes that other programs printed; ``tests/data/foreign/README.md`` says how."""

from pathlib import Path

import numpy as np
import pytest

from mazegame.engine import generate
from mazegame.formats import from_bytes, load
from tests import naive

FOREIGN = Path(__file__).parent.parent / "data" / "foreign"

PATH_MARKS = {"mazelib": "+", "maze-dataset": "X"}
"""What each library draws its solution with."""


def lines_of(name):
    return (FOREIGN / f"{name}.txt").read_text().splitlines()


def walls_of(lines):
    """The open sides of each cell, read off a print by a second way."""
    squares = np.array([list(line) for line in lines]) != "#"
    return naive.opened(squares[1::2, 2::2], squares[2::2, 1::2])


@pytest.mark.parametrize(
    ("name", "start", "goals"),
    [
        ("mazelib-bare", "r0c0", "r3c5"),
        ("mazelib-outer", "", ""),
        ("mazelib-outer-solved", "", ""),
        ("mazelib-inner-solved", "", ""),
        ("maze-dataset-bare", "r0c0", "r4c4"),
        ("maze-dataset-solved", "", ""),
    ],
)
def test_thick_walls_are_read_as_what_they_are(name, start, goals):
    level = load(FOREIGN / f"{name}.txt", "thick", start=start, goals=goals)
    assert np.array_equal(level.maze.passages, walls_of(lines_of(name)))


@pytest.mark.parametrize(
    ("name", "shape", "dist_min"),
    [
        ("mikepound-tiny.png", (10, 10), 15),
        ("mikepound-normal.png", (20, 20), 153),
        ("mikepound-braid200.png", (100, 100), 297),
        ("mazely-zigzag.maze", (16, 16), 240),
        ("maze-tool-zigzag.maz", (16, 16), 240),
    ],
)
def test_files_of_other_projects_are_as_far_as_scipy_found(name, shape, dist_min):
    level = load(FOREIGN / name)
    assert (level.maze.shape, level.dist_min) == (shape, dist_min)


@pytest.mark.parametrize("name", ["mazelib-inner-solved", "maze-dataset-solved"])
def test_the_shortest_path_is_as_long_as_the_one_that_they_drew(name):
    lines = lines_of(name)
    mark = PATH_MARKS[name.removesuffix("-solved").removesuffix("-inner")]
    drawn = sum(line.count(mark) for line in lines)
    as_grid = load(FOREIGN / f"{name}.txt")
    assert as_grid.dist_min == drawn + 1
    as_cells = load(FOREIGN / f"{name}.txt", "thick")
    assert 2 * as_cells.dist_min == as_grid.dist_min
    row, col = next((r, line.index("S")) for r, line in enumerate(lines) if "S" in line)
    assert as_cells.start == (row // 2, col // 2)


def test_an_entrance_in_the_boundary_is_the_cell_behind_it():
    level = load(FOREIGN / "mazelib-outer.txt", "thick")
    lines = lines_of("mazelib-outer")
    assert (level.start, level.goals) == ((3, 3), ((0, 3),))
    assert (lines[-1][7], lines[0][7]) == ("S", "E")
    solved = load(FOREIGN / "mazelib-outer-solved.txt", "thick")
    assert solved.dist_min == level.dist_min


def maz_of(maze):
    """A maze as contests publish it: walls, column by column from the south-west."""
    return bytes(
        15 - int(maze.passages[row, col]) for col in range(16) for row in reversed(range(16))
    )


def test_a_micromouse_file_is_read():
    maze = generate("wilson", 16, 16, "mouse")
    level = from_bytes(maz_of(maze))
    assert level.maze == maze
    assert level.start == (15, 0)
    assert set(level.goals) == {(7, 7), (7, 8), (8, 7), (8, 8)}
