"""Autosave service: the journal of the run in progress, saved runs, and interrupted runs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.formats.errors import reason_of
from mazegame.services.notice import Notice
from mazegame.terminal.textual_internals import is_ending

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from textual.app import App

    from mazegame.game.descent import Descent
    from mazegame.game.match import Match
    from mazegame.game.racing.racer import Racer
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.services.score_book import ScoreBookService
    from mazegame.store.descents import DescentLog, DescentRanking
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.records import Heading
    from mazegame.store.store import Store


class Autosave:
    """Keeps the run in progress on the disk, and lists the runs that can be resumed."""

    def __init__(
        self,
        app: App[Any],
        store: Callable[[], Store],
        score_book: ScoreBookService,
        notices: Signal[Notice],
    ) -> None:
        self._app = app
        self._store = store
        self._score_book = score_book
        self._notices = notices
        self.recovered: Signal[list[SavedRun]] = Signal(app, "runs recovered")
        """Published with ``left_behind`` after each search for interrupted runs."""
        self.left_behind: list[SavedRun] = []
        """The interrupted runs, the latest first."""
        self._declined: frozenset[str] = frozenset()
        self._to_offer = self._descended = False
        self._run: Run | None = None
        self._match: Match | None = None
        self._resumed: SavedRun | None = None
        self._begin: Callable[[], None] | None = None
        self._descent: DescentLog | None = None

    # The run in progress

    def start(self, run: Run, match: Match, *, resumed: bool, second: Run | None = None) -> None:
        """Write the steps of a run to a new journal, instead of those of the run before.

        A ``resumed`` run continues the one passed to ``resume``; ``second`` is the second player's
        run.
        """
        if self._begin is not None:
            self._begun()
        self._run, self._match = run, match
        continues, self._resumed = (self._resumed if resumed else None), None

        def begin() -> None:
            store = self._store()
            store.leave(discard=True)
            store.begin(run, match, continues=continues, second=second)

        self._begin = begin
        self._app.set_timer(0.02, self._begun)  # so that the maze is painted first

    def _begun(self) -> Store:
        """Return the store, once the journal of the run in progress is begun."""
        begin, self._begin = self._begin, None
        if begin is not None:
            begin()
        return self._store()

    def see(self) -> None:
        """Record that the walls are about to be seen. Blocks until that is on the disk."""
        from mazegame.store.store import SEE_SECONDS

        self._begun().see().wait(SEE_SECONDS)

    def change_rules(self, rules: Rules) -> None:
        """Rank the run in the category of the easiest rules that it was walked under."""
        self._begun().change_rules(rules.key)

    def keep(self) -> None:
        """Write the steps since the last call."""
        self._begun().keep()
        if self._descent is not None:
            self._descent.keep()

    def finish(self, run: Run, rivals: Sequence[Racer] = ()) -> None:
        """Add a finished run, with the rivals of its match. Blocks until it is on the disk."""
        from mazegame.game.career.statistics import rival_results
        from mazegame.store.store import DURABLE_SECONDS

        match = self._match if run is self._run else None
        keys = [rival.key for rival in match.rivals] if match else []
        finish = self._begun().finish(run, rival_results(run, keys, rivals))
        self._score_book.announce(run, finish.ranking, match.series.about(run) if match else "")
        finish.durable.wait(DURABLE_SECONDS)

    def finish_round(self, run: Run, other: Run, series: str) -> None:
        """Add a finished round of two players: the run that decided it, and the other one.

        ``series`` is the key of the round. Blocks like ``finish``.
        """
        from mazegame.store.store import DURABLE_SECONDS

        finish = self._begun().finish_round(run, other, series)
        self._run = None
        finish.durable.wait(DURABLE_SECONDS)

    def rest(self) -> None:
        """Write nothing until the next run starts."""
        self._begun().leave(discard=True)
        self._run = None

    def leave(self) -> None:
        """Stop writing the run; it can be resumed later."""
        self._begun().leave()
        if not is_ending(self._app):
            self.recover()

    def save(self, name: str) -> None:
        """Save the run in progress under a name, and publish whether that worked."""
        run = self._run
        if run is None:
            return

        def written(done: Future[Path]) -> None:  # in the store's thread
            error = done.exception()
            notice = Notice(f"saved as {name}")
            if error is not None:
                notice = Notice(f"it cannot be saved: {reason_of(error)}", "warning")
            if self._app.is_running:
                self._app.call_later(self._notices.publish, notice)

        self._begun().save(run, name).add_done_callback(written)

    def close(self) -> None:
        """Write everything that is pending; from any thread, even if the app's own hangs."""
        if self._begin is not None:
            self._begun()
        self.leave_descent()

    # Runs to go on with

    def recover(self) -> None:
        """Look for interrupted runs, and publish them."""
        store = self._store()

        def found(done: Future[list[SavedRun]]) -> None:  # in the store's thread
            from mazegame.store.journal.journal import read_declined

            if done.exception() is not None:
                return  # the game has ended meanwhile
            runs = kept_runs(done.result())
            paths = {run.path for run in runs}
            for run in done.result():
                if run.path not in paths:
                    store.forget(run)
            declined = read_declined(store.places.declined) if runs else frozenset()
            if self._app.is_running:
                self._app.call_later(self._publish, runs, declined)

        store.recover().add_done_callback(found)

    def _publish(self, runs: list[SavedRun], declined: frozenset[str]) -> None:
        self.left_behind, self._declined = runs, declined
        self._to_offer = self._run is None and not self._descended
        self.recovered.publish(runs)

    def take_offer(self) -> SavedRun | None:
        """Return the run to ask the player about, once; None for no question.

        That is the latest one, if nothing was played yet and the player has not declined it before.
        One that was seen and not walked is only in the list.
        """
        offered, self._to_offer = self._to_offer, False
        if not (offered and self.left_behind) or self._run is not None:
            return None
        latest = self.left_behind[0]
        return latest if latest.steps and latest.heading.uid not in self._declined else None

    def decline(self, saved: SavedRun) -> None:
        """Never ask about a run again; it stays in the list."""
        from mazegame.store.journal.journal import write_declined

        store = self._store()
        there = {run.heading.uid for run in self.left_behind}
        declined = {saved.heading.uid, *(self._declined & there)}

        def write() -> None:
            with contextlib.suppress(OSError):  # then the question comes once more
                write_declined(store.places.declined, declined)

        store.do(write)

    def interrupted_run(self, series: str) -> SavedRun | None:
        """Return the latest interrupted run of a series, or None."""
        return next((run for run in self.left_behind if run.heading.series == series), None)

    def find_left(self, fits: Callable[[Heading], bool], limit: float | None) -> SavedRun | None:
        """Return the latest interrupted run whose heading fits. Blocks; TimeoutError at a limit."""
        runs = self._store().recover().result(limit)
        return next((run for run in runs if fits(run.heading)), None)

    def resume(self, saved: SavedRun) -> None:
        """Make the next run that starts continue an interrupted or saved one."""
        self._resumed = saved
        if not saved.heading.name:
            uid = saved.heading.uid
            self.left_behind = [one for one in self.left_behind if one.heading.uid != uid]

    def saves(self) -> Future[list[SavedRun]]:
        """Return the runs saved under a name, the latest first."""
        return self._store().saved()

    def forget(self, runs: Sequence[SavedRun]) -> None:
        """Delete saved or interrupted runs, at the player's request."""
        for run in runs:
            self._store().forget(run)
        uids = {run.heading.uid for run in runs}
        self.left_behind = [run for run in self.left_behind if run.heading.uid not in uids]

    # A descent

    def descend(self, descent: Descent, resumed: SavedRun | None) -> None:
        """Save the steps of a descent from now on; a resumed one is no longer offered."""
        uid = resumed and resumed.heading.uid
        self.left_behind = [one for one in self.left_behind if one.heading.uid != uid]
        self._descended = True
        self._descent = self._store().descent(descent, resumed)

    def finish_descent(self) -> Callable[[], DescentRanking] | None:
        """Add the descent to the score book, as ``DescentLog.finish``."""
        log, self._descent = self._descent, None
        return None if log is None else log.finish()

    def leave_descent(self) -> None:
        """Stop writing the descent; it can be resumed later."""
        log, self._descent = self._descent, None
        if log is not None:
            log.leave()


def kept_runs(runs: Sequence[SavedRun]) -> list[SavedRun]:
    """Return the interrupted runs to keep, in their order.

    Of free play that is the latest of each design, or the latest one with steps. All runs of a
    series are kept: a daily try or a leg of a marathon cannot be played again.
    """
    from mazegame.store.records import LOADED_DESIGN

    latest: dict[str, SavedRun] = {}
    for run in runs:  # the latest first
        design = run.heading.category.design
        key = run.heading.level if design == LOADED_DESIGN else design
        if not run.heading.series and (key not in latest or (run.steps and not latest[key].steps)):
            latest[key] = run
    paths = {run.path for run in latest.values()}
    return [run for run in runs if run.heading.series or run.path in paths]
