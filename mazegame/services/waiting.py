"""Waiting: lines for the first screen on the daily maze, the journey, saved runs and the streak.

What lives here: the counts and their words. What does not: showing them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.signal import Signal

MOST_LINES: Final = 3
"""Most lines beside the title."""

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from textual.app import App

    from mazegame.game.waiting import Today
    from mazegame.services.autosave import Autosave
    from mazegame.services.score_book import ScoreBook
    from mazegame.store.journal_lines import SavedRun
    from mazegame.store.values import Overview


class Waiting:
    """The state of the daily maze, the journey, saved runs and the streak.

    Args:
        app: Publishes the signal.
        autosave: Has the saved runs.
        score_book: Has the finished runs.
    """

    def __init__(self, app: App[Any], autosave: Autosave, score_book: ScoreBook) -> None:
        self._app = app
        self._autosave = autosave
        self._score_book = score_book
        self._lines: dict[str, list[str]] = {"today": [], "saved": [], "finished": []}
        self._today = ""
        self.changed: Signal[str] = Signal(app, "waiting changed")
        """Published with ``text`` after every change."""

    @property
    def text(self) -> str:
        """The state in at most ``MOST_LINES`` short lines."""
        lines = [line for lines in self._lines.values() for line in lines]
        return "\n".join(lines[:MOST_LINES])

    @property
    def whole(self) -> str:
        """The whole state in lines, with the name of the daily maze."""
        first = [self._today] if self._today else []
        rest = [line for lines in self._lines.values() for line in lines]
        return "\n".join([*first, *rest[1:]] if first else rest)

    def look(self) -> None:
        """Count again in other threads, and publish the result."""
        self._autosave.saves().add_done_callback(self._teller("saved", self._saved_lines))
        self._score_book.what_waits().add_done_callback(self._teller("today", self._today_lines))
        overview = self._score_book.overview(history=0)
        overview.add_done_callback(self._teller("finished", _finished_lines))

    def _teller(
        self, name: str, words: Callable[[Any], list[str]]
    ) -> Callable[[Future[Any]], None]:
        def answered(done: Future[Any]) -> None:  # in another thread
            if done.cancelled() or done.exception() is not None:
                return  # the list of saved runs shows the error
            if self._app.is_running:
                self._app.call_later(self._take, name, words(done.result()))

        return answered

    def _take(self, name: str, lines: list[str]) -> None:
        before = self.whole
        if name == "today":
            self._today, *lines = lines
        self._lines[name] = lines
        if self.whole != before:
            self.changed.publish(self.text)

    @staticmethod
    def _today_lines(today: Today) -> list[str]:
        return [
            f"{today.daily}: press 1",
            f"{today.daily_short}: press 1",
            f"{today.journey}: press 2",
        ]

    def _saved_lines(self, saves: list[SavedRun]) -> list[str]:
        from mazegame.game.words import counted

        number = len(saves) + len(self._autosave.left_behind)
        return [f"{counted(number, 'saved run')}: press 3"] if number else []


def _finished_lines(overview: Overview) -> list[str]:
    from mazegame.game.words import counted

    lines = []
    if overview.runs:
        lines.append(f"{counted(overview.runs, 'finished run')}: press 4")
    if overview.streak > 1:
        lines.append(f"{overview.streak} days in a row")
    return lines
