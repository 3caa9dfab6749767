"""Scores: the book of every finished run, an SQLite file.

The file is in write-ahead mode, so that several games can write to it at once and a process that
is killed leaves it whole. Its version is SQLite's ``user_version``; ``MIGRATIONS`` brings an older
file up to date, and a newer one is left alone.

What lives here: the table, writing and asking. What does not: threads (``keeper.py``), words for
people (``standing.py``), the screen.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import os
import sqlite3
import struct
import time
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mazegame.game.record import Record
from mazegame.store.lock import held
from mazegame.store.places import READ_ONLY, set_aside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOADED: Final = "loaded"
"""What stands in the place of the algorithm for a maze that was loaded."""

OPEN_MODE: Final = "open"
"""The mode in which everything is seen and told."""

BUSY_SECONDS: Final = 5.0
"""So long SQLite waits for another program before it says that the file is locked."""

MIGRATIONS: Final = (
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,        -- the same run is never written twice
        level TEXT NOT NULL,             -- the game ID, or maze: and a hash
        algorithm TEXT NOT NULL,         -- or 'loaded'
        cols INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        mode TEXT NOT NULL,
        pace REAL,                       -- the runner's, cells a second; NULL: nobody ran
        won INTEGER,                     -- 1 if the player was there before the runner
        steps INTEGER NOT NULL,
        dist_min INTEGER NOT NULL,
        ms INTEGER NOT NULL,             -- on the stopwatch
        hints INTEGER NOT NULL,
        assisted INTEGER NOT NULL,       -- 1: the path was shown, the run is not ranked
        score INTEGER NOT NULL,
        stars INTEGER NOT NULL,
        done INTEGER NOT NULL,           -- when, in ms since 1970, UTC
        day INTEGER NOT NULL             -- the player's own date, in days since 0001-01-01
    );
    CREATE TABLE walks (
        run INTEGER PRIMARY KEY REFERENCES runs (id),
        moves BLOB NOT NULL,             -- two bits a step, deflated
        times BLOB NOT NULL              -- ms since the step before, deflated
    );
    CREATE INDEX runs_by_level ON runs (level, assisted, score, ms);
    CREATE INDEX runs_by_day ON runs (day);

    -- What the scores screen shows, counted as it comes: it opens at once, however many runs.
    CREATE TABLE kinds (
        algorithm TEXT NOT NULL,
        cols INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        mode TEXT NOT NULL,
        runs INTEGER NOT NULL,
        efficiency REAL NOT NULL,        -- the sum of all runs
        ranked INTEGER NOT NULL,         -- the runs that are; what follows counts them only
        perfect INTEGER NOT NULL,        -- those of 1000 points
        best_score INTEGER NOT NULL,     -- -1: none
        best_ms INTEGER NOT NULL,        -- the fastest of the best
        PRIMARY KEY (algorithm, cols, rows, mode)
    ) WITHOUT ROWID;
    CREATE TABLE races (
        pace REAL PRIMARY KEY,
        races INTEGER NOT NULL,
        won INTEGER NOT NULL
    );
    CREATE TRIGGER count_kind AFTER INSERT ON runs BEGIN
        INSERT INTO kinds VALUES (
            new.algorithm, new.cols, new.rows, new.mode, 1,
            CASE WHEN new.steps = 0 THEN 1.0 ELSE 1.0 * new.dist_min / new.steps END,
            NOT new.assisted,
            NOT new.assisted AND new.score = 1000,
            CASE WHEN new.assisted THEN -1 ELSE new.score END,
            new.ms
        )
        ON CONFLICT DO UPDATE SET
            runs = runs + 1,
            efficiency = efficiency + excluded.efficiency,
            ranked = ranked + excluded.ranked,
            perfect = perfect + excluded.perfect,
            best_score = max(best_score, excluded.best_score),
            best_ms = CASE
                WHEN excluded.best_score > best_score THEN excluded.best_ms
                WHEN excluded.best_score = best_score THEN min(best_ms, excluded.best_ms)
                ELSE best_ms
            END;
    END;
    CREATE TRIGGER count_race AFTER INSERT ON runs WHEN new.pace IS NOT NULL BEGIN
        INSERT INTO races VALUES (new.pace, 1, coalesce(new.won, 0))
        ON CONFLICT DO UPDATE SET races = races + 1, won = won + excluded.won;
    END;
    """,
    """
    -- From here on the efficiency is the sum of the ranked runs: who was shown the path is not
    -- measured by it.
    DROP TRIGGER count_kind;
    UPDATE kinds SET efficiency = (
        SELECT coalesce(
            sum(CASE WHEN steps = 0 THEN 1.0 ELSE 1.0 * dist_min / steps END), 0.0
        )
        FROM runs
        WHERE NOT assisted AND runs.algorithm = kinds.algorithm AND runs.cols = kinds.cols
            AND runs.rows = kinds.rows AND runs.mode = kinds.mode
    )
    WHERE ranked < runs;
    CREATE TRIGGER count_kind AFTER INSERT ON runs BEGIN
        INSERT INTO kinds VALUES (
            new.algorithm, new.cols, new.rows, new.mode, 1,
            CASE
                WHEN new.assisted THEN 0.0
                WHEN new.steps = 0 THEN 1.0
                ELSE 1.0 * new.dist_min / new.steps
            END,
            NOT new.assisted,
            NOT new.assisted AND new.score = 1000,
            CASE WHEN new.assisted THEN -1 ELSE new.score END,
            new.ms
        )
        ON CONFLICT DO UPDATE SET
            runs = runs + 1,
            efficiency = efficiency + excluded.efficiency,
            ranked = ranked + excluded.ranked,
            perfect = perfect + excluded.perfect,
            best_score = max(best_score, excluded.best_score),
            best_ms = CASE
                WHEN excluded.best_score > best_score THEN excluded.best_ms
                WHEN excluded.best_score = best_score THEN min(best_ms, excluded.best_ms)
                ELSE best_ms
            END;
    END;
    """,
    """
    -- What a loaded maze was called: its hash says nothing to people.
    ALTER TABLE runs ADD COLUMN maze TEXT NOT NULL DEFAULT '';
    """,
)
"""What brings a file from the version of its place to the next one."""

