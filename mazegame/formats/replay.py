"""Replay files: a walk as a short text to read, send and race.

The simulation is in ``game/recording/record.py``.

    mazegame replay 1
    level: recursive-backtracker:4x3:kite-7
    steps: 5
    seconds: 0.787
    hints: 0
    assisted: no
    check: f917

    S0 E170 S187 E136 294 ;4315

A step is a letter, N, E, S or W, and the milliseconds since the step before; a step in the same
direction has no letter. A line has ten steps. The lines of a ghost follow those of the player; the
line ``ghost:`` of the header says how many steps it has. The four hexadecimal digits at the end of
a line are its CRC-16-CCITT, which starts from that of the line before; they show which line is
damaged. They prove nothing, since anybody can compute them. ``prove`` verifies a walk by walking it
again.

If the clock started with the reveal of the walls, the file is of version 2. Only the number
differs: the time of the first step is then the time for reading the maze.
"""

from __future__ import annotations

import binascii
import re
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from mazegame.engine.recipes.recipe import shorten
from mazegame.formats.errors import why_unreadable
from mazegame.formats.source import STDIN, opened, utf8
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import ForgedRecordError, Record, walk_again
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from mazegame.engine import Level
    from mazegame.game.racing.racer import Walk
    from mazegame.game.run import Run

VERSION: Final = 1
"""The version of files whose clock started with the first step, or with a countdown."""

REVEAL_VERSION: Final = 2
"""The version of files whose clock started with the reveal of the walls."""

MAX_FILE_BYTES: Final = 64 << 20
"""Largest replay file, in bytes: about ten million steps."""

STEPS_A_LINE: Final = 10
"""Steps on a line; the last line may be shorter."""

LONGEST_NAME: Final = 100
"""Most characters of a loaded maze's name in a file."""

_MAGIC: Final = "mazegame replay "
_LETTERS: Final = {1: "N", 2: "E", 4: "S", 8: "W"}
_VALUES: Final = {letter: value for value, letter in _LETTERS.items()}
_LONGEST_DELTA: Final = (1 << 32) - 1

_STEP: Final = re.compile(r"([NESW]?)(0|[1-9][0-9]{0,9})")
_LINE: Final = re.compile(r"([NESW][0-9NESW ]*) ;([0-9a-f]{4})")

_PACE: Final = r"[0-9]{1,4}(?:\.[0-9]{1,6})?"

_RIVAL: Final = rf"[a-z][a-z-]{{0,30}}(?:@{_PACE})?(?::{_PACE})?"

_HEADER: Final = {
    "level": re.compile(r"(\S{1,300})"),
    "maze": re.compile(rf"([^\n]{{1,{LONGEST_NAME}}})"),
    "rivals": re.compile(rf"({_RIVAL}(?: {_RIVAL}){{0,3}})"),
    "ghost": re.compile(r"(0|[1-9][0-9]{0,9})"),
    "steps": re.compile(r"(0|[1-9][0-9]{0,9})"),
    "seconds": re.compile(r"((?:0|[1-9][0-9]{0,11})\.[0-9]{3})"),
    "hints": re.compile(r"(0|[1-9][0-9]{0,9})"),
    "assisted": re.compile(r"(yes|no)"),
    "check": re.compile(r"([0-9a-f]{4})"),
}
"""Patterns of the header's values, in order; those of ``_OPTIONAL`` may be missing."""

_OPTIONAL: Final = frozenset({"maze", "rivals", "ghost"})


