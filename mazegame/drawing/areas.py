"""Properties of a rectangle of cells, for all drawings: walls, rock, marks.

Here: layers of a scene as small arrays, with what lies outside of the grid filled in. Not here: the
characters that they become (``lines.py``, ``half_blocks.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import BANDS, Ink
from mazegame.engine import Direction
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.engine.layers import ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell

N, E, S, W = (direction.value for direction in Direction)

_OPEN_SIDES: Final = np.arange(256, dtype=np.uint8) & (N | E | S | W)
"""The open sides of each byte of a grid; none for a cell that is not carved yet."""
_OPEN_SIDES[UNVISITED:] = 0

_WALL_INKS: Final = np.array([Ink.ROCK, Ink.WALL, Ink.LIT, Ink.HEAD], np.uint8)
"""The ink of a wall by the light on it; in the dark there is only the frame."""


class Area(NamedTuple):
    """A rectangle of cells: the row and the column of the upper left one, and its size."""

    row: int
    col: int
    rows: int
    cols: int

    def within(self, scene: Scene) -> Area:
        """Return the part of it that lies in the grid of a scene, maybe of no rows or columns."""
        row, col = max(self.row, scene.row_offset), max(self.col, 0)
        rows, cols = scene.shape
        return Area(
            row,
            col,
            max(min(self.row + self.rows, rows) - row, 0),
            max(min(self.col + self.cols, cols) - col, 0),
        )

    def slices(self, row: int = 0, col: int = 0) -> tuple[slice, slice]:
        """Return where it lies in an array that begins with the cell (row, col)."""
        top, left = self.row - row, self.col - col
        return slice(top, top + self.rows), slice(left, left + self.cols)


def cut(layer: NDArray[Any], scene: Scene, area: Area) -> NDArray[Any]:
    """Return a copy of an area of a layer: (rows, cols), 0 outside of the grid."""
    inner = area.within(scene)
    if inner == area:
        return layer[area.slices(scene.row_offset)].copy()
    copy = np.zeros((area.rows, area.cols), layer.dtype)
    if inner.rows and inner.cols:
        copy[inner.slices(area.row, area.col)] = layer[inner.slices(scene.row_offset)]
    return copy


def area_sides(scene: Scene, area: Area) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the open sides and the rock of an area; what lies outside of the maze is rock.

    Returns:
        uint8 (rows, cols) open sides, and bool (rows, cols) solid rock. A and B are never rock, not
        even in a maze of a single cell.
    """
    sides = _OPEN_SIDES[cut(scene.grid, scene, area)]
    solid = sides == 0
    if solid.any():
        for ends in scene.ends.values():
            for end in ends:
                row, col = end.cell[0] - area.row, end.cell[1] - area.col
                if 0 <= row < area.rows and 0 <= col < area.cols:
                    solid[row, col] = False
    return sides, solid


