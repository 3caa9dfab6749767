"""``mazegame stats``: measure a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import add_file_arguments, find

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame stats wilson:40x20:kite-7
  mazegame stats maze.txt --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a block grid (- is standard input); of several goals the "
        "nearest counts",
    )
    parser.add_argument("--json", action="store_true", help="print them as a JSON object")
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the statistics of a maze."""
    from mazegame.engine import Level, texture

    with refusing():
        found = find(arguments.target, arguments)
        level = found if isinstance(found, Level) else Level.of(found, progress=interruptible)
        row, col = level.cells_of_path()[-1].tolist()  # of several goals the nearest
        measured = texture(level.maze, level.start, (row, col), progress=interruptible)
    from mazegame.formats.stats import as_json, as_lines

    write([as_json(measured) if arguments.json else as_lines(measured)])
    return 0
