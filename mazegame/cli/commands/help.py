"""``mazegame help``: the help of a command."""

from __future__ import annotations

import argparse
from typing import Final

from mazegame.cli.output import write
from mazegame.cli.parser import COMMANDS, no_command

EXAMPLES: Final = """\
  mazegame help
  mazegame help generate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help="a command (default: all)")


def run(arguments: argparse.Namespace) -> int:
    from mazegame.cli.parser import command_parsers, make_parser

    topic = arguments.topic
    if topic is None:
        write([make_parser([]).format_help()])
        return 0
    if topic not in COMMANDS:
        raise no_command(topic)
    write([command_parsers(make_parser([topic]))[topic].format_help()])
    return 0
