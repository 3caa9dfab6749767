"""The keeper: writes down what is played while it is played, in threads of its own.

The screen tells what happens and goes on at once. One thread writes the journal of the run in
progress, another one the score book, so that a book that is locked never holds up a journal. A
finished run stays in its journal until the book has it; what the book cannot take now, because it
is locked, read-only, full or of a newer version, is taken at a later try or at the next start.

Whatever goes wrong is said once, in one line, and the game goes on.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from array import array
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mazegame.game.record import Record, level_key
from mazegame.store import journal as journals
from mazegame.store.journal import Heading, Journal, Saved
from mazegame.store.mazes import keep_maze, level_of
from mazegame.store.places import READ_ONLY, NoPlace, Places, places
from mazegame.store.scores import (
    LOADED,
    OPEN_MODE,
    Damaged,
    Homeless,
    Played,
    Scores,
    ScoresProblem,
    Standing,
    Unwritable,
    new_uid,
    set_scores_aside,
    stamped,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mazegame.engine import Level
    from mazegame.game.ghost import Walk
    from mazegame.game.run import Run

T = TypeVar("T")

NOTHING_KEPT: Final = "nothing is kept"
"""What is said once where there is no home folder, whatever was to be kept."""

KEEP_SECONDS: Final = 0.5
"""How often the screen should tell what was done: half of what may be lost."""

TIME_SECONDS: Final = 0.9
"""The time of a run is written so often while nothing is done."""

DURABLE_SECONDS: Final = 0.003
"""So long the screen waits at B until the run is on the disk; nearly always it is by then."""

CLOSE_SECONDS: Final = 2.0
"""So long the end of the game waits for what is still to be written."""


class _Worker:
    """A thread that does one thing after the other."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Have something done, after all that was asked for before."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            try:
                future.set_result(job())
            except BaseException as error:  # noqa: BLE001  it is the asker's
                future.set_exception(error)

    def end(self, seconds: float) -> None:
        """Do what is still to be done, but wait no longer than that."""
        self._jobs.put(None)
        self._thread.join(seconds)


@dataclass
class _Page:
    """A run in progress as the journal's thread sees it."""

    level: Level
    mode: str
    pace: float | None
    ghost: Walk | None
    replaces: Path | None
    uid: str = field(default_factory=new_uid)
    heading: Heading | None = None
    journal: Journal | None = None
    moves: bytearray = field(default_factory=bytearray)
    """Steps that are not on the disk yet."""
    times: list[int] = field(default_factory=list)
    told: tuple[int, int, bool] = (0, 0, False)
    """Steps, hints and help that the screen has told."""
    told_seconds: float = 0.0
    """The time that the screen has told."""


@dataclass(frozen=True)
class Finish:
    """A run that has just been finished."""

    durable: threading.Event
    """Set once the run is on the disk, or cannot be."""
    standing: Future[Standing]
    """How it compares with the runs before it, as soon as the book has it."""


