"""``mazegame gallery``: all algorithms and presets side by side, or the quiz on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.options import add_flags, add_seed_argument
from mazegame.cli.refusals import refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
  mazegame gallery
  mazegame gallery --seed kite-7
  mazegame gallery --quiz
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_seed_argument(parser)
    add_flags(parser, {"--quiz": "guess by which algorithms ten mazes were carved"})


def run(arguments: argparse.Namespace) -> int:
    with refusing():
        from mazegame.engine.support.seed import clean_seed, typed_seed

        seed = "" if arguments.seed is None else clean_seed(typed_seed(arguments.seed))
    from mazegame.screens import factory

    make = factory.quiz if arguments.quiz else factory.gallery
    return terminal.play(lambda: make(seed))
