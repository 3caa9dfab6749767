"""``mazegame help``: the help of a command."""

from __future__ import annotations

import argparse
from typing import Final

from mazegame.cli.parser import is_command, make_parser, unknown_command_error

EXAMPLES: Final = """\
  mazegame help
  mazegame help generate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", nargs="?", metavar="COMMAND", help="a command (default: all)")


def run(arguments: argparse.Namespace) -> int:
    words = [] if arguments.topic is None else [arguments.topic]
    if words and not is_command(words[0]):
        raise unknown_command_error(words[0])
    make_parser(words).parse_args([*words, "--help"])  # which prints it, and ends
    return 0
