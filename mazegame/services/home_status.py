"""Home status: the lines of the first screen on daily maze, journey, saved runs and streak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.game.words import counted

TextVariants = tuple[str, ...]
"""The same text in versions from long to short; empty for none."""

if TYPE_CHECKING:
    from concurrent.futures import Future

    from textual.app import App

    from mazegame.services.autosave import Autosave
    from mazegame.services.score_book import ScoreBookService
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.records import Summary


class HomeStatus:
    """The state of the daily maze, the journey, saved runs and the streak."""

    def __init__(self, app: App[Any], autosave: Autosave, score_book: ScoreBookService) -> None:
        self._app = app
        self._autosave = autosave
        self._score_book = score_book
        self.words: Mapping[str, TextVariants] = {}
        """The lines by the name of their door; those of saved runs under ``saves``."""
        self.changed: Signal[Mapping[str, TextVariants]] = Signal(app, "home status changed")
        """Published with ``words`` after every change."""

    def refresh(self) -> None:
        """Count again in other threads, and publish the result."""
        self._autosave.saves().add_done_callback(self._updater(self._of_saves))
        self._score_book.state_of_today().add_done_callback(self._updater(_of_today))
        overview = self._score_book.overview(history=0)
        overview.add_done_callback(self._updater(_of_runs))

    def _updater(
        self, words: Callable[[Any], dict[str, TextVariants]]
    ) -> Callable[[Future[Any]], None]:
        def update(done: Future[Any]) -> None:  # in another thread
            if done.cancelled() or done.exception() is not None:
                return  # the list of saved runs shows the error
            if self._app.is_running:
                self._app.call_later(self._take, words(done.result()))

        return update

    def _take(self, words: dict[str, TextVariants]) -> None:
        before, self.words = self.words, {**self.words, **words}
        if self.words != before:
            self.changed.publish(self.words)

    def _of_saves(self, saves: list[SavedRun]) -> dict[str, TextVariants]:
        number = len(saves) + len(self._autosave.left_behind)
        return {"saves": (counted(number, "saved run"),) if number else ()}


def _of_today(words: tuple[str, str, str]) -> dict[str, TextVariants]:
    daily, short, journey = words
    return {"daily": (daily, short), "journey": (journey,)}


def _of_runs(overview: Summary) -> dict[str, TextVariants]:
    if not overview.runs:
        return {"profile": ()}
    runs = counted(overview.runs, "finished run")
    if overview.streak.days > 1:
        streak = f"{overview.streak.days} days in a row"
        return {"profile": (f"{runs}, {streak}", streak)}
    return {"profile": (runs,)}
