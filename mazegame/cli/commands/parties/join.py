"""``mazegame join``: race in the room of somebody else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from mazegame.cli.commands.parties.party import add_name_argument, ready_for_party

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame join 192.168.1.5 --room ab3d-9xyz
  mazegame join 127.0.0.1:4747 --room ab3d-9xyz --name Ada
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_room_arguments(parser)
    add_name_argument(parser)


def add_room_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address and the word of a room."""
    parser.add_argument(
        "address", metavar="ADDRESS", help="HOST[:PORT] as the host's screen shows it, or a URL"
    )
    parser.add_argument(
        "--room",
        default=os.environ.get("MAZEGAME_ROOM", ""),
        metavar="WORD",
        help="the room word (default: $MAZEGAME_ROOM)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Join the room; return the game's exit code."""
    return enter(arguments, ready_for_party(arguments.name))


def enter(arguments: argparse.Namespace, name: str, *, watch: bool = False) -> int:
    """Go into a room; return the game's exit code."""
    from mazegame.app import run_game
    from mazegame.screens.routes import Party

    return run_game(
        lambda: Party(address=arguments.address, word=arguments.room, name=name, watch=watch)
    )
