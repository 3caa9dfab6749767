"""Descents: an endless walk on the disk while it goes on, and in the score book after it.

What lives here: the journal of a descent, which keeps no step in memory that is on the disk, and
the finished run that a descent comes to. What does not: its rules (``game/series/endless.py``),
resuming one (``journal/``), and the ranking (``book/series_queries.py``).
"""

from __future__ import annotations

from array import array
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from mazegame.game.series.endless import COLS, level_of
from mazegame.game.series.kinds import endless_key
from mazegame.store.journal import journal as journals
from mazegame.store.values import OPEN_RULES, Category, FinishedRun, Heading, new_uid, now_ms, today
from mazegame.store.worker import hand_on

if TYPE_CHECKING:
    from mazegame.game.career.statistics import Played
    from mazegame.game.recording.record import Record
    from mazegame.game.series.endless import Depth, Descent
    from mazegame.store.book.book_thread import BookThread
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.notices import Notices
    from mazegame.store.worker import Worker

TIME_SECONDS: Final = 0.9
"""Seconds between two writes of the time of a walk without steps."""


def name_of(seed: str, depth: int = 0) -> str:
    """Return the displayed name of a descent."""
    return f"endless {seed}" + (f", {depth:,} deep" if depth else "")


@dataclass(frozen=True)
class DescentRanking:
    """A descent in the score book, among the others."""

    run: FinishedRun
    ranked: tuple[Played, ...]
    """The first descent of each seed, the best first."""


class DescentLog:
    """Writes a descent down, in the thread of the journals, and takes its steps off its hands.

    The descent is asked in the caller's thread; ``continues`` is that on the disk which it goes on
    with.
    """

    def __init__(
        self,
        notices: Notices,
        writer: Worker,
        book: BookThread,
        descent: Descent,
        continues: SavedRun | None = None,
    ) -> None:
        self._notices, self._writer, self._book = notices, writer, book
        self._descent, self._continues = descent, continues
        key, category = endless_key(descent.seed), Category("eller", "eller", COLS, 1)
        before = None if continues is None else continues.heading
        self._heading = Heading(
            new_uid(), key, category, 0, series=key, maze=name_of(descent.seed),
            origin=before.walk if before else "", began=before.began if before else now_ms(),
        )  # fmt: skip
        self._journal: journals.Journal | None = None
        self._waiting = None if continues is None else continues.record
        self._seconds = 0.0

    def keep(self) -> None:
        """Write the steps since the last call. To be called twice a second."""
        part = self._descent.take()
        if part.moves or part.seconds - self._seconds >= TIME_SECONDS:
            self._seconds = part.seconds
            self._writer.do(partial(self._keep, part))

    def leave(self) -> None:
        """Write the last steps; the descent can be resumed later."""
        self._writer.do(partial(self._keep, self._descent.take()))
        self._writer.do(self._close)

    def finish(self) -> Future[DescentRanking] | None:
        """Write the last steps, and add the descent to the book; None if it came to nothing."""
        depth = self._descent.depth
        if not depth.rows:
            self.discard()
            return None
        ranking: Future[DescentRanking] = Future()
        self._writer.do(partial(self._keep, self._descent.take()))
        self._writer.do(partial(self._finish, depth, ranking))
        return ranking

    def discard(self) -> None:
        """Delete the journal: the book has the descent, or it came to nothing."""
        self._writer.do(self._delete)

    # In the thread

    def _keep(self, part: Record) -> None:
        before = self._waiting
        if before is not None:
            moves, times = before.moves + part.moves, before.times + part.times
            part = replace(part, moves=moves, times=times)
        self._waiting = part
        if self._journal is None and not part.moves:
            return
        with self._notices.saying("the descent is not saved as it goes"):
            if self._journal is None:
                self._journal = journals.Journal(self._notices.places.running, self._heading)
            self._journal.keep(part, OPEN_RULES)
            self._waiting = None
            if self._continues is not None:
                self._continues.path.unlink(missing_ok=True)
                self._continues = None

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _delete(self) -> None:
        if self._journal is not None:
            self._journal.discard()

    def _finish(self, depth: Depth, ranking: Future[DescentRanking]) -> None:
        try:
            run = self._finished(depth)
        except (OSError, ValueError) as error:
            ranking.set_exception(error)
            return
        self._book.add(run, self.discard)
        hand_on(self._book.ask(lambda book: DescentRanking(run, book.descents())), ranking)

    def _finished(self, depth: Depth) -> FinishedRun:
        """Return the finished run: the way to the first cell of the deepest row."""
        parts = [] if self._waiting is None else [self._waiting]
        if self._journal is not None:
            parts.insert(0, journals.read(self._journal.path).record)
        moves = b"".join(part.moves for part in parts)[: depth.steps]
        times = sum((part.times for part in parts), array("I"))[: depth.steps]
        recipe = level_of(self._descent.seed, depth.rows)
        seconds = times[-1] / 1000
        record = replace(parts[0], level=str(recipe), moves=moves, times=times, seconds=seconds)
        category, name = Category.of(recipe), name_of(self._descent.seed, depth.rows)
        uid = self._heading.walk  # the same if a kill comes before the journal is deleted
        heading = replace(self._heading, uid=uid, category=category, origin="", maze=name)
        heading = replace(heading, dist_min=depth.way_down)
        return FinishedRun(heading, record, done=now_ms(), day=today())
