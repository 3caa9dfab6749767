"""Book thread: writes and reads the score book, so that no other thread waits for it.

If the book is locked, read-only, full or of a newer version, the thread tries again later. For a
book that is locked it waits once, and then not again until it could write, so that questions are
answered meanwhile. A book that SQLite finds corrupt is renamed, and a new one is begun.
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
    from mazegame.store.values import FinishedRun, Ranking

T = TypeVar("T")


@dataclass
class _Entry:
    """Something that is to be written into the book."""

    write: Callable[[ScoreBook], Any]
    written: Callable[[], None]
    """Called when the book has it."""
    result: Future[Any]
    """The result of ``write``."""


class BookThread:
    """Owns the score book."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._worker = Worker("scores")
        self._book: ScoreBook | None = None
        self._waiting: list[_Entry] = []
        self._retried: Future[None] | None = None
        self._patient = True
        """Whether to wait for another program that has locked the book."""
        self._checked: tuple[int, ...] | None = None
        """The state of a file that is no score book, and that SQLite found whole."""

    def add(
        self, run: FinishedRun, written: Callable[[], None], result: Future[Ranking] | None = None
    ) -> Future[Ranking]:
        """Write a finished run down; ``written`` is called in this thread when the book has it."""
        return self.note(lambda book: book.add(run), written, result)

    def note(
        self,
        write: Callable[[ScoreBook], Any],
        written: Callable[[], None] = lambda: None,
        result: Future[Any] | None = None,
    ) -> Future[Any]:
        """Run another write, after all earlier requests; return its ``result``, or a new one."""
        entry = _Entry(write, written, result or uncancellable())

        def work() -> None:
            self._waiting.append(entry)
            self._try_waiting()

        self._worker.do(work)
        return entry.result

    def ask(self, question: Callable[[ScoreBook], T]) -> Future[T]:
        """Ask the book; the future fails with ScoreBookError if it cannot be read."""

        def work() -> T:
            self._try_waiting()
            return self._with_book(question)

        return self._worker.do(work)

    def retry(self) -> None:
        """Try again what the book could not take so far. To be called now and then."""
        if self._waiting and (self._retried is None or self._retried.done()):
            self._retried = self.finish_writing()

    def finish_writing(self) -> Future[None]:
        """Try everything once more."""
        return self._worker.do(self._try_waiting)

    def end(self, seconds: float) -> None:
        """Close the book and end the thread, but wait no longer than that."""
        self._worker.do(self._close)
        self._worker.end(seconds)

    # In the thread

    def _with_book(self, work: Callable[[ScoreBook], T]) -> T:
        """Ask or write; if the book is damaged, once more with a new one."""
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
        """Set the book aside if SQLite finds it corrupt; else raise the problem."""
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
        """Write what is not in the book yet, the first one first."""
        while self._waiting:
            entry = self._waiting[0]
            try:
                result = self._with_book(entry.write)
            except MisfitError as error:
                self._refuse(entry, error)
                continue
            except ScoreBookError as problem:
                if isinstance(problem, UnwritableError):
                    self._close()  # opened again it may be another one
                if isinstance(problem, LockedError):
                    self._be_patient(patient=False)
                self._say_why(problem)
                return
            except Exception as error:  # noqa: BLE001  it must not keep the others out of the book
                self._refuse(entry, error)
                continue
            del self._waiting[0]
            self._be_patient(patient=True)
            with contextlib.suppress(OSError):
                entry.written()
            entry.result.set_result(result)

    def _refuse(self, entry: _Entry, error: Exception) -> None:
        """Leave the first entry out of the book; a run stays in its journal."""
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
