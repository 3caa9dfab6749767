"""``mazegame chase``: flee from a hunter, level by level."""

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
  mazegame chase
  mazegame chase river-delta --by sight
  mazegame chase wilson:19x9:kite-7 --fog
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "design",
        nargs="?",
        default=DEFAULT_ALGORITHM,
        metavar="DESIGN",
        help="an algorithm, a preset, or a game ID for the first level (default: "
        f"{DEFAULT_ALGORITHM}, in a size that fits)",
    )
    parser.add_argument(
        "--by",
        choices=("both", "scent", "sight"),
        default="both",
        help="the sense of the hunters (default: both, in turn)",
    )
    parser.add_argument("--fog", action="store_true", help="see only what is or was in sight")


def run(arguments: argparse.Namespace) -> int:
    """Play the chase; return the game's exit code."""
    with refusing():
        recipe = make_recipe(arguments.design, None, None, ())
        terminal.require_terminal()
        from mazegame.app import run_game
        from mazegame.game.series.chase import chase_match
        from mazegame.screens.routes import Play

        if ":" not in arguments.design:
            recipe = fitted(recipe, *shutil.get_terminal_size())
        match = chase_match(recipe, fog=arguments.fog, sense=arguments.by)
    return run_game(lambda: Play(match))
