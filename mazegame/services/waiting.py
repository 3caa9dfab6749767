"""Waiting: lines for the first screen on the daily maze, the journey, saved runs and the streak.

What lives here: the counts and their words, each with the form's action that leads there. What does
not: showing them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.game.words import counted

Line = tuple[str, str]
"""Words, and the form's action that leads to what they are about; empty for none."""

if TYPE_CHECKING:
    from concurrent.futures import Future

    from textual.app import App

    from mazegame.services.autosave import Autosave
    from mazegame.services.score_book import ScoreBookService
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.records import Summary


class WaitingService:
    """The state of the daily maze, the journey, saved runs and the streak."""

    def __init__(self, app: App[Any], autosave: Autosave, score_book: ScoreBookService) -> None:
        self._app = app
        self._autosave = autosave
        self._score_book = score_book
        self._lines: dict[str, list[Line]] = {"today": [], "saved": [], "finished": []}
        """The first two of today are the daily maze, in words and in few words."""
        self.changed: Signal[list[Line]] = Signal(app, "waiting changed")
        """Published with ``short`` after every change."""

    @property
    def short(self) -> list[Line]:
        """The state in at most three short lines, beside the title."""
        return self._without(0)[:3]

    @property
    def whole(self) -> list[Line]:
        """The whole state, with the name of the daily maze."""
        return self._without(1)

    def _without(self, at: int) -> list[Line]:
        lines = [line for lines in self._lines.values() for line in lines]
        return [*lines[:at], *lines[at + 1 :]] if self._lines["today"] else lines

    def look(self) -> None:
        """Count again in other threads, and publish the result."""
        self._autosave.saves().add_done_callback(self._teller("saved", self._saved_lines))
        self._score_book.what_waits().add_done_callback(self._teller("today", _today_lines))
        overview = self._score_book.overview(history=0)
        overview.add_done_callback(self._teller("finished", _finished_lines))

    def _teller(
        self, name: str, words: Callable[[Any], list[Line]]
    ) -> Callable[[Future[Any]], None]:
        def answered(done: Future[Any]) -> None:  # in another thread
            if done.cancelled() or done.exception() is not None:
                return  # the list of saved runs shows the error
            if self._app.is_running:
                self._app.call_later(self._take, name, words(done.result()))

        return answered

    def _take(self, name: str, lines: list[Line]) -> None:
        before = self.whole
        self._lines[name] = lines
        if self.whole != before:
            self.changed.publish(self.short)

    def _saved_lines(self, saves: list[SavedRun]) -> list[Line]:
        number = len(saves) + len(self._autosave.left_behind)
        return [(counted(number, "saved run"), "saves")] if number else []


def _today_lines(words: tuple[str, str, str]) -> list[Line]:
    daily, short, journey = words
    return [(daily, "mode('Daily')"), (short, "mode('Daily')"), (journey, "mode('Journey')")]


def _finished_lines(overview: Summary) -> list[Line]:
    lines = []
    if overview.runs:
        lines.append((counted(overview.runs, "finished run"), "scores"))
    if overview.streak.days > 1:
        lines.append((f"{overview.streak.days} days in a row", ""))
    return lines
