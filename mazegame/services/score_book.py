"""Score book service: the finished runs, and how a new one ranks among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from textual.signal import Signal

if TYPE_CHECKING:
    from concurrent.futures import Future

    from textual.app import App

    from mazegame.engine import Level, Recipe
    from mazegame.game.run import Run
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.records import Ranking, Summary, ToBeat
    from mazegame.store.store import Store

HISTORY: Final = 200
"""Most runs in the history of the Scores screen."""


@dataclass(frozen=True)
class RankingReady:
    """Published when the ranking of a finished run is known."""

    run: Run
    line: str
    """The comparison in words; empty if there is nothing to say."""
    streak: int = 0
    """The number of consecutive days with a finished run."""
    series: str = ""
    """A sentence on the run's series; empty for free play."""
    short: str = field(default="", compare=False)
    """The comparison without the name of the category."""


class ScoreBookService:
    """The finished runs."""

    def __init__(self, app: App[Any], store: Callable[[], Store]) -> None:
        self._app = app
        self._store = store
        self.ranked: Signal[RankingReady] = Signal(app, "run ranked")
        """Published when the ranking of a finished run is known."""
        self._latest: RankingReady | None = None
        self.finished_runs = 0
        """The number of runs in the book at its latest answer; 0 before the first one."""

    def ranking_of(self, run: Run) -> RankingReady | None:
        """Return how a run compares with those before it; None if that is not known yet."""
        latest = self._latest
        return latest if latest is not None and latest.run is run else None

    def announce(self, run: Run, ranking: Future[Ranking], series: str = "") -> None:
        """Publish the ranking of a finished run, with words on its series, once it is known."""
        from mazegame.store.book.report import best_line

        def answered(done: Future[Ranking]) -> None:  # in the book's thread
            if done.exception() is not None:
                return  # the book's thread has said why
            line = best_line(done.result(), screen=True)
            short = best_line(done.result(), screen=True, named=False)

            def publish(days: Future[int]) -> None:
                streak = 0 if days.exception() else days.result()
                if self._app.is_running:
                    ready = RankingReady(run, line, streak, series, short)
                    self._app.call_later(self._publish, ready)

            streak = self._store().query(lambda book: book.overview(history=0).streak.days)
            streak.add_done_callback(publish)

        ranking.add_done_callback(answered)

    def _publish(self, ranking: RankingReady) -> None:
        self._latest = ranking
        self.ranked.publish(ranking)

    def overview(self, *, history: int = HISTORY) -> Future[Summary]:
        """Return a summary of the book and its latest runs; the future may raise ScoreBookError."""

        def answer(book: ScoreBook) -> Summary:
            found = book.overview(history=history)
            self.finished_runs = found.runs
            return found

        return self._store().query(answer)

    def state_of_today(self) -> Future[tuple[str, str, str]]:
        """Return the state of daily maze and journey, as ``calendar.state_of_today``."""

        def answer(book: ScoreBook) -> tuple[str, str, str]:
            from mazegame.game.modes.calendar import state_of_today
            from mazegame.game.modes.daily import today

            return state_of_today(book.calendar(), book.journey(), today())

        return self._store().query(answer)

    def about_rivals(
        self, source: Recipe | Level, rules: str
    ) -> Future[tuple[dict[str, tuple[int, int]], float | None]]:
        """Return what the book knows of races in a maze under the rules of a ``Rules.key``.

        These are (won, races) against each rival by its name, and the player's pace in such
        runs, in cells of the shortest path a second, None if there are none.
        """
        from mazegame.store.records import Category

        def answer(book: ScoreBook) -> tuple[dict[str, tuple[int, int]], float | None]:
            return book.races_by_rival(), book.usual_pace(Category.of(source, rules))

        return self._store().query(answer)

    def to_beat(self, level: Level, rules: str) -> Future[ToBeat]:
        """Return what there is to beat on a level under the rules of a ``Rules.key``."""
        from mazegame.game.recording.record import level_key
        from mazegame.game.rules import Rules
        from mazegame.game.scoring.medals import medal_times
        from mazegame.store.records import Category, ToBeat

        def answer(book: ScoreBook) -> ToBeat:
            self.finished_runs = book.count()
            best = book.best_in(Category.of(level, rules))
            times = medal_times(level, reveal=Rules.from_key(rules).reveal)
            return ToBeat(times, book.best_of_maze(level_key(level)), best)

        return self._store().query(answer)
