"""The store: writes down what is played while it is played, in threads of its own.

The screen says what happens and goes on at once. One thread writes the journal of the run in
progress, another one the score book (``book_thread.py``), so that a book that is locked never holds
up a journal. A finished run stays in its journal until the book has it.

Each error is reported once, in one line, and the game continues.
"""

from __future__ import annotations

import contextlib
import threading
import time
from array import array
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from mazegame.engine.support.whole_files import sweep
from mazegame.game.career.habits import habits
from mazegame.game.racing.ghost import GhostWalk
from mazegame.game.recording.record import Record, level_key, record_of
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import medal_of
from mazegame.game.series.duel import duel_of
from mazegame.game.series.kinds import free_play
from mazegame.store.book.book_thread import BookThread
from mazegame.store.descents import DescentLog
from mazegame.store.journal import journal as journals
from mazegame.store.journal.journal import TIME_SECONDS, Journal
from mazegame.store.journal.mazes import keep_maze, level_of
from mazegame.store.notices import Notices
from mazegame.store.values import (
    OPEN_RULES,
    Category,
    FinishedRun,
    Heading,
    Ranking,
    new_uid,
    now_ms,
    today,
)
from mazegame.store.worker import Worker, hand_on

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mazegame.engine import Cell, Level
    from mazegame.game.career.statistics import RivalResult
    from mazegame.game.match import Match
    from mazegame.game.racing.ghost import Walk
    from mazegame.game.run import Run
    from mazegame.game.series.endless import Descent
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.places import Places

T = TypeVar("T")

KEEP_SECONDS: Final = 0.5
"""Seconds between two calls of ``keep``: half of the time that a kill may lose."""

DURABLE_SECONDS: Final = 0.003
"""Longest wait at B, in seconds, until the run is on the disk; usually it is much shorter."""

CLOSE_SECONDS: Final = 2.0
"""Longest wait, in seconds, for writes at the end of the game."""


@dataclass
class _Progress:
    """A run in progress as the journal's thread sees it."""

    level: Level
    heading: Heading
    """Without the key of the level before ``Store._heading``: it takes a moment."""
    rules: str = OPEN_RULES
    ghost: Walk | None = None
    continues: SavedRun | None = None
    """The run on the disk that it continues."""
    second: Run | None = None
    """The run of the second player of a duel."""
    journal: Journal | None = None
    moves: bytearray = field(default_factory=bytearray)
    """Steps that are not on the disk yet."""
    times: array[int] = field(default_factory=lambda: array("I"))
    steps: int = 0
    """Steps that the thread knows of."""
    again: bool = False
    """Whether the journal is gone, so that the screen has to report all steps again."""
    shown: bool = False
    """Whether the score book knows that the path was shown."""
    reported: tuple[int, int, bool, str, tuple[Cell, ...], int] = (0, 0, False, "", (), 0)
    """Steps, hints, path shown, rules, marks and the second player's steps at the last report."""
    reported_seconds: float = 0.0
    """The time at the screen's last report."""

    def __post_init__(self) -> None:
        before = self.continues
        self.replaces = before.path if before is not None and not before.heading.name else None
        """The journal to delete as soon as the new one contains all of it."""

    @property
    def second_walk(self) -> Walk | None:
        """A copy of the second player's walk so far; None without one, or without a step."""
        return GhostWalk.of(self.second) if self.second and self.second.steps else None


@dataclass
class _Finished:
    """A finished run that the score book has not got yet."""

    run: FinishedRun
    journal: Journal | None = None
    is_whole: bool = False
    """Whether the journal could be written to its end."""


@dataclass(frozen=True)
class Finish:
    """A run that has just been finished, and its ranking as soon as the book has it."""

    durable: threading.Event
    """Set once the run is on the disk, or cannot be."""
    ranking: Future[Ranking]


