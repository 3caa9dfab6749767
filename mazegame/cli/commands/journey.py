"""``mazegame journey``: forty levels, and the map that leads through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame journey
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments: none."""
    del parser


def run(arguments: argparse.Namespace) -> int:
    """Open the map of the journey."""
    del arguments
    terminal.require_terminal()
    from mazegame.app import run_game
    from mazegame.screens.routes import Journey

    return run_game(Journey)
