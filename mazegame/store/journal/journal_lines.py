"""Encode the lines of a journal, and parse them.

A line is a checksum of eight hexadecimal digits, a space, and a JSON object. The first line is the
heading; a ``ghost`` may follow. Then come states, each with the steps since the one before. After
the last state of a finished run come a line with ``done`` and one with medal and habits. Every
value is checked by type and range: a file may have any contents, even with a correct checksum.
"""

from __future__ import annotations

import binascii
import json
from array import array
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from mazegame.formats.replay import read_steps, spell_steps
from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import Record
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import Medal
from mazegame.store.checked import MAX_CELLS, MAX_STEPS, integer, items, number, text, truth
from mazegame.store.records import Category, FinishedRun, Heading

if TYPE_CHECKING:
    from pathlib import Path

    from mazegame.engine import Cell
    from mazegame.game.racing.racer import Walk

VERSION: Final = 1
"""The version of new journals."""

MAX_RIVALS: Final = 64
"""Upper limit for the rivals of a race; a party has 63."""

MAX_MARKS: Final = 1 << 12
"""Most marks of a run that are stored."""

MAX_DATE_MS: Final = 1 << 53
"""Upper limit for a time in milliseconds since 1970."""

_DAMAGED: Final = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)
"""The errors that reading an invalid value can raise."""


class JournalError(ValueError):
    """The journal cannot be read; the message is one line for the player."""


class DamagedJournalError(JournalError):
    """The journal is damaged: no version of the game can read it."""


@dataclass(frozen=True)
class SavedRun:
    """A run that was read from a journal or a save."""

    heading: Heading
    record: Record
    path: Path
    rules: str
    """``Rules.key`` of the easiest rules so far."""
    finished: FinishedRun | None = None
    """The finished run, if B was reached."""
    ghost: GhostWalk | None = None
    """The walk of its rival ``ghost``, unverified."""

    @property
    def steps(self) -> int:
        """Number of steps so far, of both players if there are two."""
        second = self.record.second
        return len(self.record.moves) + (0 if second is None else len(second.moves))

    @property
    def seen(self) -> bool:
        """Whether the player has seen the walls; under a reveal the journal begins with that."""
        return bool(self.steps) or self.record.reveal


# Writing


def head(heading: Heading, ghost: Walk | None) -> list[bytes]:
    """Return the lines that a journal begins with."""
    content = asdict(heading)
    content |= {"journal": VERSION, **content.pop("category"), "ghost": ghost is not None}
    lines = [_line(content)]
    if ghost is not None:
        lines.append(_line({"ghost": spell_steps(ghost.moves, ghost.times, 0)}))
    return lines


def state(record: Record, before: int, rules: str) -> bytes:
    """Return a state line: the steps of a record, and hints, assists, rules and marks after them.

    ``before`` is the time of the step before the first one, in milliseconds.
    """
    content: dict[str, Any] = {
        "steps": spell_steps(record.moves, record.times, before),
        "hints": record.hints,
        "shown": record.assisted,
        "rules": rules,
        "seconds": round(record.seconds, 3),
    }
    if marks := [list(cell) for cell in record.marks][:MAX_MARKS]:
        content["marks"] = marks
    if record.second is not None and record.second.moves:
        content["second"] = spell_steps(record.second.moves, record.second.times, 0)
    return _line(content)


def end(run: FinishedRun) -> bytes:
    """Return the line that ends a finished run, with its date and the results of the rivals."""
    return _line(
        {"done": run.done, "day": run.day, "rivals": [list(astuple(rival)) for rival in run.rivals]}
    )


def measures(run: FinishedRun) -> bytes:
    """Return the line with medal and habits of a finished run."""
    habits = None if run.habits is None else list(astuple(run.habits))
    return _line({"medal": run.medal, "habits": habits})


def _line(content: dict[str, Any]) -> bytes:
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return b"%08x %s\n" % (binascii.crc32(data), data)


# Reading


