"""``Meetings``: the cells in which a player and rivals met, and who comes near.

A meeting uses only what the player sees: a rival in a visible cell, and its trail of a few cells.
It uses no distances, so it reveals nothing about the way to B (``docs/internals/honesty.md``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import Cell
from mazegame.game.events import GameEvent, RivalNear

if TYPE_CHECKING:
    from mazegame.engine import Maze
    from mazegame.game.racing.field import RivalStep
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run

MET_CELLS: Final = 12
"""Most cells behind a rival in which the player meets it."""

NEAR_CELLS: Final = 3
"""Distance, in steps, at which a rival is announced as near."""

FAR_CELLS: Final = 6
"""Distance, in steps, that a rival must reach before its next approach is announced."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A cell in which both the player and a rival were."""

    rival: int
    """The rival's index in the field."""
    gap: float
    """The seconds by which the player came later; negative if the player came first."""
    step: int
    """The number of the rival's steps when it was there."""
    seconds: float
    """The time of the race, in seconds."""
    passing: bool = False
    """Whether the rival passed the player in the player's own cell."""


class Meetings:
    """The meetings of a player with the rivals of a race."""

    def __init__(self, run: Run, rivals: Sequence[Racer]) -> None:
        self._run = run
        self._rivals = rivals
        self._recent: list[deque[tuple[Cell, int]]] = [deque(maxlen=MET_CELLS) for _ in rivals]
        self._visited: list[set[Cell]] = [
            {run.level.start, rival.cell(0.0), *rival.last_cells(0.0, rival.taken(0.0))}
            for rival in rivals
        ]
        self._near = [True] * len(rivals)  # all start side by side, which is not announced
        self.last: Meeting | None = None
        """The latest meeting; None before the first one."""
        times = [0.0, *(ms / 1000 for ms in run.times)] if rivals else []
        self._came = dict(zip(run.cells(), times, strict=False))

    def player_came(self) -> None:
        """Process the player's latest step."""
        here, seconds = self._run.position, self._run.times[-1] / 1000
        first = here not in self._came
        self._came[here] = seconds
        if first:
            for rival, recent in enumerate(self._recent):
                step = next((step for cell, step in reversed(recent) if cell == here), None)
                if step is not None:
                    gap = seconds - self._rivals[rival].time_of(step)
                    self.last = Meeting(rival, max(gap, 0.0), step, seconds)

    def rivals_came(self, passed: Iterable[RivalStep], sees: Callable[[int, Cell], bool]) -> None:
        """Process the rivals' visible steps since the last call."""
        for rival, before, cell, step in passed:
            if self._rivals[rival].hunts:
                continue  # nobody is ahead of a hunter
            if cell in self._run.level.goals or not sees(rival, cell):
                continue  # its arrival says more
            visited = self._visited[rival]
            first = cell not in visited
            visited.add(cell)
            self._recent[rival].append((cell, step))
            if not first:
                continue
            time, came = self._rivals[rival].time_of(step), self._came.get(cell)
            if came is not None:
                self.last = Meeting(rival, came - time, step, time)
            elif before == self._run.position:
                self.last = Meeting(rival, 0.0, step, time, passing=True)

    def close_by(self, seen: Sequence[Cell | None]) -> list[GameEvent]:
        """Return an event for each rival that has come near; ``seen`` has None for hidden ones."""
        events: list[GameEvent] = []
        here = self._run.position
        for rival, cell in enumerate(seen):
            reach = FAR_CELLS if self._near[rival] else NEAR_CELLS
            before = self._near[rival]
            self._near[rival] = cell is not None and near(self._run.level.maze, here, cell, reach)
            if self._near[rival] and not before:
                events.append(RivalNear(rival=rival))
        return events


def near(maze: Maze, here: Cell, there: Cell, reach: int) -> bool:
    """Return whether a path of at most ``reach`` steps leads from one cell to another."""
    if abs(here[0] - there[0]) + abs(here[1] - there[1]) > reach:
        return False
    known, edge = {here}, [here]
    for _ in range(reach):
        if there in known:
            break
        edge = [beyond for at in edge for beyond in maze.neighbours(at) if beyond not in known]
        known.update(edge)
    return there in known
