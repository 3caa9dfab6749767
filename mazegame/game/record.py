"""A record: what is kept of a walk so that it can be walked again, and proven.

What lives here: making a record of a run, and simulating one. What does not: its text
(``formats/replay.py``), where it is kept (``store``).
"""

from __future__ import annotations

import hashlib
import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import CancelledError, Direction
from mazegame.game.events import Bumped
from mazegame.game.run import LATEST, Run, step
from mazegame.game.stopwatch import Stopwatch
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Level
    from mazegame.game.ghost import Walk

LOADED: Final = "maze:"
"""What the key of a loaded maze begins with; a game ID never does."""

STEPS_A_CALL: Final = 1 << 14
"""After so many steps it is told how far a long walk is: that takes a fifth of a second."""

_WORDS: Final = {1: "north", 2: "east", 4: "south", 8: "west"}

_ROUNDING: Final = 0.001
"""Times are whole milliseconds: by so many seconds the last one may be off the stopwatch."""

_END_SECONDS: Final = 1.0
"""The stopwatch is stopped at B: by so much at most it shows more than the last step's time."""


@dataclass(frozen=True)
class Record:
    """A walk that was done: enough to do it again."""

    level: str
    """The game ID, or ``maze:`` and 16 hexadecimal digits of a loaded maze's hash."""
    moves: bytes
    """Every step, as the values of ``Direction``: 1, 2, 4, 8."""
    times: array[int]
    """``"I"``, one a step: milliseconds of the stopwatch, never less than the one before."""
    hints: int
    assisted: bool
    """Whether the whole path was shown."""
    seconds: float
    """What the stopwatch showed in the end."""


class ForgedRecord(ValueError):  # noqa: N818  reads as what it is
    """A walk that nobody can have done; the message says why.

    Attributes:
        step: The step at which it breaks, counted from 1; 0 if it is not a step that is wrong.
    """

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[type[ForgedRecord], tuple[int, str]]:
        return ForgedRecord, (self.step, str(self))


def level_key(level: Level) -> str:
    """Name a level for ever: its game ID, or the hash of a loaded maze.

    The hash is SHA-256 over rows, cols, A, all B in order, and the passages, one byte a cell. It
    reads every cell once, so a huge loaded maze takes a moment.
    """
    if level.recipe is not None:
        return str(level.recipe)
    maze = level.maze
    ends = [level.start, *sorted(level.goals)]
    head = f"{maze.rows} {maze.cols} {' '.join(f'{row},{col}' for row, col in ends)}\n"
    digest = hashlib.sha256(head.encode("ascii"))
    for row in maze.passages:
        digest.update(row.tobytes())
    return f"{LOADED}{digest.hexdigest()[:16]}"


def record_of(run: Run) -> Record:
    """Keep what a run, finished or not, has been so far."""
    return Record(
        level_key(run.level),
        bytes(run.moves),
        array("I", run.times),
        run.hints,
        run.assisted,
        run.stopwatch.seconds,
    )


def walk_again(
    level: Level,
    record: Record,
    clock: Callable[[], float] = lambda: 0.0,
    *,
    progress: Callable[[float], object] | None = None,
) -> Run:
    """Do a recorded walk again, step by step; that proves it.

    Args:
        level: Where it was done.
        record: What was done.
        clock: For going on with a walk that is not finished: gives the time in seconds.
        progress: Called now and then with the share of the steps that is done; if it returns
            False, the walk is stopped.

    Returns:
        The run as it was at the end of the record, its stopwatch standing.

    Raises:
        ForgedRecord: If it is a record of another level, goes through a wall, goes on after B,
            or its times, hints or seconds cannot be. It names the first step that is wrong.
        CancelledError: If ``progress`` returned False.
    """
    key = level_key(level)
    if key != record.level:
        raise ForgedRecord(0, f"the walk is one of {record.level}, not of {key}")
    run = Run(level, clock)
    for number, value in enumerate(record.moves, start=1):
        if (
            progress is not None
            and number % STEPS_A_CALL == 0
            and progress(number / len(record.moves)) is False
        ):
            raise CancelledError
        _check_step(run, record, number, value)
    if len(record.times) > run.steps:
        raise ForgedRecord(
            run.steps + 1, f"step {run.steps + 1} has a time, but there is no such step"
        )
    _check_rest(run, record)
    run.times = array("I", record.times)
    run.hints = record.hints
    run.assisted = record.assisted
    run.stopwatch = Stopwatch(clock, record.seconds)
    return run


def can_be_walked(level: Level, walk: Walk) -> bool:
    """Whether somebody can have walked like that, so that a ghost may be made of it."""
    seconds = walk.times[-1] / 1000 if len(walk.times) else 0.0
    moves, times = bytes(walk.moves), array("I", walk.times)
    try:
        walk_again(
            level, Record(level_key(level), moves, times, 0, assisted=False, seconds=seconds)
        )
    except ForgedRecord:
        return False
    return True


def _check_step(run: Run, record: Record, number: int, value: int) -> None:
    """Take a step, or say what is wrong with it."""
    if value not in _WORDS:
        raise ForgedRecord(number, f"step {number} goes in no direction")
    if run.finished:
        raise ForgedRecord(number, f"step {number} comes after B was reached")
    if number > len(record.times):
        raise ForgedRecord(number, f"step {number} has no time")
    if number > 1 and record.times[number - 1] < record.times[number - 2]:
        raise ForgedRecord(number, f"step {number} is earlier than the step before")
    row, col = run.position
    if isinstance(step(run, Direction(value)), Bumped):
        raise ForgedRecord(
            number,
            f"step {number} goes {_WORDS[value]} from row {row + 1}, column {col + 1}: "
            "there is a wall",
        )


def _check_rest(run: Run, record: Record) -> None:
    """Check what is not a step."""
    if not 0 <= record.hints <= run.steps + 1:
        raise ForgedRecord(
            0,
            f"{counted(record.hints, 'hint')} cannot be taken on {counted(run.steps, 'step')}",
        )
    last = record.times[-1] / 1000 if record.times else 0.0
    # Times end at LATEST, the stopwatch does not.
    most = last + _END_SECONDS if run.finished and last < LATEST / 1000 else math.inf
    if not (math.isfinite(record.seconds) and last - _ROUNDING <= record.seconds <= most):
        raise ForgedRecord(
            run.steps,
            f"the time of {record.seconds:g} s does not fit the last step, at {last:g} s",
        )
