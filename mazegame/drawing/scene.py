"""A scene: a grid of passages and what a drawing may show over it.

A scene has the values and layers that drawings read. ``game/`` changes them; ``lines.py``,
``half_blocks.py`` and ``overview.py`` draw them.

A scene needs no finished maze. The grid may be half carved, or the window of a stream that drops
old rows at its top and gains new ones at its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import numpy as np

from mazegame.drawing.faces import face_of
from mazegame.drawing.inks import Ink
from mazegame.engine import Direction
from mazegame.layers import IN_SIGHT, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mazegame.drawing.faces import Face
    from mazegame.engine import Cell, Level


HEAD_CELLS: Final = 5
"""Number of cells at the end of the route that are brighter than the rest."""


@dataclass(frozen=True, slots=True)
class End:
    """A cell that is marked with a letter, for example A or B."""

    cell: Cell
    letter: str
    ink: Ink


@dataclass(slots=True)
class Walker:
    """A walker in a cell. The scene's owner moves it by changing ``cell``."""

    cell: Cell | None
    """The walker's cell; None for a hidden one."""
    ink: Ink = Ink.PLAYER
    """One of ``WALKERS``: the shape, the player's or a rival's, and the colour."""
    letter: str = ""
    """A character that distinguishes it from others of its shape; empty for the shape's own."""


class Line(NamedTuple):
    """The line of a rival through the maze."""

    number: int
    """The number of the rival's colour, from 0."""
    tracks: NDArray[np.uint8]
    """uint8 (rows, cols): as ``Run.tracks``."""


