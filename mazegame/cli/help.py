"""``mazegame help``: the help of a command."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from mazegame.cli.commands import COMMANDS
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, quoted

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
    from mazegame.cli.program import command_parsers, make_parser

    topic = arguments.topic
    if topic is None:
        write([make_parser([]).format_help()])
        return 0
    if topic not in COMMANDS:
        near = difflib.get_close_matches(topic, COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(COMMANDS)}"
        raise CliError(f"there is no command {quoted(topic)}: {hint}")
    write([command_parsers(make_parser([topic]))[topic].format_help()])
    return 0
