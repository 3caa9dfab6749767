"""``mazegame help``: the help of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import write
from mazegame.cli.parser import COMMANDS, no_command

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame help
  mazegame help generate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help="a command (default: all)")


def run(arguments: argparse.Namespace) -> int:
    """Print what ``mazegame COMMAND --help`` prints."""
    from mazegame.cli.parser import command_parsers, make_parser

    topic = arguments.topic
    if topic is None:
        write([make_parser([]).format_help()])
        return 0
    if topic not in COMMANDS:
        raise no_command(topic)
    write([command_parsers(make_parser([topic]))[topic].format_help()])
    return 0
