"""``mazegame daily``: play the maze of the day, or print its game ID."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, refusing

if TYPE_CHECKING:
    import argparse

    from mazegame.screens.routes import DailyMaze

EXAMPLES: Final = """\
examples:
  mazegame daily
  mazegame daily 2026-11-22
  mazegame daily --id
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


def run(arguments: argparse.Namespace) -> int:
    """Play the daily maze; or print its game ID."""
    with refusing():
        from mazegame.game.daily import daily, parse_day, today

        day = today() if arguments.day is None else parse_day(arguments.day)
        if not arguments.id:
            from mazegame.cli import terminal

            if day > today():
                raise CliError(f"the maze of {day.isoformat()} can be played from that day on, UTC")
            terminal.require_terminal()
    if arguments.id:
        write([f"{daily(day).recipe}\n"])
        return 0
    from mazegame.app import run_game

    def first() -> DailyMaze:
        from mazegame.screens.routes import DailyMaze

        return DailyMaze(day, play=True)

    return run_game(first)
