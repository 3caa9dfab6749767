"""``mazegame convert``: write a maze of a file in another format."""

from __future__ import annotations

import argparse
from typing import Final

from mazegame.cli.level_output import Output, add_format_arguments
from mazegame.cli.options import add_file_arguments
from mazegame.cli.refusals import refusing
from mazegame.cli.targets import read_file
from mazegame.cli.terminal import announce_compiling

EXAMPLES: Final = """\
  mazegame convert photo.png
  mazegame convert maze.txt -o maze.svg --path
  mazegame convert grid.txt --start r0c0 --goal r9c9 -f json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", metavar="FILE", help="a file with a maze (- is standard input)")
    add_file_arguments(parser)
    add_format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    announce_compiling()
    with refusing():
        writing = Output(arguments).deliver(read_file(arguments))
    writing()
    return 0
