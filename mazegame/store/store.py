"""``Store``: saves runs while they are played, in threads of its own.

Calls return at once. One thread writes the journal of the run in progress, another one the score
book (``book_thread.py``), so that a locked book never delays a journal. A finished run stays in its
journal until the book has it. Each error is reported once, as one line, and the game continues.
"""

from __future__ import annotations

import contextlib
import threading
import time
from array import array
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from mazegame.engine.recipes.recipe import shorten
from mazegame.engine.support.whole_files import sweep
from mazegame.formats.errors import reason_of
from mazegame.game.career.habits import habits
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.table import mode_of
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import ForgedRecordError, Record, level_key, record_of
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import medal_of
from mazegame.store.book import merging
from mazegame.store.book.book_thread import BookThread
from mazegame.store.descents import DescentLog
from mazegame.store.journal import journal as journals
from mazegame.store.journal.journal import Journal
from mazegame.store.journal.mazes import keep_maze, level_of
from mazegame.store.notices import Notices
from mazegame.store.places import set_aside
from mazegame.store.records import (
    OPEN_RULES,
    Category,
    FinishedRun,
    Heading,
    Ranking,
    new_uid,
    now_ms,
    today,
)
from mazegame.store.verification import check_dates, verified_run
from mazegame.store.worker import Worker, uncancellable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mazegame.engine import Level
    from mazegame.game.career.statistics import RivalResult
    from mazegame.game.descent import Descent
    from mazegame.game.match import Match
    from mazegame.game.racing.racer import Walk
    from mazegame.game.run import Run
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.book.merging import BookAside
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.places import Places

T = TypeVar("T")

KEEP_SECONDS: Final = 0.5
"""Seconds between two calls of ``keep``: half of what may be lost if the game is killed."""

SEE_SECONDS: Final = 0.25
"""Longest wait, in seconds, before the walls appear, for the write that the maze was seen."""

DURABLE_SECONDS: Final = 0.003
"""Longest wait at B, in seconds, until the run is on the disk; it is usually much shorter."""

CLOSE_SECONDS: Final = 2.0
"""Longest wait, in seconds, for pending writes at the end of the game."""


@dataclass
class _Progress:
    """A run in progress, shared with the journal's thread."""

    run: Run
    """The thread reads only those moves and times that ``report`` counted; both lists only grow."""
    heading: Heading
    """Its ``level`` is empty until ``Store._heading`` computes it, which takes a moment."""
    rules: str = OPEN_RULES
    ghost: Walk | None = None
    continues: SavedRun | None = None
    """The saved run that it continues."""
    second: Run | None = None
    """The run of a second player at the same keyboard."""
    journal: Journal | None = None
    seen: bool = False
    """Whether the player has seen the walls: any later walk of the maze is practice."""
    noted: bool = False
    """Whether the walk was recorded in the score book."""
    shown: bool = False
    """Whether it was recorded in the score book that the path was shown."""

    @property
    def replaces(self) -> Path | None:
        """The old journal to delete once the new one contains all of its steps.

        None if the run continues a saved run that has a name, or no run.
        """
        before = self.continues
        return None if before is None or before.heading.name else before.path

    def report(self) -> tuple[int, Record]:
        """Return the number of steps, and a record of the rest without the steps themselves."""
        run, second = self.run, self.second
        walk = GhostWalk.of(second) if second and second.steps else None
        marks, seconds = tuple(sorted(run.marks)), run.stopwatch.seconds
        return run.steps, Record("", b"", array("I"), run.hints, run.assisted, seconds, marks, walk)


@dataclass(frozen=True)
class Finish:
    """The pending writes of a run that was just finished."""

    durable: threading.Event
    """Set once the run is on the disk, or the write has failed."""
    ranking: Future[Ranking]
    """The ranking, once the run is in the score book."""