VERSION: Final = len(MIGRATIONS)
"""The version of the file that is written."""

_MAGIC: Final = b"SQLite format 3\0"
"""What every SQLite file begins with."""

_HEADER: Final = struct.Struct(">60xI")
"""Where ``user_version`` stands in an SQLite file."""


class ScoresProblem(Exception):  # noqa: N818  reads as what happened
    """The score book cannot be used now; the message is one line for people."""


class Locked(ScoresProblem):
    """Another program holds it: it may be tried again."""


class Newer(ScoresProblem):
    """It is of a newer version of the game."""


class Unwritable(ScoresProblem):
    """It cannot be written: read-only, or the disk is full."""


class Homeless(ScoresProblem):
    """There is no folder for it."""


class Damaged(ScoresProblem):
    """It is no score book, or a damaged one."""


@dataclass(frozen=True)
class Played:
    """A finished run."""

    uid: str
    """Its own name, for ever."""
    record: Record
    algorithm: str
    cols: int
    rows: int
    dist_min: int
    score: int
    stars: int
    mode: str = OPEN_MODE
    pace: float | None = None
    """The runner's, in cells a second; None if nobody ran."""
    won: bool | None = None
    done: int = 0
    """When it was finished, in milliseconds since 1970, UTC."""
    day: int = 0
    """The player's own date then, as ``datetime.date.toordinal`` counts."""
    maze: str = ""
    """What a loaded maze was called; empty for a generated one."""

    @property
    def steps(self) -> int:
        """Steps, those back included."""
        return len(self.record.moves)

    @property
    def ms(self) -> int:
        """The time on the stopwatch, in milliseconds."""
        return round(self.record.seconds * 1000)


