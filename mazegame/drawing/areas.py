"""``Area``: a rectangle of cells, and its walls, rock, light and marks, for all drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import BANDS, RIVALS, RIVALS_BACK, Ink
from mazegame.engine import Direction
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.layers import ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

N, E, S, W = (direction.value for direction in Direction)

_OPEN_SIDES: Final = np.arange(256, dtype=np.uint8) & np.uint8(SIDES)
"""The open sides for each byte of a grid; none for a cell that is not carved yet."""
_OPEN_SIDES[UNVISITED:] = 0


class Walls(NamedTuple):
    """The walls of an area of (rows, cols) cells, and of the cells above it and on its left."""

    above: NDArray[np.bool_]
    """(rows, cols + 1): whether there is a wall above each cell."""
    left: NDArray[np.bool_]
    """(rows + 1, cols): whether there is a wall left of each cell."""
    light_above: NDArray[np.uint8]
    """The light on each place of ``above``, with or without a wall."""
    light_left: NDArray[np.uint8]
    """The light on each place of ``left``."""
    solid: NDArray[np.bool_]
    """(rows + 1, cols + 1): which cells are solid rock."""

    @property
    def arms(self) -> NDArray[np.uint8]:
        """(rows, cols): the walls that meet in the upper left corner of each cell, as sides."""
        up, down = self.left[:-1] * np.uint8(N), self.left[1:] * np.uint8(S)
        left, right = self.above[:, :-1] * np.uint8(W), self.above[:, 1:] * np.uint8(E)
        return up | right | down | left


class Area(NamedTuple):
    """A rectangle of cells: the row and the column of the upper left one, and its size.

    What it says of a scene are arrays (rows, cols); of uint8, unless otherwise said.
    """

    row: int
    col: int
    rows: int
    cols: int

    def within(self, scene: Scene) -> Area:
        """Return its intersection with the grid of a scene, which may be empty."""
        row, col = max(self.row, scene.row_offset), max(self.col, 0)
        rows, cols = scene.shape
        end, right = min(self.row + self.rows, rows), min(self.col + self.cols, cols)
        return Area(row, col, max(end - row, 0), max(right - col, 0))

    def slices(self, row: int = 0, col: int = 0) -> tuple[slice, slice]:
        """Return its slices in an array whose first element is the cell (row, col)."""
        top, left = self.row - row, self.col - col
        return slice(top, top + self.rows), slice(left, left + self.cols)

    def middles(self, high: int, wide: int) -> tuple[NDArray[np.intp], ...]:
        """Return the indices of a cell in the middle of each of its parts of high x wide cells."""
        return np.ix_(*(
            np.minimum(np.arange(first, first + long, per) + per // 2, first + long - 1)
            for first, long, per in ((self.row, self.rows, high), (self.col, self.cols, wide))
        ))  # fmt: skip

    def cut(self, layer: NDArray[np.uint8], scene: Scene) -> NDArray[np.uint8]:
        """Return its part of a layer, read-only; 0 outside of the grid."""
        inner = self.within(scene)
        if inner == self:
            return layer[self.slices(scene.row_offset)]
        copy = np.zeros((self.rows, self.cols), layer.dtype)
        if inner.rows and inner.cols:
            copy[inner.slices(self.row, self.col)] = layer[inner.slices(scene.row_offset)]
        return copy

    def sides(self, scene: Scene) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return the open sides, and which cells are solid rock: uint8 and bool.

        What lies outside of the maze is rock; A and B never are, not even in a maze of one cell.
        """
        sides = _OPEN_SIDES[self.cut(scene.grid, scene)]
        solid = sides == 0
        if solid.any():
            inner = self.within(scene)
            for row in range(inner.row, inner.row + inner.rows):
                for end in scene.ends.get(row, ()):
                    if 0 <= end.cell[1] - self.col < self.cols:
                        solid[row - self.row, end.cell[1] - self.col] = False
        return sides, solid

    def light(self, scene: Scene) -> NDArray[np.uint8]:
        """Return the light: 0 dark, 1 seen, 2 in sight, 3 come to light just now.

        What lies outside of the maze is dark; without fog all is 1.
        """
        if scene.light is None:
            return np.ones((self.rows, self.cols), np.uint8)
        light: NDArray[np.uint8] = self.cut(scene.light, scene)
        return light if scene.glow is None else light + self.cut(scene.glow, scene)

    def walls(self, scene: Scene, *, within_rock: bool = False) -> Walls:
        """Return the walls of its cells; those between two cells of rock only if asked for.

        In fog a wall is known if a cell beside it was seen; the outer frame always is.
        """
        row, col, rows, cols = self.row - 1, self.col - 1, self.rows + 1, self.cols + 1
        wider = Area(row, col, rows, cols)
        (sides, solid), light = wider.sides(scene), wider.light(scene)
        light_above = np.maximum(light[:-1], light[1:])
        light_left = np.maximum(light[:, :-1], light[:, 1:])
        above, left = light_above > 0, light_left > 0
        if not within_rock:
            above &= ~(solid[:-1] & solid[1:])
            left &= ~(solid[:, :-1] & solid[:, 1:])
        first, (last, right) = scene.row_offset, scene.shape
        row_at, col_at = np.arange(row, row + rows)[:, np.newaxis], np.arange(col, col + cols)
        edge = ((row_at == first) | (row_at == last)) & (col_at >= 0) & (col_at < right)
        above |= edge[1:]
        edge = ((col_at == 0) | (col_at == right)) & (row_at >= first) & (row_at < last)
        left |= edge[:, 1:]
        # A row that is gone or is to come says nothing, so the one beside it is asked as well.
        above &= (sides[:-1] & S | sides[1:] & N) == 0
        left &= (sides[:, 1:] & W) == 0
        return Walls(above, left, light_above, light_left, solid)

    def dark(self, scene: Scene) -> NDArray[np.bool_]:
        """Return which cells were never seen: bool, False outside the grid."""
        dark = np.zeros((self.rows, self.cols), np.bool_)
        if scene.light is not None:
            inner = self.within(scene)
            dark[inner.slices(self.row, self.col)] = scene.light[inner.slices()] == 0
        return dark

    def ground(self, scene: Scene) -> NDArray[np.uint8]:
        """Return the inks that fill an area inside the grid, paint over heat; FLOOR for none."""
        there = self.slices(scene.row_offset)
        ground = np.zeros((self.rows, self.cols), np.uint8)
        if scene.heat and scene.field is not None:
            ground = heat_bands(scene, scene.field[there])
        if scene.paint is not None:
            paint = scene.paint[there]
            ground = np.where(paint, paint, ground)
        return ground

    def ground_between(self, scene: Scene, side: int) -> NDArray[np.uint8]:
        """Return the inks that fill the passages on a side, N or W, of cells inside the grid.

        FLOOR where a wall is, where the cell beyond is bare, and on the boundary. Where an
        arrow leads from a filled cell to another, it counts as a passage.
        """
        row, col, rows, cols = self
        if side == N:
            wider, back = Area(row - 1, col, rows + 1, cols), S
        else:
            wider, back = Area(row, col - 1, rows, cols + 1), E
        own, beyond = self.slices(wider.row, wider.col), (slice(rows), slice(cols))
        ground, arrows = wider._filled(scene)
        sides, _ = self.sides(scene)
        joined = (sides & side != 0) | (arrows[own] == side) | (arrows[beyond] == back)
        return np.where(joined & (ground[beyond] != 0), ground[own], Ink.FLOOR).astype(np.uint8)

    def _filled(self, scene: Scene) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the inks that fill it, and the directions of its arrows; 0 outside the grid."""
        ground = np.zeros((self.rows, self.cols), np.uint8)
        arrows = np.zeros_like(ground)
        inner = self.within(scene)
        there = inner.slices(self.row, self.col)
        ground[there] = inner.ground(scene)
        if scene.signs is not None:
            signs = scene.signs[inner.slices(scene.row_offset)]
            painted = (ground[there] >= Ink.CURRENT) & (signs < ord(" "))
            arrows[there] = np.where(painted, signs, 0)
        return ground, arrows

    def signs(self, scene: Scene, ground: NDArray[np.uint8], glyphs: Glyphs) -> NDArray[np.uint32]:
        """Return the code points in filled cells inside the grid: uint32.

        ``ground`` has the inks that fill them; the code points of bare cells mean nothing.
        """
        signs = glyphs.signs[ground]
        if scene.signs is not None:
            own = scene.signs[self.slices(scene.row_offset)]
            own = np.where(ground >= Ink.CURRENT, own, 0)
            for direction, arrow in glyphs.arrows.items():
                signs[own == direction] = arrow
            signs = np.where(own >= ord(" "), own, signs)
        return signs

    def marks(self, scene: Scene, side: int) -> NDArray[np.uint8]:
        """Return the inks of lines, walk and path on an area inside the grid, FLOOR for none.

        ``side`` is SIDES for the cells themselves, N or W for the passage on that side of them.
        """
        marks = np.zeros((self.rows, self.cols), np.uint8)
        for number, layer in scene.lines:
            tracks = layer[self.slices(scene.row_offset)]
            marks[(tracks & side) != 0] = RIVALS_BACK[number]
            marks[tracks & side << ROUTE_SHIFT != 0] = RIVALS[number]
        walked = None
        if scene.tracks is not None:
            tracks = scene.tracks[self.slices(scene.row_offset)]
            walked = (tracks & side) != 0
            marks[walked] = Ink.BACKTRACK
            marks[tracks & side << ROUTE_SHIFT != 0] = Ink.TRAIL
        if scene.path is not None:
            path = (scene.path[self.slices(scene.row_offset)] & side) != 0
            marks[path] = Ink.PATH
            if walked is not None:
                marks[path & walked] = Ink.SHARED
        for at in range(self.rows):
            for head in scene.head_in(self.row + at, side):
                if 0 <= head - self.col < self.cols and marks[at, head - self.col] == Ink.TRAIL:
                    marks[at, head - self.col] = Ink.HEAD
        return marks


def pooled(
    cells: NDArray[np.uint8],
    size: tuple[int, int],
    add: np.ufunc = np.bitwise_or,
    dtypes: tuple[Any, Any] = (np.uint8, np.uint8),
) -> NDArray[Any]:
    """Add up the cells of each rectangle of a size (rows, cols); the last ones may be smaller.

    ``dtypes`` are those of the sums of columns, and of the result.
    """
    # np.ufunc.reduceat takes twenty times as long.
    for axis, (long, dtype) in enumerate(zip(size, dtypes, strict=True)):
        cells = np.moveaxis(cells, axis, 0)
        sums = np.zeros((-(-len(cells) // long), cells.shape[1]), dtype)
        for at in range(min(long, len(cells))):
            some = cells[at::long]
            add(sums[: len(some)], some, out=sums[: len(some)])
        cells = np.moveaxis(sums, 0, axis)
    return cells


def heat_bands(scene: Scene, distances: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the bands of distances: uint8 of their shape, inks from BAND on, FLOOR for none."""
    low, high = scene.distances_shown
    distance = distances.astype(np.int64)
    band = np.clip((distance - low) * BANDS // (high - low + 1), 0, BANDS - 1)
    return np.where(distance < 0, Ink.FLOOR, Ink.BAND + band).astype(np.uint8)


def hints(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[Cell, int]]:
    """Yield the cell and the character of the hint and the labels, in the dark as well."""
    for cell, direction in scene.hint.items():
        yield cell, glyphs.arrows[direction]
    for cell, label in scene.labels.items():
        yield cell, ord(label)


def tokens(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[Cell, int, Ink]]:
    """Yield A, B and the walkers where they may be shown, each over those before it.

    Each is a cell, a code point, and the ink of the character and of its ground.
    """
    for ends in scene.ends.values():
        for end in ends:
            if scene.knows(end.cell):
                yield end.cell, ord(end.letter), end.ink
    for walker in scene.walkers:
        if walker.cell is not None and scene.sees(walker.cell):
            yield walker.cell, glyphs.letter(walker.ink, walker.letter), walker.ink


def marks_in(scene: Scene) -> set[Ink]:
    """Return the inks of walk and path in the cells of a scene, A and B left out."""
    rows, cols = scene.shape
    found: set[Ink] = set()
    for row in range(scene.row_offset, rows):  # a layer of a huge maze is never copied as a whole
        marks = Area(row, 0, 1, cols).marks(scene, SIDES)
        for end in scene.ends.get(row, ()):
            marks[0, end.cell[1]] = Ink.FLOOR
        found.update(Ink(int(ink)) for ink in np.unique(marks))
    if Ink.HEAD in found:
        found.add(Ink.TRAIL)
    return found - {Ink.FLOOR, Ink.HEAD}