class Store:
    """Saves what is played: runs in progress, saved runs, and finished runs in the score book.

    Args:
        report: Called with one line for each error, in any thread.
        where: The paths of the files; None for the user's own folders.
    """

    def __init__(self, report: Callable[[str], None], where: Places | None = None) -> None:
        self._notices = Notices(report, where)
        self._progress: _Progress | None = None
        self._finished: dict[str, tuple[FinishedRun, _Progress]] = {}
        """Finished runs that are not in the score book yet, by ``uid``."""
        self._writer = Worker("journal")
        self._book = BookThread(self._notices)
        self._looked_aside = False

    # The run in progress

    def begin(
        self,
        run: Run,
        match: Match | None = None,
        *,
        continues: SavedRun | None = None,
        second: Run | None = None,
    ) -> None:
        """Save a run from now on, in a new journal.

        Args:
            run: The run.
            match: Its match; None for free play without rivals.
            continues: The saved run that it continues. The journal of an unnamed one is deleted
                once the new journal contains all of it; a run saved under a name stays.
            second: The run of a second player.
        """
        self.leave()
        match = match or free_play(run.level)
        rules, keys = match.rules.key, tuple(rival.key for rival in match.rivals)
        ghost = next((rival for rival in match.rivals if isinstance(rival, GhostWalk)), None)
        rules = rules if continues is None else _easier(rules, continues.rules)
        heading = _new_heading(run.level, rules, keys, match.series.key, continues)
        seen = continues is not None and continues.seen
        self._progress = _Progress(run, heading, rules, ghost, continues, second, seen=seen)
        self.keep()

    def see(self) -> threading.Event:
        """Record that the player is about to see the walls of the maze.

        From then on another walk of the maze is practice, and the try of a daily maze is used, even
        if the game is killed. Returns an event that is set once this is on the disk, or has failed.
        """
        durable = threading.Event()
        progress = self._progress
        if progress is None or progress.seen:
            durable.set()
            return durable
        progress.seen = True
        if progress.continues is None:  # a try is one of the date on which the maze is seen
            progress.heading = replace(progress.heading, began=now_ms())
        steps, state = progress.report()

        def work() -> None:
            try:
                self._keep(progress, steps, state)
                if progress.journal is not None:
                    progress.journal.sync()
            finally:
                durable.set()

        self._writer.do(work)
        return durable

    def change_rules(self, rules: str) -> None:
        """Rank the run by the easiest rules so far; ``rules`` is ``Rules.key`` of the new ones."""
        if self._progress is not None:
            self._progress.rules = _easier(self._progress.rules, rules)
            self.keep()

    def keep(self) -> None:
        """Write the steps since the last call. Call it every ``KEEP_SECONDS``."""
        self._book.retry()
        if self._progress is not None:
            self._writer.do(partial(self._keep, self._progress, *self._progress.report()))

    def finish(self, run: Run, rivals: tuple[RivalResult, ...] = ()) -> Finish:
        """Add a finished run, which no longer changes, to the score book."""
        progress, self._progress = self._progress_of(run), None
        finish = Finish(threading.Event(), uncancellable())
        self._writer.do(lambda: self._finish(progress, rivals, finish))
        return finish

    def _progress_of(self, run: Run) -> _Progress:
        """Return the progress of a run; a new one if it is not the run in progress."""
        progress = self._progress
        if progress is not None and progress.run is run:
            return progress
        return _Progress(run, _new_heading(run.level))

    def finish_round(self, run: Run, other: Run, series: str) -> Finish:
        """Add a round of two players to the score book, and delete the journal of the round.

        Args:
            run: The run that has reached B and decides the round.
            other: The run of the other player.
            series: The key of the round.
        """
        before = self._progress or self._progress_of(run)
        heading = _new_heading(run.level, before.rules, series=series)
        self._progress = _Progress(run, heading, before.rules, GhostWalk.of(other))
        finish = self.finish(run)
        self._writer.do(partial(self._discard, before, *before.report()))
        return finish

    @property
    def unkept(self) -> list[FinishedRun]:
        """The finished runs that neither the score book nor a journal has, the earliest first."""
        return [
            run
            for run, its in list(self._finished.values())
            if not (its.journal and its.journal.finished and its.journal.is_there)
        ]

    def leave(self, *, discard: bool = False) -> Future[bool]:
        """End the run in progress, to be resumed later, or deleted with ``discard``.

        The result is whether all of it is on the disk.
        """
        progress, self._progress = self._progress, None
        if progress is None:
            return self._writer.do(lambda: False)
        steps, state = progress.report()
        kept = steps or state.second or progress.seen
        end = self._leave if kept and not discard else self._discard
        return self._writer.do(partial(end, progress, steps, state))

    def save(self, run: Run, name: str) -> Future[Path]:
        """Save a run under a name. The result is its path, or OSError if it cannot be written."""
        progress = self._progress_of(run)
        record = record_of(run, "")  # the thread adds the level, which takes a moment

        def work() -> Path:
            before = self._heading(progress)
            heading = replace(before, uid=new_uid(), origin=before.walk, name=name, began=now_ms())
            self._note(progress, len(record.moves), shown=record.assisted)
            keep_maze(self.places.mazes, run.level)
            kept = replace(record, level=heading.level)
            return journals.save(self.places.saves, heading, kept, progress.rules, progress.ghost)

        return self._writer.do(work)

    def descent(self, descent: Descent, continues: SavedRun | None = None) -> DescentLog:
        """Return a log that saves a descent; ``continues`` is the saved one that it resumes."""
        return DescentLog(self._notices, self._writer, self._book, descent, continues)

    def close(self) -> None:
        """Write all changes and end the threads; a run in progress can be resumed later."""
        self.leave()
        end = time.monotonic() + CLOSE_SECONDS
        # The journal's thread passes runs to the book's thread, which answers with jobs for the
        # journal's. A run may be in neither file yet, so wait for both, in this order.
        handed = self._writer.do(self._book.finish_writing)
        with contextlib.suppress(TimeoutError, CancelledError):  # cancelled: it is closed already
            handed.result(CLOSE_SECONDS)
        self._book.end(max(end - time.monotonic(), 0.1))
        self._writer.end(max(end - time.monotonic(), 0.1))
        for _, its in list(self._finished.values()):
            if its.journal is not None:
                its.journal.close()  # not in the book yet; the next start adds it

    # Runs on the disk

    def recover(self) -> Future[list[SavedRun]]:
        """Add finished runs from left journals to the score book; find those to resume.

        The result has the runs to resume, newest first.
        """
        return self._writer.do(self._recover)

    def saved(self) -> Future[list[SavedRun]]:
        """Find the runs that were saved under a name. The result has the newest first."""

        def work() -> list[SavedRun]:
            runs, problems = journals.read_all(self.places.saves)
            for problem in problems:
                self.report(problem)
            return runs

        return self._writer.do(work)

    def forget(self, saved: SavedRun) -> Future[None]:
        """Delete a saved run, at the player's request."""
        return self._writer.do(lambda: saved.path.unlink(missing_ok=True))

    def note_shown(self, level: str) -> None:
        """Record that a maze's path was shown outside a run; later runs of it are practice."""
        self._book.write_with(lambda book: book.note_shown(level))

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Run a job in the journal's thread, after all earlier writes."""
        return self._writer.do(job)

    def level(self, key: str) -> Level:
        """Return the level of a key, as ``level_of``. It may take long: not for the UI's thread."""
        return level_of(self.places.mazes, key)

    def query(self, question: Callable[[ScoreBook], T]) -> Future[T]:
        """Query the score book in its thread. The future fails with ScoreBookError."""
        return self._book.query(question)

    def query_after_writes(self, question: Callable[[ScoreBook], T]) -> T:
        """Query the score book after all earlier writes, and wait for the answer."""
        return self._writer.do(lambda: self._book.query(question)).result().result()

    @property
    def places(self) -> Places:
        """The paths of all files; NoHomeError if there is no home folder."""
        return self._notices.places

    def report(self, line: str) -> None:
        """Report an error, once."""
        self._notices.report(line)

    # In the journal's thread

    def _heading(self, progress: _Progress) -> Heading:
        if not progress.heading.level:
            level = level_key(progress.run.level)
            progress.heading = replace(progress.heading, level=level)
        return progress.heading

    def _open(self, progress: _Progress) -> Journal:
        """Return the open journal of a run.

        It begins a new one if there is none, or the file has gone, for example with its folder.
        """
        if progress.journal is not None and not progress.journal.is_there:
            progress.journal.close()
            progress.journal = None
        if progress.journal is None:
            keep_maze(self.places.mazes, progress.run.level)
            progress.journal = Journal(
                self.places.running,
                self._heading(progress),
                progress.ghost,
                replaces=progress.replaces,
            )
        return progress.journal

    def _keep(
        self, progress: _Progress, steps: int, state: Record, *, exactly: bool = False
    ) -> None:
        if steps or state.second or progress.seen or progress.journal is not None:
            with self._notices.reporting("the run is not saved as it goes"):
                journal, run = self._open(progress), progress.run
                new = slice(journal.steps, steps)
                part = replace(state, moves=bytes(run.moves[new]), times=run.times[new])
                journal.keep(part, progress.rules, exactly=exactly)
        if not progress.noted or (state.assisted and not progress.shown):
            self._note(progress, steps, shown=state.assisted)

    def _note(self, progress: _Progress, steps: int, *, shown: bool) -> None:
        """Record a walk in the score book, even if it is never finished."""
        heading, before = self._heading(progress), progress.continues
        level, walk = heading.level, heading.walk
        if steps or progress.seen:
            if before is not None and not progress.noted:
                self._book.write_with(lambda book: book.note_resumed(level, walk, before.steps))
            progress.noted = True
            series, began = heading.series, heading.began
            self._book.write_with(
                lambda book: book.note_walk(level, walk, steps, series=series, began=began)
            )
        if shown and not progress.shown:
            progress.shown = True
            self._book.write_with(lambda book: book.note_shown(level))

    def _finish(self, progress: _Progress, rivals: tuple[RivalResult, ...], finish: Finish) -> None:
        run, heading = progress.run, self._heading(progress)
        record, done = record_of(run, heading.level), now_ms()
        finished = FinishedRun(
            heading, record, progress.rules, rivals, progress.ghost, done=done, day=today()
        )
        self._finished[heading.uid] = finished, progress
        with self._notices.reporting("the run is kept in memory until the score book has it"):
            self._open(progress).finish(finished)
        if progress.continues is not None and not progress.noted:
            self._note(progress, run.steps, shown=run.assisted)
        finish.durable.set()
        # Medal and habits take longer; they follow from the walk and can be measured again.
        if mode_of(heading.series).players == 1:
            finished = replace(finished, medal=medal_of(run) or "", habits=habits(run))
        journal = progress.journal
        if journal is not None:
            with contextlib.suppress(OSError):
                journal.write_measures(finished)

        def written() -> None:
            del self._finished[heading.uid]
            if journal is not None:
                self._writer.do(journal.discard)

        self._book.add(finished, written, finish.ranking)
        if journal is not None:
            journal.sync()  # the book syncs the run as well, but that may be long in coming

    def _leave(self, progress: _Progress, steps: int, state: Record) -> bool:
        """Write the rest of a run and close its journal; return whether all is on the disk."""
        self._keep(progress, steps, state, exactly=True)
        self._note(progress, steps, shown=state.assisted)
        if progress.journal is None:
            return False
        progress.journal.close()
        return progress.journal.steps == steps

    def _discard(self, progress: _Progress, steps: int, state: Record) -> bool:
        """Delete the journals of a run and of the one that it continues; return False."""
        self._note(progress, steps, shown=state.assisted)
        with self._notices.reporting("a run cannot be deleted"):
            if progress.journal is not None:
                progress.journal.discard()
            if progress.replaces is not None:
                progress.replaces.unlink(missing_ok=True)
        return False

    def _recover(self) -> list[SavedRun]:
        runs: list[SavedRun] = []
        with self._notices.reporting("nothing is kept"):
            where = self.places
            for folder in {where.data, where.saves, where.mazes, where.settings.parent}:
                sweep(folder)
            runs, problems = journals.read_abandoned(self.places.running)
            for problem in problems:
                self.report(problem)
        for saved in runs:
            self._adopt(saved)
        self._look_aside()
        return [saved for saved in runs if saved.finished is None]

    def _adopt(self, saved: SavedRun) -> None:
        """Record a run from a left journal in the score book; verify a finished one first.

        A run that cannot have been played is set aside; one that cannot be checked now stays.
        """
        name = shorten(saved.path.name, quote=False)
        try:
            check_dates(saved, now_ms())
            if saved.finished is None:  # the game may have been killed before the book knew of it
                self._book.write_with(partial(_note_saved, saved=saved))
                return
            finished = verified_run(saved, self.level(saved.heading.level))
        except ForgedRecordError as problem:
            what = f"the run {name} cannot have been played: {problem}"
            try:
                self.report(f"{what}; it is now {set_aside(saved.path, 'refused').name}")
            except OSError:
                self.report(f"{what}; it does not count")
        except (ArithmeticError, MemoryError, OSError, ValueError) as problem:
            self.report(f"the run {name} does not count yet: {reason_of(problem)}")
        else:
            self._book.add(finished, partial(saved.path.unlink, missing_ok=True))

    def _look_aside(self) -> None:
        """Report once that score books that were set aside have runs that can be taken back."""
        if self._looked_aside:
            return
        self._looked_aside = True
        with contextlib.suppress(OSError):
            if merging.paths_aside(self.places.scores):
                self._book.query(merging.books_aside).add_done_callback(self._report_books_aside)

    def _report_books_aside(self, done: Future[list[BookAside]]) -> None:
        for aside in () if done.exception() else done.result():
            self.report(f"{aside.line}: the scores take them back, or mazegame scores --take-back")


def _new_heading(
    level: Level,
    rules: str = OPEN_RULES,
    rivals: tuple[str, ...] = (),
    series: str = "",
    continues: SavedRun | None = None,
) -> Heading:
    """Return the heading of a new run, which may continue a saved one; ``level`` is empty."""
    category, name = Category.of(level, rules), "".join(filter(str.isprintable, level.name))
    origin = "" if continues is None else continues.heading.walk
    key = ""  # see _Progress
    return Heading(
        new_uid(), key, category, level.dist_min, origin, rivals, series,
        name[:100], began=now_ms(),
    )  # fmt: skip


def _easier(rules: str, other: str) -> str:
    """Return ``Rules.key`` of rules that show all that ``rules`` or ``other`` shows."""
    return Rules.from_key(rules).easier(Rules.from_key(other)).key


def _note_saved(book: ScoreBook, saved: SavedRun) -> None:
    heading = saved.heading
    book.note_walk(
        heading.level, heading.walk, saved.steps, series=heading.series, began=heading.began
    )
    if saved.record.assisted:
        book.note_shown(heading.level)