@dataclass(frozen=True)
class Best:
    """The best ranked run of a kind, or of a level."""

    score: int
    ms: int


@dataclass(frozen=True)
class Kind:
    """A texture, a size and a mode, with what was done there."""

    algorithm: str
    cols: int
    rows: int
    mode: str
    runs: int
    """Ranked runs."""
    best: Best
    perfect: int
    """How many of them were perfect scores."""


@dataclass(frozen=True)
class Standing:
    """How a run compares with those before it."""

    played: Played
    kind: Best | None
    """The best ranked run before it of this texture, size and mode."""
    level: Best | None
    """The best ranked run before it of this very level."""
    kept: bool = True
    """Whether it was written down."""


@dataclass(frozen=True)
class Line:
    """A run as the history shows it."""

    id: int
    level: str
    algorithm: str
    cols: int
    rows: int
    mode: str
    pace: float | None
    won: bool | None
    steps: int
    dist_min: int
    ms: int
    hints: int
    assisted: bool
    score: int
    stars: int
    done: int
    maze: str = ""
    """What a loaded maze was called; empty for a generated one."""

    @property
    def name(self) -> str:
        """What the level is called: its game ID, or the file it was loaded from."""
        return self.maze or self.level

    @property
    def efficiency(self) -> float:
        """The shortest path over the walked one, 0 to 1."""
        return self.dist_min / self.steps if self.steps else 1.0


@dataclass(frozen=True)
class Overview:
    """What the scores screen shows at first."""

    runs: int
    perfect: int
    """Runs that scored 1000."""
    kinds: tuple[Kind, ...]
    """Those played most first."""
    textures: tuple[tuple[str, int, float], ...]
    """Texture, ranked runs and their mean efficiency, the best first."""
    paces: tuple[tuple[float, int, int], ...]
    """Pace, races and races won, the slowest first."""
    history: tuple[Line, ...]
    """The latest runs, the latest first."""
    days_in_a_row: int
    longest_row: int
    """The most days in a row that there ever were."""


EMPTY: Final = Overview(0, 0, (), (), (), (), 0, 0)
"""What there is to show before anything was played."""


def today() -> int:
    """The player's own date, as ``datetime.date.toordinal`` counts."""
    return dt.datetime.now().astimezone().date().toordinal()


def new_uid() -> str:
    """Name a run so that no other run anywhere has that name."""
    return uuid.uuid4().hex


