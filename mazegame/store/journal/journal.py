"""``Journal``: the file of a run in progress, at most a second behind it.

Also here: the files of a folder, and the list of runs that the player declined to resume.

A journal is a text file that only grows, line by line (``journal_lines.py``). The running game
holds the file's lock, which the system releases when the process ends for any reason. So an
unlocked journal is a run that can be resumed, or one that is still missing in the score book. A
saved run is a journal too, under a name.
"""

from __future__ import annotations

import contextlib
import os
import time
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.engine.recipes.recipe import shorten
from mazegame.formats.writing import write_all
from mazegame.store.journal import journal_lines as lines
from mazegame.store.journal.journal_lines import DamagedJournalError, JournalError, SavedRun
from mazegame.store.lock import try_lock
from mazegame.store.places import make_folder, open_regular, read_file, set_aside, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from mazegame.game.racing.racer import Walk
    from mazegame.game.recording.record import Record
    from mazegame.store.records import FinishedRun, Heading

SUFFIX: Final = ".run"
"""The suffix of journals and saves."""

MAX_FILE_BYTES: Final = 256 << 20
"""Largest journal, in bytes: about fifty million steps."""

TIME_SECONDS: Final = 0.9
"""Seconds between two writes of the time while no step is taken."""

DRAFT_SUFFIX: Final = ".draft"
"""The suffix of a journal until its first line is written."""

DRAFT_SECONDS: Final = 3600.0
"""Age, in seconds, from which an empty draft of a killed game is deleted."""

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


