"""Score book: every finished run, in an SQLite file.

What lives here: opening, writing and asking. What does not: the tables (``schema.sql``), the values
(``values.py``), what SQL it takes to ask (``queries.py``), threads (``store.py``).

The file is in write-ahead mode, so that several games can write to it at once and a process that
is killed leaves it whole. A book of a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sqlite3
import struct
import time
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from mazegame.formats.errors import reason_of
from mazegame.game.score import MIN_RANKED_PATH
from mazegame.store.book import queries, schema, series_queries
from mazegame.store.book.errors import (
    DamagedError,
    LockedError,
    NewerVersionError,
    ScoreBookError,
    UnwritableError,
)
from mazegame.store.lock import held
from mazegame.store.places import READ_ONLY, make_folder, open_regular, set_aside
from mazegame.store.values import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mazegame.store.values import FinishedRun

P = ParamSpec("P")
T = TypeVar("T")

BUSY_SECONDS: Final = 5.0
"""Seconds that SQLite waits for another program before it reports a locked file."""

_MAGIC: Final = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

_HEADER: Final = struct.Struct(">60xI")
"""The offset of ``user_version`` in an SQLite file."""


def _asking(
    question: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[ScoreBook, P], T]:
    """Return a question to an open file as a method: its errors are those of the book."""

    @functools.wraps(question)
    def ask(self: ScoreBook, /, *args: P.args, **options: P.kwargs) -> T:
        with _errors(self.path):
            return question(self._base, *args, **options)

    return ask


class ScoreBook:
    """An open score book; it and its folder are made if they are missing. Use it in one thread.

    Where nothing may be written it can still be read; a book that is not there is an empty one.
    ScoreBookError if it cannot be used.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self.read_only = False
        """Whether nothing can be added."""
        self._busy_seconds = busy_seconds
        with _errors(path):
            _look_first(path)
            try:
                make_folder(path.parent)
                # SQLite gives its files beside this one the same rights.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
                self._open(str(path))
            except (OSError, sqlite3.OperationalError) as error:
                if not _is_read_only(error):
                    raise
                self._open_to_read()
            self._file = _identity(path)

    def _open(self, where: str) -> None:
        self._base = sqlite3.connect(
            where, timeout=self._busy_seconds, isolation_level=None, uri=where.startswith("file:")
        )
        # A damaged text is shown as far as it is one.
        self._base.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            self._prepare()
        except BaseException:
            self._base.close()
            raise

    def _open_to_read(self) -> None:
        """Open the file for reading; a missing file is an empty book."""
        self.read_only = True
        if not os.path.lexists(self.path) or not self.path.stat().st_size:
            self._open(":memory:")
            return
        file = self.path.absolute().as_uri()
        try:
            self._open(f"{file}?mode=ro")
        except sqlite3.OperationalError as error:
            if not _is_read_only(error):
                raise
            # Without the files beside it, which cannot be made here, it is what it was when the
            # last game closed it.
            self._open(f"{file}?immutable=1")

    def _prepare(self) -> None:
        self._base.execute("PRAGMA foreign_keys = ON")
        self._base.execute("BEGIN")  # version and tables of one moment
        try:
            version = self._version()
            if version > schema.VERSION:
                raise NewerVersionError(_newer(self.path))
            schema.check(self._base, version)
        finally:
            self._base.execute("ROLLBACK")
        if version != schema.VERSION:
            self._write_ahead()
            with self._transaction():
                version = self._version()  # another game may have been here meanwhile
                schema.check(self._base, version)
                if version == 0:
                    schema.create(self._base)
        # After a power cut, too, a run that was added is there: with write-ahead NORMAL would sync
        # at checkpoints only. It is one sync a run, in no thread that anybody waits for.
        self._base.execute("PRAGMA synchronous = FULL")

    def _write_ahead(self) -> None:
        """Put the file into write-ahead mode.

        While another program writes, SQLite refuses that at once: it waits for readers only.
        """
        end = time.monotonic() + self._busy_seconds
        while True:
            try:
                self._base.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if not _is_locked(error) or time.monotonic() >= end:
                    raise
                time.sleep(0.01)
            else:
                return

    def _version(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Make the changes of this block atomic."""
        if self.read_only:
            raise UnwritableError(f"the scores {self.path} can only be read")
        with _errors(self.path), self._transaction():
            yield

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._base.close()

    def be_patient(self, *, patient: bool) -> None:
        """Wait for another program, as at first, or not at all."""
        seconds = self._busy_seconds if patient else 0
        self._base.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    @property
    def is_current(self) -> bool:
        """Whether the file is still the one that was opened, not set aside or replaced."""
        return _identity(self.path) == self._file

    # Writing

    def note_walk(
        self, level: str, walk: str, steps: int = 0, *, series: str = "", began: int = 0
    ) -> None:
        """Note that a maze is being walked: only the first walk of it can be ranked.

        Of a daily maze, this may be the ranked try of its date. ``began`` is in milliseconds since
        1970, UTC.
        """
        with self._writing():
            series_queries.note_try(self._base, series, walk, began)
            self._base.execute(
                "INSERT INTO mazes (level, first, walked, shown) VALUES (?, ?, ?, 0)"
                " ON CONFLICT DO UPDATE SET walked = max(walked, excluded.walked)"
                " WHERE first = excluded.first",
                (level, walk, steps),
            )

    def note_resumed(self, level: str, walk: str, steps: int) -> None:
        """Record that a walk continues: it can be ranked only from its last step.

        A walk that continues from an earlier step has seen more of the maze than its steps show.
        """
        self.note_walk(level, walk, steps)
        with self._writing():
            self._base.execute(
                "UPDATE mazes SET first = '' WHERE level = ? AND first = ? AND walked > ?",
                (level, walk, steps),
            )

    def note_shown(self, level: str) -> None:
        """Note that the path of a maze was shown: from now on its runs are practice."""
        with self._writing():
            self._base.execute(
                "INSERT INTO mazes (level, first, walked, shown) VALUES (?, '', 0, 1)"
                " ON CONFLICT DO UPDATE SET shown = 1",
                (level,),
            )

    def add(self, run: FinishedRun) -> Ranking:
        """Add a run once, and return how it compares with those before it."""
        base, level, heading = self._base, run.record.level, run.heading
        with self._writing():
            before = queries.find_ranking(base, run)
            if before is not None:
                return before
            base.execute(
                "INSERT OR IGNORE INTO mazes (level, first, walked, shown) VALUES (?, ?, ?, ?)",
                (level, heading.walk, run.steps, run.shown),
            )
            series_queries.note_try(base, heading.series, heading.walk, heading.began)
            ranked = (
                not run.shown
                and run.category.may_rank
                and series_queries.may_rank(base, heading.series, heading.walk)
                and heading.dist_min >= MIN_RANKED_PATH
                and queries.is_first_walk(base, level, heading.walk)
            )
            category = queries.category_id(base, run.category)
            best = queries.best_in(base, run.category)
            maze_best = queries.best_of_maze(base, level)
            queries.insert_run(base, run, category, ranked=ranked)
            series_queries.finish_try(base, heading.series, heading.walk, heading.uid)
        return Ranking(run, ranked, best, maze_best)

    # Asking

    overview = _asking(queries.overview)
    row = _asking(queries.row)
    descents = _asking(queries.descents)
    played = _asking(queries.played)
    count = _asking(queries.count)
    walk = _asking(queries.walk)
    ghost = _asking(queries.ghost)
    best_walk = _asking(queries.best_walk)
    best_of_maze = _asking(queries.best_of_maze)
    best_in = _asking(queries.best_in)
    races_by_rival = _asking(queries.races_by_rival)
    usual_pace = _asking(queries.usual_pace)
    calendar = _asking(series_queries.calendar)
    journey = _asking(series_queries.journey)
    marathons = _asking(series_queries.marathons)

    def is_whole(self) -> bool:
        """Return whether SQLite finds nothing wrong with the file; reads all of it."""
        with _errors(self.path):
            return [row[0] for row in self._base.execute("PRAGMA integrity_check")] == ["ok"]


def book_exists(path: Path) -> bool:
    """Return whether there is a score book; ScoreBookError if the file may not be read."""
    with _errors(path, "read"):
        return path.exists()


def set_book_aside(path: Path) -> Path | None:
    """Rename a damaged score book, with the files that SQLite has beside it; return its new name.

    None if another game has done it meanwhile, or the file is sound; UnwritableError if it cannot
    be moved.
    """
    try:
        with held(path.with_name(f"{path.name}.lock")) as alone:
            if not alone or _is_sound(path):
                return None
            aside = set_aside(path)
            for tail in ("-wal", "-shm"):
                beside = path.with_name(path.name + tail)
                with contextlib.suppress(FileNotFoundError):
                    beside.replace(aside.with_name(aside.name + tail))
            return aside
    except OSError as error:
        why = reason_of(error)
        raise UnwritableError(f"the damaged scores {path} cannot be set aside: {why}") from error


def _is_sound(path: Path) -> bool:
    try:
        with contextlib.closing(ScoreBook(path)) as book:
            return book.is_whole()
    except DamagedError:
        return False


def _look_first(path: Path) -> None:
    """Refuse other files and newer books, without SQLite, which could change them."""
    try:
        with open_regular(path) as file:
            head = file.read(_HEADER.size)
    except FileNotFoundError:
        return
    if head and not head.startswith(_MAGIC):
        # SQLite would find that out too, but delete the write-ahead file beside it.
        raise DamagedError("they are no SQLite file")
    if len(head) == _HEADER.size:
        (version,) = _HEADER.unpack(head)
        if schema.VERSION < version < 1 << 16:
            raise NewerVersionError(_newer(path))


def _newer(path: Path) -> str:
    return f"the scores {path} are of a newer mazegame: they are left as they are"


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116  the numbers of the file, not of a link
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextlib.contextmanager
def _errors(path: Path, what: str = "written") -> Iterator[None]:
    """Turn every error of SQLite or the system within this block into a ScoreBookError."""
    try:
        yield
    except DamagedError as error:
        raise DamagedError(f"the scores {path} are damaged: {error}") from error
    except ScoreBookError:
        raise
    except sqlite3.OperationalError as error:
        raise _operational(path, error) from error
    # A damaged schema can make SQLite's message, or a text, bytes that are no UTF-8.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise DamagedError(f"the scores {path} are damaged: {_one_line(error)}") from error
    except OSError as error:
        raise UnwritableError(f"the scores {path} cannot be {what}: {reason_of(error)}") from error


def _one_line(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "a text in it is none"
    return "".join(c if c.isprintable() else "?" for c in str(error))[:200]


def _is_read_only(error: OSError | sqlite3.OperationalError) -> bool:
    """Return whether something went wrong because nothing may be written here."""
    if isinstance(error, OSError):
        return error.errno in READ_ONLY
    return _code(error) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _is_locked(error: sqlite3.OperationalError) -> bool:
    return _code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's code of an error, without its details; 0 if there is none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _operational(path: Path, error: sqlite3.OperationalError) -> ScoreBookError:
    if _is_locked(error):
        return LockedError(f"the scores {path} are locked by another program")
    code = _code(error)
    if code == sqlite3.SQLITE_ERROR:  # no such table, no such column: not our file
        return DamagedError(f"the scores {path} are damaged: {_one_line(error)}")
    why = "the disk is full" if code == sqlite3.SQLITE_FULL else _one_line(error)
    return UnwritableError(f"the scores {path} cannot be written: {why}")
