"""``mazegame solve``: the length of a shortest path, and the path itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.drawing import add_format_arguments, chosen_format, deliver
from mazegame.cli.output import say, write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import add_file_arguments, find

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame solve wilson:12x6:kite-7 --path
  mazegame solve maze.txt
  mazegame generate -f grid | mazegame solve - --path -f ascii
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        metavar="GAME_ID|FILE",
        help="a game ID, or a file with a block grid (- is standard input)",
    )
    parser.add_argument("--path", action="store_true", help="draw the maze with the path as well")
    add_file_arguments(parser)
    add_format_arguments(parser, path=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the length of the shortest path, and draw it if asked."""
    from mazegame.engine import Level

    with refusing():
        found = find(arguments.target, arguments)
        level = found if isinstance(found, Level) else Level.of(found, progress=interruptible)
    if not arguments.path:
        write([f"{level.dist_min}\n"])
        return 0
    with refusing():
        writing = deliver(level, arguments, path=True)
        next(writing)
    if arguments.output in {None, "-"} and not chosen_format(arguments).text:
        say(f"{level.dist_min}")
    else:
        write([f"{level.dist_min}\n"])
    next(writing)
    return 0
