"""``mazegame solve``: the length of a shortest path, and the path itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.drawing import DEFAULT_FORMAT, draw
from mazegame.cli.output import write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import find
from mazegame.formats.registry import writing

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
    parser.add_argument(
        "-f",
        "--format",
        choices=writing(path=True),
        default=DEFAULT_FORMAT,
        help=f"how --path draws (default: {DEFAULT_FORMAT})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the length of the shortest path, and draw it if asked."""
    from mazegame.engine import Level

    with refusing():
        found = find(arguments.target)
        level = found if isinstance(found, Level) else Level.of(found, progress=interruptible)
    write([f"{level.dist_min}\n"])
    if arguments.path:
        write(draw(level, arguments.format, path=True))
    return 0
