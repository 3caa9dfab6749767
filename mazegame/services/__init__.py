"""Services: state that outlives a screen. The app owns them; screens call and subscribe.

Each is an object with Textual signals: the config, the journal of the run in progress, the score
book. Signals are published in the app's thread, whichever thread the news comes from.
"""

from __future__ import annotations

import contextlib
import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.services.autosave import Autosave
from mazegame.services.home_status import HomeStatus
from mazegame.services.notice import Notice
from mazegame.services.score_book import ScoreBookService
from mazegame.services.settings import SettingsService

if TYPE_CHECKING:
    from textual.app import App

    from mazegame.store.quiz_record import QuizRecord
    from mazegame.store.records import FinishedRun
    from mazegame.store.store import Store


class Services:
    """The services of an app, which publishes the signals."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._store: Store | None = None
        self._keeps_quiz = True
        self._opening, self._closed = threading.Lock(), False
        self.notices: Signal[Notice] = Signal(app, "notices")
        """Lines for the player, for example that a file could not be written."""
        self.settings = SettingsService(app, lambda: self.store)
        """The config in force: rules, look, keys."""
        self.score_book = ScoreBookService(app, lambda: self.store)
        self.autosave = Autosave(app, lambda: self.store, self.score_book, self.notices)
        """The run in progress, and the runs that can be resumed."""
        self.plugins_found: Signal[None] = Signal(app, "plugins found")
        """Published when packages with algorithms are found."""
        self.home_status = HomeStatus(app, self.autosave, self.score_book)

    def open(self) -> None:
        """Apply the config and look for interrupted runs."""
        from mazegame.store.store import KEEP_SECONDS

        self.settings.activate()
        self._app.set_interval(KEEP_SECONDS, self.autosave.keep)
        self.autosave.recover()
        threading.Thread(target=self._look_for_plugins, name="plugins", daemon=True).start()

    def _look_for_plugins(self) -> None:
        """Load the algorithms, and look through the installed packages; that takes some 60 ms."""
        from mazegame.engine import ALGORITHMS, METHODS
        from mazegame.game.racing.rival_kinds import KINDS

        list(ALGORITHMS.values())  # the form shows them all; a level has loaded its own alone
        METHODS.discover()
        KINDS.discover()
        if ALGORITHMS.discover() and self._app.is_running:
            self._app.call_later(self.plugins_found.publish, None)

    def close(self) -> None:
        """Write all changes that are still in memory; from any thread, more than once."""
        self.autosave.close()
        with self._opening:
            closed, self._closed = self._closed, True
            if self._store is not None and not closed:
                self._store.close()

    @property
    def unkept(self) -> list[FinishedRun]:
        """The finished runs that could not be written so far."""
        return [] if self._store is None else self._store.unkept

    @property
    def store(self) -> Store:
        """The store of all files. Its threads start at the first use, from any thread."""
        if self._store is None:
            from mazegame.store.store import Store

            with self._opening:  # two threads may be here at once, and nobody would close a second
                if self._store is None:
                    self._store = Store(self._warn)
                    if self._closed:
                        self._store.close()
        return self._store

    @cached_property
    def quiz(self) -> QuizRecord:
        """The player's record in the quiz, read from its file at the first use."""
        from mazegame.store.places import NoHomeError, is_readable, places
        from mazegame.store.quiz_record import QuizRecord, read_quiz_record

        try:
            self._keeps_quiz = is_readable(places().quiz)
            return read_quiz_record(places().quiz)
        except NoHomeError:
            return QuizRecord()

    def save_quiz(self, record: QuizRecord) -> None:
        """Replace the record, and write it. If writing fails, it lasts until the game ends."""
        from mazegame.store.quiz_record import write_quiz_record

        self.quiz = record
        store = self.store
        if not self._keeps_quiz:
            return  # it would replace a record that could not be read

        def work() -> None:
            with contextlib.suppress(OSError):
                write_quiz_record(store.places.quiz, record)

        store.do(work)

    def _warn(self, line: str) -> None:
        """Publish a warning, from any thread, unless the app has ended."""
        if self._app.is_running:
            self._app.call_later(self.notices.publish, Notice(line, "warning"))
