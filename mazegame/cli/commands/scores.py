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
  mazegame scores --take-back
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    flags = {
        "--statistics": "what your runs say about you, what to practise, and your achievements",
        "--json": "everything, for programs",
        "--csv": "with --statistics: a line for each finished run",
        "--take-back": "add the runs of sound books that were set aside",
    }
    add_flags(parser, flags)
    about = "print the replay of a run, by its number in the list"
    parser.add_argument("--export", metavar="RUN", help=about)


def run(arguments: argparse.Namespace) -> int:
    from mazegame.store.book.book import ScoreBook, book_exists
    from mazegame.store.book.errors import ScoreBookError
    from mazegame.store.book.merging import paths_aside
    from mazegame.store.places import NoHomeError, places

    if arguments.csv and (arguments.json or not arguments.statistics):
        raise CliError("--csv goes with --statistics, and without --json")
    others = arguments.statistics or arguments.json or arguments.export is not None
    if arguments.take_back and others:
        raise CliError("--take-back goes with no other option")
    try:
        path = places().scores
        is_there = book_exists(path) or bool(paths_aside(path))
        there = contextlib.closing(ScoreBook(path)) if is_there else None
        with there or contextlib.nullcontext() as book:
            text = _text(book, arguments)
    except (NoHomeError, ScoreBookError) as problem:
        raise FileFailedError(str(problem)) from problem
    write([printable(text)])
    return 0


def _text(book: ScoreBook | None, arguments: argparse.Namespace) -> str:
    """Return the output; ``book`` is None if nothing was finished yet."""
    if arguments.take_back:
        return _take_back(book)
    if arguments.export is not None:
        if book is None:
            raise CliError("there are no runs yet")
        return _replay(book, arguments.export)
    if arguments.statistics and (book or arguments.json or arguments.csv):
        return _statistics(book.played() if book else [], arguments)
    from mazegame.store.book.report import as_json, as_text
    from mazegame.store.records import Summary

    if arguments.json:
        return as_json(book.overview(history=-1) if book else Summary())
    if book is None:
        return "There are no runs yet.\n"
    from mazegame.store.book.merging import books_aside

    more = [f"{aside.line}: --take-back adds them.\n" for aside in books_aside(book)]
    return "".join([as_text(book.overview(history=10)), *more])


def _take_back(book: ScoreBook | None) -> str:
    from mazegame.game.words import counted
    from mazegame.store.book.merging import books_aside, take_back

    lines = []
    if book is not None:
        for aside in books_aside(book):
            runs = counted(take_back(book, aside.path), "run")
            lines.append(f"Added: {runs} of {aside.path.name}.\n")
    return "".join(lines) or "No sound book with more runs was set aside.\n"


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
