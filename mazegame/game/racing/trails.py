"""Trails: the latest cells in which the player saw each rival.

What lives here: the cells and their letters. What does not: the visibility of rivals
(``session.py``), and drawing trails (``drawing/``).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.race_choice import MAX_RIVALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Cell
    from mazegame.game.runner import Rival

TRAIL_CELLS: Final = 12
"""Most cells of a rival's trail."""

TRAIL: Final = "."
"""The sign in the cells of a trail if there is only one rival."""


class Trails:
    """The trails of a field.

    Args:
        letters: The letter of each rival; its trail has small ones.
    """

    def __init__(self, letters: Sequence[str]) -> None:
        one = len(letters) == 1
        self._letters = [TRAIL if one else letter.lower() for letter in letters]
        self._cells: list[deque[Cell]] = [deque(maxlen=TRAIL_CELLS) for _ in letters]

    def leave(self, rival: int, cell: Cell | None) -> list[Cell]:
        """Add a cell that a rival left; None for a cell in which it was hidden.

        Returns:
            The cells that look different now.
        """
        if cell is None:
            return []
        cells = self._cells[rival]
        changed = [cell, cells[0]] if len(cells) == TRAIL_CELLS else [cell]
        cells.append(cell)
        return changed

    def clear(self, rival: int) -> set[Cell]:
        """Take away the trail of a rival; return its cells."""
        cells = set(self._cells[rival])
        self._cells[rival].clear()
        return cells

    def follow(self, rivals: Sequence[Rival], seconds: float) -> set[Cell]:
        """Compute the trails of rivals that are always visible.

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
    def marks(self) -> dict[Cell, tuple[int, str]]:
        """Return the colour of the rival, counted from 0, and its sign, for each cell."""
        return {
            cell: (rival % MAX_RIVALS, letter)
            for rival, (letter, cells) in enumerate(zip(self._letters, self._cells, strict=True))
            for cell in cells
        }
