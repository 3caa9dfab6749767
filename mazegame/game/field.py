"""Field: the rivals of a match, moved together by one stopwatch, and where they are seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.events import Event, RivalArrived, RivalMoved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
        self.seen: list[Cell | None] = [None] * len(self.rivals)
        """Where each of them was seen at the latest ``show``; None: not at all."""
        self._arrived: set[int] = set()
        self._place(seconds)

    @property
    def walking(self) -> bool:
        """Whether any of them is on its way."""
        return len(self._arrived) < len(self.rivals)

    def move(self, seconds: float) -> list[Event]:
        """Let them go where they are at a time of the stopwatch; say who arrived."""
        if not self.walking:
            return []
        before = self._arrived
        self._place(seconds)
        return [RivalArrived(rival=rival) for rival in sorted(self._arrived - before)]

    def show(self, sees: Callable[[Cell], bool]) -> list[Event]:
        """Look where they are; say who is seen in another cell than before.

        Args:
            sees: Whether a rival in a cell is seen.
        """
        before = self.seen
        self.seen = [cell if sees(cell) else None for cell in self.cells]
        return [
            RivalMoved(cells=tuple(cell for cell in pair if cell is not None), rival=rival)
            for rival, pair in enumerate(zip(before, self.seen, strict=True))
            if pair[0] != pair[1]
        ]

    def _place(self, seconds: float) -> None:
        self.cells = [rival.cell(seconds) for rival in self.rivals]
        self._arrived = {at for at, rival in enumerate(self.rivals) if rival.arrival <= seconds}
