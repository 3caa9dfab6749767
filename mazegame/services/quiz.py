"""Quiz service: the player's record in the quiz, read once and written after every answer."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.store.quiz_record import QuizRecord
    from mazegame.store.store import Store


class QuizService:
    """The record of the quiz.

    Args:
        store: Returns the store, which writes files in a thread of its own.
    """

    def __init__(self, store: Callable[[], Store]) -> None:
        self._store = store
        self._record: QuizRecord | None = None

    @property
    def record(self) -> QuizRecord:
        """The record, read from its file at the first use."""
        if self._record is None:
            from mazegame.store.places import NoHomeError, places
            from mazegame.store.quiz_record import QuizRecord, read_quiz_record

            self._record = QuizRecord()
            with contextlib.suppress(NoHomeError):
                self._record = read_quiz_record(places().quiz)
        return self._record

    def save(self, record: QuizRecord) -> None:
        """Replace the record, and write it. If writing fails, it lasts until the game ends."""
        from mazegame.store.quiz_record import write_quiz_record

        self._record = record
        store = self._store()

        def work() -> None:
            with contextlib.suppress(OSError):
                write_quiz_record(store.places.quiz, record)

        store.do(work)
