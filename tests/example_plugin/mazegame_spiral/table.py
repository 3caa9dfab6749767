"""A table: the open sides of each cell as numbers with commas, a line for each row."""

import numpy as np

from mazegame.engine import Maze
from mazegame.formats.parsed import ParsedMaze
from mazegame.formats.registry import Format

FORMAT = Format(
    name="csv",
    about="open sides as numbers with commas",
    module="mazegame_spiral.table",
    suffixes=(".csv",),
    text=True,
    exact=False,
)


def write(picture):
    """Yield the lines of the file."""
    for row in picture.maze.passages.tolist():
        yield (",".join(map(str, row)) + "\n").encode()


def read(source):
    """Return the maze of a file."""
    lines = source.all(1 << 20).decode().splitlines()
    maze = Maze(np.array([[int(number) for number in line.split(",")] for line in lines]))
    return ParsedMaze(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))