def parse(data: bytes, path: Path) -> SavedRun:
    """Parse a journal up to its first damaged line; JournalError if that is the first one."""
    lines = data.split(b"\n")[:-1]  # a line without an end does not count
    first, *contents = map(_content, lines or [b""])
    heading = _heading(first)
    ghost = None
    if first is not None and first.get("ghost") is True and contents:
        ghost = _ghost(contents.pop(0))
    # The steps grow in place: a journal may have millions of lines.
    reveal = Rules.from_key(heading.category.rules).reveal
    so_far = Record(heading.level, b"", array("I"), 0, False, 0.0, reveal=reveal)  # noqa: FBT003
    moves, rules = bytearray(), heading.category.rules
    finished = None
    for content in contents:
        if content is None:
            break
        try:
            if finished is not None:
                finished = _measured(finished, content)
                break
            if "done" in content:
                record = replace(so_far, moves=bytes(moves))
                rivals = tuple(map(_rival, items(content["rivals"], MAX_RIVALS)))
                done = integer(content["done"], 0, MAX_DATE_MS)
                day = integer(content["day"], 1, date.max.toordinal())
                finished = FinishedRun(heading, record, rules, rivals, ghost, done=done, day=day)
            else:
                so_far, rules = _after(so_far, moves, content)
        except _DAMAGED:
            break
    return SavedRun(heading, replace(so_far, moves=bytes(moves)), path, rules, finished, ghost)


def _after(before: Record, moves: bytearray, content: dict[str, Any]) -> tuple[Record, str]:
    """Return the record and the rules after a state line.

    Adds its steps to ``moves`` and ``before.times`` in place. Raises one of ``_DAMAGED`` if a value
    is invalid, and adds nothing then.
    """
    after = replace(
        before,
        hints=integer(content["hints"], before.hints, 1 << 20),
        assisted=truth(content["shown"]),
        seconds=number(content["seconds"], 0, 1e9),
        marks=tuple(map(_cell, items(content.get("marks", []), MAX_MARKS))),
        second=GhostWalk(*_steps(content["second"], 0)) if "second" in content else before.second,
    )
    rules = text(content["rules"])
    if content["steps"] != "":
        more, times = _steps(content["steps"], before.times[-1] if before.times else 0)
        if len(moves) + len(more) > MAX_STEPS:
            raise ValueError("too many steps")
        moves += more
        before.times.extend(times)
    return after, rules


def _cell(content: Any) -> Cell:
    row, col = items(content, 2)
    return integer(row, 0, MAX_CELLS), integer(col, 0, MAX_CELLS)


def _content(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object of a line; None if the line is damaged."""
    check, _, data = line.partition(b" ")
    if check != b"%08x" % binascii.crc32(data):
        return None
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def _heading(content: dict[str, Any] | None) -> Heading:
    """Return the heading from the object of the first line; JournalError if it is invalid."""
    if content is None or "journal" not in content:
        raise DamagedJournalError("its first line is damaged")
    version = content["journal"]
    if isinstance(version, int) and version > VERSION:
        raise JournalError("it is of a newer version of mazegame")
    if version != VERSION:
        raise DamagedJournalError("it is of no version of mazegame")
    try:
        texts = {
            name: text(content[name])
            for name in ("uid", "level", "origin", "series", "maze", "name")
        }
        category = Category.checked(content[part.name] for part in fields(Category))
        dist_min = integer(content["dist_min"], 0, MAX_CELLS)
        rivals = tuple(map(text, items(content["rivals"], MAX_RIVALS)))
        began = integer(content["began"], 0, MAX_DATE_MS)
        return Heading(category=category, dist_min=dist_min, rivals=rivals, began=began, **texts)
    except _DAMAGED:
        raise DamagedJournalError("its first line says nothing") from None


def _ghost(content: dict[str, Any] | None) -> GhostWalk | None:
    """Return the walk of a ghost; None if its line is damaged: the run is still good."""
    try:
        return GhostWalk(*_steps((content or {})["ghost"], 0))
    except _DAMAGED:
        return None


def _steps(spelled: Any, before: int) -> tuple[bytes, array[int]]:
    if not isinstance(spelled, str):
        raise ValueError("no steps")  # noqa: TRY004  the value of a file
    moves, times = read_steps(spelled, before)
    return bytes(moves), times


def _measured(run: FinishedRun, content: dict[str, Any]) -> FinishedRun:
    habits, medal = content["habits"], text(content["medal"])
    if medal and medal not in set(Medal):
        raise ValueError("no medal")
    if habits is not None:
        habits = Habits(*map(integer, items(habits, 6)))
    return replace(run, medal=medal, habits=habits)


def _rival(content: Any) -> RivalResult:
    rival, pace, ms, won = items(content, 4)
    ms = None if ms is None else integer(ms)
    return RivalResult(text(rival), number(pace, 0, 1e6), ms, truth(won))
