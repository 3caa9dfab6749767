"""``ScoreBook``: every finished run, in an SQLite file.

The file is in write-ahead mode, so that several games can write to it at once and a process that
is killed leaves it whole. A book is set aside only if SQLite itself finds it corrupt, or no
database; after any other error it stays where it is, and so does a book of a newer version.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sqlite3
import struct
import time
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from mazegame.formats.errors import reason_of
from mazegame.store.book import entries, queries, schema, series_queries
from mazegame.store.book.errors import (
    DamagedError,
    LockedError,
    MisfitError,
    ScoreBookError,
    StrangeBookError,
    UnwritableError,
)
from mazegame.store.lock import held
from mazegame.store.places import READ_ONLY, make_folder, open_regular, set_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

P = ParamSpec("P")
T = TypeVar("T")

BUSY_SECONDS: Final = 5.0
"""Seconds that SQLite waits for another program before it reports a locked file."""

_MAGIC: Final = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

SIDE_FILE_SUFFIXES: Final = ("-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside a database."""

_CORRUPT: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""SQLite's error codes for a damaged file, and for one that is no database."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The system's error numbers for a full or broken disk."""

_HEADER: Final = struct.Struct(">60xI")
"""Reads ``user_version`` from the first bytes of an SQLite file."""


def _query_method(
    question: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[ScoreBook, P], T]:
    """Make a method of ``ScoreBook`` from a query function, which raises ScoreBookError."""

    @functools.wraps(question)
    def query(self: ScoreBook, /, *args: P.args, **options: P.kwargs) -> T:
        with _errors(self.path):
            return question(self._base, *args, **options)

    return query


def _write_method(
    write: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[ScoreBook, P], T]:
    """Make a method of ``ScoreBook`` from a function that writes, run within one transaction."""

    @functools.wraps(write)
    def note(self: ScoreBook, /, *args: P.args, **options: P.kwargs) -> T:
        if self._read_only_reason:
            raise UnwritableError(self._read_only_reason)
        with _errors(self.path), self._transaction():
            return write(self._base, *args, **options)

    return note


class ScoreBook:
    """An open score book, for use in one thread. It creates the file and its folder if necessary.

    Without write permission the book is read-only, and empty if the file does not exist.

    Raises:
        ScoreBookError: The file cannot be used.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._read_only_reason = ""
        """The reason why the book is read-only; empty if it is not."""
        self._busy_seconds = busy_seconds
        with _errors(path):
            _check_header(path)
            try:
                make_folder(path.parent)
                # SQLite gives its files beside this one the same rights.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
                self._open(str(path))
            except (OSError, sqlite3.OperationalError) as error:
                if not (_is_read_only(error) or _is_full(error)):
                    raise
                self._read_only_reason = f"the scores {path} can only be read"
                if _is_full(error):
                    self._read_only_reason = str(_book_error(path, "written", error))
                try:
                    self._open_to_read()
                except (OSError, sqlite3.Error, ScoreBookError):
                    raise error from None

    @property
    def read_only(self) -> bool:
        """Whether nothing can be added."""
        return bool(self._read_only_reason)

    def _open(self, where: str) -> None:
        self._file = _identity(self.path)  # before SQLite opens it: it may go meanwhile
        self._base = sqlite3.connect(
            where, timeout=self._busy_seconds, isolation_level=None, uri=where.startswith("file:")
        )
        # Show the readable part of a damaged text.
        self._base.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            self._prepare()
        except BaseException:
            self._base.close()
            raise

    def _open_to_read(self) -> None:
        """Open the file for reading; a missing file is an empty book."""
        if not os.path.lexists(self.path) or not self.path.stat().st_size:
            self._open(":memory:")
            return
        file = self.path.absolute().as_uri()
        try:
            self._open(f"{file}?mode=ro")
        except sqlite3.OperationalError:
            # SQLite cannot create its files beside this one here. Opened as immutable it needs
            # none, but would miss what a killed game has left in the write-ahead file.
            beside = self.path.with_name(f"{self.path.name}-wal")
            if beside.exists() and beside.stat().st_size:
                raise
            self._open(f"{file}?immutable=1")

    def _prepare(self) -> None:
        self._base.execute("PRAGMA foreign_keys = ON")
        self._base.execute("BEGIN")  # version and tables of one moment
        version = self._version()  # on an error the caller closes the file, which rolls back
        if version > schema.VERSION:
            raise ScoreBookError(_newer(self.path))
        schema.check(self._base, version)
        self._base.execute("ROLLBACK")
        if version != schema.VERSION:
            self._write_ahead()
            with self._transaction():
                version = self._version()  # another game may have been here meanwhile
                schema.check(self._base, version)
                if version == 0:
                    schema.create(self._base)
        # A run that was added survives a power cut: with write-ahead, NORMAL would sync at
        # checkpoints only. It costs one sync a run, in a thread that nobody waits for.
        self._base.execute("PRAGMA synchronous = FULL")

    def _write_ahead(self) -> None:
        """Put the file into write-ahead mode.

        Retry while another program writes: SQLite itself waits for readers only.
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
            self._base.execute("COMMIT")  # a full disk may be found out here, too
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back itself
                self._base.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._base.close()

    def set_waiting(self, *, waits: bool) -> None:
        """Make later calls wait up to ``busy_seconds`` for a lock if ``waits``, else not at all."""
        seconds = self._busy_seconds if waits else 0
        self._base.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    @property
    def is_current(self) -> bool:
        """Whether the path still has the file that was opened, neither moved nor replaced."""
        return _identity(self.path) == self._file

    @contextlib.contextmanager
    def attached(self, other: Path) -> Iterator[sqlite3.Connection]:
        """Attach another book as ``aside`` within this block, which is one transaction."""
        with _errors(self.path):
            self._base.execute("ATTACH ? AS aside", (str(other),))
            try:
                with self._transaction():
                    yield self._base
            finally:
                with contextlib.suppress(sqlite3.Error):
                    self._base.execute("DETACH aside")

    # Writing

    note_walk = _write_method(entries.note_walk)
    note_resumed = _write_method(entries.note_resumed)
    note_shown = _write_method(entries.note_shown)
    add = _write_method(entries.add)

    # Queries

    overview = _query_method(queries.overview)
    row = _query_method(queries.row)
    descents = _query_method(queries.descents)
    played = _query_method(queries.played)
    times = _query_method(queries.times)
    count = _query_method(queries.count)
    walk = _query_method(queries.walk)
    ghost = _query_method(queries.ghost)
    best_walk = _query_method(queries.best_walk)
    best_of_maze = _query_method(queries.best_of_maze)
    is_known = _query_method(queries.is_known)
    best_in = _query_method(queries.best_in)
    races_by_rival = _query_method(queries.races_by_rival)
    usual_pace = _query_method(queries.usual_pace)
    calendar = _query_method(series_queries.calendar)
    is_try = _query_method(series_queries.is_try)
    journey = _query_method(series_queries.journey)
    marathons = _query_method(series_queries.marathons)
    walked_legs = _query_method(series_queries.walked_legs)

    def is_whole(self) -> bool:
        """Return whether SQLite's integrity check passes; it reads the whole file."""
        with _errors(self.path):
            return _is_whole(self._base)


