"""Descents: an endless walk on the disk while it goes on, and in the score book after it.

What lives here: the journal of a descent, which keeps no step in memory that is on the disk, and
the finished run that a descent comes to. What does not: its rules (``game/series/endless.py``),
resuming one (``journal/``), and the ranking (``book/series_queries.py``).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from mazegame.game.series.endless import COLS, level_of
from mazegame.game.series.kinds import endless_key
from mazegame.store.journal import journal as journals
from mazegame.store.values import OPEN_RULES, Category, FinishedRun, Heading, new_uid, now_ms, today

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from mazegame.game.career.statistics import Played
    from mazegame.game.recording.record import Record
    from mazegame.game.series.endless import Depth, Descent
    from mazegame.store.book.book_thread import BookThread
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.notices import Notices
    from mazegame.store.worker import Worker

TIME_SECONDS: Final = 0.9
"""Seconds between two writes of the time of a walk without steps."""


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
            new_uid(), key, category, 0, series=key, maze=f"endless {descent.seed}",
            origin=before.walk if before else "", began=before.began if before else now_ms(),
        )  # fmt: skip
        self._journal: journals.Journal | None = None
        self._waiting = descent.take() if continues is None else continues.record
        """The steps that are not on the disk yet."""
        self._seconds = 0.0

    def keep(self) -> None:
        """Write the steps since the last call. To be called twice a second."""
        part = self._descent.take()
        if part.moves or part.seconds - self._seconds >= TIME_SECONDS:
            self._seconds = part.seconds
            self._writer.do(partial(self._keep, part))

    def leave(self) -> None:
        """Write the last steps; the descent can be resumed later."""
        self._writer.do(partial(self._leave, self._descent.take()))

    def finish(self) -> Callable[[], DescentRanking] | None:
        """Write the last steps, and add the descent to the book; None if it came to nothing.

        Returns what waits for its place, for a thread.
        """
        depth = self._descent.depth
        if not depth.rows:
            self.discard()
            return None
        asked = self._writer.do(partial(self._finish, self._descent.take(), depth))
        return lambda: asked.result().result()

    def discard(self) -> None:
        """Delete the journal: the book has the descent, or it came to nothing."""

        def work() -> None:
            if self._journal is not None:
                self._journal.discard()

        self._writer.do(work)

    # In the thread

    def _keep(self, part: Record) -> None:
        self._waiting = _joined(self._waiting, part)
        if self._journal is None and not self._waiting.moves:
            return
        with self._notices.saying("the descent is not saved as it goes"):
            if self._journal is None:
                self._journal = journals.Journal(self._notices.places.running, self._heading)
            self._journal.keep(self._waiting, OPEN_RULES)
            self._waiting = replace(part, moves=b"", times=array("I"))
            if self._continues is not None:
                self._continues.path.unlink(missing_ok=True)
                self._continues = None

    def _leave(self, part: Record) -> None:
        self._keep(part)
        if self._journal is not None:
            self._journal.close()

    def _finish(self, part: Record, depth: Depth) -> Future[DescentRanking]:
        """Add the way to the first cell of the deepest row; OSError if it cannot be read."""
        self._keep(part)
        whole = self._waiting
        if self._journal is not None:
            whole = _joined(journals.read(self._journal.path).record, whole)
        recipe = level_of(self._descent.seed, depth.rows)
        moves, times = whole.moves[: depth.steps], whole.times[: depth.steps]
        record = replace(
            whole, level=str(recipe), moves=moves, times=times, seconds=times[-1] / 1000
        )
        heading = replace(
            self._heading, category=Category.of(recipe), dist_min=depth.way_down, origin="",
            uid=self._heading.walk,  # the same if a kill comes before the journal is deleted
            maze=f"{self._heading.maze}, {depth.rows:,} deep",
        )  # fmt: skip
        run = FinishedRun(heading, record, done=now_ms(), day=today())
        self._book.add(run, self.discard)
        return self._book.ask(lambda book: DescentRanking(run, book.descents()))


def _joined(before: Record, part: Record) -> Record:
    """Return a walk with its next part."""
    return replace(part, moves=before.moves + part.moves, times=before.times + part.times)
