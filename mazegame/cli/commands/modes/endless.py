"""``mazegame endless``: a way down rows without end while the top collapses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.refusals import refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame endless
  mazegame endless kite-7
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "seed",
        nargs="?",
        metavar="SEED",
        help="the seed of the maze, the same for all depths (default: the descent that was left, "
        "or a drawn one)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play; return the game's exit code."""
    with refusing():
        from mazegame.engine.support.seed import clean_seed

        seed = "" if arguments.seed is None else clean_seed(arguments.seed)
        terminal.require_terminal()
    from mazegame.app import run_game
    from mazegame.screens.routes import Endless

    return run_game(lambda: Endless(seed))
