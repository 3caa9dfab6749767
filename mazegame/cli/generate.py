"""``mazegame generate``: print a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.drawing import add_format_arguments, deliver
from mazegame.cli.output import say
from mazegame.cli.progress import interruptible
from mazegame.cli.refusals import quoted, refusing
from mazegame.cli.targets import DEFAULT_ALGORITHM, DEFAULT_SIZE, MASK_HELP, make_recipe, masked

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame generate
  mazegame generate recursive-backtracker -s 30x15 --seed hello
  mazegame generate kruskal -D braid=50 -D ends=farthest -f ascii
  mazegame generate wilson -D weights=40-10 -D mask=heart -s 31x21
  mazegame generate river-delta -s 40x20
  mazegame generate wilson:40x20:kite-7 --path -o maze.svg
  mazegame generate wilson:12x6:kite-7 -f grid -o maze.txt; mazegame play maze.txt
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
        "-D",
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the algorithm, for example braid=20; may be given several times",
    )
    parser.add_argument("--mask", metavar="FILE", help=MASK_HELP)
    add_format_arguments(parser)


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
        writing = deliver(level, arguments, path=arguments.path)
        next(writing)  # what cannot be written is refused before the game ID is shown
    name = str(recipe)
    if arguments.mask is not None:
        name += f" inside {quoted(arguments.mask)}, which no game ID can hold"
    say(name)
    next(writing)
    return 0
