"""A scene: everything that a drawing may show of a level."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.inks import Ink
from mazegame.engine import Direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mazegame.engine import Cell, Level

VISITED = 16
"""The bit of a track that says that the cell was entered."""

ON_ROUTE = 32
"""The bit of a track that says that the cell lies on the route."""


IN_SIGHT = 2
"""The light on a cell that is in sight."""


class Scene:
    """A level and the layers over it. Layers are changed in place by whoever owns the scene.

    Attributes:
        level: The level.
        tracks: uint8 (rows, cols): what the walk left in each cell: the sides it went through
            (N=1, E=2, S=4, W=8), VISITED, ON_ROUTE.
        path: uint8 (rows, cols): the sides through which the shown shortest path goes.
        player: Where the player is; None shows nobody.
        runner: Where the runner is; None shows nobody.
        hint: The direction in which the hint leads on, by cell.
        labels: A character to stand in a cell, by cell.
        ends: A and every B by row: their columns, letters and inks.
        light: uint8 (rows, cols): 0 for a cell never seen, 1 seen before, 2 in sight; None where
            there is no fog.
        heat: Whether the distance of every cell to B is shown.
    """

    __slots__ = (
        "_farthest",
        "_path",
        "_tracks",
        "ends",
        "heat",
        "hint",
        "labels",
        "level",
        "light",
        "player",
        "runner",
    )

    def __init__(self, level: Level, *, player: Cell | None = None) -> None:
        self.level = level
        self.player = player
        self.runner: Cell | None = None
        self.hint: dict[Cell, Direction] = {}
        self.labels: dict[Cell, str] = {}
        self.light: NDArray[np.uint8] | None = None
        self.heat = False
        self._farthest = 0
        self.ends: dict[int, list[tuple[int, str, Ink]]] = {}
        for cell, letter, ink in (
            (level.start, "A", Ink.START),
            *((goal, "B", Ink.GOAL) for goal in level.goals),
        ):
            self.ends.setdefault(cell[0], []).append((cell[1], letter, ink))
        self._tracks: NDArray[np.uint8] | None = None
        self._path: NDArray[np.uint8] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols) of the maze."""
        return self.level.maze.rows, self.level.maze.cols

    @property
    def tracks(self) -> NDArray[np.uint8] | None:
        """The walk's tracks, None where there are none."""
        return self._tracks

    @property
    def path(self) -> NDArray[np.uint8] | None:
        """The sides of the shown shortest path, None where none is shown."""
        return self._path

    @property
    def farthest(self) -> int:
        """What is more than the distance of any cell to B, looked for once."""
        if self._farthest == 0:
            self._farthest = int(self.level.field.max()) + 1
        return self._farthest

    def knows(self, cell: Cell) -> bool:
        """Whether a cell may be shown: in fog only once it was seen."""
        return self.light is None or bool(self.light[cell])

    def sees(self, cell: Cell) -> bool:
        """Whether somebody in a cell is seen: in fog only while it is in sight."""
        return self.light is None or bool(self.light[cell] == IN_SIGHT)

    def show_tracks(self, tracks: bytearray) -> None:
        """Show the tracks of a run: the very bytes, so that later steps are seen too."""
        self._tracks = np.frombuffer(tracks, np.uint8).reshape(self.shape)

    def show_path(self, cells: NDArray[np.intp] | Sequence[Cell]) -> None:
        """Show a path, given as cells side by side: (n, 2) of (row, col)."""
        layer = np.zeros(self.shape, np.uint8)
        if len(cells):
            steps = np.asarray(cells, np.intp)
            layer[steps[:, 0], steps[:, 1]] |= VISITED
            delta = np.diff(steps, axis=0)
            sides = np.select(
                [delta[:, 0] < 0, delta[:, 1] > 0, delta[:, 0] > 0],
                [Direction.N.value, Direction.E.value, Direction.S.value],
                Direction.W.value,
            ).astype(np.uint8)
            opposite = (sides << 2 | sides >> 2) & 15
            np.bitwise_or.at(layer, (steps[:-1, 0], steps[:-1, 1]), sides)
            np.bitwise_or.at(layer, (steps[1:, 0], steps[1:, 1]), opposite)
        self._path = layer

    def hide_path(self) -> None:
        """Show no path any more."""
        self._path = None

    def show_hint(self, here: Cell, way: Iterable[Cell]) -> list[Cell]:
        """Show a hint: from a cell along a way. Returns the cells that look different now.

        The arrow in a cell points where the way goes on from it; the last one keeps its heading.
        """
        changed = list(self.hint)
        cells = [here, *way]
        headings = [Direction.between(a, b) for a, b in pairwise(cells)]
        self.hint = dict(zip(cells[1:], [*headings[1:], *headings[-1:]], strict=True))
        return [*changed, *self.hint]
