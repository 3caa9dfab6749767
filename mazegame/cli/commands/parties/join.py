"""``mazegame join``: race in the room of somebody else."""

from __future__ import annotations

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
    parser.add_argument(
        "address", metavar="ADDRESS", help="HOST[:PORT] as the host's screen shows it, or a URL"
    )
    parser.add_argument("--room", default="", metavar="WORD", help="the room word")
    add_name_argument(parser)


def run(arguments: argparse.Namespace, *, watch: bool = False) -> int:
    """Join the room; return the game's exit code."""
    name = "wall" if watch else ready_for_party(arguments.name)
    from mazegame.app import run_game
    from mazegame.screens.routes import Party

    return run_game(
        lambda: Party(address=arguments.address, word=arguments.room, name=name, watch=watch)
    )
