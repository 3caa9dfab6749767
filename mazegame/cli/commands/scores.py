"""``mazegame scores``: print the score book, or statistics of it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from mazegame.cli.options import add_flags
from mazegame.cli.output import printable, write
from mazegame.cli.refusals import CliError, FileFailedError, quoted, whole_number

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from mazegame.game.career.statistics import Played
    from mazegame.store.book.book import ScoreBook

EXAMPLES: Final = """\
  mazegame scores
  mazegame scores --json
  mazegame scores --statistics
  mazegame scores --statistics --csv > runs.csv
  mazegame scores --export 12 > walk.replay
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    flags = {
        "--statistics": "what your runs say about you, what to practise, and your achievements",
        "--json": "everything, for programs",
        "--csv": "with --statistics: a line for each finished run",
    }
    add_flags(parser, flags)
    about = "print the replay of a run, by its number in the list"
    parser.add_argument("--export", metavar="RUN", help=about)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.store.book.book import ScoreBook, book_exists
    from mazegame.store.book.errors import ScoreBookError
    from mazegame.store.places import NoHomeError, places

    if arguments.csv and (arguments.json or not arguments.statistics):
        raise CliError("--csv goes with --statistics, and without --json")
    try:
        path = places().scores
        there = contextlib.closing(ScoreBook(path)) if book_exists(path) else None
        with there or contextlib.nullcontext() as book:
            text = _text(book, arguments)
    except (NoHomeError, ScoreBookError) as problem:
        raise FileFailedError(str(problem)) from problem
    write([printable(text)])
    return 0


def _text(book: ScoreBook | None, arguments: argparse.Namespace) -> str:
    """Return what is printed; there is no book where nothing was finished yet."""
    if arguments.export is not None:
        if book is None:
            raise CliError("there are no runs yet")
        return _replay(book, arguments.export)
    if arguments.statistics and (book or arguments.json or arguments.csv):
        return _statistics(book.played() if book else [], arguments)
    from mazegame.store.book.report import as_json, as_text
    from mazegame.store.values import Summary

    if arguments.json:
        return as_json(book.overview(history=-1) if book else Summary())
    return as_text(book.overview(history=10)) if book else "There are no runs yet.\n"


def _replay(book: ScoreBook, run: str) -> str:
    from mazegame.formats.replay import write_replay

    number = whole_number(run, 0, 10**18 - 1)
    if number is None:
        raise CliError(f"{quoted(run)} is no number of a run")
    row, walk = book.row(number), book.walk(number)
    if row is None:
        return write_replay(walk)
    return write_replay(walk, row.maze, row.keys, book.ghost(row.id))


def _statistics(rows: Sequence[Played], arguments: argparse.Namespace) -> str:
    from mazegame.store.book import statistics_report

    if arguments.csv:
        return statistics_report.as_csv(rows)
    return (statistics_report.as_json if arguments.json else statistics_report.as_text)(rows)
