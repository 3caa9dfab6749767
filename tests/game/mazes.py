"""Small mazes drawn by hand."""

from mazegame.engine import Level, Maze

# Row 0:  A - . - . - .
#             |
# Row 1:  . - .   . - B
#         |       |
# Row 2:  . - . - .   rock
EAST_WALLS = [[0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]
SOUTH_WALLS = [[1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 1]]


def forked() -> Level:
    """A tree with a junction at (0, 1), a dead end at (0, 3) and a forced way to B."""
    return Level(Maze.from_walls(EAST_WALLS, SOUTH_WALLS), (0, 0), ((1, 3),), name="forked")


def corridor(length: int = 5) -> Level:
    """A straight corridor, A at its left end, B at its right."""
    maze = Maze.from_walls([[0] * length], [[1] * length])
    return Level(maze, (0, 0), ((0, length - 1),), name="corridor")


def room(cols: int = 5, rows: int = 4) -> Level:
    """An open room without inner walls."""
    maze = Maze.from_floor([[1] * cols] * rows)
    return Level(maze, (0, 0), ((rows - 1, cols - 1),), name="room")


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now
