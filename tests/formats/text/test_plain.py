"""Plain drawings; ``test_registry.py`` holds what they look like."""

import re

import pytest

from mazegame.engine import Level, Maze, Recipe
from mazegame.formats import to_bytes
from mazegame.formats.files import read
from mazegame.formats.source import Source
from tests.formats.text.texts import draw_unicode
from tests.peak import traced_peak


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ([(50, 50)], "cell (50, 50) lies outside the maze of 5x4"),
        ([(-1, -1), (0, 0)], "cell (-1, -1) lies outside"),
        ([(0.7, 0.2)], "integers (n, 2)"),
        ([(float("inf"), 0)], "integers (n, 2)"),
        ([(10**30, 0)], "integers (n, 2)"),
        ([(1, 2, 3)], "integers (n, 2)"),
        ([(0, 0), (1,)], "integers (n, 2)"),
        ("path", "integers (n, 2)"),
        ([(1, 1), (1, 1)], "(1, 1) and (1, 1) are not side by side"),
        ([(0, 0), (0, 2)], "(0, 0) and (0, 2) are not side by side"),
    ],
)
def test_an_invalid_path_is_refused(path, said):
    maze = Level.of(Recipe("wilson", 5, 4, "a")).maze
    with pytest.raises(ValueError, match=re.escape(said)):
        draw_unicode(maze, path)


def test_no_cell_and_one_cell_are_paths():
    maze = Level.of(Recipe("wilson", 5, 4, "a")).maze
    assert draw_unicode(maze, []) == draw_unicode(maze)
    assert draw_unicode(maze, [(1, 1)]).count("·") == 1


def test_b_stands_behind_a_in_the_same_cell():
    assert draw_unicode(Level.of("prim:1x1:a")) == "┌───┐\n│ AB│\n└───┘\n"


def test_a_small_maze_in_box_drawing_characters():
    maze = Maze([[6, 12, 4], [1, 3, 9]])
    level = Level(maze, (1, 0), ((0, 2),))
    assert draw_unicode(level, level.cells_of_path()) == (
        "┌───────┬───┐\n│ · · · │ B │\n│ · ╷ · ╵ · │\n│ A │ · · · │\n└───┴───────┘\n"
    )


@pytest.mark.variants
@pytest.mark.parametrize("name", ["ascii", "unicode", "grid"])
def test_a_large_drawing_is_read_in_little_memory(name):
    """In bytes for each character; a character is a byte in ASCII."""
    data = to_bytes(Level.of("sidewinder:900x900:large"), name)
    source, found = Source.of(data), []
    peak = traced_peak(lambda: found.append(read(source)) or ())
    assert found[0].start == (0, 0)
    assert peak < 2.6 * len(data.decode())
