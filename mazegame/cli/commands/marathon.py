"""``mazegame marathon``: play the week's seven mazes in a row, or print their game IDs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import write
from mazegame.cli.refusals import CliError, refusing

if TYPE_CHECKING:
    import argparse

EXAMPLES: Final = """\
examples:
  mazegame marathon
  mazegame marathon 2026-W47
  mazegame marathon --ids
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "week",
        nargs="?",
        metavar="YYYY-Www",
        help="the ISO week of UTC dates, from 2026-W02 on (default: this week)",
    )
    parser.add_argument("--ids", action="store_true", help="print its game IDs and do not play")


def run(arguments: argparse.Namespace) -> int:
    """Play the marathon of a week; or print its game IDs."""
    with refusing():
        from mazegame.game.series.daily import today
        from mazegame.game.series.marathon import marathon, parse_week, week_of

        week = arguments.week or week_of(today())
        monday = parse_week(week)
        if not arguments.ids:
            from mazegame.cli import terminal

            if monday > today():
                raise CliError(f"the marathon of {week} can be played from its Monday on, UTC")
            terminal.require_terminal()
        legs = marathon(week)
    if arguments.ids:
        write([f"{leg.recipe}\n" for leg in legs])
        return 0
    from mazegame.app import run_game
    from mazegame.game.series.marathon import MarathonSeries, marathon_match
    from mazegame.screens.routes import Play
    from mazegame.store.values import new_uid

    match = marathon_match(MarathonSeries(week, new_uid()[:8], legs))
    return run_game(lambda: Play(match))
