"""The letters of rivals on the map, and the trails behind them."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.race_choice import MAX_RIVALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Cell
    from mazegame.game.racing.racer import Racer

TRAIL_CELLS: Final = 12
"""Most cells of a rival's trail."""

TRAIL: Final = "."
"""The sign of a trail if there is only one rival, or the rival has no letter."""


@lru_cache(maxsize=16)
def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a different capital letter or digit for each name; ``&`` if there is none left.

    It tries the initials of the name's words first, then its other letters, then the alphabet, then
    the digits without 0, which looks like O.
    """
    found: list[str] = []
    for name in names:
        plain = [c for c in name.upper().replace("É", "E") if "A" <= c <= "Z" or c == " "]
        initials = [word[0] for word in "".join(plain).split()]
        rest = [c for c in plain if c != " "]
        alphabet = (*map(chr, range(ord("C"), ord("Z") + 1)), *"123456789")
        free = (c for c in (*initials, *rest, *alphabet) if c not in (*found, "A", "B"))
        found.append(next(free, "&"))  # small letters are trails
    return tuple(found)


def signs_of(rivals: Sequence[Racer]) -> list[tuple[str, int]]:
    """Return the letter of each rival, and the number of its colour from 0 on."""
    found = letters(tuple(rival.name for rival in rivals))
    return [
        rival.sign or (letter, at % MAX_RIVALS)
        for at, (rival, letter) in enumerate(zip(rivals, found, strict=True))
    ]


class Trails:
    """The trails of rivals on the map, drawn with their letters in lower case, or with dots."""

    def __init__(self, signs: Sequence[tuple[str, int]]) -> None:
        many = len(signs) > 1
        self._marks = [
            (colour, letter.lower() if many and letter.isalpha() else TRAIL)
            for letter, colour in signs
        ]
        self._cells: list[deque[Cell]] = [deque(maxlen=TRAIL_CELLS) for _ in signs]

    def leave(self, rival: int, cell: Cell) -> list[Cell]:
        """Add a cell that a rival has left; return the cells that look different now."""
        cells = self._cells[rival]
        changed = [cell, cells[0]] if len(cells) == TRAIL_CELLS else [cell]
        cells.append(cell)
        return changed

    def clear(self, rival: int) -> set[Cell]:
        """Remove the trail of a rival; return its cells."""
        cells = set(self._cells[rival])
        self._cells[rival].clear()
        return cells

    def follow(self, rivals: Sequence[Racer], seconds: float) -> set[Cell]:
        """Compute the trails of rivals that are always visible; return the changed cells."""
        before = self.marks
        for cells, rival in zip(self._cells, rivals, strict=True):
            cells.clear()
            cells.extend(rival.last_cells(seconds, TRAIL_CELLS))
        after = self.marks
        return {cell for cell in before.keys() | after if before.get(cell) != after.get(cell)}

    @property
    def marks(self) -> dict[Cell, tuple[int, str]]:
        """The number of the rival's colour, counted from 0, and the sign, for each cell."""
        trails = zip(self._marks, self._cells, strict=True)
        return {cell: mark for mark, cells in trails for cell in cells}
