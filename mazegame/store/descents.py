"""``DescentLog``: writes a descent to disk while it goes on, and to the score book at its end.

Steps that are on the disk are no longer kept in memory.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from mazegame.game.modes.endless import COLS, endless_key, level_of
from mazegame.store.journal.journal import Journal, read
from mazegame.store.records import (
    OPEN_RULES,
    Category,
    FinishedRun,
    Heading,
    new_uid,
    now_ms,
    today,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from mazegame.game.career.statistics import Played
    from mazegame.game.descent import Depth, Descent
    from mazegame.game.recording.record import Record
    from mazegame.store.book.book_thread import BookThread
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.notices import Notices
    from mazegame.store.worker import Worker


@dataclass(frozen=True)
class DescentRanking:
    """A descent in the score book, among the others."""

    run: FinishedRun
    ranked: tuple[Played, ...]
    """The first descent of each seed, the best first."""


@dataclass
class DescentLog:
    """Writes a descent to its journal, in the journals' thread, and to the score book at its end.

    The descent itself is read in the caller's thread only.
    """

    notices: Notices
    writer: Worker
    book: BookThread
    descent: Descent
    continues: SavedRun | None = None
    """The saved descent that it continues; None for a new one."""
    journal: Journal | None = None

    def __post_init__(self) -> None:
        key, before = endless_key(self.descent.seed), self.continues
        origin, began = (before.heading.walk, before.heading.began) if before else ("", now_ms())
        self.heading = Heading(
            new_uid(), key, Category("eller", "eller", COLS, 1), 0, origin, series=key,
            maze=f"endless {self.descent.seed}", began=began,
        )  # fmt: skip
        self.waiting = before.record if before else self.descent.take()
        """The walk since the last successful write."""

    def keep(self, *, exactly: bool = False) -> None:
        """Write the steps since the last call, and the time. Call it twice a second."""
        self.writer.do(partial(self._keep, self.descent.take(), exactly=exactly))

    def leave(self) -> None:
        """Write the last steps; the descent can be resumed later."""
        self.keep(exactly=True)
        self._end_journal(Journal.close)

    def finish(self) -> Callable[[], DescentRanking] | None:
        """Write the last steps and add the descent to the score book.

        Returns a function that blocks until the book has ranked the descent, to be called in a
        thread; or None if the descent reached no row, and is not kept.
        """
        depth = self.descent.depth
        if not depth.rows:
            self._end_journal(Journal.discard)
            return None
        finishing = self.writer.do(partial(self._finish, self.descent.take(), depth))
        return lambda: finishing.result().result()  # the journal's thread, then the book's

    def _end_journal(self, end: Callable[[Journal], None]) -> None:
        def work() -> None:
            if self.journal is not None:
                end(self.journal)

        self.writer.do(work)

    # In the thread

    def _keep(self, part: Record, *, exactly: bool = False) -> None:
        self.waiting = _joined(self.waiting, part)
        if self.journal is None and not self.waiting.moves:
            return
        with self.notices.reporting("the descent is not saved as it goes"):
            if self.journal is None:
                before = self.continues.path if self.continues else None
                folder = self.notices.places.running
                self.journal = Journal(folder, self.heading, replaces=before)
            self.journal.keep(self.waiting, OPEN_RULES, exactly=exactly)
            self.waiting = replace(part, moves=b"", times=array("I"))

    def _finish(self, part: Record, depth: Depth) -> Future[DescentRanking]:
        """Add the walk to the first cell of the deepest row to the score book.

        OSError if the journal cannot be read.
        """
        self._keep(part)
        whole = self.waiting
        if self.journal is not None:
            whole = _joined(read(self.journal.path).record, whole)
        recipe = level_of(self.descent.seed, depth.rows)
        moves, times = whole.moves[: depth.steps], whole.times[: depth.steps]
        record = replace(
            whole, level=str(recipe), moves=moves, times=times, seconds=times[-1] / 1000
        )
        heading = replace(
            self.heading, category=Category.of(recipe), dist_min=depth.way_down, origin="",
            uid=self.heading.walk,  # the same if a kill comes before the journal is deleted
            maze=f"{self.heading.maze}, {depth.rows:,} deep",
        )  # fmt: skip
        run = FinishedRun(heading, record, done=now_ms(), day=today())
        self.book.add(run, partial(self._end_journal, Journal.discard))
        return self.book.query(lambda book: DescentRanking(run, book.descents()))


def _joined(before: Record, part: Record) -> Record:
    """Return one record with the steps of both."""
    return replace(part, moves=before.moves + part.moves, times=before.times + part.times)
