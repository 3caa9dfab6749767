"""What mazes and levels show of themselves in notebooks, and when they are printed."""

import re
from xml.etree import ElementTree as ET

import numpy as np

from mazegame.engine import Level, Maze, Recipe
from mazegame.engine.model.notebook import MOST_CELLS
from mazegame.formats import to_bytes
from mazegame.formats.picture import Picture


def strokes(svg: str) -> set[tuple[str, int, int]]:
    """The walls of a picture, each of one cell."""
    found = set()
    for x, y, way, long in re.findall(r"M(\d+) (\d+)([hv])(\d+)", svg):
        for step in range(int(long) // 12):
            col, row = int(x) // 12, int(y) // 12
            found.add((way, row + step * (way == "v"), col + step * (way == "h")))
    return found


def test_the_walls_of_a_maze_are_drawn():
    maze = Level.of(Recipe.parse("wilson:7x5:svg")).maze
    svg = maze._repr_svg_()
    ET.fromstring(svg)
    sides = zip("hv", Picture.of(maze).walls(0, maze.rows + 1), strict=True)
    walls = {(way, *place) for way, there in sides for place in np.argwhere(there).tolist()}
    assert strokes(svg) == walls


def test_a_level_names_its_ends_and_leaves_rock_blank():
    level = Level(Maze.from_floor([[1, 1, 0], [0, 1, 0], [0, 0, 0]]), (0, 0), ((1, 1),))
    svg = level._repr_svg_()
    assert [text.text for text in ET.fromstring(svg).findall(".//{*}text")] == ["A", "B"]
    assert strokes(svg) == {
        ("h", 0, 0), ("h", 0, 1), ("h", 1, 0), ("h", 2, 1),
        ("v", 0, 0), ("v", 0, 2), ("v", 1, 1), ("v", 1, 2),
    }  # fmt: skip


def test_a_large_maze_is_shown_as_text():
    assert Maze(np.zeros((1, MOST_CELLS + 1), int))._repr_svg_() is None


def test_a_printed_maze_is_drawn_whole():
    level = Level.of(Recipe.parse("wilson:4x3:svg"))
    drawn = to_bytes(level, "ascii").decode().rstrip("\n")
    assert str(level) == drawn
    assert str(level.maze) == drawn.replace("A", " ").replace("B", " ")
