"""Sets of joined cells at any step of a carving, and their colours.

A join gives the cells of the smaller set the name of the larger one. Each cell of the smaller set
stays below its root for ever, so there is an order of all cells in which every set at every time is
a contiguous stretch. Undoing a join renames one stretch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import SETS, Ink
from mazegame.engine import EventKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.events import EventLog
    from mazegame.lab.show import Indices

_KEY_JOINS: Final = 512
"""Fewest joins from one key frame to the next."""

_MOST_KEYS: Final = 64
"""Most key frames in memory."""

_MIX: Final = 2654435761
"""Factor that spreads neighbouring names over the colours (Knuth's multiplicative hash)."""


class SetColours:
    """The connected sets of cells after some of the carving's joins.

    Attributes:
        joins: The number of joins applied.
        names: int32, by index of the flat grid: the name of each cell's set, one of its cells.
    """

    def __init__(self, log: EventLog, size: int) -> None:
        """Start before the first join of a log.

        Args:
            log: The events of the carving.
            size: The cells of the flat grid, with its border.
        """
        places = log.places(EventKind.CARVE)
        moves = np.array([0, -log.stride, 1, 0, log.stride, 0, 0, 0, -1])
        first = log.cells[places]
        second = first + moves[log.sides[places]]
        self._losers, self._winners, sizes = _unite(first.tolist(), second.tolist(), size)
        self._order, self._begins = _stretches(self._losers, self._winners, sizes)
        self._sizes = sizes
        self.joins = 0
        self.names = np.arange(size, dtype=np.int32)
        self._spacing = max(_KEY_JOINS, len(self._losers) // _MOST_KEYS)
        self._keys = [self.names.copy()]

    def go_to(self, joins: int) -> NDArray[np.int32] | None:
        """Go to another number of joins.

        Returns:
            The indices of the cells with a new name; None if they are too many to list.
        """
        spacing = self._spacing
        far = abs(joins - self.joins) > spacing
        if far:
            key = min((joins + spacing // 2) // spacing, len(self._keys) - 1)
            self.names[:] = self._keys[key]
            self.joins = key * spacing
        changed = []
        while len(self._keys) * spacing <= joins:
            changed.append(self._step_to(len(self._keys) * spacing))
            self._keys.append(self.names.copy())
        changed.append(self._step_to(joins))
        return None if far else np.concatenate(changed)

    def _step_to(self, joins: int) -> NDArray[np.int32]:
        """Apply or undo joins one by one; return the cells with a new name."""
        changed = []
        while self.joins < joins:
            changed.append(self._rename(self.joins, self._winners[self.joins]))
            self.joins += 1
        while self.joins > joins:
            self.joins -= 1
            changed.append(self._rename(self.joins, self._losers[self.joins]))
        return np.concatenate(changed) if changed else np.zeros(0, np.int32)

    def _rename(self, join: int, name: int) -> NDArray[np.int32]:
        loser = self._losers[join]
        begin = self._begins[loser]
        cells = self._order[begin : begin + self._sizes[loser]]
        self.names[cells] = name
        return cells

    def inks(self, cells: Indices) -> NDArray[np.uint8]:
        """Return the inks of some cells' sets: uint8, from ``Ink.SET_1`` on."""
        mixed = self.names[cells].astype(np.uint64) * np.uint64(_MIX) >> np.uint64(7)
        return (Ink.SET_1 + mixed % np.uint64(SETS)).astype(np.uint8)

    def letters(self, cells: Indices) -> NDArray[np.uint8]:
        """Return a letter for each cell's set, as ASCII: the same for all cells of one set."""
        mixed = self.names[cells].astype(np.uint64) * np.uint64(_MIX) >> np.uint64(9)
        return (ord("a") + mixed % np.uint64(26)).astype(np.uint8)


def _unite(
    first: list[int], second: list[int], size: int
) -> tuple[list[int], list[int], list[int]]:
    """Join pairs of cells one after another, the smaller set to the larger.

    Returns:
        For each pair the root that lost its name and the one that kept it; and for each cell the
        number of cells below it when it lost its name (at the end, for those that never did).
    """
    roots = list(range(size))
    sizes = [1] * size

    def root(cell: int) -> int:
        while roots[cell] != cell:
            roots[cell] = roots[roots[cell]]
            cell = roots[cell]
        return cell

    losers, winners = [], []
    for one, other in zip(first, second, strict=True):
        loser, winner = root(one), root(other)
        if (sizes[loser], loser) > (sizes[winner], winner):
            loser, winner = winner, loser
        roots[loser] = winner
        sizes[winner] += sizes[loser]
        losers.append(loser)
        winners.append(winner)
    return losers, winners, sizes


def _stretches(
    losers: list[int], winners: list[int], sizes: list[int]
) -> tuple[NDArray[np.int32], list[int]]:
    """Order the cells so that those below a cell follow it directly.

    Returns:
        int32: the cells in that order; and the position of each cell.
    """
    begins = [-1] * len(sizes)
    following = [0] * len(sizes)  # by cell: the position of the next set that joins it
    lost = set(losers)
    at = 0
    for cell in range(len(sizes)):
        if cell not in lost:
            begins[cell] = at
            following[cell] = at + 1
            at += sizes[cell]
    for loser, winner in zip(reversed(losers), reversed(winners), strict=True):
        begins[loser] = following[winner]
        following[loser] = begins[loser] + 1
        following[winner] += sizes[loser]
    order = np.empty(len(sizes), np.int32)
    order[begins] = np.arange(len(sizes), dtype=np.int32)
    return order, begins
