"""Sprint: five small mazes in a row, and the sum of their times."""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mazegame.game.match import InOrder, Match
from mazegame.game.modes.achievement import Achievement, first
from mazegame.game.modes.mode import CommandSpec, EarlierResults, Mode
from mazegame.game.words import spell_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazegame.game.modes.mode import BookRow
    from mazegame.game.run import Run

PREFIX: Final = "sprint:"
"""What the keys of sprints begin with."""

MAZES: Final = 5
"""Mazes in a sprint."""

_KEY: Final = rf"{PREFIX}([0-9a-f]+):([1-{MAZES}])"


@dataclass(frozen=True)
class Sprint(InOrder):
    """A maze of a sprint, followed by the next one after it is finished."""

    attempt: str
    """The attempt's own name."""
    times: tuple[int, ...] = ()
    """The times of the mazes before this one, in milliseconds."""

    @property
    def key(self) -> str:
        """``sprint:1f3a:2``: the attempt, and the number of the maze."""
        return f"{PREFIX}{self.attempt}:{len(self.times) + 1}"

    def about(self, finished: Run | None) -> str:
        """Return the number of the maze, and the time so far."""
        number, times = len(self.times) + 1, self.times
        if finished is not None:
            times = (*times, finished.stopwatch.ms)
        total = f"   {spell_time(sum(times))} so far" if times else ""
        return f"sprint {number} of {MAZES}{total}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next maze; None after the last one, or if this one is unfinished."""
        if finished is None or len(self.times) + 1 == MAZES:
            return None
        after = replace(self, times=(*self.times, finished.stopwatch.ms))
        return match.on_another_maze(after, ())


def sprint_match() -> Match:
    """Return the first maze of a new sprint."""
    from mazegame.engine import Recipe, draw_seed

    return Match(source=Recipe("prim", 12, 6, draw_seed()), series=Sprint(uuid.uuid4().hex[:8]))


def sprint_of(key: str, past: EarlierResults) -> Sprint | None:
    """Return the series of a sprint's key; None if a maze before it has no time."""
    found = re.fullmatch(_KEY, key)
    if found is None:
        return None
    times = tuple(past.times(f"{PREFIX}{found[1]}:"))[: int(found[2]) - 1]
    return Sprint(found[1], times) if len(times) == int(found[2]) - 1 else None


def _totals(rows: Sequence[BookRow]) -> list[int]:
    """Return the time of each whole sprint."""
    attempts: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        if found := re.fullmatch(_KEY, row.series):
            attempts[found[1]].setdefault(found[2], row.ms)
    return [sum(times.values()) for times in attempts.values() if len(times) == MAZES]


def _lines(rows: Sequence[BookRow]) -> list[str]:
    totals = _totals(rows)
    return [f"Best sprint: {spell_time(min(totals))}"] if totals else []


def _counts(rows: Sequence[BookRow]) -> Mapping[str, int]:
    return {"sprints": len(_totals(rows))}


MODE: Final = Mode(
    name="sprint",
    title="Sprint",
    about="five small mazes, and the sum of their times",
    command=CommandSpec(examples=("", "--words")),
    first=lambda _: sprint_match(),
    prefix=PREFIX,
    series=sprint_of,
    lines=_lines,
    counts=_counts,
    achievements=(
        Achievement(
            "sprinter", "Out of breath", "finish a sprint",
            first(lambda row: row.series.startswith(PREFIX) and row.series.endswith(f":{MAZES}")),
        ),
    ),
)  # fmt: skip
