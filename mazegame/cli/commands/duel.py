"""``mazegame duel``: two players at one keyboard."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.commands.play import fitted
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import DEFAULT_ALGORITHM, make_recipe

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame duel
  mazegame duel river-delta --fewest
  mazegame duel wilson:19x9:kite-7 --fog
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "design",
        nargs="?",
        default=DEFAULT_ALGORITHM,
        metavar="DESIGN",
        help="an algorithm, a preset, or a game ID for the first round (default: "
        f"{DEFAULT_ALGORITHM}, in a size that fits)",
    )
    parser.add_argument(
        "--fewest", action="store_true", help="the fewest steps win a round, not the first at B"
    )
    parser.add_argument("--fog", action="store_true", help="each sees only what was in their sight")


def run(arguments: argparse.Namespace) -> int:
    """Play the duel; return the game's exit code."""
    with refusing():
        recipe = make_recipe(arguments.design, None, None, ())
        terminal.require_terminal()
        from mazegame.app import run_game
        from mazegame.game.series.duel import duel_match
        from mazegame.screens.routes import Duel
        from mazegame.widgets.playing.duel import view_columns

        if ":" not in arguments.design:
            columns, lines = shutil.get_terminal_size()
            recipe = fitted(recipe, view_columns(columns, fog=arguments.fog), lines)
        match = duel_match(recipe, fog=arguments.fog, fewest=arguments.fewest)
    return run_game(lambda: Duel(match))
