"""``Record``: the stored form of a walk, which can be replayed and verified."""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import CancelledError, Cell, Direction
from mazegame.game.events import Bumped
from mazegame.game.run import LATEST, Run, Stopwatch, step
from mazegame.game.words import counted

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.racing.racer import Walk

LOADED: Final = "maze:"
"""The prefix of a loaded maze's key; no game ID has it."""

STEPS_A_CALL: Final = 1 << 14
"""Number of steps between two calls of ``progress``; they take a fifth of a second."""

DIRECTION_WORDS: Final = {1: "north", 2: "east", 4: "south", 8: "west"}
"""The words for the values of ``Direction``."""

_ROUNDING: Final = 0.001
"""Seconds by which the stopwatch may be before the last step, as times are whole milliseconds."""

_END_SECONDS: Final = 1.0
"""Most seconds on the stopwatch after the step that reached B."""


@dataclass(frozen=True)
class Record:
    """A walk with all data to replay it."""

    level: str
    """The game ID, or ``maze:`` and 16 hexadecimal digits of a loaded maze's hash."""
    moves: bytes
    """Every step, as the values of ``Direction``: 1, 2, 4, 8."""
    times: array[int]
    """Type ``"I"``: the time of each step in milliseconds of the stopwatch, never decreasing."""
    hints: int
    assisted: bool
    seconds: float
    """The stopwatch at the end, in seconds."""
    marks: tuple[Cell, ...] = ()
    second: Walk | None = None
    """The walk of a second player, from its start; None without one."""
    reveal: bool = False
    """As in ``Run``: whether the times count from the reveal of the walls."""


class ForgedRecordError(ValueError):
    """A walk is impossible; the message says why.

    Attributes:
        step: The first wrong step, counted from 1; 0 if all steps are possible.
    """

    def __init__(self, step: int, message: str) -> None:
        super().__init__(message)
        self.step = step

    def __reduce__(self) -> tuple[type[ForgedRecordError], tuple[int, str]]:
        return ForgedRecordError, (self.step, str(self))


def level_key(level: Level) -> str:
    """Return the permanent key of a level: its game ID, or ``maze:`` and a hash for a loaded maze.

    The hash is SHA-256 over rows, cols, A, all B in order, and the passages, one byte a cell. For a
    huge loaded maze that takes a moment.
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


def record_of(run: Run, key: str | None = None) -> Record:
    """Return a record of a run so far, finished or not; later steps do not change it."""
    key = level_key(run.level) if key is None else key
    moves, times, marks = bytes(run.moves), array("I", run.times), tuple(sorted(run.marks))
    seconds, reveal = run.stopwatch.seconds, run.reveal
    return Record(key, moves, times, run.hints, run.assisted, seconds, marks, reveal=reveal)


def walk_again(
    level: Level,
    record: Record,
    clock: Callable[[], float] = lambda: 0.0,
    *,
    progress: Callable[[float], object] = lambda _: True,
) -> Run:
    """Verify a record by simulating it step by step; return the run, with a stopped stopwatch.

    ``clock`` is that of a run which continues; ``progress`` is called with the share of steps done.

    Raises:
        ForgedRecordError: If it belongs to another level, goes through a wall or beyond B, or has
            impossible times, hints or seconds. The error names the first wrong step.
        CancelledError: If ``progress`` returned False.
    """
    key = level_key(level)
    if key != record.level:
        raise ForgedRecordError(0, f"the walk is one of {record.level}, not of {key}")
    run = Run(level, clock)
    for number, value in enumerate(record.moves, start=1):
        if number % STEPS_A_CALL == 0 and progress(number / len(record.moves)) is False:
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
    run.reveal = record.reveal
    run.marks = {cell for cell in record.marks if cell in level.maze}
    run.stopwatch = Stopwatch(clock, record.seconds)
    return run


def _check_step(run: Run, record: Record, number: int, value: int) -> None:
    if value not in DIRECTION_WORDS:
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
            f"step {number} goes {DIRECTION_WORDS[value]} from row {row + 1}, column {col + 1}: "
            "there is a wall",
        )


def _check_rest(run: Run, record: Record) -> None:
    if not 0 <= record.hints <= run.steps + 1:
        raise ForgedRecordError(
            0, f"{counted(record.hints, 'hint')} cannot be taken on {counted(run.steps, 'step')}"
        )
    last = record.times[-1] / 1000 if record.times else 0.0
    # Times end at LATEST, the stopwatch does not.
    most = last + _END_SECONDS if run.finished and last < LATEST / 1000 else math.inf
    if not (math.isfinite(record.seconds) and last - _ROUNDING <= record.seconds <= most):
        raise ForgedRecordError(
            run.steps, f"the time of {record.seconds:g} s does not fit the last step, at {last:g} s"
        )
