"""``mazegame daily``: play the maze of the day, or print its game ID."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.commands.play import add_words_argument
from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame daily
  mazegame daily 2026-11-22
  mazegame daily --id
  mazegame daily --words
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "day",
        nargs="?",
        metavar="YYYY-MM-DD",
        help="the day in UTC, from 2026-01-01 on (default: today)",
    )
    parser.add_argument("--id", action="store_true", help="print its game ID and do not play")
    add_words_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the daily maze; or print its game ID."""
    with refusing():
        from mazegame.game.series.daily import daily, parse_day, today

        day = today() if arguments.day is None else parse_day(arguments.day)
        if not arguments.id:
            from mazegame.cli import terminal

            if day > today():
                raise CliError(f"the maze of {day.isoformat()} can be played from that day on, UTC")
            if not arguments.words:
                terminal.require_terminal()
    if arguments.id:
        write([f"{daily(day).recipe}\n"])
        return 0
    if arguments.words:
        from mazegame.cli.words import play_in_words
        from mazegame.game.series.daily import daily_key, daily_match

        found = daily(day)
        return play_in_words(
            lambda: daily_match(day, found.recipe, found.rules), left_in=daily_key(day)
        )
    from mazegame.app import run_game
    from mazegame.screens.routes import DailyMaze

    return run_game(lambda: DailyMaze(day, play=True))