class ReplayError(ValueError):
    """A file that is not a replay, or a damaged one; the message names the line.

    Attributes:
        line: The wrong line, counted from 1; 0 for none in particular.
        step: The first step that may be wrong, counted from 1; 0 for none.
    """

    def __init__(self, line: int, step: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.step = step

    def __reduce__(self) -> tuple[type[ReplayError], tuple[int, int, str]]:
        return ReplayError, (self.line, self.step, str(self))


@dataclass(frozen=True)
class Replay:
    """The contents of a replay file; ``prove`` verifies them."""

    record: Record
    maze: str = ""
    """The name of a loaded maze; empty for a generated one."""
    rivals: tuple[str, ...] = ()
    """The rivals of the race, each as ``NAME:PACE`` or ``ghost``; empty for no race."""
    ghost: GhostWalk | None = None
    """The walk of the rival ``ghost``, None without it; ``GhostWalk.problem`` verifies it."""
    damage: ReplayError | None = None
    """An error for the first line with a wrong checksum; None for an intact file."""


def write_replay(
    record: Record, maze: str = "", rivals: Sequence[str] = (), ghost: Walk | None = None
) -> str:
    """Write a record as text, in whole milliseconds.

    ``maze`` is the name of a loaded maze. ``rivals`` are those of the race, each as ``NAME:PACE``
    or ``ghost``; the walk of that one is ``ghost``.
    """
    name = "".join(c if c.isprintable() else " " for c in maze).strip()[:LONGEST_NAME].strip()
    values = {
        "level": record.level,
        "maze": name,
        "rivals": " ".join(rivals),
        "ghost": "" if ghost is None else str(len(ghost.moves)),
        "steps": str(len(record.moves)),
        "seconds": f"{record.seconds:.3f}",
        "hints": str(record.hints),
        "assisted": "yes" if record.assisted else "no",
    }
    head = f"{_MAGIC}{REVEAL_VERSION if record.reveal else VERSION}\n"
    head += "".join(f"{key}: {value}\n" for key, value in values.items() if value)
    check = _check(head, 0)
    lines = [f"{head}check: {check:04x}\n\n"]
    for walk in [record] if ghost is None else [record, ghost]:
        for first in range(0, len(walk.moves), STEPS_A_LINE):
            end = first + STEPS_A_LINE
            before = walk.times[first - 1] if first else 0
            steps = spell_steps(walk.moves[first:end], walk.times[first:end], before)
            check = _check(steps, check)
            lines.append(f"{steps} ;{check:04x}\n")
    return "".join(lines)


def replay_name(number: int | str, maze: str) -> str:
    """Return a file name for a run, made of its number and its maze, valid on all systems."""
    name = "".join(c if c.isalnum() or c in "-x" else "-" for c in maze)[:60]
    return f"{number}-{name}.replay"


def spell_steps(moves: Sequence[int], times: Sequence[int], before: int) -> str:
    """Return steps as text: a letter where the direction changes, and the duration of each step.

    ``moves`` are values of ``Direction``, ``times`` milliseconds; ``before`` is the time of the
    step before the first one.
    """
    words = []
    heading = 0
    for move, time in zip(moves, times, strict=True):
        letter = _LETTERS[move] if move != heading else ""
        words.append(f"{letter}{time - before}")
        heading, before = move, time
    return " ".join(words)


def read_steps(text: str, before: int) -> tuple[bytes, array[int]]:
    """Parse the text of ``spell_steps``.

    ``ReplayError.step`` counts from the beginning of the text.
    """
    moves, times = bytearray(), array("I")
    heading = 0
    for number, word in enumerate(text.split(" "), start=1):
        match = _STEP.fullmatch(word)
        if match is None or not (match[1] or heading):
            raise ReplayError(0, number, f"{shorten(word)} is no step")
        heading = _VALUES[match[1]] if match[1] else heading
        before += int(match[2])
        if before > _LONGEST_DELTA:
            raise ReplayError(0, number, f"the time {shorten(word)} is too long")
        moves.append(heading)
        times.append(before)
    return bytes(moves), times


def read_replay(data: bytes | str) -> Replay:
    """Parse a replay. Lines may end in LF or CRLF.

    A file with wrong checksums is accepted here; ``prove`` finds the first wrong step.
    """
    lines = _text(data).replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    version, values, at = _read_header(lines)
    damage: ReplayError | None = None
    check = int(values["check"], 16)
    if check != _check("".join(f"{line}\n" for line in lines[: at - 2]), 0):
        damage = ReplayError(1, 0, f"lines 1 to {at - 1} were changed after they were written")
    ghost: GhostWalk | None = None
    walked, at, check, worse = _read_walk(lines, at, int(values["steps"]), check)
    if "ghost" in values:
        try:
            their, at, check, worst = _read_walk(lines, at, int(values["ghost"]), check)
        except ReplayError as error:
            raise _of_ghost(error) from None
        ghost = GhostWalk(*their)
        worse = worse or (worst and _of_ghost(worst))
    if any(lines[at:]):
        raise ReplayError(at + 1, 0, f"there is more after line {at}, the last one")
    assisted, seconds = values["assisted"] == "yes", float(values["seconds"])
    reveal = version == REVEAL_VERSION
    hints = int(values["hints"])
    record = Record(values["level"], *walked, hints, assisted, seconds, reveal=reveal)
    rivals = tuple(values.get("rivals", "").split())
    return Replay(record, values.get("maze", ""), rivals, ghost, damage or worse)


def _of_ghost(error: ReplayError) -> ReplayError:
    """Return an error in the ghost's lines, without a step of the player's walk."""
    return ReplayError(error.line, 0, f"{error} (the ghost's walk)")


def _read_walk(
    lines: list[str], at: int, wanted: int, check: int
) -> tuple[tuple[bytes, array[int]], int, int, ReplayError | None]:
    """Parse a walk of ``wanted`` steps from ``lines[at:]``.

    ``check`` is the checksum of the line before. Returns (moves, times), the index of the line
    after the walk, the checksum of its last line, and an error for the first line with a wrong
    checksum, or None.
    """
    moves, times = bytearray(), array("I")
    damage: ReplayError | None = None
    while len(moves) < wanted:
        step = len(moves) + 1
        at += 1
        if at > len(lines) or (at == len(lines) and not lines[-1]):
            raise ReplayError(
                at, step, f"it is cut off: {len(moves):,} of {counted(wanted, 'step')} are there"
            )
        match = _LINE.fullmatch(lines[at - 1])
        if match is None:
            _refuse_line(at, step, "is no line of steps")
        try:
            more, their_times = read_steps(match[1], times[-1] if times else 0)
        except ReplayError as error:
            _refuse_line(at, step + error.step - 1, f"is damaged: {error}")
        if len(more) != min(STEPS_A_LINE, wanted - len(moves)):
            _refuse_line(at, step, f"has {counted(len(more), 'step')}, not {STEPS_A_LINE}")
        if damage is None and int(match[2], 16) != _check(match[1], check):
            last = step + len(more) - 1
            what = f"line {at}, steps {step} to {last}, was changed after it was written"
            damage = ReplayError(at, step, what)
        check = int(match[2], 16)
        moves += more
        times += their_times
    return (bytes(moves), times), at, check, damage


def load_replay(path: str | PathLike[str]) -> Replay:
    """Read a replay from a file; ``-`` is standard input. A ReplayError names the file."""
    shown = "standard input" if str(path) == STDIN else shorten(str(path))
    try:
        with opened(path) as source:
            return read_replay(source.all(MAX_FILE_BYTES))
    except (OSError, ValueError) as error:  # a ValueError as well if it is too large
        line, step = (error.line, error.step) if isinstance(error, ReplayError) else (0, 0)
        raise ReplayError(line, step, f"{shown}: {why_unreadable(error)}") from None


def prove(
    level: Level, replay: Replay, *, progress: Callable[[float], object] = lambda _: True
) -> Run:
    """Simulate a replay on its level, and return the run; ``progress`` is as in ``walk_again``.

    Raises:
        ForgedRecordError: If a step is impossible, or the file was changed after it was written.
    """
    try:
        run = walk_again(level, replay.record, progress=progress)
    except ForgedRecordError as error:
        if replay.damage is None:
            raise
        raise ForgedRecordError(error.step, f"{error} ({replay.damage})") from None
    if replay.damage is not None:
        raise ForgedRecordError(replay.damage.step, str(replay.damage))
    return run


def _text(data: bytes | str) -> str:
    if isinstance(data, str):
        return data
    data = utf8(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ReplayError(
            line, 0, f"line {line} is not text: the byte 0x{data[error.start]:02x} is not UTF-8"
        ) from None


def _read_header(lines: list[str]) -> tuple[int, dict[str, str], int]:
    """Return the version, the header's values by name, and the index of the first line of steps."""
    if not lines[0].startswith(_MAGIC):
        raise ReplayError(1, 0, "it is no replay: line 1 is not 'mazegame replay' with a version")
    version = lines[0].removeprefix(_MAGIC)
    if version not in {str(VERSION), str(REVEAL_VERSION)}:
        known = f"this game reads {VERSION} and {REVEAL_VERSION}"
        raise ReplayError(1, 0, f"it is a replay of version {shorten(version)}: {known}")
    values: dict[str, str] = {}
    at = 1
    for key, form in _HEADER.items():
        line = lines[at] if at < len(lines) else ""
        found, _, value = line.partition(": ")
        if found != key and key in _OPTIONAL:
            continue
        match = form.fullmatch(value) if found == key else None
        if match is None or not value.isprintable():
            raise ReplayError(at + 1, 0, f"line {at + 1} is not '{key}: ...' as it should be")
        values[key] = match[1]
        at += 1
    if at < len(lines) and lines[at]:
        raise ReplayError(at + 1, 0, f"line {at + 1} is not empty, as it is below the header")
    return int(version), values, at + 1


def _refuse_line(line: int, step: int, what: str) -> NoReturn:
    raise ReplayError(line, step, f"line {line}, from step {step} on, {what}")


def _check(text: str, before: int) -> int:
    return binascii.crc_hqx(text.encode("utf-8"), before)