def book_exists(path: Path) -> bool:
    """Return whether there is a score book; ScoreBookError if the file may not be read."""
    with _errors(path, "read"):
        return path.exists()


def set_book_aside(path: Path) -> Path | None:
    """Rename a score book that SQLite finds corrupt, with SQLite's files beside it.

    Returns the new path; None if the file is sound, or another game has just moved it. Raises
    ScoreBookError if it cannot be checked or moved; then it stays where it is.
    """
    try:
        with held(path.with_name(f"{path.name}.lock")) as alone:
            return (
                set_aside_with_side_files(path, "damaged") if alone and _is_corrupt(path) else None
            )
    except OSError as error:
        why = reason_of(error)
        raise UnwritableError(f"the damaged scores {path} cannot be set aside: {why}") from error


def set_aside_with_side_files(path: Path, why: str) -> Path:
    """Rename a book with SQLite's files beside it, all or none; the rest is as in ``set_aside``."""
    aside = set_aside(path, why)
    moved = [(path, aside)]
    try:
        for tail in SIDE_FILE_SUFFIXES:
            beside, new = path.with_name(path.name + tail), aside.with_name(aside.name + tail)
            with contextlib.suppress(FileNotFoundError):
                beside.replace(new)
                moved.append((beside, new))
    except OSError:
        for old, new in moved:
            with contextlib.suppress(OSError):
                new.replace(old)
        raise
    return aside


