"""Habits: how a player decides and how fast they walk, measured from walks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazegame.game.run import Run


@dataclass(frozen=True, slots=True)
class Habits:
    """The measurements of one walk, or of several together."""

    junctions: int = 0
    """Number of different junctions that were left. A is one if it has two exits or more."""
    right: int = 0
    """Number of junctions that were first left by an exit on a shortest path to B."""
    corridor_steps: int = 0
    """Steps out of cells without a choice."""
    corridor_ms: int = 0
    """Time spent in those cells, in milliseconds."""
    junction_steps: int = 0
    """Steps out of junctions, without the walk's first step, which has no measured time."""
    junction_ms: int = 0
    """Time spent at junctions before those steps, in milliseconds."""

    @property
    def right_share(self) -> float | None:
        """Share of junctions first left by the right exit; None without a junction."""
        return self.right / self.junctions if self.junctions else None

    @property
    def corridor_pace(self) -> float | None:
        """Cells per second in cells without a choice; None if no time was spent there."""
        return 1000 * self.corridor_steps / self.corridor_ms if self.corridor_ms else None

    @property
    def junction_seconds(self) -> float | None:
        """Mean time at a junction in seconds; None without a junction."""
        return self.junction_ms / self.junction_steps / 1000 if self.junction_steps else None


def habits(run: Run) -> Habits:
    """Return the habits of a walk, in one pass over its moves.

    A junction is a cell with three exits or more, or A with two or more.
    """
    level, before = run.level, 0
    seen: set[tuple[int, int]] = set()
    junctions = right = corridor_steps = corridor_ms = junction_steps = junction_ms = 0
    for number, ((cell, there), time) in enumerate(
        zip(pairwise(run.cells()), run.times, strict=True)
    ):
        exits = level.maze.exits(cell).bit_count()
        spent, before = time - before, time
        if exits > 2 or (cell == level.start and exits > 1):
            if cell not in seen:
                seen.add(cell)
                junctions += 1
                right += level.distance(there) < level.distance(cell)
            if number:
                junction_steps += 1
                junction_ms += spent
        elif number:
            corridor_steps += 1
            corridor_ms += spent
    return Habits(junctions, right, corridor_steps, corridor_ms, junction_steps, junction_ms)


def together(several: Iterable[Habits]) -> Habits:
    """Return the sum of several measurements."""
    return Habits(*map(sum, zip(*map(astuple, [Habits(), *several]), strict=True)))