def area_light(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the light on an area; what lies outside of the maze is dark.

    Returns:
        uint8 (rows, cols): 0 dark, 1 seen, 2 in sight, 3 come to light just now; without fog all 1.
    """
    if scene.light is None:
        return np.ones((area.rows, area.cols), np.uint8)
    light: NDArray[np.uint8] = cut(scene.light, scene, area)
    if scene.glow is not None:
        light += cut(scene.glow, scene, area)
    return light


def area_frame(scene: Scene, area: Area) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where the outer frame of a maze stands, which is seen in fog too.

    Returns:
        Two of bool (rows, cols): above the cells of an area, and left of them.
    """
    last, cols = scene.shape
    row = np.arange(area.row, area.row + area.rows)[:, np.newaxis]
    col = np.arange(area.col, area.col + area.cols)
    above = ((row == 0) | (row == last)) & (col >= 0) & (col < cols)
    return above, ((col == 0) | (col == cols)) & (row >= 0) & (row < last)


def area_dark(scene: Scene, area: Area) -> NDArray[np.bool_]:
    """Return the cells of an area that nobody has seen: bool (rows, cols), none outside."""
    dark = np.zeros((area.rows, area.cols), np.bool_)
    if scene.light is not None:
        inner = area.within(scene)
        dark[inner.slices(area.row, area.col)] = scene.light[inner.slices()] == 0
    return dark


def wall_ink(light: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the inks of walls by the light on them: uint8 of the same shape."""
    return _WALL_INKS[light]


def area_heat(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the bands of distance of an area inside the grid.

    Returns:
        uint8 (rows, cols): the inks from BAND on, FLOOR for what has no distance.
    """
    if scene.field is None:
        return np.zeros((area.rows, area.cols), np.uint8)
    return heat_bands(scene, scene.field[area.slices(scene.row_offset)])


def heat_bands(scene: Scene, distances: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the bands of some distances of a scene: uint8 of the same shape, as ``area_heat``."""
    low, high = scene.distances_shown
    distance = distances.astype(np.int64)
    band = np.clip((distance - low) * BANDS // (high - low + 1), 0, BANDS - 1)
    return np.where(distance < 0, Ink.FLOOR, Ink.BAND + band).astype(np.uint8)


def area_ground(scene: Scene, area: Area) -> NDArray[np.uint8]:
    """Return the inks that fill an area inside the grid: paint, and heat below it.

    Returns:
        uint8 (rows, cols): FLOOR for what is not filled.
    """
    bare = np.zeros((area.rows, area.cols), np.uint8)
    ground = area_heat(scene, area) if scene.heat else bare
    if scene.paint is not None:
        paint = scene.paint[area.slices(scene.row_offset)]
        ground = np.where(paint, paint, ground)
    return ground


def area_ground_between(scene: Scene, area: Area, side: int) -> NDArray[np.uint8]:
    """Return the inks that fill the passages on the northern or western side of an area.

    Where an arrow leads from a filled cell to another, it counts as a passage.

    Args:
        scene: The scene.
        area: An area inside the grid.
        side: N or W.

    Returns:
        uint8 (rows, cols): the ink of the cell, FLOOR where a wall stands, where the cell beyond is
        bare, and on the boundary.
    """
    if not area.rows or not area.cols:
        return np.zeros((area.rows, area.cols), np.uint8)
    row, col, rows, cols = area
    wider = Area(row - 1, col, rows + 1, cols) if side == N else Area(row, col - 1, rows, cols + 1)
    ground, arrows = _filled(scene, wider)
    if side == N:
        own, own_arrows, beyond, arrows_back = ground[1:], arrows[1:], ground[:-1], arrows[:-1]
    else:
        own, own_arrows = ground[:, 1:], arrows[:, 1:]
        beyond, arrows_back = ground[:, :-1], arrows[:, :-1]
    sides, _ = area_sides(scene, area)
    back = S if side == N else E
    joined = (sides & side != 0) | (own_arrows == side) | (arrows_back == back)
    return np.where(joined & (beyond != 0), own, Ink.FLOOR).astype(np.uint8)


def _filled(scene: Scene, area: Area) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the inks that fill an area, and the directions of its arrows; 0 outside the grid."""
    ground = np.zeros((area.rows, area.cols), np.uint8)
    arrows = np.zeros_like(ground)
    inner = area.within(scene)
    there = inner.slices(area.row, area.col)
    ground[there] = area_ground(scene, inner)
    if scene.signs is not None:
        signs = scene.signs[inner.slices(scene.row_offset)]
        painted = (ground[there] >= Ink.CURRENT) & (signs < ord(" "))
        arrows[there] = np.where(painted, signs, 0)
    return ground, arrows


def area_signs(
    scene: Scene, area: Area, ground: NDArray[np.uint8], glyphs: Glyphs
) -> NDArray[np.uint32]:
    """Return the characters that stand in the filled cells of an area inside the grid.

    Args:
        scene: The scene.
        area: The area.
        ground: The inks that fill the cells.
        glyphs: The characters to draw with.

    Returns:
        uint32 (rows, cols): code points; those of bare cells mean nothing.
    """
    signs = glyphs.signs[ground]
    if scene.signs is not None:
        own = scene.signs[area.slices(scene.row_offset)]
        own = np.where(ground >= Ink.CURRENT, own, 0)
        for direction, arrow in glyphs.arrows.items():
            signs[own == direction] = arrow
        signs = np.where(own >= ord(" "), own, signs)
    return signs


def area_marks(scene: Scene, area: Area, side: int) -> NDArray[np.uint8]:
    """Return the inks of walk and path on the cells of an area or on one of their sides.

    Args:
        scene: The scene.
        area: An area inside the grid.
        side: SIDES for the cells themselves, N or W for the passage on that side.

    Returns:
        uint8 (rows, cols): FLOOR, TRAIL, HEAD, BACKTRACK, PATH or SHARED.
    """
    marks = np.zeros((area.rows, area.cols), np.uint8)
    walked = None
    if scene.tracks is not None:
        tracks = scene.tracks[area.slices(scene.row_offset)]
        walked = (tracks & side) != 0
        marks[walked] = Ink.BACKTRACK
        marks[tracks & side << ROUTE_SHIFT != 0] = Ink.TRAIL
    if scene.path is not None:
        path = (scene.path[area.slices(scene.row_offset)] & side) != 0
        marks[path] = Ink.PATH
        if walked is not None:
            marks[path & walked] = Ink.SHARED
    for at in range(area.rows):
        for head in scene.head_in(area.row + at, side):
            if 0 <= head - area.col < area.cols and marks[at, head - area.col] == Ink.TRAIL:
                marks[at, head - area.col] = Ink.HEAD
    return marks


def hints(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[Cell, int]]:
    """Yield the cell and the character of the hint and the labels, where they may be shown."""
    found = [(cell, glyphs.arrows[direction]) for cell, direction in scene.hint.items()]
    found += [(cell, ord(label)) for cell, label in scene.labels.items()]
    return (token for token in found if scene.knows(token[0]))


def tokens(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[Cell, int, Ink]]:
    """Yield A, B and the walkers where they may be shown, each over those before it.

    Yields:
        Cell, code point, and the ink of the character and of its ground.
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
        marks = area_marks(scene, Area(row, 0, 1, cols), SIDES)
        for end in scene.ends.get(row, ()):
            marks[0, end.cell[1]] = Ink.FLOOR
        found.update(Ink(int(ink)) for ink in np.unique(marks))
    if Ink.HEAD in found:
        found.add(Ink.TRAIL)
    return found - {Ink.FLOOR, Ink.HEAD}
