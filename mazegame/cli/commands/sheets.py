"""``mazegame book``: write mazes as puzzle sheets to print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mazegame.cli.options import add_flags, add_option_argument, add_size_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, FileFailedError, quoted, refusing, whole_number
from mazegame.cli.targets import make_recipe
from mazegame.cli.terminal import announce_compiling
from mazegame.formats.errors import reason_of
from mazegame.game.words import counted

if TYPE_CHECKING:
    from mazegame.engine import Level, Recipe

EXAMPLES: Final = """\
  mazegame book wilson -s 20x12 -n 24 --per-page 4 --title "Rainy day" -o book.pdf
  mazegame book prim hunt-and-kill -s 15x10 -n 12 --by-difficulty -o easy-to-hard.pdf
  mazegame book wilson:20x12:kite-7 kruskal:20x12:kite-7 -o two.pdf
  mazegame book river-delta -n 6 --solutions back --paper letter -o both-sides.pdf
  mazegame book wilson -n 8 -o page.svg
"""

_MOST: Final = 10_000
"""Most mazes of a book."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "an algorithm, a preset or a game ID; several take turns"
    parser.add_argument("targets", metavar="RECIPE", nargs="+", help=about)
    about = "how many mazes (default: 4, or one for each game ID)"
    parser.add_argument("-n", "--count", metavar="COUNT", help=about)
    add_size_argument(parser)
    add_option_argument(parser)
    about = (
        "what the seeds begin with; the same words make the same book (default: drawn, and said)"
    )
    parser.add_argument("--name", help=about)
    parser.add_argument("--title", default="", help="the title on every page")
    about = "mazes on a page, 1 to 30 (default: 4)"
    parser.add_argument("--per-page", default="4", metavar="COUNT", help=about)
    about = "at the end, on the back of each page, or none (default: end)"
    parser.add_argument("--solutions", choices=("end", "back", "none"), default="end", help=about)
    about = "the size of a page (default: a4)"
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help=about)
    add_flags(
        parser,
        {"--by-difficulty": "the easiest first", "--doors": "open the boundary at A and B"},
    )
    about = "open these sides of A and B, such as W-E (implies --doors)"
    parser.add_argument("--door-sides", dest="doors", metavar="SIDES", help=about)
    about = "the file: .pdf, or .svg for a file a page"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=about)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.engine import Level, draw_seed
    from mazegame.formats.sheets import MOST_ON_A_PAGE, book, by_difficulty

    announce_compiling()
    per_page = _number("--per-page", arguments.per_page, MOST_ON_A_PAGE)
    given = arguments.count and _number("--count", arguments.count, _MOST)
    name = arguments.name or draw_seed()
    with refusing():
        levels: list[Level] = [Level.of(recipe) for recipe in _recipes(arguments, given, name)]
        if arguments.by_difficulty:
            levels = by_difficulty(levels)
    try:
        with refusing():
            files = book(
                levels, arguments.output, title=arguments.title, per_page=per_page,
                solutions=arguments.solutions, paper=arguments.paper,
                doors=arguments.doors or False,
            )  # fmt: skip
    except OSError as error:
        reason = reason_of(error)
        raise FileFailedError(f"{quoted(arguments.output)} cannot be written: {reason}") from error
    where = files[0].name if len(files) == 1 else f"{files[0].name} to {files[-1].name}"
    has_drawn = not arguments.name and any(":" not in target for target in arguments.targets)
    again = f"; --name {name} makes it again" if has_drawn else ""
    mazes = counted(len(levels), "maze")
    write([f"{mazes} in {Path(where)}{again}\n"])
    return 0


def _recipes(arguments: argparse.Namespace, count: int | None, name: str) -> list[Recipe]:
    """Return the recipes of all mazes: each game ID once, then the designs in turns."""
    from mazegame.engine import Recipe

    given = [Recipe.parse(target) for target in arguments.targets if ":" in target]
    designs = [target for target in arguments.targets if ":" not in target]
    if given and (arguments.size or arguments.options):
        raise CliError("a game ID holds its size and options: leave out --size and --option")
    total = count or len(given) + (4 if designs else 0)
    if total < len(given):
        raise CliError(f"there are {len(given)} game IDs and room for {total} mazes")
    if not designs and total > len(given):
        raise CliError(f"--count {total} takes an algorithm or a preset besides the game IDs")
    fresh = [
        make_recipe(
            designs[index % len(designs)], arguments.size, f"{name}.{index + 1}", arguments.options
        )
        for index in range(total - len(given))
    ]
    return given + fresh


def _number(flag: str, given: str, most: int) -> int:
    """Read a whole number from 1 on."""
    found = whole_number(given, 1, most)
    if found is None:
        raise CliError(f"{flag} {quoted(given)} is no whole number from 1 to {most:,}")
    return found
