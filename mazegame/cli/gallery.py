"""``mazegame gallery``: look at all algorithms and presets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.refusals import refusing

if TYPE_CHECKING:
    import argparse

    from mazegame.screens.routes import Gallery, Quiz

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
    with refusing():
        seed = _seed(arguments.seed)
    terminal.require_terminal()
    from mazegame.app import run_game

    def first() -> Gallery | Quiz:
        from mazegame.screens.routes import Gallery, Quiz

        return Quiz(seed) if arguments.quiz else Gallery(seed)

    return run_game(first)


def _seed(text: str | None) -> str:
    from mazegame.engine.seed import clean_seed, typed_seed

    return "" if text is None else clean_seed(typed_seed(text))