class Keeper:
    """Writes down what is played.

    Args:
        say: Is called with one line for people when something goes wrong, in any thread.
        where: Where things lie; the user's own places if None.
    """

    def __init__(self, say: Callable[[str], None], where: Places | None = None) -> None:
        self._tell = say
        self._where = where
        self._said: set[str] = set()
        self._page: _Page | None = None
        self._run: Run | None = None
        self._scores: Scores | None = None
        self._waiting: list[tuple[Played, Callable[[], None], Future[Standing]]] = []
        self._trying = False
        self._finished: list[Journal] = []
        self._writer = _Worker("journal")
        self._book = _Worker("scores")

    # What the screen tells

    def begin(
        self,
        run: Run,
        *,
        mode: str = OPEN_MODE,
        pace: float | None = None,
        ghost: Walk | None = None,
        replaces: Path | None = None,
    ) -> None:
        """A run begins, or is gone on with.

        Args:
            run: The run.
            mode: In which mode.
            pace: The runner's, in cells a second.
            ghost: The walk that it is a race against instead; nobody changes it.
            replaces: The journal that the run was in so far.
        """
        self.leave()
        self._run = run
        self._page = _Page(run.level, mode, pace, ghost, replaces)
        self.keep()

    def change_rules(self, rules: str) -> None:
        """Say that the easiest moment of the run is another one.

        Args:
            rules: ``Rules.key`` of it.
        """
        page = self._page
        if page is None:
            return

        def change() -> None:
            page.mode = rules
            if page.heading is not None:
                page.heading = replace(page.heading, mode=rules)

        self._writer.do(change)

    def keep(self, *, exactly: bool = False) -> None:
        """Write what was done since the last time, and how late it is. To be called twice a second.

        Args:
            exactly: The time is written to the moment, and not only once a second.
        """
        if self._waiting and not self._trying:
            self._trying = True
            self._book.do(self._try_again)
        run, page = self._run, self._page
        if run is None or page is None or run.finished:
            return
        steps = page.told[0]
        now = (run.steps, run.hints, run.assisted)
        seconds = run.stopwatch.seconds
        late = seconds - page.told_seconds >= (0.001 if exactly else TIME_SECONDS)
        waits = page.moves or (run.steps and page.journal is None)
        if now == page.told and not waits and not (run.steps and late):
            return
        page.told, page.told_seconds = now, seconds
        moves, times = bytes(run.moves[steps:]), run.times[steps:]
        self._writer.do(lambda: self._keep(page, moves, times, now[1], seconds, assisted=now[2]))

    def finish(self, run: Run, *, won: bool | None = None) -> Finish:
        """The player is at B.

        Args:
            run: The finished run; nobody changes it any more.
            won: Whether the race was won; None if it was none.
        """
        page = self._page if run is self._run else None
        if page is None:
            page = _Page(run.level, OPEN_MODE, None, None, None)
        self._page = self._run = None
        finish = Finish(threading.Event(), Future())
        self._writer.do(lambda: self._finish(page, run, won, finish))
        return finish

    def leave(self, *, discard: bool = False) -> None:
        """The run is left as it stands; it can be gone on with later.

        Args:
            discard: Nobody will want to.
        """
        page, run = self._page, self._run
        if page is None or run is None:
            return
        self.keep(exactly=True)
        self._page = self._run = None
        discard = discard or not run.steps
        self._writer.do(lambda: self._leave(page, discard=discard))

    def save(self, run: Run, name: str) -> Future[Path]:
        """Save a run under a name.

        Returns:
            Where it lies; the future fails with OSError if it cannot be written.
        """
        page = self._page if run is self._run and self._page else None
        page = page or _Page(run.level, OPEN_MODE, None, None, None)
        record = _snapshot(run)

        def work() -> Path:
            began = time.time_ns() // 1_000_000
            heading = replace(self._heading(page), uid=new_uid(), name=name, began=began)
            keep_maze(self.places.mazes, run.level)
            record_ = replace(record, level=heading.level)
            return journals.save(self.places.saves, heading, record_, page.ghost)

        return self._writer.do(work)

    def close(self) -> None:
        """Write what is still to be written, and end; a run in progress can be gone on with."""
        self.leave()
        end = time.monotonic() + CLOSE_SECONDS
        # What the journal's thread still hands to the book, and what that hands back, comes first.
        handed = self._writer.do(lambda: self._book.do(self._end_book))
        with contextlib.suppress(TimeoutError):
            handed.result(CLOSE_SECONDS)
        self._book.end(max(end - time.monotonic(), 0.1))
        self._writer.end(max(end - time.monotonic(), 0.1))
        for journal in list(self._finished):
            journal.close()  # the book has not got it yet; the next start will see to that

    # What the screen asks

    def recover(self) -> Future[list[Saved]]:
        """Find the runs that were left behind: finished ones go into the book.

        Returns:
            Those that can be gone on with, the latest first.
        """
        return self._writer.do(self._recover)

    def saved(self) -> Future[list[Saved]]:
        """Find the runs that were saved under a name, the latest first."""

        def work() -> list[Saved]:
            runs, problems = journals.saved_runs(self.places.saves)
            for problem in problems:
                self.say(problem)
            return runs

        return self._writer.do(work)

    def forget(self, saved: Saved) -> Future[None]:
        """Delete a saved run, because the player said so."""
        return self._writer.do(lambda: saved.path.unlink(missing_ok=True))

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Have something else written, after all that was told before."""
        return self._writer.do(job)

    def level(self, key: str) -> Level:
        """Make the level of a key. Takes its time: not to be called by the screen's thread.

        Raises:
            ValueError: If it is not there any more.
        """
        return level_of(self.places.mazes, key)

    def ask(self, question: Callable[[Scores], T]) -> Future[T]:
        """Ask the score book, in its thread.

        Returns:
            The answer; the future fails with ScoresProblem if the book cannot be read.
        """
        return self._book.do(lambda: self._asked(question))

    @property
    def places(self) -> Places:
        """Where things lie.

        Raises:
            NoPlace: If there is no home folder.
        """
        if self._where is None:
            self._where = places()
        return self._where

    # What the journal's thread does

    def _heading(self, page: _Page) -> Heading:
        if page.heading is None:
            level = page.level
            page.heading = Heading(
                page.uid,
                level_key(level),
                LOADED if level.recipe is None else level.recipe.algorithm,
                level.maze.cols,
                level.maze.rows,
                level.dist_min,
                "".join(c for c in level.name if c.isprintable())[:100],
                page.mode,
                page.pace,
                "" if page.ghost is None else "ghost",
                began=time.time_ns() // 1_000_000,
            )
        return page.heading

    def _open(self, page: _Page) -> Journal:
        if page.journal is None:
            keep_maze(self.places.mazes, page.level)
            page.journal = Journal(self.places.running, self._heading(page), page.ghost)
        return page.journal

    def _keep(
        self,
        page: _Page,
        moves: bytes,
        times: array[int],
        hints: int,
        seconds: float,
        *,
        assisted: bool,
    ) -> None:
        page.moves += moves
        page.times += times
        if not page.moves and page.journal is None:
            return  # nothing was done yet
        with self._saying("the run is not saved as it goes"):
            self._open(page).keep(page.moves, page.times, hints, seconds, assisted=assisted)
            page.moves.clear()
            page.times.clear()
            self._supersede(page)

    @staticmethod
    def _supersede(page: _Page) -> None:
        """Delete the journal that this one goes on with, now that all of it is in this one."""
        if page.replaces is not None:
            page.replaces.unlink(missing_ok=True)
            page.replaces = None

    def _finish(self, page: _Page, run: Run, won: bool | None, finish: Finish) -> None:
        heading = self._heading(page)
        result = run.result
        played = stamped(
            Played(
                heading.uid,
                _snapshot(run, heading.level),
                heading.algorithm,
                heading.cols,
                heading.rows,
                heading.dist_min,
                result.score,
                result.stars,
                heading.mode,
                heading.pace,
                won,
                maze=heading.maze,
            )
        )
        with self._saying("the run is kept in memory until the score book has it"):
            self._open(page).finish(played)
            self._supersede(page)
        finish.durable.set()
        journal = page.journal
        if journal is not None:
            self._finished.append(journal)

        def written() -> None:
            if journal is not None:
                self._finished.remove(journal)
                self._writer.do(journal.discard)

        self._book.do(lambda: self._add(played, written, finish.standing))
        if journal is not None:
            journal.sync()  # the book syncs the run as well, but that may be long in coming

    def _leave(self, page: _Page, *, discard: bool) -> None:
        if page.journal is not None:
            if discard:
                page.journal.discard()
            else:
                page.journal.close()
        if discard and page.replaces is not None:
            with self._saying("a run cannot be deleted"):
                page.replaces.unlink(missing_ok=True)

    def _recover(self) -> list[Saved]:
        unfinished = []
        runs: list[Saved] = []
        with self._saying("nothing is kept"):
            runs, problems = journals.left_behind(self.places.running)
            for problem in problems:
                self.say(problem)
        for saved in runs:
            if saved.played is not None:
                self._book.do(partial(self._recovered, saved, saved.played))
            elif saved.steps:
                unfinished.append(saved)
        return unfinished

    def _recovered(self, saved: Saved, played: Played) -> None:
        self._add(played, lambda: saved.path.unlink(missing_ok=True), Future())

    # What the book's thread does

    def _asked(self, question: Callable[[Scores], T]) -> T:
        self._try_waiting()
        try:
            return question(self._open_book())
        except Damaged as problem:
            self._mend(problem)
            return question(self._open_book())

    def _open_book(self) -> Scores:
        if self._scores is not None and not self._scores.current:
            self._close_book()
        if self._scores is None:
            try:
                self._scores = Scores(self.places.scores)
            except NoPlace as error:
                raise Homeless(str(error)) from None
        return self._scores

    def _close_book(self) -> None:
        if self._scores is not None:
            self._scores.close()
            self._scores = None

    def _end_book(self) -> None:
        """Try once more what the book could not take: not all of it may be in a journal."""
        if self._waiting:
            self._try_waiting()
        self._close_book()

    def _mend(self, problem: Damaged) -> None:
        """Set a damaged book aside, so that a new one is begun."""
        self._close_book()
        aside = set_scores_aside(self.places.scores)
        if aside is not None:
            self.say(f"{problem}; they are now {aside.name}, and a new book is begun")

    def _add(self, played: Played, written: Callable[[], None], standing: Future[Standing]) -> None:
        self._waiting.append((played, written, standing))
        self._try_waiting()

    def _try_waiting(self) -> None:
        """Write the finished runs that are not in the book yet, the first one first."""
        while self._waiting:
            played, written, standing = self._waiting[0]
            try:
                found = self._write(played)
            except ScoresProblem as problem:
                if isinstance(problem, Unwritable):
                    self._close_book()  # opened again it may be another one
                if isinstance(problem, Unwritable) and not self._can_write():
                    self._say_read_only()
                elif isinstance(problem, Homeless):
                    self.say(f"{problem}; {NOTHING_KEPT}")
                else:
                    self.say(f"{problem}; finished runs are kept until they can be written")
                return
            del self._waiting[0]
            with contextlib.suppress(OSError):
                written()
            standing.set_result(found)

    def _try_again(self) -> None:
        try:
            self._try_waiting()
        finally:
            self._trying = False

    def _write(self, played: Played) -> Standing:
        try:
            return self._open_book().add(played)
        except Damaged as problem:
            self._mend(problem)
            return self._open_book().add(played)

    # Saying

    @contextlib.contextmanager
    def _saying(self, consequence: str) -> Iterator[None]:
        """Within this block, whatever the disk refuses is said in one line."""
        try:
            yield
        except NoPlace as error:
            self.say(f"{error}; {NOTHING_KEPT}")
        except OSError as error:
            if error.errno in READ_ONLY and not self._can_write():
                self._say_read_only()
                return
            where = f" {error.filename}" if error.filename else ""
            self.say(f"cannot write{where}: {error.strerror or error}; {consequence}")

    def _can_write(self) -> bool:
        """Whether a file can be made in the folder of what is played, or in one to make it in."""
        import tempfile

        home = self.places.data
        folder = next((there for there in (home, *home.parents) if there.is_dir()), home)
        try:
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            return error.errno not in READ_ONLY
        return True

    def _say_read_only(self) -> None:
        """Say the one line about a folder where nothing may be written, whatever was to be."""
        self.say(f"{self.places.data} can only be read: what is played now is not kept")

    def say(self, line: str) -> None:
        """Say what went wrong, once."""
        if line not in self._said:
            self._said.add(line)
            self._tell(line)


def _snapshot(run: Run, key: str = "") -> Record:
    """What a run is now, under the key of its level; that takes a moment, and may come later."""
    return Record(
        key,
        bytes(run.moves),
        array("I", run.times),
        run.hints,
        run.assisted,
        run.stopwatch.seconds,
    )
