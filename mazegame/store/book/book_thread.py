"""``BookThread``: a thread that writes and reads the score book.

If the book is locked, read-only, of a newer version, or the disk is full, writes are kept and tried
again later. For a locked book the thread waits once, and not again until a write has succeeded, so
that queries are answered meanwhile. A book that SQLite finds corrupt is renamed, and a new one is
begun.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from mazegame.store.book.book import ScoreBook, set_book_aside, state_of
from mazegame.store.book.errors import (
    DamagedError,
    LockedError,
    MisfitError,
    NoBookError,
    ScoreBookError,
    StrangeBookError,
    UnwritableError,
)
from mazegame.store.places import NoHomeError
from mazegame.store.worker import Worker, uncancellable

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.store.notices import Notices
    from mazegame.store.records import FinishedRun, Ranking

T = TypeVar("T")


@dataclass
class _PendingWrite:
    """A pending write."""

    write: Callable[[ScoreBook], Any]
    written: Callable[[], None]
    """Called after the write has succeeded."""
    result: Future[Any]
    """The result of ``write``."""


class BookThread:
    """Owns the score book; all of its methods return at once."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._worker = Worker("scores")
        self._book: ScoreBook | None = None
        self._pending: list[_PendingWrite] = []
        self._retried: Future[None] | None = None
        self._waits_for_lock = True
        """Whether to wait while another program has locked the book."""
        self._known_sound: tuple[int, ...] | None = None
        """``state_of`` a file that is no score book, but was found sound by SQLite."""

    def add(
        self, run: FinishedRun, written: Callable[[], None], result: Future[Ranking] | None = None
    ) -> Future[Ranking]:
        """Add a finished run; ``written`` is called in this thread after it was written."""
        return self.write_with(lambda book: book.add(run), written, result)

    def write_with(
        self,
        write: Callable[[ScoreBook], Any],
        written: Callable[[], None] = lambda: None,
        result: Future[Any] | None = None,
    ) -> Future[Any]:
        """Queue a write after all earlier requests; return ``result``, or a new future."""
        entry = _PendingWrite(write, written, result or uncancellable())

        def work() -> None:
            self._pending.append(entry)
            self._write_pending()

        self._worker.do(work)
        return entry.result

    def query(self, question: Callable[[ScoreBook], T]) -> Future[T]:
        """Query the book after all earlier requests. The future fails with ScoreBookError."""

        def work() -> T:
            self._write_pending()
            return self._with_book(question)

        return self._worker.do(work)

    def retry(self) -> None:
        """Try pending writes again, unless that is under way. Call it now and then."""
        if self._pending and (self._retried is None or self._retried.done()):
            self._retried = self.finish_writing()

    def finish_writing(self) -> Future[None]:
        """Try all pending writes once more."""
        return self._worker.do(self._write_pending)

    def end(self, seconds: float) -> None:
        """Close the book and end the thread; wait at most ``seconds`` for it."""
        self._worker.do(self._close)
        self._worker.end(seconds)

    # In the thread

    def _with_book(self, work: Callable[[ScoreBook], T]) -> T:
        """Run a query or a write; if the book is damaged, set it aside and retry with a new one."""
        try:
            return work(self._open())
        except (DamagedError, StrangeBookError) as problem:
            self._set_aside_if_corrupt(problem)
            return work(self._open())

    def _open(self) -> ScoreBook:
        if self._book is not None and not self._book.is_current:
            self._close()
        if self._book is None:
            try:
                self._book = ScoreBook(self._notices.places.scores)
                self._book.set_waiting(waits=self._waits_for_lock)
            except NoHomeError as error:
                raise NoBookError(str(error)) from None
        return self._book

    def _set_waiting(self, *, waits: bool) -> None:
        if waits is not self._waits_for_lock:
            self._waits_for_lock = waits
            if self._book is not None:
                self._book.set_waiting(waits=waits)

    def _close(self) -> None:
        if self._book is not None:
            self._book.close()
            self._book = None

    def _set_aside_if_corrupt(self, problem: ScoreBookError) -> None:
        """Set the book aside if SQLite finds it corrupt; otherwise raise the problem again."""
        self._close()
        path = self._notices.places.scores
        before = state_of(path)
        aside = None if before == self._known_sound else set_book_aside(path)
        if aside is not None:
            self._notices.report(f"{problem}; they are now {aside.name}, and a new book is begun")
        elif state_of(path) == before:
            self._known_sound = before  # reading all of it takes long: not again until it changes
            raise problem

    def _write_pending(self) -> None:
        """Run the pending writes in order, until one fails that can succeed later."""
        while self._pending:
            entry = self._pending[0]
            try:
                result = self._with_book(entry.write)
            except MisfitError as error:
                self._drop_first(entry, error)
                continue
            except ScoreBookError as problem:
                if isinstance(problem, UnwritableError):
                    self._close()  # the path may have another file by the next try
                if isinstance(problem, LockedError):
                    self._set_waiting(waits=False)
                self._report(problem)
                return
            except Exception as error:  # noqa: BLE001  it must not block later writes
                self._drop_first(entry, error)
                continue
            del self._pending[0]
            self._set_waiting(waits=True)
            with contextlib.suppress(OSError):
                entry.written()
            entry.result.set_result(result)

    def _drop_first(self, entry: _PendingWrite, error: Exception) -> None:
        """Drop the first pending write, which can never succeed; a run stays in its journal."""
        del self._pending[0]
        self._notices.report(f"a run does not fit into the scores: {error}")
        entry.result.set_exception(error)

    def _report(self, problem: ScoreBookError) -> None:
        if isinstance(problem, UnwritableError) and not self._notices.can_write():
            self._notices.report_read_only()
        elif isinstance(problem, NoBookError):
            self._notices.report(f"{problem}; nothing is kept")
        else:
            self._notices.report(f"{problem}; finished runs are kept until they can be written")
