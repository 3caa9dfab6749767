"""Plain drawings, against a slow drawing that looks at every character by itself."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, Direction, Level, Maze, Recipe
from mazegame.formats import to_bytes
from mazegame.formats.files import read
from mazegame.formats.source import Source
from mazegame.formats.text import plain
from mazegame.formats.text.plain import ASCII, UNICODE, Style
from tests.formats.text.texts import draw_ascii, draw_unicode, read_grid
from tests.peak import traced_peak
from tests.strategies import grids

# N, E, S, W arms of a corner -> its glyph.
GLYPHS = {
    "": " ", "N": "╵", "E": "╶", "S": "╷", "W": "╴",
    "NS": "│", "EW": "─", "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
    "NES": "├", "NSW": "┤", "ESW": "┬", "NEW": "┴", "NESW": "┼",
}  # fmt: skip


def naive(level: Level | Maze, style: Style, path: list[tuple[int, int]] = []) -> str:  # noqa: B006
    """Draw one character at a time."""
    maze = level.maze if isinstance(level, Level) else level
    start, goals = (level.start, level.goals) if isinstance(level, Level) else (None, ())

    walls = np.zeros((2 * maze.rows + 3, 2 * maze.cols + 3), bool)  # with a frame of nothing
    for cell in np.ndindex(maze.shape):
        if maze.exits(cell) or cell == start or cell in goals or maze.rows * maze.cols == 1:
            for side in set(Direction) - set(maze.exits(cell)):
                walls[2 * cell[0] + 2 + side.delta[0], 2 * cell[1] + 2 + side.delta[1]] = True
    canvas = []
    for y in range(1, 2 * maze.rows + 2):
        line = ""
        for x in range(1, 2 * maze.cols + 2):
            arms = "".join(
                side.name for side in Direction if walls[y + side.delta[0], x + side.delta[1]]
            )
            if y % 2 and x % 2:
                line += GLYPHS[arms] if style is UNICODE else "+" if arms else " "
            elif y % 2:
                line += 3 * (style.across if walls[y, x] else " ")
            elif x % 2:
                line += style.vertical if walls[y, x] else " "
            else:
                line += "   "
        canvas.append(list(line))
    for (row, col), (row2, col2) in zip(path, [*path[1:], *path[-1:]], strict=True):
        canvas[2 * row + 1][4 * col + 2] = style.path
        canvas[row + row2 + 1][2 * (col + col2) + 2] = style.path
    for row in range(maze.rows if start else 0):
        for col in range(maze.cols):
            if level.field[row, col] < 0 and maze.exits((row, col)) in {2, 4, 6}:
                canvas[2 * row + 1][4 * col + 2] = "o"  # no passage north and none west
    if start is not None:
        canvas[2 * start[0] + 1][4 * start[1] + 2] = "A"
    for goal in goals:
        canvas[2 * goal[0] + 1][4 * goal[1] + (3 if goal == start else 2)] = "B"
    return "".join("".join(line) + "\n" for line in canvas)


STYLES = [
    pytest.param(draw_unicode, UNICODE, id="unicode"),
    pytest.param(draw_ascii, ASCII, id="ascii"),
]


@pytest.mark.parametrize(("draw", "style"), STYLES)
class TestAgainstTheSlowDrawing:
    @pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
    def test_generated_mazes(self, draw, style, algorithm):
        for cols, rows in ((1, 1), (1, 6), (7, 1), (2, 2), (9, 5), (6, 11)):
            level = Level.of(Recipe(algorithm, cols, rows, "drawn", (("ends", "random"),)))
            path = level.path_from(level.start)
            assert draw(level) == naive(level, style)
            assert draw(level, path) == naive(level, style, path)
            assert draw(level.maze) == naive(level.maze, style)

    @given(floor=grids(st.integers(1, 6), st.integers(2, 6)))
    def test_block_mazes(self, draw, style, floor):
        floor[0, :2] = True
        maze = Maze.from_floor(floor)
        level = Level(maze, (0, 0), ((0, 1), (maze.rows - 1, maze.cols - 1)))
        assert draw(level) == naive(level, style)
        assert draw(maze) == naive(maze, style)

    @pytest.mark.parametrize("cells", [1, 12, 26, 40, 1000])
    def test_a_drawing_made_in_many_bands_is_the_same(self, draw, style, monkeypatch, cells):
        monkeypatch.setattr(plain, "BAND_CELLS", cells)
        for level in (
            Level.of(Recipe("recursive-backtracker", 12, 9, "blocks")),
            Level.of(Recipe("wilson", 1, 1, "blocks")),
            read_grid("A..X\n.XX.\n.XX.\n...B\n"),
        ):
            path = level.path_from(level.start)
            assert draw(level, path) == naive(level, style, path)
            assert draw(level.maze) == naive(level.maze, style)


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


def test_a_small_maze_in_box_drawing_characters():
    maze = Maze([[6, 12, 4], [1, 3, 9]])
    level = Level(maze, (1, 0), ((0, 2),))
    assert draw_unicode(level, level.cells_of_path()) == (
        "┌───────┬───┐\n│ · · · │ B │\n│ · ╷ · ╵ · │\n│ A │ · · · │\n└───┴───────┘\n"
    )


@pytest.mark.parametrize("name", ["ascii", "unicode", "grid"])
def test_a_large_drawing_is_read_in_little_memory(name):
    """In bytes for each character; a character is a byte in ASCII."""
    data = to_bytes(Level.of("sidewinder:900x900:large"), name)
    source, found = Source.of(data), []
    peak = traced_peak(lambda: found.append(read(source)) or ())
    assert found[0].start == (0, 0)
    assert peak < 2.6 * len(data.decode())
