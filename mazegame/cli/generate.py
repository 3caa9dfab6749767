"""``mazegame generate``: print a maze."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from mazegame.cli.drawing import DEFAULT_FORMAT, draw
from mazegame.cli.output import say, write
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import quoted, refusing
from mazegame.cli.targets import DEFAULT_ALGORITHM, DEFAULT_SIZE, MASK_HELP, make_recipe, masked
from mazegame.formats.registry import writing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame generate
  mazegame generate recursive-backtracker -s 30x15 --seed hello
  mazegame generate kruskal -o braid=50 -o ends=farthest -f ascii
  mazegame generate wilson -o weights=40-10 -o mask=heart -s 31x21
  mazegame generate river-delta -s 40x20
  mazegame generate wilson:12x6:kite-7 -f grid > maze.txt; mazegame play maze.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        nargs="?",
        metavar="ALGORITHM|PRESET|GAME_ID",
        default=DEFAULT_ALGORITHM,
        help=f"what mazegame algorithms lists, or a whole game ID (default: {DEFAULT_ALGORITHM})",
    )
    parser.add_argument(
        "-s", "--size", metavar="COLSxROWS", help=f"in cells (default: {DEFAULT_SIZE})"
    )
    parser.add_argument("--seed", metavar="SEED", help="any text (default: drawn at random)")
    parser.add_argument(
        "-f",
        "--format",
        choices=writing(),
        default=DEFAULT_FORMAT,
        help=f"a drawing, or the block grid that play and solve read (default: {DEFAULT_FORMAT})",
    )
    parser.add_argument(
        "-o",
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a setting, for example braid=20; may be given several times",
    )
    parser.add_argument("--mask", metavar="FILE", help=MASK_HELP)


def run(arguments: argparse.Namespace) -> int:
    """Print the maze that was asked for, and its game ID on standard error."""
    from mazegame.engine import Level

    with refusing():
        recipe = make_recipe(arguments.target, arguments.size, arguments.seed, arguments.options)
        if arguments.mask is None:
            level = Level.of(recipe, progress=interruptible)
        else:
            sized = arguments.size is not None or ":" in arguments.target
            recipe, level = masked(recipe, arguments.mask, sized=sized)
        pieces = draw(level, arguments.format)
        first = next(pieces)  # what cannot be written is refused before the game ID is shown
    name = str(recipe)
    if arguments.mask is not None:
        name += f" inside {quoted(arguments.mask)}, which no game ID can hold"
    say(name)
    write(chain([first], pieces))
    return 0
