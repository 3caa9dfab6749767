"""``RaceField``: the rivals of a match, moved by one stopwatch, and where the player sees them."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from mazegame.game.events import GameEvent, RivalArrived, RivalMoved
from mazegame.game.racing.lines import RivalLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mazegame.engine import Cell, Level
    from mazegame.game.racing.racer import Racer

MOST_PASSED: Final = 64
"""Most steps of a rival that one ``move`` reports; after a stall the first ones are dropped."""


class RivalStep(NamedTuple):
    """A step of a rival."""

    rival: int
    before: Cell
    cell: Cell
    step: int
    """The number of its steps so far, including this one."""


class RaceField:
    """The positions of the rivals of a match. ``seconds`` is the stopwatch at the beginning."""

    def __init__(self, rivals: Iterable[Racer], seconds: float, level: Level) -> None:
        self.rivals = tuple(rivals)
        self.lines = tuple(RivalLine(rival, level) for rival in self.rivals)
        """The line of each rival in the maze."""
        self.cells: list[Cell] = []
        """The cell of each rival at the latest ``move``."""
        self.seen: list[Cell | None] = [None] * len(self.rivals)
        """The visible cell of each rival at the latest ``show``; None for a hidden one."""
        self.passed: list[RivalStep] = []
        """The steps of the rivals in the latest ``move``; those of each rival are in order."""
        self.taken = [rival.taken(seconds) for rival in self.rivals]
        """The number of steps of each rival at the latest ``move``."""
        self._hunters = [rival for rival in self.rivals if rival.hunts]
        self._arrived: set[int] = set()
        self._outside: set[int] = set()
        self._place(seconds)

    def caught_at(self, seconds: float) -> float | None:
        """Return the time at which a hunter caught the player by ``seconds``; None if none did."""
        for hunter in self._hunters:
            hunter.taken(seconds)
        return min((one.caught for one in self._hunters if one.caught is not None), default=None)

    @property
    def walking(self) -> bool:
        """Whether any rival has not arrived."""
        return len(self._arrived) < len(self.rivals)

    def move(self, seconds: float) -> list[GameEvent]:
        """Move the rivals to a time of the stopwatch; return the arrivals."""
        self.passed = []
        if not self.walking:
            return []
        before = self._arrived
        self._place(seconds)
        return [RivalArrived(rival=rival) for rival in sorted(self._arrived - before)]

    def show(
        self, sees: Callable[[int, Cell], bool], reach: Callable[[int], int | None]
    ) -> list[GameEvent]:
        """Update the visible cells and the lines; return the changes.

        Args:
            sees: Whether the player sees a rival, by its index, in a cell.
            reach: The number of its first steps that the player sees wherever they are; None if
                only what ``sees`` says is seen.
        """
        before = self.seen
        self.seen = [
            cell if at not in self._outside and sees(at, cell) else None
            for at, cell in enumerate(self.cells)
        ]
        events: list[GameEvent] = []
        for rival, (then, now) in enumerate(zip(before, self.seen, strict=True)):
            taken, known = self.taken[rival], reach(rival)
            if known is None:
                changed = self.lines[rival].walk_to(taken, partial(sees, rival))
            else:
                changed = self.lines[rival].walk_to(min(taken, known))
            if changed or then != now:
                cells = (cell for cell in (then, now) if cell is not None)
                events.append(
                    RivalMoved(cells=tuple(dict.fromkeys((*cells, *sorted(changed)))), rival=rival)
                )
        return events

    def _place(self, seconds: float) -> None:
        self.cells = [rival.cell(seconds) for rival in self.rivals]
        self._outside = {at for at, rival in enumerate(self.rivals) if seconds < rival.enters}
        for at, rival in enumerate(self.rivals):
            before, taken = self.taken[at], rival.taken(seconds)
            if taken > before:
                steps = min(taken - before, MOST_PASSED)
                cells = [*rival.last_cells(seconds, steps), self.cells[at]]
                self.passed += (
                    RivalStep(at, *pair, taken - steps + step)
                    for step, pair in enumerate(pairwise(cells), start=1)
                )
            self.taken[at] = taken
        self._arrived = {at for at, rival in enumerate(self.rivals) if rival.arrival <= seconds}