class Scene:
    """A grid of passages, its ends, and layers over it.

    Cells are those of the maze, (row, col). Arrays begin at row ``row_offset`` of the maze. The
    owner of a scene may change its arrays in place at any time; the next drawing shows it.

    Args:
        grid: uint8 (rows, cols): the open sides of each cell, N=1, E=2, S=4, W=8. A cell with the
            top bit set (``UNVISITED``) is not carved yet and drawn as rock, whatever its sides.
        ends: The marked cells.
        field: int32 (rows, cols): the distance of each cell, -1 for none; what ``heat`` shows.
        row_offset: The maze's row in row 0 of the grid; rows before it are gone and drawn blank.
    """

    face: Face | None = None
    """How the maze looks; None for the look that is the same for all."""
    light: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): DARK, SEEN or IN_SIGHT; None where there is no fog."""
    glow: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): 1 for cells that are just becoming visible; None for no glow."""
    veiled = False
    """Whether the dark hides walls only, and ends and walkers are shown in it."""
    tracks: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): as ``Run.tracks``; None for none."""
    path: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): the sides that the shown path goes through; None for none."""
    path_ink = Ink.PATH
    """The ink whose colour the shown path has."""
    heat = False
    """Whether ``field`` is shown."""
    heat_range: tuple[int, int] | None = None
    """The lowest and the highest distance of the heat map; None for those of the field."""
    keeps_heat_range = False
    """Whether the range stays as it is, whatever part of the maze is shown."""
    paint: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): the ink that fills each cell, 0 for none; over heat."""
    signs: NDArray[np.uint8] | None = None
    """uint8 (rows, cols): the character in a painted cell: 0 for the sign of its ink, 1, 2, 4 or 8
    for an arrow to that side, from 32 on an ASCII character."""
    numbers: NDArray[np.int32] | None = None
    """int32 (rows, cols): a number to show in each cell in which it fits; -1 for none."""
    head: tuple[Cell, ...] = ()
    """The cells of the route that are brighter, from the one farthest from the player on."""
    bump: tuple[Cell, Direction] | None = None
    """The cell and the side of a wall that a walker bumped into; None for none."""
    _farthest = -1

    def __init__(
        self,
        grid: NDArray[np.uint8],
        ends: Sequence[End] = (),
        field: NDArray[np.int32] | None = None,
        *,
        row_offset: int = 0,
    ) -> None:
        self.grid = grid
        self.field = field
        self.row_offset = row_offset
        self.ends: dict[int, list[End]] = {}
        self.show_ends(ends)
        self.walkers: list[Walker] = []
        """The walkers in the maze; later ones are drawn over earlier ones."""
        self.hint: dict[Cell, Direction] = {}
        """The direction of the step that the hint takes into a cell, by cell."""
        self.labels: dict[Cell, str] = {}
        """Characters to show in cells, by cell."""
        self.lines: tuple[Line, ...] = ()
        """The lines of rivals; later ones are drawn over earlier ones, tracks and path over all."""
        self._head: dict[tuple[int, int], list[int]] = {}

    @classmethod
    def of(cls, level: Level, *walkers: Walker) -> Self:
        """Return the scene of a level: its maze with its face, A and B, and the distances to B."""
        goals = [End(goal, "B", Ink.GOAL) for goal in level.goals]
        scene = cls(level.maze.passages, [End(level.start, "A", Ink.START), *goals], level.field)
        scene.face = face_of(level.recipe)
        scene.walkers += walkers
        return scene

    def cover(self, walkers: Sequence[Walker]) -> Scene:
        """Return a scene of the same size with only the frame, the known ends and some walkers.

        It has nothing of the grid, so that no drawing and no map of it can show a wall.
        """
        blank = np.zeros(self.grid.shape, np.uint8)
        ends = [end for row in self.ends.values() for end in row if self.knows(end.cell)]
        cover = Scene(blank, ends, row_offset=self.row_offset)
        cover.light, cover.veiled, cover.walkers = blank, True, [*walkers]
        cover.face = self.face
        return cover

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols) of the maze, including rows that have collapsed."""
        return self.row_offset + self.grid.shape[0], self.grid.shape[1]

    @property
    def distances_shown(self) -> tuple[int, int]:
        """The lowest and the highest distance of the heat map."""
        if self.heat_range is not None:
            return self.heat_range
        if self._farthest < 0 and self.field is not None:
            self._farthest = max(int(self.field.max()), 0)
        return 0, self._farthest

    @property
    def start(self) -> Cell:
        """A; the first cell of a scene without one."""
        starts = (end.cell for ends in self.ends.values() for end in ends if end.ink is Ink.START)
        return next(starts, (0, 0))

    def walker(self, ink: Ink) -> Walker | None:
        """Return the first walker with an ink; None without one."""
        return next((walker for walker in self.walkers if walker.ink is ink), None)

    def knows(self, cell: Cell) -> bool:
        """Return whether a cell may be shown: in fog only once it was seen."""
        return self.veiled or self._light(cell) > 0

    def sees(self, cell: Cell) -> bool:
        """Return whether a walker in a cell is visible: in fog only while the cell is in sight."""
        return self.veiled or self._light(cell) >= IN_SIGHT

    def _light(self, cell: Cell) -> int:
        row = cell[0] - self.row_offset
        if row < 0:
            return 0
        return IN_SIGHT if self.light is None else int(self.light[row, cell[1]])

    def show_ends(self, ends: Sequence[End]) -> None:
        """Mark these cells and no others."""
        self.ends.clear()
        for end in ends:
            self.ends.setdefault(end.cell[0], []).append(end)
        self.goals: tuple[Cell, ...] = tuple(end.cell for end in ends if end.ink is Ink.GOAL)

    def show_head(self, route: Sequence[Cell]) -> set[Cell]:
        """Show the end of a route brighter. Returns the cells that look different now.

        The route has cells side by side, the player's own the last; ``HEAD_CELLS`` of them count.
        """
        cells = tuple(route[-HEAD_CELLS:])
        before, self.head = self.head, cells
        self._head.clear()
        for cell in cells:
            self._head.setdefault((cell[0], SIDES), []).append(cell[1])
        for one, other in pairwise(cells):
            row, col = max(one, other)  # the passage is its northern or its western one
            side = Direction.W if one[0] == other[0] else Direction.N
            self._head.setdefault((row, side), []).append(col)
        passages = set(pairwise(before)) ^ set(pairwise(self.head))
        return (set(before) ^ set(cells)).union(*passages)

    def head_in(self, row: int, side: int) -> Sequence[int]:
        """Return the columns of a row where the route ends; ``side`` as in ``Area.marks``."""
        return self._head.get((row, side), ())

    def show_tracks(self, tracks: bytearray) -> None:
        """Show the tracks of a run; the layer shares their memory, so later steps appear too."""
        self.tracks = np.frombuffer(tracks, np.uint8).reshape(self.grid.shape)

    def show_lines(self, lines: Iterable[tuple[int, bytearray]]) -> None:
        """Show lines of rivals: the number of a colour, and tracks, whose memory is shared."""
        self.lines = tuple(
            Line(number, np.frombuffer(tracks, np.uint8).reshape(self.grid.shape))
            for number, tracks in lines
        )

    def show_path(self, cells: NDArray[np.intp] | Sequence[Cell], ink: Ink = Ink.PATH) -> None:
        """Show a path in an ink's colour, given as cells side by side: (n, 2) of (row, col)."""
        self.path_ink = ink
        layer = np.zeros(self.grid.shape, np.uint8)
        if len(cells):
            steps = np.asarray(cells, np.intp)
            rows, cols = steps[:, 0] - self.row_offset, steps[:, 1]
            delta = np.diff(steps, axis=0)
            sides = np.select(
                [delta[:, 0] < 0, delta[:, 1] > 0, delta[:, 0] > 0],
                [Direction.N.value, Direction.E.value, Direction.S.value],
                Direction.W.value,
            ).astype(np.uint8)
            opposite = (sides << 2 | sides >> 2) & 15
            np.bitwise_or.at(layer, (rows[:-1], cols[:-1]), sides)
            np.bitwise_or.at(layer, (rows[1:], cols[1:]), opposite)
        self.path = layer

    def show_hint(self, here: Cell, path: Iterable[Cell]) -> list[Cell]:
        """Show a hint: from a cell along a path. Returns the cells that look different now.

        The arrow in a cell is the step that leads into it, so the nearest one is the next key.
        """
        changed = list(self.hint)
        self.hint = {b: Direction.between(a, b) for a, b in pairwise([here, *path])}
        return [*changed, *self.hint]
