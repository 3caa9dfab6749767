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
class _Entry:
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
        self._waiting: list[_Entry] = []
        self._retried: Future[None] | None = None
        self._patient = True
        """Whether to wait while another program has locked the book."""
        self._checked: tuple[int, ...] | None = None
        """``state_of`` a file that is no score book, but was found sound by SQLite."""

    def add(
        self, run: FinishedRun, written: Callable[[], None], result: Future[Ranking] | None = None
    ) -> Future[Ranking]:
        """Add a finished run; ``written`` is called in this thread after it was written."""
        return self.note(lambda book: book.add(run), written, result)

    def note(
        self,
        write: Callable[[ScoreBook], Any],
        written: Callable[[], None] = lambda: None,
        result: Future[Any] | None = None,
    ) -> Future[Any]:
        """Queue a write after all earlier requests; return ``result``, or a new future."""
        entry = _Entry(write, written, result or uncancellable())

        def work() -> None:
            self._waiting.append(entry)
            self._try_waiting()

        self._worker.do(work)
        return entry.result

    def ask(self, question: Callable[[ScoreBook], T]) -> Future[T]:
        """Query the book after all earlier requests. The future fails with ScoreBookError."""

        def work() -> T:
            self._try_waiting()
            return self._with_book(question)

        return self._worker.do(work)

    def retry(self) -> None:
        """Try pending writes again, unless that is under way. Call it now and then."""
        if self._waiting and (self._retried is None or self._retried.done()):
            self._retried = self.finish_writing()

    def finish_writing(self) -> Future[None]:
        """Try all pending writes once more."""
        return self._worker.do(self._try_waiting)

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
            self._mend(problem)
            return work(self._open())

    def _open(self) -> ScoreBook:
        if self._book is not None and not self._book.is_current:
            self._close()
        if self._book is None:
            try:
                self._book = ScoreBook(self._notices.places.scores)
                self._book.be_patient(patient=self._patient)
            except NoHomeError as error:
                raise NoBookError(str(error)) from None
        return self._book

    def _be_patient(self, *, patient: bool) -> None:
        if patient is not self._patient:
            self._patient = patient
            if self._book is not None:
                self._book.be_patient(patient=patient)

    def _close(self) -> None:
        if self._book is not None:
            self._book.close()
            self._book = None

    def _mend(self, problem: ScoreBookError) -> None:
        """Set the book aside if SQLite finds it corrupt; otherwise raise the problem again."""
        self._close()
        path = self._notices.places.scores
        before = state_of(path)
        aside = None if before == self._checked else set_book_aside(path)
        if aside is not None:
            self._notices.say(f"{problem}; they are now {aside.name}, and a new book is begun")
        elif state_of(path) == before:
            self._checked = before  # reading all of it takes long: not again until it changes
            raise problem

    def _try_waiting(self) -> None:
        """Run the pending writes in order, until one fails that can succeed later."""
        while self._waiting:
            entry = self._waiting[0]
            try:
                result = self._with_book(entry.write)
            except MisfitError as error:
                self._refuse(entry, error)
                continue
            except ScoreBookError as problem:
                if isinstance(problem, UnwritableError):
                    self._close()  # the path may have another file by the next try
                if isinstance(problem, LockedError):
                    self._be_patient(patient=False)
                self._say_why(problem)
                return
            except Exception as error:  # noqa: BLE001  it must not block later writes
                self._refuse(entry, error)
                continue
            del self._waiting[0]
            self._be_patient(patient=True)
            with contextlib.suppress(OSError):
                entry.written()
            entry.result.set_result(result)

    def _refuse(self, entry: _Entry, error: Exception) -> None:
        """Drop the first pending write, which can never succeed; a run stays in its journal."""
        del self._waiting[0]
        self._notices.say(f"a run does not fit into the scores: {error}")
        entry.result.set_exception(error)

    def _say_why(self, problem: ScoreBookError) -> None:
        if isinstance(problem, UnwritableError) and not self._notices.can_write():
            self._notices.say_read_only()
        elif isinstance(problem, NoBookError):
            self._notices.say(f"{problem}; nothing is kept")
        else:
            self._notices.say(f"{problem}; finished runs are kept until they can be written")
