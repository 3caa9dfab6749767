"""``mazegame scores``: the score book."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from mazegame.cli.output import printable, write
from mazegame.cli.refusals import Failed, Refused, quoted

if TYPE_CHECKING:
    import argparse

    from mazegame.store.book import ScoreBook

EXAMPLES: Final = """\
examples:
  mazegame scores
  mazegame scores --json
  mazegame scores --export 12 > walk.replay
"""

LONGEST_NUMBER: Final = 18
"""The most digits of the number of a run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="everything, for programs")
    parser.add_argument(
        "--export", metavar="RUN", help="print the replay of a run, by its number in the list"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the score book, or the replay of one of its runs."""
    from mazegame.store.book import ScoreBook, book_exists
    from mazegame.store.errors import ScoreBookError
    from mazegame.store.places import NoHomeError, places

    try:
        path = places().scores
        if not book_exists(path):
            if arguments.export is not None:
                raise Refused("there are no runs yet")
            from mazegame.store.report import as_json

            write([as_json(None) if arguments.json else "There are no runs yet.\n"])
            return 0
        with contextlib.closing(ScoreBook(path)) as book:
            text = _from_book(book, arguments)
    except (NoHomeError, ScoreBookError) as problem:
        raise Failed(str(problem)) from problem
    write([printable(text)])
    return 0


def _from_book(book: ScoreBook, arguments: argparse.Namespace) -> str:
    """Return what was asked of the score book."""
    if arguments.export is not None:
        from mazegame.formats.replay import write_replay

        number = arguments.export
        if not (number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER):
            raise Refused(f"{quoted(number)} is no number of a run")
        row = book.row(int(number))
        walk = book.walk(int(number))
        return write_replay(walk, row.maze, row.keys) if row else write_replay(walk)
    from mazegame.store.report import as_json, as_text

    return as_json(book) if arguments.json else as_text(book)
