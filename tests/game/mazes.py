"""Small mazes drawn by hand, a clock, and walks."""

from collections.abc import Iterable
from itertools import pairwise

from mazegame.engine import Cell, Direction, Level, Maze
from mazegame.game.commands import Move, Resume
from mazegame.game.modes.free_play import free_play
from mazegame.game.rules import DEFAULT_RULES
from mazegame.game.run import Run, show_path, step
from mazegame.game.session import Session

N, E, S, W = Direction

GAME_ID = "recursive-backtracker:8x5:kite-7"

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


def ahead(level: Level) -> list[Direction]:
    """The steps of the shortest path."""
    return [Direction.between(*pair) for pair in pairwise(level.path_from(level.start))]


def walked(
    level: Level | str = GAME_ID,
    directions: Iterable[Direction | str] | None = None,
    *,
    short: int = 0,
    detours: int = 0,
    pace: float = 0.1,
    rest: float = 0.0,
    clock: Clock | None = None,
    shown: bool = False,
    reading: float | None = None,
) -> Run:
    """A run of some steps; without them to and fro, then the shortest path but its last steps.

    Each step takes ``pace`` seconds, and ``rest`` seconds have passed since the last one. With
    ``reading`` seconds before the first step its clock starts with the reveal of the walls.
    """
    if isinstance(level, str):
        level = Level.of(level)
    clock = clock or Clock()
    run = Run(level, clock)
    if shown:
        show_path(run)
    if reading is not None:
        run.reveal = True
        run.stopwatch.go()
        clock.now += reading
    if directions is None:
        path = ahead(level)
        directions = [path[0], path[0].opposite] * detours + path[: len(path) - short]
    for direction in directions:
        step(run, Direction[direction] if isinstance(direction, str) else direction)
        clock.now += pace
    clock.now += rest
    return run


def begun(
    level: Level, steps="", *, rules=DEFAULT_RULES, rivals=(), at=100.0, speed=40.0, **options
) -> Session:
    """A session that goes on, and whose first player has taken some steps by then."""
    session = Session(free_play(level, rules, tuple(rivals)), level, **options)
    session.run_speed = speed
    session.command(0, Resume(), at)
    for side in steps:
        session.command(0, Move(Direction[side]), at)
    return session


def rival_cells(session: Session) -> list[Cell]:
    """Where the rivals are, whether the player sees them or not."""
    return [rival.cell(session.seconds) for rival in session.rivals]
