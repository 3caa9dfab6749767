"""Journal: a run that is still going on, on the disk, at most a second behind.

A journal is a text file that only ever grows: a line that says what is played, a line with the walk
of the ghost if it is a race against one, then a line for every second in which something was done,
at last one that says that B was reached. Every line begins with a checksum, and a line that was cut
off by a kill or a power cut is not there. While the game runs it holds the file's lock, which the
system takes back when the process ends, however it ends: a journal that nobody holds is a run that
can be gone on with, or one whose end has still to be written into the score book. A saved run is a
journal too, under a name.

What lives here: the file. What does not: when it is written (``keeper.py``).
"""

from __future__ import annotations

import binascii
import contextlib
import json
import os
import time
from array import array
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.recipe import shorten
from mazegame.formats.replay import ReplayProblem, read_steps, spell_steps
from mazegame.game.ghost import GhostWalk
from mazegame.game.record import Record
from mazegame.store.lock import try_lock
from mazegame.store.places import set_aside, write_whole
from mazegame.store.scores import OPEN_MODE, Played

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mazegame.game.ghost import Walk

VERSION: Final = 1
"""The version of a journal that is written."""

GHOST_VERSION: Final = 2
"""The version of one whose second line is the walk of the ghost that is raced."""

SUFFIX: Final = ".run"
"""What the names of journals and saves end with."""

MAX_FILE_BYTES: Final = 256 << 20
"""The largest journal that is read, in bytes: about fifty million steps."""


class JournalProblem(ValueError):  # noqa: N818  reads as what happened
    """A journal that cannot be read; the message is one line for people."""


@dataclass(frozen=True)
class Heading:
    """What is played: the first line of a journal."""

    uid: str
    """The run's own name, for ever."""
    level: str
    """The game ID, or ``maze:`` and a hash."""
    algorithm: str
    cols: int
    rows: int
    dist_min: int
    maze: str = ""
    """What a loaded maze is called."""
    mode: str = OPEN_MODE
    pace: float | None = None
    """The runner's, in cells a second; None if nobody runs."""
    ghost: str = ""
    """Whom the player races instead, in words; empty for nobody."""
    name: str = ""
    """What the player called a saved run; empty for a run in progress."""
    began: int = 0
    """When, in milliseconds since 1970, UTC."""

    def __post_init__(self) -> None:
        texts = (self.uid, self.level, self.algorithm, self.maze, self.mode, self.ghost, self.name)
        numbers = (self.cols, self.rows, self.dist_min, self.began)
        if not all(isinstance(text, str) and text.isprintable() for text in texts):
            raise ValueError("a text is none")
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise ValueError("a number is none")
        if not (self.pace is None or (isinstance(self.pace, int | float) and self.pace > 0)):
            raise ValueError("the pace is none")


@dataclass(frozen=True)
class Saved:
    """A run on the disk."""

    heading: Heading
    record: Record
    path: Path
    played: Played | None = None
    """The finished run, if B was reached."""
    ghost: Walk | None = None
    """The walk that it is a race against. Nothing of it is proven."""

    @property
    def steps(self) -> int:
        """Steps so far."""
        return len(self.record.moves)