class Journal:
    """The journal of a run in progress, held by this process; OSError if it cannot be written.

    The journal that it ``replaces`` is deleted as soon as this one contains all of it.
    """

    def __init__(
        self,
        folder: Path,
        heading: Heading,
        ghost: Walk | None = None,
        replaces: Path | None = None,
    ) -> None:
        make_folder(folder)
        self.path = folder / f"{heading.uid}{SUFFIX}"
        # The file gets its name once it is locked and has its first line; before that another game
        # would take it for one that was left behind. Windows cannot rename an open file.
        draft = self.path if os.name == "nt" else self.path.with_suffix(DRAFT_SUFFIX)
        self._handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
        self.steps = 0
        """The number of steps on the disk."""
        self.finished = False
        """Whether the line for a finished run is written."""
        self._replaces = replaces
        self._last: tuple[Record, str] | None = None
        """The record without steps and seconds, and the rules, at the last write."""
        self._written_seconds = 0.0
        """The time of the run at the last write, in seconds."""
        self._last_step_ms = 0
        """The time of the last written step, in milliseconds."""
        try:
            try_lock(self._handle)
            self._write(*lines.head(heading, ghost))
            if draft != self.path:
                draft.rename(self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink()
            self.discard()
            raise

    @property
    def is_there(self) -> bool:
        """Whether the file still exists under its name; its folder may have been removed."""
        return os.path.exists(self.path)  # noqa: PTH110  Path's may raise an error

    def keep(self, record: Record, rules: str, *, exactly: bool = False) -> None:
        """Append the new steps of a run, and its state after them.

        The record has the steps since the last call only; it may have none.

        If only the time has changed, it is written once a second, or always with ``exactly``.
        OSError if it cannot be written; the next call then has to pass the same steps again.
        """
        state = replace(record, moves=b"", times=array("I"), seconds=0.0), rules
        is_due = record.seconds - self._written_seconds >= TIME_SECONDS
        if state == self._last and not (record.moves or is_due or exactly):
            return
        self._write(lines.state(record, self._last_step_ms, rules))
        self.steps += len(record.moves)
        if record.times:
            self._last_step_ms = record.times[-1]
        self._last, self._written_seconds = state, record.seconds
        self._delete_replaced()

    def finish(self, run: FinishedRun) -> None:
        """Append the rest of a run, and that it is finished; OSError as in ``keep``."""
        moves, times = run.record.moves[self.steps :], run.record.times[self.steps :]
        rest = replace(run.record, moves=moves, times=times, marks=())
        self._write(lines.state(rest, self._last_step_ms, run.rules), lines.end(run))
        self.finished = True
        self._delete_replaced()

    def _delete_replaced(self) -> None:
        if self._replaces is not None:
            with contextlib.suppress(OSError):  # the next write tries it again
                self._replaces.unlink(missing_ok=True)
                self._replaces = None

    def write_measures(self, run: FinishedRun) -> None:
        """Append medal and habits of a finished run; OSError as in ``keep``."""
        self._write(lines.measures(run))

    def _write(self, *data_lines: bytes) -> None:
        """Append all lines, or none if that fails."""
        whole = os.lseek(self._handle, 0, os.SEEK_CUR)
        try:
            write_all(self._handle, b"".join(data_lines))
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, whole)
                os.lseek(self._handle, whole, os.SEEK_SET)
            raise

    def sync(self) -> None:
        """Flush the file to the disk, so that it survives a power cut."""
        with contextlib.suppress(OSError):
            os.fsync(self._handle)

    def close(self) -> None:
        """Close the file and release its lock; the run can be resumed later."""
        if self._handle >= 0:
            handle, self._handle = self._handle, -1
            with contextlib.suppress(OSError):
                os.close(handle)

    def discard(self) -> None:
        """Delete the journal, after the run is in the score book or discarded."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()  # where an open file cannot be deleted


def save(
    folder: Path, heading: Heading, record: Record, rules: str, ghost: Walk | None = None
) -> Path:
    """Write a whole run into one file of a folder, and return its path; OSError if that fails."""
    path = folder / f"{heading.uid}{SUFFIX}"
    write_whole(path, b"".join(lines.head(heading, ghost)) + lines.state(record, 0, rules))
    return path


def read(path: Path) -> SavedRun:
    """Read a journal up to its first damaged line.

    Raises:
        JournalError: The first line is damaged, or the file is too large or of another version.
        OSError: The file cannot be read.
    """
    data = read_file(path, MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise JournalError("it is too large")
    return lines.parse(data, path)


def read_abandoned(folder: Path) -> tuple[list[SavedRun], list[str]]:
    """Read the journals that no process has locked, and set damaged files aside.

    Returns the runs, newest first, and one line for the player on each file that cannot be read.
    """
    for draft in _files(folder, DRAFT_SUFFIX):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > DRAFT_SECONDS:
                draft.unlink()

    def read_unlocked(path: Path) -> SavedRun | None:
        with open_regular(path, writing=True) as file:
            if not try_lock(file.fileno()):
                return None
            run = read(path)
            if run.seen or run.finished:
                return run
            path.unlink(missing_ok=True)  # it ended between its first line and its first step
            return None

    return read_all(folder, read_unlocked)


def read_all(
    folder: Path, read_one: Callable[[Path], SavedRun | None] = read
) -> tuple[list[SavedRun], list[str]]:
    """Read the runs of a folder with ``read_one``; the result is as in ``read_abandoned``."""
    runs: list[SavedRun] = []
    problems = []
    for path in _files(folder):
        try:
            if (run := read_one(path)) is not None:
                runs.append(run)
        except DamagedJournalError as problem:
            problems.append(_set_aside(path, problem))
        except JournalError as problem:  # another version, or a larger machine, may read it
            problems.append(f"{_unread(path, problem)}; it is left as it is")
        except OSError:
            continue
    runs.sort(key=lambda run: (run.heading.began, run.heading.uid), reverse=True)
    return runs, problems


def _files(folder: Path, suffix: str = SUFFIX) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []


def _unread(path: Path, problem: JournalError) -> str:
    return f"the run {shorten(path.name, quote=False)} cannot be read: {problem}"


def _set_aside(path: Path, problem: JournalError) -> str:
    what = _unread(path, problem)
    try:
        return f"{what}; it is now {set_aside(path).name}"
    except OSError:
        return what


def read_declined(path: Path) -> frozenset[str]:
    """Read the ``uid`` of each run that was declined; none if the file cannot be read."""
    try:
        return frozenset(read_file(path, 1 << 16).decode("utf-8", "replace").split())
    except OSError:
        return frozenset()


def write_declined(path: Path, uids: Iterable[str]) -> None:
    """Write the ``uid`` of each declined run, one a line; OSError if that fails."""
    write_whole(path, "".join(f"{uid}\n" for uid in sorted(uids)))
