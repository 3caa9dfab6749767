"""``QuizRecord``: the counts of the player's quiz answers and rounds, in a JSON file."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from mazegame.store.checked import integer
from mazegame.store.places import read_file, replace_aside, write_whole

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class QuizRecord:
    """Counts of all answers and all finished rounds."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    """Right answers since the last wrong one."""
    longest: int = 0
    """The longest streak ever."""
    rounds: int = 0
    best: int = 0
    """Most right answers in a round."""

    def answered(self, *, right: bool) -> QuizRecord:
        """Return the record after one more answer."""
        streak = self.streak + 1 if right else 0
        asked, longest = self.asked + 1, max(self.longest, streak)
        return replace(self, asked=asked, right=self.right + right, streak=streak, longest=longest)

    def finished(self, score: int) -> QuizRecord:
        """Return the record after a round with ``score`` right answers."""
        return replace(self, rounds=self.rounds + 1, best=max(self.best, score))


def read_quiz_record(path: Path) -> QuizRecord:
    """Read the record; a count that is missing or invalid in the file is 0."""
    counts = {}
    with contextlib.suppress(OSError, RecursionError, ValueError):
        content = json.loads(read_file(path, 1 << 12))
        for name in QuizRecord.__dataclass_fields__ if isinstance(content, dict) else ():
            with contextlib.suppress(ValueError):
                counts[name] = integer(content.get(name), 0, (1 << 53) - 1)
    return QuizRecord(**counts)


def write_quiz_record(path: Path, record: QuizRecord) -> None:
    """Write a record; set a damaged file aside. OSError if it cannot be written."""
    text = json.dumps(asdict(record)) + "\n"
    try:
        is_damaged = not isinstance(json.loads(read_file(path, 1 << 12)), dict)
    except FileNotFoundError:
        is_damaged = False
    except (RecursionError, ValueError):
        is_damaged = True
    if is_damaged:
        replace_aside(path.resolve(), text)
    else:
        write_whole(path, text)
