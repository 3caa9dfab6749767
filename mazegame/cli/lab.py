"""``mazegame lab``: watch a maze being carved and searched, or write down how it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal
from mazegame.cli.refusals import Refused, quoted, refusing
from mazegame.cli.targets import add_file_arguments, find

if TYPE_CHECKING:
    import argparse

    from mazegame.engine import Level, Recipe
    from mazegame.lab.subject import Subject

EXAMPLES: Final = """\
examples:
  mazegame lab
  mazegame lab wilson
  mazegame lab kruskal:40x20:kite-7
  mazegame lab wilson:40x20:kite-7 --search bfs --search dfs
  mazegame lab maze.txt --search a-star
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "target",
        nargs="?",
        metavar="GAME_ID|ALGORITHM|PRESET|FILE",
        help="what to watch (default: the algorithm played last, in a size that fits)",
    )
    parser.add_argument(
        "--search",
        action="append",
        default=[],
        metavar="METHOD",
        help="watch a search of it; given twice, two of them side by side",
    )
    add_file_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the lab."""
    with refusing():
        subjects, recipe = wanted(arguments)
    if arguments.target == "-":
        terminal.reopen_terminal()
    terminal.require_terminal()
    from mazegame.app import run_game
    from mazegame.screens.routes import Lab

    def first() -> Lab:
        return Lab(tuple(subjects), recipe)

    return run_game(first)


def wanted(arguments: argparse.Namespace) -> tuple[list[Subject], Recipe | None]:
    """What is to be watched.

    Returns:
        The subjects; none if a size is still to be found that fits the terminal. And then what the
        maze is made of, None for a default.
    """
    from mazegame.engine import METHODS, Recipe
    from mazegame.lab.subject import CarvingOf, SearchOf

    methods: list[str] = arguments.search
    for method in methods:
        if method not in METHODS:
            raise Refused(f"there is no search {quoted(method)}: {', '.join(METHODS)}")
    if len(methods) > 2:
        raise Refused("at most two searches can be watched side by side")
    if arguments.target is None:
        if methods:
            raise Refused("--search needs a maze: a game ID, an algorithm, a preset or a file")
        return [], None
    found: Recipe | Level = find(arguments.target, arguments)
    if methods:
        return [SearchOf(found, method) for method in methods], None
    if not isinstance(found, Recipe):
        if found.recipe is None:
            return [SearchOf(found, "bfs")], None
        found = found.recipe
    sized = ":" in arguments.target
    return ([CarvingOf(found)], None) if sized else ([], found)
