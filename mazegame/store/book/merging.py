"""Merge a score book that was set aside back into the current one (``merging.sql``).

The old book is older than the one that was begun in its place. So its runs come first and keep
their numbers, and a run of the current book becomes practice if the old one has an earlier walk of
its maze. The result equals a book to which all runs were added in order.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.formats.errors import reason_of
from mazegame.game.words import counted
from mazegame.store.book import schema
from mazegame.store.book.book import ScoreBook, set_aside_with_side_files
from mazegame.store.book.errors import ScoreBookError, UnwritableError

if TYPE_CHECKING:
    from pathlib import Path

_ASIDE: Final = re.compile(r"\.damaged-([1-9][0-9]*)")
"""The suffix of a book that was set aside, after the book's own name."""


@dataclass(frozen=True)
class BookAside:
    """A sound score book that was set aside, with runs that the current one lacks."""

    path: Path
    runs: int
    """The number of those runs."""

    @property
    def line(self) -> str:
        """A description in words, for messages."""
        return f"{counted(self.runs, 'run')} in {self.path.name}, a sound book that was set aside"


def books_aside(book: ScoreBook) -> list[BookAside]:
    """Return the sound books that were set aside beside a book, newest first.

    It reads each of them completely.
    """
    found = []
    for path in paths_aside(book.path):
        with contextlib.suppress(ScoreBookError, OSError):
            if path.stat().st_size and (runs := _count_missing(book, path)):
                found.append(BookAside(path, runs))
    return found


def take_back(book: ScoreBook, aside: Path) -> int:
    """Add the runs of a sound book that was set aside, all or none; return their number.

    The old file is renamed to ``NAME.taken-back-1``. ScoreBookError says why nothing was added.
    """
    if book.read_only:
        raise UnwritableError(f"the scores {book.path} can only be read")
    missing = _count_missing(book, aside)
    with book.attached(aside) as connection:
        for statement in schema.statements("merging.sql"):
            connection.execute(statement)
    try:
        set_aside_with_side_files(aside, "taken-back")
    except OSError as error:  # it is not offered again, since the book has all of its runs now
        why = reason_of(error)
        raise UnwritableError(f"{aside} was taken back, and cannot be renamed: {why}") from error
    return missing


def paths_aside(path: Path) -> list[Path]:
    """Return the files that were set aside beside a book, sound or not, newest first."""
    named = []
    with contextlib.suppress(OSError):
        for beside in path.parent.iterdir():
            found = _ASIDE.fullmatch(beside.name.removeprefix(path.name))
            if found and beside.name.startswith(path.name):
                named.append((int(found[1]), beside))
    return [beside for _, beside in sorted(named, reverse=True)]


def _count_missing(book: ScoreBook, aside: Path) -> int:
    """Return how many runs of ``aside`` the book lacks; ScoreBookError if ``aside`` is damaged."""
    with contextlib.closing(ScoreBook(aside)) as other:
        if not other.is_whole():
            raise ScoreBookError(f"the scores {aside} are damaged")
    with book.attached(aside) as connection:
        (missing,) = connection.execute(
            "SELECT count(*) FROM aside.runs WHERE uid NOT IN (SELECT uid FROM main.runs)"
        ).fetchone()
    return int(missing)
