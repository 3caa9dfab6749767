"""Merging: the runs of a score book that was set aside, back in the book of now.

A book that is set aside is older than the one that was begun in its place. So its runs come first:
they keep their numbers, and what was the first walk of a maze only without them is practice now.
The result is the book that all runs would have made together (``merging.sql``).
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.formats.errors import reason_of
from mazegame.game.words import counted
from mazegame.store.book import schema
from mazegame.store.book.book import ScoreBook, set_with_tails_aside
from mazegame.store.book.errors import ScoreBookError, UnwritableError

if TYPE_CHECKING:
    from pathlib import Path

_ASIDE: Final = re.compile(r"\.damaged-([1-9][0-9]*)")
"""How the name of a book that was set aside goes on after the book's own."""


@dataclass(frozen=True)
class BookAside:
    """A sound score book that was set aside, with runs that the book of now has not got."""

    path: Path
    runs: int
    """The number of those runs."""

    @property
    def line(self) -> str:
        """What there is, in words."""
        return f"{counted(self.runs, 'run')} in {self.path.name}, a sound book that was set aside"


def books_aside(book: ScoreBook) -> list[BookAside]:
    """Return the sound books beside a book that were set aside, the latest first.

    Reads all of each.
    """
    found = []
    for path in paths_aside(book.path):
        with contextlib.suppress(ScoreBookError, OSError):
            if path.stat().st_size and (runs := _missing(book, path)):
                found.append(BookAside(path, runs))
    return found


def take_back(book: ScoreBook, aside: Path) -> int:
    """Add the runs of a sound book that was set aside; return how many those are.

    All or none: ScoreBookError says why none. The file stays, as ``NAME.taken-back-1``.
    """
    if book.read_only:
        raise UnwritableError(f"the scores {book.path} can only be read")
    missing = _missing(book, aside)
    with book.attached(aside) as base:
        for statement in schema.statements("merging.sql"):
            base.execute(statement)
    try:
        set_with_tails_aside(aside, "taken-back")
    except OSError as error:  # it is offered no more, since no run of it is missing
        why = reason_of(error)
        raise UnwritableError(f"{aside} was taken back, and cannot be renamed: {why}") from error
    return missing


def paths_aside(path: Path) -> list[Path]:
    """Return the files beside a book that were set aside, sound or not, the latest first."""
    named = []
    with contextlib.suppress(OSError):
        for beside in path.parent.iterdir():
            found = _ASIDE.fullmatch(beside.name.removeprefix(path.name))
            if found and beside.name.startswith(path.name):
                named.append((int(found[1]), beside))
    return [beside for _, beside in sorted(named, reverse=True)]


def _missing(book: ScoreBook, aside: Path) -> int:
    """Return how many runs of a sound book are missing; ScoreBookError if it is none."""
    with contextlib.closing(ScoreBook(aside)) as other:
        if not other.is_whole():
            raise ScoreBookError(f"the scores {aside} are damaged")
    with book.attached(aside) as base:
        (missing,) = base.execute(
            "SELECT count(*) FROM aside.runs WHERE uid NOT IN (SELECT uid FROM main.runs)"
        ).fetchone()
    return int(missing)
