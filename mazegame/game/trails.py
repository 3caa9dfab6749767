"""Trails: the cells in which the player saw each rival last.

What lives here: which cells those are, and what stands in them. What does not: who sees a rival
(``session.py``), and how a trail is drawn (``drawing/``).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Cell
    from mazegame.game.runner import Rival

TRAIL_CELLS: Final = 12
"""The cells of a rival's trail."""

TRAIL: Final = "."
"""What stands in the cells of a trail where there is one rival only."""


class Trails:
    """The trails of a field.

    Args:
        letters: The letter of each rival; its trail is made of small ones.
    """

    def __init__(self, letters: Sequence[str]) -> None:
        one = len(letters) == 1
        self._letters = [TRAIL if one else letter.lower() for letter in letters]
        self._cells: list[deque[Cell]] = [deque(maxlen=TRAIL_CELLS) for _ in letters]

    def leave(self, rival: int, cell: Cell | None) -> list[Cell]:
        """Return a rival left a cell in which it was seen; None for one in which it was not.

        Returns:
            The cells that look different now.
        """
        if cell is None:
            return []
        cells = self._cells[rival]
        changed = [cell, cells[0]] if len(cells) == TRAIL_CELLS else [cell]
        cells.append(cell)
        return changed

    def follow(self, rivals: Sequence[Rival], seconds: float) -> set[Cell]:
        """Lay the trails of rivals that are seen wherever they are.

        Args:
            rivals: The field.
            seconds: The time of the race.

        Returns:
            The cells that look different now.
        """
        before = self.marks
        for cells, rival in zip(self._cells, rivals, strict=True):
            cells.clear()
            cells.extend(rival.last_cells(seconds, TRAIL_CELLS))
        after = self.marks
        return {cell for cell in before.keys() | after if before.get(cell) != after.get(cell)}

    @property
    def marks(self) -> dict[Cell, str]:
        """What stands in each cell of a trail."""
        return {
            cell: letter
            for letter, cells in zip(self._letters, self._cells, strict=True)
            for cell in cells
        }