class Journal:
    """The journal of a run in progress, held by this process.

    Args:
        folder: Where it is to lie; made if it is missing.
        heading: What is played.
        ghost: The walk that it is a race against.

    Raises:
        OSError: If it cannot be written.
    """

    def __init__(self, folder: Path, heading: Heading, ghost: Walk | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.heading = heading
        self.path = folder / f"{heading.uid}{SUFFIX}"
        # It gets its name when it is locked and has its first line, so that no other game takes it
        # for one that was left behind. Windows renames no file that is open.
        draft = self.path if os.name == "nt" else self.path.with_suffix(_DRAFT)
        self._handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
        self._written = 0
        self._time = 0
        self._whole = 0
        try:
            try_lock(self._handle)
            self._write(_head(heading, ghost))
            if draft != self.path:
                draft.rename(self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink()
            self.discard()
            raise

    @property
    def steps(self) -> int:
        """Steps that are on the disk."""
        return self._written

    def keep(
        self,
        moves: Sequence[int],
        times: Sequence[int],
        hints: int,
        seconds: float,
        *,
        assisted: bool,
    ) -> None:
        """Write what was done since the last time.

        Args:
            moves: The steps after those that are on the disk, as values of ``Direction``.
            times: Their times, in milliseconds.
            hints: Hints taken in all.
            seconds: What the stopwatch shows.
            assisted: Whether the whole path was shown.

        Raises:
            OSError: If it cannot be written; the next time begins where the last good one ended.
        """
        self._write([_state(moves, times, self._time, hints, seconds, assisted=assisted)])
        self._written += len(moves)
        self._time = times[-1] if times else self._time

    def finish(self, played: Played) -> None:
        """Write the rest of a run and that it is finished.

        Raises:
            OSError: If it cannot be written.
        """
        record = played.record
        rest = slice(self._written, None)
        self._write(
            [
                _state(
                    record.moves[rest],
                    record.times[rest],
                    self._time,
                    record.hints,
                    record.seconds,
                    assisted=record.assisted,
                ),
                _line(_end(played)),
            ]
        )
        self._written = len(record.moves)

    def _write(self, lines: list[bytes]) -> None:
        """Write lines, all of them or none."""
        data = b"".join(lines)
        try:
            done = 0
            while done < len(data):
                done += os.write(self._handle, data[done:])
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._whole)
                os.lseek(self._handle, self._whole, os.SEEK_SET)
            raise
        self._whole += len(data)

    def sync(self) -> None:
        """Have the system put on the disk what it was given; until then a power cut takes it."""
        with contextlib.suppress(OSError):
            os.fsync(self._handle)

    def close(self) -> None:
        """Let go of the journal; the run can be gone on with later."""
        if self._handle >= 0:
            handle, self._handle = self._handle, -1
            with contextlib.suppress(OSError):
                os.close(handle)

    def discard(self) -> None:
        """Delete the journal: the run is in the score book, or nobody wants it."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()  # where an open file cannot be deleted


def save(folder: Path, heading: Heading, record: Record, ghost: Walk | None = None) -> Path:
    """Save a run under the name that its heading has, whole or not at all.

    Args:
        folder: Where it is to lie; made if it is missing.
        heading: What is played.
        record: How far.
        ghost: The walk that it is a race against.

    Raises:
        OSError: If it cannot be written.
    """
    path = folder / f"{heading.uid}{SUFFIX}"
    state = _state(
        record.moves, record.times, 0, record.hints, record.seconds, assisted=record.assisted
    )
    write_whole(path, b"".join(_head(heading, ghost)) + state)
    return path


def left_behind(folder: Path) -> tuple[list[Saved], list[str]]:
    """Read the journals that no process holds.

    Journals that cannot be read are set aside.

    Returns:
        The runs, the latest first, and one line for every file that was set aside.
    """
    runs, problems = [], []
    for draft in _files(folder, _DRAFT):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > _DRAFT_SECONDS:
                draft.unlink()
    for path in _files(folder):
        try:
            handle = os.open(path, os.O_RDWR | _BINARY)
        except OSError:
            continue
        try:
            if not try_lock(handle):
                continue
            run = read(path)
            if run.steps or run.played:
                runs.append(run)
            else:  # it ended between its first line and its first step
                path.unlink(missing_ok=True)
        except JournalProblem as problem:
            problems.append(_put_aside(path, problem))
        except OSError:
            continue
        finally:
            os.close(handle)
    return sorted(runs, key=_when, reverse=True), problems


def saved_runs(folder: Path) -> tuple[list[Saved], list[str]]:
    """Read the saved runs of a folder.

    Returns:
        As ``left_behind``.
    """
    runs, problems = [], []
    for path in _files(folder):
        try:
            runs.append(read(path))
        except JournalProblem as problem:
            problems.append(_put_aside(path, problem))
        except OSError:
            continue
    return sorted(runs, key=_when, reverse=True), problems


def read(path: Path) -> Saved:
    """Read a journal as far as it is whole.

    Raises:
        JournalProblem: If not even its first line is.
        OSError: If the file cannot be read.
    """
    if path.stat().st_size > MAX_FILE_BYTES:
        raise JournalProblem("it is too large")
    lines = path.read_bytes().split(b"\n")[:-1]  # what has no end is not there
    heading, version = _heading(_content(lines[0]) if lines else None)
    ghost = None
    if version == GHOST_VERSION:
        ghost = _ghost(_content(lines.pop(1)) if len(lines) > 1 else None)
    moves, times = bytearray(), array("I")
    hints, assisted, seconds = 0, False, 0.0
    played = None
    for line in lines[1:]:
        content = _content(line)
        if content is None:
            break
        try:
            if "done" in content:
                record = Record(heading.level, bytes(moves), times, hints, assisted, seconds)
                played = _played(heading, record, content)
                break
            hints, assisted, seconds = (
                int(content["hints"]),
                bool(content["assisted"]),
                float(content["seconds"]),
            )
            if content["steps"]:
                more, their_times = read_steps(content["steps"], times[-1] if times else 0)
                moves += more
                times += their_times
        except (KeyError, TypeError, ValueError, ReplayProblem):
            break
    record = Record(heading.level, bytes(moves), times, hints, assisted, seconds)
    return Saved(heading, record, path, played, ghost)


_BINARY: Final[int] = getattr(os, "O_BINARY", 0)

_DRAFT: Final = ".draft"
"""What the name of a journal without its first line ends with."""

_DRAFT_SECONDS: Final = 3600.0
"""A draft as old as that was left by a game that was killed; nothing was done in it yet."""


def _files(folder: Path, suffix: str = SUFFIX) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []


def _when(saved: Saved) -> tuple[int, str]:
    return saved.heading.began, saved.heading.uid


def _put_aside(path: Path, problem: JournalProblem) -> str:
    what = f"the run {shorten(path.name, quote=False)} cannot be read: {problem}"
    try:
        return f"{what}; it is now {set_aside(path).name}"
    except OSError:
        return what


def _line(content: dict[str, Any]) -> bytes:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return b"%08x %s\n" % (binascii.crc32(text), text)


def _content(line: bytes) -> dict[str, Any] | None:
    """What a line holds; None if it is not whole."""
    check, _, text = line.partition(b" ")
    try:
        if check != b"%08x" % binascii.crc32(text):
            return None
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def _head(heading: Heading, ghost: Walk | None) -> list[bytes]:
    """The lines that a journal begins with."""
    version = VERSION if ghost is None else GHOST_VERSION
    lines = [_line({"journal": version, **asdict(heading)})]
    if ghost is not None:
        lines.append(_line({"ghost": spell_steps(ghost.moves, ghost.times, 0)}))
    return lines


def _heading(content: dict[str, Any] | None) -> tuple[Heading, int]:
    """What is played, and the version of the journal."""
    if content is None or "journal" not in content:
        raise JournalProblem("its first line is damaged")
    version = content.pop("journal")
    if version not in {VERSION, GHOST_VERSION}:
        raise JournalProblem("it is of another version of mazegame")
    try:
        return Heading(**content), version
    except (TypeError, ValueError):
        raise JournalProblem("its first line says nothing") from None


def _ghost(content: dict[str, Any] | None) -> Walk | None:
    """The walk of a ghost; None if its line is damaged, which costs the run nothing else."""
    try:
        return None if content is None else GhostWalk(*read_steps(content["ghost"], 0))
    except (KeyError, TypeError, AttributeError, ReplayProblem):
        return None


def _state(
    moves: Sequence[int],
    times: Sequence[int],
    before: int,
    hints: int,
    seconds: float,
    *,
    assisted: bool,
) -> bytes:
    return _line(
        {
            "steps": spell_steps(moves, times, before),
            "hints": hints,
            "assisted": assisted,
            "seconds": round(seconds, 3),
        }
    )


def _end(played: Played) -> dict[str, Any]:
    return {
        "done": played.done,
        "day": played.day,
        "score": played.score,
        "stars": played.stars,
        "won": played.won,
    }


def _played(heading: Heading, record: Record, end: dict[str, Any]) -> Played:
    won = end["won"]
    return Played(
        heading.uid,
        record,
        heading.algorithm,
        heading.cols,
        heading.rows,
        heading.dist_min,
        int(end["score"]),
        int(end["stars"]),
        heading.mode,
        heading.pace,
        None if won is None else bool(won),
        int(end["done"]),
        int(end["day"]),
        heading.maze,
    )
