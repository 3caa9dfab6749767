"""Field: the rivals of a match, moved together by one stopwatch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.events import Event, RivalArrived, RivalMoved

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.engine import Cell
    from mazegame.game.runner import Rival


class Field:
    """Where the rivals are.

    Args:
        rivals: Whom the player races.
        seconds: What the stopwatch shows at the beginning.
    """

    def __init__(self, rivals: Iterable[Rival], seconds: float) -> None:
        self.rivals = tuple(rivals)
        self.cells: list[Cell] = []
        """Where each of them was at the latest ``move``."""
        self._arrived: set[int] = set()
        self._place(seconds)

    @property
    def walking(self) -> bool:
        """Whether any of them is on its way."""
        return len(self._arrived) < len(self.rivals)

    def move(self, seconds: float) -> list[Event]:
        """Let them go where they are at a time of the stopwatch; say who moved and who arrived."""
        if not self.rivals:
            return []
        before, arrived = self.cells, self._arrived
        self._place(seconds)
        moved: list[Event] = [
            RivalMoved(cells=(was, here), rival=rival)
            for rival, (was, here) in enumerate(zip(before, self.cells, strict=True))
            if was != here
        ]
        return [*moved, *(RivalArrived(rival=rival) for rival in sorted(self._arrived - arrived))]

    def _place(self, seconds: float) -> None:
        self.cells = [rival.cell(seconds) for rival in self.rivals]
        self._arrived = {at for at, rival in enumerate(self.rivals) if rival.arrival <= seconds}
