"""``Player``: one player of a match, with run, seen cells, marks and hint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mazegame.game.walking.gliding import Glider
from mazegame.game.walking.sight import Fog
from mazegame.layers import IN_SIGHT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Direction
    from mazegame.game.run import Run


class Player(Glider):
    """A player's run, seen cells, marks, hint and glide."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.seen = Fog.during(run)
        """The cells seen so far, tracked with and without fog."""
        self.in_fog = False
        """Whether unseen cells are hidden."""
        self.dead_ends: set[tuple[int, int, Direction]] = set()
        """Exits (row, col, direction) that are known to lead to dead ends only."""
        self.hint: tuple[Cell, ...] = ()
        """The cells of the shown hint; empty for none."""
        self.hint_distance: int | None = None
        """The distance to B in the last hint; None after the next step."""
        self.glides = 0
        """The number of times that the player ran along a corridor."""
        self.heat = False
        """Whether the distances of all cells to B are shown."""
        self.hint_ends = 0.0
        """The time at which the hint expires; in a pause, the time that is left."""

    @property
    def light(self) -> NDArray[np.uint8] | None:
        """The light of the cells, as ``Fog.light``; None without fog."""
        return self.seen.light if self.in_fog else None

    def reveal(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Mark shown cells as seen; return those that look different."""
        dark = self.seen.reveal(cells)
        return tuple(dark) if self.in_fog else ()

    def sees_walker(self, cell: Cell) -> bool:
        """Return whether walkers in a cell are visible: it is in sight or, without fog, walked."""
        walked = not self.in_fog and self.run.walked(cell)
        return bool(self.seen.light[cell] == IN_SIGHT or walked)
