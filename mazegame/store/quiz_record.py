"""The quiz record: the player's answers and rounds, in a small file."""

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
    """The counts of all answers, and of all finished rounds, so far."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    """The latest answers that were right, one after another."""
    longest: int = 0
    """The longest streak."""
    rounds: int = 0
    best: int = 0
    """The most right answers of a round."""

    def answered(self, *, right: bool) -> QuizRecord:
        """Return the record after one more answer."""
        streak = self.streak + 1 if right else 0
        asked, longest = self.asked + 1, max(self.longest, streak)
        return replace(self, asked=asked, right=self.right + right, streak=streak, longest=longest)

    def finished(self, score: int) -> QuizRecord:
        """Return the record after a round with a number of right answers."""
        return replace(self, rounds=self.rounds + 1, best=max(self.best, score))


def read_quiz_record(path: Path) -> QuizRecord:
    """Read the record; what is missing or invalid in the file counts as 0."""
    counts = {}
    with contextlib.suppress(OSError, RecursionError, ValueError):
        content = json.loads(read_file(path, 1 << 12))
        for name in QuizRecord.__dataclass_fields__ if isinstance(content, dict) else ():
            with contextlib.suppress(ValueError):
                counts[name] = integer(content.get(name), 0, (1 << 53) - 1)
    return QuizRecord(**counts)


def write_quiz_record(path: Path, record: QuizRecord) -> None:
    """Write a record; OSError if it cannot be written. A damaged one is set aside."""
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
