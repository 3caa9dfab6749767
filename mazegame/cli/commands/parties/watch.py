"""``mazegame watch``: show a party on the wall: the maze with all players, and the boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.commands.parties import join
from mazegame.cli.commands.parties.party import ready_for_party

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame watch 127.0.0.1:4747 --room ab3d-9xyz
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    join.add_room_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch the room; return the game's exit code."""
    return join.enter(arguments, ready_for_party("wall"), watch=True)
