"""Sets of joined cells at any step of a carving, and their colours.

A join gives the cells of the smaller set the name of the larger one. Each cell of the smaller set
stays below its root for ever, so there is an order of all cells in which every set at every time is
a contiguous stretch. Undoing a join renames one stretch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.inks import SETS, Ink
from mazegame.engine import EventKind
from mazegame.engine.kernels.jit import Buffer, Kernel, u64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.steps.event_log import EventLog
    from mazegame.lab.show import Indices

_NEAR_JOINS: Final = 512
"""Most joins that are always applied one by one; for more, all names are found anew."""

_NEAR_SHARE: Final = 256
"""In a large maze, one join in this many cells may be applied step by step."""

_MIX: Final = 2654435761
"""Factor that spreads neighbouring names over the colours (Knuth's multiplicative hash)."""


class SetColours:
    """The connected sets of cells after some of the carving's joins.

    Attributes:
        joins: The number of joins applied.
        names: int32, by index of the flat grid: the name of each cell's set, one of its cells.
    """

    def __init__(self, log: EventLog, size: int) -> None:
        """Start before the first join of a log; ``size`` counts the flat grid with its border."""
        places = log.places(EventKind.CARVE)
        moves = np.array([0, -log.stride, 1, 0, log.stride, 0, 0, 0, -1], np.int32)
        first = log.cells[places]
        second = first + moves[log.sides[places]]
        self.joins = 0
        self.names = np.arange(size, dtype=np.int32)
        self._sizes = np.ones(size, np.int32)
        self._losers, self._winners = np.empty_like(first), np.empty_like(first)
        _UNITE(first, second, self.names.copy(), self._sizes, self._losers, self._winners)
        self._begins = np.zeros(size, np.int32)
        _STRETCH(self._losers, self._winners, self._sizes, self._begins, np.zeros(size, np.int32))
        self._order = np.empty(size, np.int32)
        self._order[self._begins] = np.arange(size, dtype=np.int32)
        lost_at = np.full(size, len(first), np.int32)
        lost_at[self._losers] = np.arange(len(first), dtype=np.int32)
        self._lost_at = lost_at[self._order]  # in that order
        self._far = max(_NEAR_JOINS, size // _NEAR_SHARE)

    def go_to(self, joins: int) -> NDArray[np.int32] | None:
        """Go to another number of joins; return the cells with a new name, None for too many."""
        if abs(joins - self.joins) <= self._far:
            return self._step_to(joins)
        # A set is a stretch that begins with its root, the one cell of it that has not lost.
        is_root = self._lost_at >= joins
        roots = self._order[is_root]
        self.names[self._order] = roots[np.cumsum(is_root, dtype=np.int32) - 1]
        self.joins = joins
        return None

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

    def _rename(self, join: int, name: np.int32) -> NDArray[np.int32]:
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
    first: Buffer, second: Buffer, roots: Buffer, sizes: Buffer, losers: Buffer, winners: Buffer
) -> None:
    """Join pairs of cells one after another, the smaller set to the larger.

    Args:
        first: int32 (joins,): one cell of each pair.
        second: int32 (joins,): the other.
        roots: int32 (cells,): each cell itself; changed.
        sizes: int32 (cells,): all 1; set to the number of cells below each when it lost its name,
            or at the end.
        losers: int32 (joins,): set to the roots that lost their names.
        winners: int32 (joins,): set to those that kept theirs.
    """
    for i in range(len(first)):
        one, other = u64(first[i]), u64(second[i])
        while u64(roots[one]) != one:
            roots[one] = roots[u64(roots[one])]
            one = u64(roots[one])
        while u64(roots[other]) != other:
            roots[other] = roots[u64(roots[other])]
            other = u64(roots[other])
        more, fewer = u64(sizes[one]), u64(sizes[other])
        if more < fewer or (more == fewer and one < other):
            one, other = other, one
        roots[other] = one
        sizes[one] += sizes[other]
        losers[i], winners[i] = other, one


def _stretch(
    losers: Buffer, winners: Buffer, sizes: Buffer, begins: Buffer, following: Buffer
) -> None:
    """Number the cells in pre-order of the forest of joins, earlier joins first.

    So the cells of every set are contiguous at all times.

    Args:
        losers: See ``_unite``.
        winners: See ``_unite``.
        sizes: See ``_unite``.
        begins: int32 (cells,): all 0; set to the position of each cell.
        following: int32 (cells,): all 0; used: the end of what is left of each cell's stretch.
    """
    for i in range(len(losers)):
        following[u64(losers[i])] = 1  # it is below another
    at = u64(0)
    for cell in range(len(sizes)):
        if following[cell] == 0:
            begins[cell] = at
            at += u64(sizes[cell])
            following[cell] = at
    for i in range(len(losers)):
        join = u64(len(losers) - 1 - i)
        loser, winner = u64(losers[join]), u64(winners[join])
        following[winner] -= sizes[loser]
        begins[loser] = following[winner]
        following[loser] = begins[loser] + sizes[loser]


_UNITE: Final = Kernel(_unite, 0.9)
_STRETCH: Final = Kernel(_stretch, 0.9)
