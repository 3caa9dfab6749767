"""Autosave service: the journal of the run in progress, saves, and runs that were left behind."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

from mazegame.services.notices import Notice
from mazegame.textual_internals import is_ending

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from textual.app import App

    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.services.score_book import ScoreBook
    from mazegame.store.journal import Saved
    from mazegame.store.keeper import Keeper


class Autosave:
    """Keeps the run in progress on the disk, and knows the runs that can be gone on with.

    Args:
        app: Publishes what was found.
        keeper: Returns what writes journals in a thread of its own.
        score_book: Ranks the runs that are finished.
        notices: For lines that the player should read.
    """

    def __init__(
        self,
        app: App[Any],
        keeper: Callable[[], Keeper],
        score_book: ScoreBook,
        notices: Signal[Notice],
    ) -> None:
        self._app = app
        self._keeper = keeper
        self._score_book = score_book
        self._notices = notices
        self.recovered: Signal[list[Saved]] = Signal(app, "runs recovered")
        """Published with ``left_behind`` whenever that was looked for."""
        self.left_behind: list[Saved] = []
        """The runs that were left on their way, the latest first."""
        self._declined: frozenset[str] = frozenset()
        self._to_offer = False
        self._run: Run | None = None
        self._resumed: Path | None = None

    # The run in progress

    def start(self, run: Run, match: Match, *, resumed: bool) -> None:
        """Write a run down from now on; the run before it was given up.

        Args:
            run: The run.
            match: What is played.
            resumed: Whether the run continues the one of ``resume``.
        """
        from mazegame.game.ghost import GhostWalk
        from mazegame.game.runner import PaceRunner

        keeper = self._keeper()
        self._run = run
        replaces, self._resumed = (self._resumed if resumed else None), None
        keeper.leave(discard=True)
        keeper.begin(
            run,
            mode=match.rules.key,
            pace=next(
                (rival.pace for rival in match.rivals if isinstance(rival, PaceRunner)), None
            ),
            ghost=next((rival for rival in match.rivals if isinstance(rival, GhostWalk)), None),
            replaces=replaces,
        )

    def keep(self) -> None:
        """Write what was done since the last time."""
        self._keeper().keep()

    def change_rules(self, easiest: Rules) -> None:
        """Let the run in progress count as its easiest moment.

        Args:
            easiest: The rules of that moment.
        """
        self._keeper().change_rules(easiest.key)

    def finish(self, run: Run, *, won: bool | None) -> None:
        """Put a finished run into the score book. Waits a moment until the disk has it.

        Args:
            run: The run; nobody changes it any more.
            won: Whether the race was won; None if it was none.
        """
        from mazegame.store.keeper import DURABLE_SECONDS

        finish = self._keeper().finish(run, won=won)
        self._score_book.announce(run, finish.standing)
        finish.durable.wait(DURABLE_SECONDS)

    def leave(self) -> None:
        """Leave the run as it stands; it can be gone on with."""
        self._keeper().leave()
        if not is_ending(self._app):
            self.recover()

    def save(self, name: str) -> None:
        """Save the run in progress under a name, and publish whether that worked."""
        run = self._run
        if run is None:
            return

        def written(done: Future[Path]) -> None:  # in the keeper's thread
            error = done.exception()
            notice = (
                Notice(f"saved as {name}")
                if error is None
                else Notice(f"it cannot be saved: {_reason(error)}", "warning", 10)
            )
            if self._app.is_running:
                self._app.call_later(self._notices.publish, notice)

        self._keeper().save(run, name).add_done_callback(written)

    # Runs to go on with

    def recover(self) -> None:
        """Look for runs that were left behind, and publish them."""
        keeper = self._keeper()

        def found(done: Future[list[Saved]]) -> None:  # in the keeper's thread
            from mazegame.store.declined import read_declined

            runs = done.result()
            declined = read_declined(keeper.places.declined) if runs else frozenset()
            if self._app.is_running:
                self._app.call_later(self._publish, runs, declined)

        keeper.recover().add_done_callback(found)

    def _publish(self, runs: list[Saved], declined: frozenset[str]) -> None:
        self.left_behind, self._declined = runs, declined
        self._to_offer = self._run is None
        self.recovered.publish(runs)

    def take_offer(self) -> Saved | None:
        """Return the run that the player should be asked about, once; None for no run.

        That is the latest one, if nothing was played yet and the player has not declined it before.
        """
        offered, self._to_offer = self._to_offer, False
        if not (offered and self.left_behind) or self._run is not None:
            return None
        latest = self.left_behind[0]
        return None if latest.heading.uid in self._declined else latest

    def decline(self, saved: Saved) -> None:
        """Remember that the player does not want to be asked about a run; it stays in the list."""
        from mazegame.store.declined import write_declined

        keeper = self._keeper()
        there = {run.heading.uid for run in self.left_behind}
        declined = {saved.heading.uid, *(self._declined & there)}

        def write() -> None:
            with contextlib.suppress(OSError):  # then the question comes once more
                write_declined(keeper.places.declined, declined)

        keeper.do(write)

    def resume(self, saved: Saved) -> None:
        """Let the next run that starts take the place of one that was left behind."""
        if not saved.heading.name:
            self._resumed = saved.path
            self.left_behind = [other for other in self.left_behind if other is not saved]

    def saves(self) -> Future[list[Saved]]:
        """Return the runs that were saved under a name, the latest first."""
        return self._keeper().saved()

    def forget(self, saved: Saved) -> None:
        """Delete a run that was saved or left behind."""
        self._keeper().forget(saved)

    def level(self, saved: Saved) -> Level:
        """Return the level of a run; carves it, or reads it if it was a loaded maze.

        Raises:
            ValueError: If it is not there any more.
        """
        return self._keeper().level(saved.heading.level)


def _reason(error: BaseException) -> str:
    """Return what went wrong, without the names of files."""
    return str((isinstance(error, OSError) and error.strerror) or error)
