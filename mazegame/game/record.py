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

    from mazegame.engine import Cell, Level
    from mazegame.game.ghost import Walk

LOADED: Final = "maze:"
"""How the key of a loaded maze begins; no game ID begins so."""

STEPS_A_CALL: Final = 1 << 14
"""Steps between two calls of ``progress``; they take a fifth of a second."""

_WORDS: Final = {1: "north", 2: "east", 4: "south", 8: "west"}

_ROUNDING: Final = 0.001
"""How far the last time may be off the stopwatch, in seconds: times are whole milliseconds."""

_END_SECONDS: Final = 1.0
"""How much more than the time of the last step the stopwatch may show at B, in seconds."""


@dataclass(frozen=True)
class Record:
    """A walk, with all that is needed to do it again."""

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
    """What the stopwatch shows at the end."""
    marks: tuple[Cell, ...] = ()
    """The cells in which the player dropped a mark."""


class ForgedRecordError(ValueError):
    """A walk that nobody can have done; the message says why.

    Attributes:
        step: The step at which it breaks, counted from 1; 0 if it is not a step that is wrong.
    """

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[type[ForgedRecordError], tuple[int, str]]:
        return ForgedRecordError, (self.step, str(self))


def level_key(level: Level) -> str:
    """Return the name that a level keeps for ever: its game ID, or the hash of a loaded maze.

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
    """Return a record of a run so far, finished or not; it does not follow the run."""
    return Record(
        level_key(run.level),
        bytes(run.moves),
        array("I", run.times),
        run.hints,
        run.assisted,
        run.stopwatch.seconds,
        tuple(sorted(run.marks)),
    )


def walk_again(
    level: Level,
    record: Record,
    clock: Callable[[], float] = lambda: 0.0,
    *,
    progress: Callable[[float], object] | None = None,
) -> Run:
    """Walk a record again, step by step, which proves it.

    Args:
        level: The level of the walk.
        record: The walk.
        clock: Gives the time in seconds, for a walk that goes on.
        progress: Called now and then with the share of the steps that is done; False stops it.

    Returns:
        The run at the end of the record; its stopwatch stands.

    Raises:
        ForgedRecordError: If it is a record of another level, goes through a wall, goes on after B,
            or its times, hints or seconds cannot be. It names the first step that is wrong.
        CancelledError: If ``progress`` returned False.
    """
    key = level_key(level)
    if key != record.level:
        raise ForgedRecordError(0, f"the walk is one of {record.level}, not of {key}")
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
        raise ForgedRecordError(
            run.steps + 1, f"step {run.steps + 1} has a time, but there is no such step"
        )
    _check_rest(run, record)
    run.times = array("I", record.times)
    run.hints = record.hints
    run.assisted = record.assisted
    run.marks = {cell for cell in record.marks if cell in level.maze}
    run.stopwatch = Stopwatch(clock, record.seconds)
    return run


def can_be_walked(level: Level, walk: Walk) -> bool:
    """Return whether a walk is possible on a level, so that it may be a ghost there."""
    seconds = walk.times[-1] / 1000 if len(walk.times) else 0.0
    moves, times = bytes(walk.moves), array("I", walk.times)
    try:
        walk_again(
            level, Record(level_key(level), moves, times, 0, assisted=False, seconds=seconds)
        )
    except ForgedRecordError:
        return False
    return True


def _check_step(run: Run, record: Record, number: int, value: int) -> None:
    """Take a step, or say what is wrong with it."""
    if value not in _WORDS:
        raise ForgedRecordError(number, f"step {number} goes in no direction")
    if run.finished:
        raise ForgedRecordError(number, f"step {number} comes after B was reached")
    if number > len(record.times):
        raise ForgedRecordError(number, f"step {number} has no time")
    if number > 1 and record.times[number - 1] < record.times[number - 2]:
        raise ForgedRecordError(number, f"step {number} is earlier than the step before")
    row, col = run.position
    if isinstance(step(run, Direction(value)), Bumped):
        raise ForgedRecordError(
            number,
            f"step {number} goes {_WORDS[value]} from row {row + 1}, column {col + 1}: "
            "there is a wall",
        )


def _check_rest(run: Run, record: Record) -> None:
    """Check what is not a step."""
    if not 0 <= record.hints <= run.steps + 1:
        raise ForgedRecordError(
            0,
            f"{counted(record.hints, 'hint')} cannot be taken on {counted(run.steps, 'step')}",
        )
    last = record.times[-1] / 1000 if record.times else 0.0
    # Times end at LATEST, the stopwatch does not.
    most = last + _END_SECONDS if run.finished and last < LATEST / 1000 else math.inf
    if not (math.isfinite(record.seconds) and last - _ROUNDING <= record.seconds <= most):
        raise ForgedRecordError(
            run.steps,
            f"the time of {record.seconds:g} s does not fit the last step, at {last:g} s",
        )
