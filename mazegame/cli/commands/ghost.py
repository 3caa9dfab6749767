"""``mazegame ghost``: race the walks of ghost codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.commands.play import play_match, query_book
from mazegame.cli.options import WORDS, add_flags
from mazegame.cli.refusals import refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
  mazegame ghost recursive-backtracker:8x5:kite-7=1__1NZQ1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a ghost code, as the line that one shares after a walk has it; up to three of one maze"
    parser.add_argument("codes", nargs="+", metavar="CODE", help=about)
    add_flags(parser, WORDS)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.game.recording.ghost_code import parse_ghost_code
    from mazegame.game.setup.ghost_race import check_own_try, ghost_race, recipe_of_codes

    with refusing():
        codes = [parse_ghost_code(text) for text in arguments.codes]
        recipe = recipe_of_codes(codes)
        check_own_try(recipe, lambda: query_book(lambda book: book.calendar()))
        match = ghost_race(terminal.carved(recipe), codes)
    return play_match(lambda: match, words=arguments.words)