class Store:
    """Writes down what is played.

    It calls ``say`` with one line on each error, in any thread. ``where`` says where things lie;
    None means the user's own places.
    """

    def __init__(self, say: Callable[[str], None], where: Places | None = None) -> None:
        self._notices = Notices(say, where)
        self._progress: _Progress | None = None
        self._run: Run | None = None
        self._finished: dict[str, _Finished] = {}
        """Those that the book has not got yet, by their names."""
        self._writer = Worker("journal")
        self._book = BookThread(self._notices)

    # The run in progress

    def begin(
        self,
        run: Run,
        match: Match | None = None,
        *,
        continues: SavedRun | None = None,
        second: Run | None = None,
    ) -> None:
        """Write a run of a match down from now on; without a match it is free play without rivals.

        It goes on with the run on the disk that it ``continues``: the journal of an unnamed one is
        deleted once all of it is in the new one; a saved run stays. A duel has a ``second`` run.
        """
        self.leave()
        self._run, match = run, match or free_play(run.level)
        rules, keys = match.rules.key, tuple(rival.key for rival in match.rivals)
        ghost = next((rival for rival in match.rivals if isinstance(rival, GhostWalk)), None)
        rules = rules if continues is None else _easier(rules, continues.rules)
        heading = _new_heading(run.level, rules, keys, match.series.key, continues)
        self._progress = _Progress(run.level, heading, rules, ghost, continues, second)
        self.keep()

    def change_rules(self, rules: str) -> None:
        """Rank the run by its easiest moment; ``rules`` is ``Rules.key`` of those in force."""
        if self._progress is not None:
            self._progress.rules = _easier(self._progress.rules, rules)
            self.keep()

    def keep(self, *, exactly: bool = False) -> None:
        """Write what was done since the last time, and how late it is. To be called twice a second.

        The time alone is written once a second, or ``exactly``.
        """
        self._book.retry()
        run, progress = self._run, self._progress
        if run is None or progress is None or (run.finished and progress.second is None):
            return
        again, progress.again = progress.again, False
        steps = 0 if again else progress.reported[0]
        second = 0 if progress.second is None else progress.second.steps
        marks = tuple(sorted(run.marks))
        now = (run.steps, run.hints, run.assisted, progress.rules, marks, second)
        seconds = run.stopwatch.seconds
        late = seconds - progress.reported_seconds >= (0.001 if exactly else TIME_SECONDS)
        walked = run.steps or second
        waits = again or progress.moves or (walked and progress.journal is None)
        if now == progress.reported and not waits and not (walked and late):
            return
        progress.reported, progress.reported_seconds = now, seconds
        moves, times = bytes(run.moves[steps:]), run.times[steps:]
        walk = progress.second_walk
        part = Record("", moves, times, run.hints, run.assisted, seconds, marks, walk)
        self._writer.do(partial(self._keep, progress, part, progress.rules, steps))

    def finish(self, run: Run, rivals: tuple[RivalResult, ...] = ()) -> Finish:
        """Add a finished run, which no longer changes, to the score book."""
        progress = self._progress_of(run)
        self._progress = self._run = None
        finish = Finish(threading.Event(), Future())
        self._writer.do(lambda: self._finish(progress, run, rivals, finish))
        return finish

    def _progress_of(self, run: Run) -> _Progress:
        """Return the run in progress if it is that one; else another run, which begins now."""
        progress = self._progress if run is self._run else None
        return progress or _Progress(run.level, _new_heading(run.level))

    def finish_round(self, run: Run, other: Run, series: str) -> Finish:
        """Add a round of a duel to the score book, in place of the two runs in progress.

        One run decides it, at B; neither changes any more. ``series`` is the key of the round.
        """
        before = self._progress or _Progress(run.level, _new_heading(run.level))
        heading = _new_heading(run.level, before.rules, series=series)
        heading = replace(heading, began=before.heading.began)
        self._progress = _Progress(run.level, heading, before.rules, GhostWalk.of(other))
        self._run = run
        finish = self.finish(run)
        self._writer.do(lambda: self._leave(before, None))
        return finish

    @property
    def unkept(self) -> list[FinishedRun]:
        """The finished runs that neither the score book nor a journal has, the earliest first."""
        return [
            one.run
            for one in list(self._finished.values())
            if not (one.is_whole and one.journal is not None and one.journal.is_there)
        ]

    def leave(self, *, discard: bool = False) -> Future[bool]:
        """Leave the run, to be resumed or to ``discard``; return whether the disk has all of it."""
        progress, run = self._progress, self._run
        if progress is None or run is None:
            return self._writer.do(lambda: False)
        self.keep(exactly=True)
        self._progress = self._run = None
        walk = progress.second_walk
        kept = not discard and (run.steps or walk is not None)
        whole = replace(record_of(run, ""), second=walk) if kept else None
        return self._writer.do(lambda: self._leave(progress, whole))

    def save(self, run: Run, name: str) -> Future[Path]:
        """Save a run under a name, and return where; OSError if it cannot be written."""
        progress = self._progress_of(run)
        record = record_of(run, "")  # its key takes a moment: it comes in the thread

        def work() -> Path:
            before = self._heading(progress)
            heading = replace(before, uid=new_uid(), origin=before.walk, name=name, began=now_ms())
            self._note(progress, len(record.moves), shown=record.assisted)
            keep_maze(self.places.mazes, run.level)
            kept = replace(record, level=heading.level)
            return journals.save(self.places.saves, heading, kept, progress.rules, progress.ghost)

        return self._writer.do(work)

    def descent(self, descent: Descent, continues: SavedRun | None = None) -> DescentLog:
        """Return the log of a descent, new or resumed."""
        return DescentLog(self._notices, self._writer, self._book, descent, continues)

    def close(self) -> None:
        """Write all changes, and end the threads; a run in progress can be resumed later."""
        self.leave()
        end = time.monotonic() + CLOSE_SECONDS
        # First finish what the journal's thread still passes to the book, and back. Not all that
        # the book has not got yet may be in a journal.
        handed = self._writer.do(self._book.finish_writing)
        with contextlib.suppress(TimeoutError):
            handed.result(CLOSE_SECONDS)
        self._book.end(max(end - time.monotonic(), 0.1))
        self._writer.end(max(end - time.monotonic(), 0.1))
        for one in list(self._finished.values()):
            if one.journal is not None:
                one.journal.close()  # the book has not got it yet; the next start will see to that

    # Runs on the disk

    def recover(self) -> Future[list[SavedRun]]:
        """Put left finished runs into the book; return those to resume, the latest first."""
        return self._writer.do(self._recover)

    def saved(self) -> Future[list[SavedRun]]:
        """Find the runs that were saved under a name, the latest first."""

        def work() -> list[SavedRun]:
            runs, problems = journals.read_all(self.places.saves)
            for problem in problems:
                self.say(problem)
            return runs

        return self._writer.do(work)

    def forget(self, saved: SavedRun) -> Future[None]:
        """Delete a saved run, because the player said so."""
        return self._writer.do(lambda: saved.path.unlink(missing_ok=True))

    def note_shown(self, level: str) -> None:
        """Note that a maze's path was shown outside a run: its runs are practice from now on."""
        self._book.note(lambda book: book.note_shown(level))

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Queue another write, after all earlier reports."""
        return self._writer.do(job)

    def level(self, key: str) -> Level:
        """Make the level of a key, as ``level_of``: not to be called by the screen's thread."""
        return level_of(self.places.mazes, key)

    def ask(self, question: Callable[[ScoreBook], T]) -> Future[T]:
        """Ask the score book, in its thread; ScoreBookError if it cannot be read."""
        return self._book.ask(question)

    def ask_afterwards(self, question: Callable[[ScoreBook], T]) -> T:
        """Ask the score book after all earlier writes; block until it answers."""
        return self._writer.do(lambda: self._book.ask(question)).result().result()

    @property
    def places(self) -> Places:
        """The paths of all files; NoHomeError if there is no home folder."""
        return self._notices.places

    def say(self, line: str) -> None:
        """Report an error, once."""
        self._notices.say(line)

    # In the journal's thread

    def _heading(self, progress: _Progress) -> Heading:
        if not progress.heading.level:
            progress.heading = replace(progress.heading, level=level_key(progress.level))
        return progress.heading

    def _open(self, progress: _Progress) -> Journal:
        if progress.journal is None:
            keep_maze(self.places.mazes, progress.level)
            progress.journal = Journal(self.places.running, self._heading(progress), progress.ghost)
        return progress.journal

    def _without_lost(self, progress: _Progress) -> None:
        """Begin again if the journal lies nowhere: its folder was removed, renamed or replaced."""
        if progress.journal is not None and not progress.journal.is_there:
            progress.journal.close()
            progress.journal = None
            progress.moves, progress.times = bytearray(), array("I")
            progress.steps, progress.again = 0, True

    def _keep(self, progress: _Progress, part: Record, rules: str, before: int) -> None:
        self._without_lost(progress)
        if before != progress.steps:
            return  # all steps come again
        begins = not progress.steps
        progress.moves += part.moves
        progress.times += part.times
        progress.steps += len(part.moves)
        if begins or (part.assisted and not progress.shown):
            self._note(progress, progress.steps, shown=part.assisted)
        if not progress.moves and progress.journal is None and part.second is None:
            return  # nothing was done yet
        with self._notices.saying("the run is not saved as it goes"):
            waiting = replace(part, moves=bytes(progress.moves), times=progress.times)
            self._open(progress).keep(waiting, rules)
            progress.moves, progress.times = bytearray(), array("I")
            self._supersede(progress)

    def _note(self, progress: _Progress, steps: int, *, shown: bool) -> None:
        """Have the score book know of a walk, even if it is never finished."""
        heading, before = self._heading(progress), progress.continues
        level, walk = heading.level, heading.walk
        if before is not None and not progress.journal:
            self._book.note(lambda book: book.note_resumed(level, walk, before.steps))
        if steps:
            series, began = heading.series, heading.began
            self._book.note(
                lambda book: book.note_walk(level, walk, steps, series=series, began=began)
            )
        if shown and not progress.shown:
            progress.shown = True
            self._book.note(lambda book: book.note_shown(level))

    @staticmethod
    def _supersede(progress: _Progress) -> None:
        """Delete the journal that this one continues, since this one now contains it."""
        if progress.replaces is not None:
            progress.replaces.unlink(missing_ok=True)
            progress.replaces = None

    def _finish(
        self, progress: _Progress, run: Run, rivals: tuple[RivalResult, ...], finish: Finish
    ) -> None:
        heading = self._heading(progress)
        record, done = record_of(run, heading.level), now_ms()
        finished = FinishedRun(
            heading, record, progress.rules, rivals, progress.ghost, done=done, day=today()
        )
        self._without_lost(progress)
        if progress.continues is not None and progress.journal is None:
            self._note(progress, 0, shown=run.assisted)
        waiting = self._finished[heading.uid] = _Finished(finished)
        with self._notices.saying("the run is kept in memory until the score book has it"):
            self._open(progress).finish(finished)
            waiting.is_whole = True
            self._supersede(progress)
        finish.durable.set()
        # What takes longer, and can be found out again from the walk, comes after it.
        if duel_of(heading.series) is None:
            finished = replace(finished, medal=medal_of(run) or "", habits=habits(run))
        journal = waiting.journal = progress.journal
        if journal is not None:
            with contextlib.suppress(OSError):
                journal.measure(finished)

        def written() -> None:
            del self._finished[heading.uid]
            if journal is not None:
                self._writer.do(journal.discard)

        hand_on(self._book.add(finished, written), finish.ranking)
        if journal is not None:
            journal.sync()  # the book syncs the run as well, but that may be long in coming

    def _leave(self, progress: _Progress, whole: Record | None) -> bool:
        """Let go of a run; ``whole`` is all of it, or None if it is never needed again."""
        self._without_lost(progress)
        discard = whole is None
        if progress.again and whole is not None:
            self._keep(progress, whole, progress.rules, 0)
        if progress.steps:
            self._note(progress, progress.steps, shown=progress.shown)
        if progress.journal is not None:
            if discard:
                progress.journal.discard()
            else:
                progress.journal.close()
        if discard:
            with self._notices.saying("a run cannot be deleted"):
                self._supersede(progress)
        return progress.journal is not None and not (discard or progress.moves)

    def _recover(self) -> list[SavedRun]:
        runs: list[SavedRun] = []
        with self._notices.saying("nothing is kept"):
            where = self.places
            for folder in {where.data, where.saves, where.mazes, where.settings.parent}:
                sweep(folder)
            runs, problems = journals.left_behind(self.places.running)
            for problem in problems:
                self.say(problem)
        for saved in runs:
            if saved.finished is not None:
                self._book.add(saved.finished, partial(saved.path.unlink, missing_ok=True))
            else:  # the game may have been killed before the book knew of it
                self._book.note(partial(_note_saved, saved=saved))
        return [saved for saved in runs if saved.finished is None]


def _new_heading(
    level: Level,
    rules: str = OPEN_RULES,
    rivals: tuple[str, ...] = (),
    series: str = "",
    continues: SavedRun | None = None,
) -> Heading:
    """Return the heading of a new run, which may continue another one."""
    category, name = Category.of(level, rules), "".join(filter(str.isprintable, level.name))
    origin = "" if continues is None else continues.heading.walk
    key = ""  # see _Progress
    return Heading(
        new_uid(), key, category, level.dist_min, origin, rivals, series,
        name[:100], began=now_ms(),
    )  # fmt: skip


def _easier(rules: str, other: str) -> str:
    """``Rules.key`` of the rules that show all that either of two shows."""
    return Rules.from_key(rules).easier(Rules.from_key(other)).key


def _note_saved(book: ScoreBook, saved: SavedRun) -> None:
    heading = saved.heading
    book.note_walk(
        heading.level, heading.walk, saved.steps, series=heading.series, began=heading.began
    )
    if saved.record.assisted:
        book.note_shown(heading.level)
