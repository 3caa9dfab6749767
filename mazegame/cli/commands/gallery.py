"""``mazegame gallery``: look at all algorithms and presets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.refusals import refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame gallery
  mazegame gallery --seed kite-7
  mazegame gallery --quiz
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--seed", metavar="SEED", help="any text (default: drawn at random)")
    parser.add_argument(
        "--quiz", action="store_true", help="guess by which algorithms ten mazes were carved"
    )


def run(arguments: argparse.Namespace) -> int:
    """Open the gallery, or the quiz."""
    from mazegame.engine.support.seed import clean_seed, typed_seed

    with refusing():
        seed = "" if arguments.seed is None else clean_seed(typed_seed(arguments.seed))
    terminal.require_terminal()
    from mazegame.app import run_game
    from mazegame.screens.routes import Gallery, Quiz

    return run_game(lambda: Quiz(seed) if arguments.quiz else Gallery(seed))