def stamped(played: Played) -> Played:
    """Say that a run was finished now."""
    return replace(played, done=time.time_ns() // 1_000_000, day=today())


class Scores:
    """An open score book. Use it in one thread only.

    Where nothing may be written it can still be read; a book that is not there is an empty one.

    Args:
        path: The file; it and its folder are made if they are missing.
        busy_seconds: How long to wait for another program.

    Raises:
        ScoresProblem: If it cannot be used.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self.read_only = False
        """Whether nothing can be added."""
        self._busy_seconds = busy_seconds
        with _problems(path):
            _look_first(path)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
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
        try:
            self._prepare()
        except BaseException:
            self._base.close()
            raise

    def _open_to_read(self) -> None:
        """Open the file without a wish to write; what is not there is read as an empty book."""
        self.read_only = True
        if not self.path.exists():
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
        version = self._version()
        if version > VERSION:
            raise Newer(_newer(self.path))
        if version == VERSION:
            self._check(VERSION)
        else:
            if self.read_only:
                self._copy()
            self._base.execute("PRAGMA journal_mode = WAL")
            self._migrate()
        # After a power cut, too, a run that was added is there: with write-ahead NORMAL would sync
        # at checkpoints only. It is one sync a run, in no thread that anybody waits for.
        self._base.execute("PRAGMA synchronous = FULL")

    def _copy(self) -> None:
        """Go on with a copy in memory, which can be brought up to date."""
        copy = sqlite3.connect(":memory:", isolation_level=None)
        with contextlib.closing(self._base) as base:
            base.backup(copy)
        self._base = copy

    def _version(self) -> int:
        return int(self._base.execute("PRAGMA user_version").fetchone()[0])

    def _migrate(self) -> None:
        with self._transaction():
            before = self._version()  # another game may have been here meanwhile
            self._check(before)
            for version in range(before, VERSION):
                for statement in _statements(MIGRATIONS[version]):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA user_version = {version + 1}")

    def _check(self, version: int) -> None:
        """See that everything is there that a file of a version has."""
        there, wanted = _schema(self._base), _schema_of(version)
        if version == 0 and there:
            raise Damaged(f"the scores {self.path} are damaged: they are another program's file")
        if not wanted <= there:
            first = max(wanted - there)  # a table before its columns
            raise Damaged(f"the scores {self.path} are damaged: there is no {first}")

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

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(sqlite3.Error):
            self._base.close()

    @property
    def current(self) -> bool:
        """Whether the file is still the one that was opened, not set aside or replaced."""
        return _identity(self.path) == self._file

    # Writing

    def add(self, played: Played) -> Standing:
        """Write a run down, once: a run that is there already changes nothing.

        Returns:
            How it compares with the runs before it.
        """
        from mazegame.store.compact import pack_moves, pack_times

        record = played.record
        if self.read_only:
            raise Unwritable(f"the scores {self.path} can only be read")
        moves, times = pack_moves(record.moves), pack_times(record.times)
        with _problems(self.path), self._transaction():
            standing = Standing(
                played, self._best_of_kind(played), self._best_of_level(played.record.level)
            )
            if not self._base.execute("SELECT 1 FROM runs WHERE uid = ?", (played.uid,)).fetchone():
                cursor = self._base.execute(
                    "INSERT INTO runs (uid, level, algorithm, cols, rows, mode, pace, won, steps,"
                    " dist_min, ms, hints, assisted, score, stars, done, day, maze)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        played.uid,
                        record.level,
                        played.algorithm,
                        played.cols,
                        played.rows,
                        played.mode,
                        played.pace,
                        played.won,
                        played.steps,
                        played.dist_min,
                        played.ms,
                        record.hints,
                        record.assisted,
                        played.score,
                        played.stars,
                        played.done,
                        played.day,
                        played.maze,
                    ),
                )
                self._base.execute(
                    "INSERT INTO walks VALUES (?, ?, ?)", (cursor.lastrowid, moves, times)
                )
        return standing

    # Asking

    def _best_of_kind(self, played: Played) -> Best | None:
        row = self._base.execute(
            "SELECT best_score, best_ms FROM kinds"
            " WHERE algorithm = ? AND cols = ? AND rows = ? AND mode = ? AND best_score >= 0",
            (played.algorithm, played.cols, played.rows, played.mode),
        ).fetchone()
        return None if row is None else Best(*row)

    def _best_of_level(self, level: str) -> Best | None:
        row = self._base.execute(
            "SELECT score, ms FROM runs WHERE level = ? AND assisted = 0"
            " ORDER BY score DESC, ms LIMIT 1",
            (level,),
        ).fetchone()
        return None if row is None else Best(*row)

    def best_walk(self, level: str) -> Record | None:
        """The walk of the best ranked run on a level, to be raced; None if there is none."""
        with _problems(self.path):
            row = self._base.execute(
                "SELECT id FROM runs WHERE level = ? AND assisted = 0"
                " ORDER BY score DESC, ms LIMIT 1",
                (level,),
            ).fetchone()
        return None if row is None else self.walk(row[0])

    def walk(self, run: int) -> Record:
        """The walk of a run.

        Raises:
            ScoresProblem: If there is none, or it cannot be read.
        """
        from mazegame.store.compact import unpack_moves, unpack_times

        with _problems(self.path):
            row = self._base.execute(
                "SELECT level, moves, times, steps, hints, assisted, ms"
                " FROM runs JOIN walks ON run = id WHERE id = ?",
                (run,),
            ).fetchone()
        if row is None:
            raise ScoresProblem("the steps of this run are not there")
        level, moves, times, steps, hints, assisted, ms = row
        try:
            return Record(
                level,
                unpack_moves(moves, steps),
                unpack_times(times, steps),
                hints,
                bool(assisted),
                ms / 1000,
            )
        except ValueError as error:
            raise ScoresProblem(str(error)) from None

    def count(self) -> int:
        """How many runs there are."""
        with _problems(self.path):
            return int(self._base.execute("SELECT count(*) FROM runs").fetchone()[0])

    def overview(self, *, history: int = 200, day: int | None = None) -> Overview:
        """What the scores screen shows at first.

        Args:
            history: How many of the latest runs.
            day: The date to count days in a row from; today's if None.
        """
        with _problems(self.path):
            days = [day for (day,) in self._base.execute(_DAYS)]
            textures = self._base.execute(
                "SELECT algorithm, sum(ranked), sum(efficiency) / sum(ranked) FROM kinds"
                " WHERE ranked > 0 GROUP BY algorithm ORDER BY 3 DESC"
            ).fetchall()
            runs = self._base.execute("SELECT coalesce(sum(runs), 0) FROM kinds").fetchone()[0]
            kinds = tuple(
                Kind(algorithm, cols, rows, mode, runs, Best(score, ms), perfect)
                for algorithm, cols, rows, mode, runs, score, ms, perfect in self._base.execute(
                    "SELECT algorithm, cols, rows, mode, ranked, best_score, best_ms, perfect"
                    " FROM kinds WHERE ranked > 0 ORDER BY ranked DESC, algorithm"
                )
            )
            return Overview(
                runs,
                sum(kind.perfect for kind in kinds),
                kinds,
                tuple(textures),
                tuple(self._base.execute("SELECT pace, races, won FROM races ORDER BY pace")),
                self.history(history),
                days_in_a_row(days, today() if day is None else day),
                longest_row(days),
            )

    def history(self, limit: int) -> tuple[Line, ...]:
        """The latest runs, the latest first, in the order they were written.

        That order does not follow the clock, which may have been set back.
        """
        with _problems(self.path):
            rows = self._base.execute(f"{_LINES} ORDER BY id DESC LIMIT ?", (limit,))
            return tuple(_line(row) for row in rows)

    def line(self, run: int) -> Line | None:
        """A run as the history shows it; None if there is none of that number."""
        with _problems(self.path):
            row = self._base.execute(f"{_LINES} WHERE id = ?", (run,)).fetchone()
        return None if row is None else _line(row)

    def whole(self) -> bool:
        """Whether SQLite finds nothing wrong with the file; reads all of it."""
        with _problems(self.path):
            return [row[0] for row in self._base.execute("PRAGMA integrity_check")] == ["ok"]


_LINES: Final = (
    "SELECT id, level, algorithm, cols, rows, mode, pace, won, steps, dist_min, ms, hints,"
    " assisted, score, stars, done, maze FROM runs"
)


def _line(row: tuple[Any, ...]) -> Line:
    (number, level, algorithm, cols, rows, mode, pace, won) = row[:8]
    (steps, dist_min, ms, hints, assisted, score, stars, done, maze) = row[8:]
    return Line(
        number,
        level,
        algorithm,
        cols,
        rows,
        mode,
        pace,
        None if won is None else bool(won),
        steps,
        dist_min,
        ms,
        hints,
        bool(assisted),
        score,
        stars,
        done,
        maze,
    )


_DAYS: Final = """
    WITH RECURSIVE days (day) AS (
        SELECT max(day) FROM runs
        UNION ALL
        SELECT (SELECT max(day) FROM runs WHERE day < days.day) FROM days WHERE day IS NOT NULL
    )
    SELECT day FROM days WHERE day IS NOT NULL
"""
"""Every day once, the latest first: a jump along the index for each, however many runs it has."""


def _schema(base: sqlite3.Connection) -> frozenset[str]:
    """What a file has, in words: its tables, their columns, the indexes and triggers."""
    found = {
        f"{kind} {name}": name
        for kind, name in base.execute("SELECT type, name FROM sqlite_master")
        if not name.startswith("sqlite_")
    }
    columns = {
        f"column {table}.{column}"
        for what, table in found.items()
        if what.startswith("table ")
        for (column,) in base.execute("SELECT name FROM pragma_table_info(?)", (table,))
    }
    return frozenset(found) | columns


@functools.cache
def _schema_of(version: int) -> frozenset[str]:
    """What a file of a version has."""
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        for script in MIGRATIONS[:version]:
            base.executescript(script)
        return _schema(base)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; ``executescript`` would end the transaction."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def days_in_a_row(days: list[int], day: int) -> int:
    """How many days without a gap end on a day, or on the one before if that is still to come.

    Days after it, from a clock that went wrong, do not count.

    Args:
        days: Each day on which something was played.
        day: Today.
    """
    played = set(days)
    end = day if day in played else day - 1
    row = 0
    while end - row in played:
        row += 1
    return row


def longest_row(days: list[int]) -> int:
    """The most days in a row that there are among these."""
    played = set(days)
    longest = 0
    for day in played:
        if day - 1 not in played:
            end = day
            while end in played:
                end += 1
            longest = max(longest, end - day)
    return longest


def set_scores_aside(path: Path) -> Path | None:
    """Move a damaged score book out of the way, with the files that SQLite keeps beside it.

    Returns:
        Where it is now; None if another game has done it meanwhile, or the file is sound.

    Raises:
        Unwritable: If it cannot be moved.
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
        raise Unwritable(
            f"the damaged scores {path} cannot be set aside: {error.strerror or error}"
        ) from error


def _is_sound(path: Path) -> bool:
    """Whether the file can be opened and read from end to end."""
    try:
        scores = Scores(path)
    except Damaged:
        return False
    try:
        return scores.whole()
    except Damaged:
        return False
    finally:
        scores.close()


def _look_first(path: Path) -> None:
    """Refuse what is no score book, or a newer one, without SQLite, which could change it."""
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        head = file.read(_HEADER.size)
        if head and not head.startswith(_MAGIC):
            # SQLite would find that out too, but delete the write-ahead file beside it.
            raise Damaged(f"the scores {path} are damaged: they are no SQLite file")
        if len(head) == _HEADER.size:
            (version,) = _HEADER.unpack(head)
            if VERSION < version < 1 << 16:
                raise Newer(_newer(path))


def _newer(path: Path) -> str:
    return f"the scores {path} are of a newer mazegame: they are left as they are"


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116  the numbers of the file, not of a link
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextlib.contextmanager
def _problems(path: Path) -> Iterator[None]:
    """Within this block, whatever SQLite or the system complains about is a ScoresProblem."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _operational(path, error) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(f"the scores {path} are damaged: {error}") from error
    except OSError as error:
        raise Unwritable(
            f"the scores {path} cannot be written: {error.strerror or error}"
        ) from error


def _is_read_only(error: OSError | sqlite3.OperationalError) -> bool:
    """Whether something went wrong because nothing may be written here."""
    if isinstance(error, OSError):
        return error.errno in READ_ONLY
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _operational(path: Path, error: sqlite3.OperationalError) -> ScoresProblem:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Locked(f"the scores {path} are locked by another program")
    if code == sqlite3.SQLITE_ERROR:  # no such table, no such column: not our file
        return Damaged(f"the scores {path} are damaged: {error}")
    if code == sqlite3.SQLITE_FULL:
        return Unwritable(f"the scores {path} cannot be written: the disk is full")
    return Unwritable(f"the scores {path} cannot be written: {error}")