def _is_corrupt(path: Path) -> bool:
    """Return whether SQLite finds a file corrupt or no database; it reads the whole file.

    ScoreBookError if that cannot be checked.
    """
    with _errors(path, "checked"):
        try:
            _check_header(path)
            where = f"{path.absolute().as_uri()}?mode=rw"
            with contextlib.closing(
                sqlite3.connect(where, timeout=BUSY_SECONDS, uri=True)
            ) as connection:
                return not _is_whole(connection)
        except DamagedError:
            return True
        except UnicodeDecodeError:  # only a message on a damaged schema has bytes of the file
            return True
        except sqlite3.DatabaseError as error:
            if _code(error) in _CORRUPT:
                return True
            raise


def _is_whole(connection: sqlite3.Connection) -> bool:
    return [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]


def _check_header(path: Path) -> None:
    """Refuse other files and newer books without opening them in SQLite, which could write."""
    try:
        with open_regular(path) as file:
            head = file.read(_HEADER.size)
    except FileNotFoundError:
        return
    if head and not head.startswith(_MAGIC):
        # SQLite would find that out too, but delete the write-ahead file.
        raise DamagedError("they are no SQLite file")
    if len(head) == _HEADER.size:
        (version,) = _HEADER.unpack(head)
        if schema.VERSION < version < 1 << 16:
            raise ScoreBookError(_newer(path))


def _newer(path: Path) -> str:
    return f"the scores {path} are of a newer mazegame: they are left as they are"


def state_of(path: Path) -> tuple[int, ...] | None:
    """Return device, inode, size and time, which change with the file; None without a file."""
    try:
        status = os.stat(path)  # noqa: PTH116  the numbers of the file, not of a link
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _identity(path: Path) -> tuple[int, int] | None:
    state = state_of(path)
    return None if state is None else (state[0], state[1])


@contextlib.contextmanager
def _errors(path: Path, what: str = "written") -> Iterator[None]:
    """Turn errors of SQLite and the system within this block into a ScoreBookError.

    ``what`` is the verb for messages: the scores cannot be ``written``.
    """
    try:
        yield
    except DamagedError as error:
        raise DamagedError(f"the scores {path} are damaged: {error}") from error
    except StrangeBookError as error:
        raise StrangeBookError(
            f"the scores {path} are no book of mazegame's: {error}; they are left as they are,"
            " and a new book is begun once they are moved away"
        ) from error
    except ScoreBookError:
        raise
    # A damaged schema can make SQLite's message, or a text, bytes that are no UTF-8.
    except (sqlite3.Error, UnicodeDecodeError, OSError, MemoryError) as error:
        raise _book_error(path, what, error) from error


def _book_error(path: Path, what: str, error: Exception) -> ScoreBookError:
    if isinstance(error, sqlite3.Error):
        code = _code(error)
        if _is_locked(error):
            return LockedError(f"the scores {path} are locked by another program")
        if isinstance(error, sqlite3.IntegrityError | sqlite3.DataError):
            return MisfitError(_one_line(error))
        if code not in _CORRUPT:
            why = "the disk is full" if code == sqlite3.SQLITE_FULL else _one_line(error)
            return UnwritableError(f"the scores {path} cannot be {what}: {why}")
    elif not isinstance(error, UnicodeDecodeError):
        return UnwritableError(f"the scores {path} cannot be {what}: {reason_of(error)}")
    return DamagedError(f"the scores {path} are damaged: {_one_line(error)}")


def _one_line(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "a text in it is not UTF-8"
    return "".join(c if c.isprintable() else "?" for c in str(error))[:200]


def _is_read_only(error: OSError | sqlite3.OperationalError) -> bool:
    """Return whether an error means that there is no permission to write."""
    if isinstance(error, OSError):
        return error.errno in READ_ONLY
    return _code(error) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _is_full(error: OSError | sqlite3.OperationalError) -> bool:
    """Return whether an error means that the disk is full or broken."""
    if isinstance(error, OSError):
        return error.errno in _FULL
    return _code(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}


def _is_locked(error: sqlite3.Error) -> bool:
    return _code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code; 0 if the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
