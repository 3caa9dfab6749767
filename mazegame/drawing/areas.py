"""Properties of a rectangle of cells, for all drawings: walls, rock, marks.

Here: layers of a scene as small arrays, with what lies outside of the grid filled in. Not here: the
characters that they become (``lines.py``, ``half_blocks.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.ribbon import ROUTE, WALKED
from mazegame.engine import Direction
from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.layers import IN_SIGHT, ON_ROUTE, VISITED

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

N, E, S, W = (direction.value for direction in Direction)

_OPEN_SIDES: Final = np.arange(256, dtype=np.uint8) & (N | E | S | W)
"""The open sides of each byte of a grid; none for a cell that is not carved yet."""
_OPEN_SIDES[UNVISITED:] = 0

_WALL_INKS: Final = np.full(IN_SIGHT + 1, Ink.WALL, np.uint8)
"""The ink of a wall by the light on it."""
_WALL_INKS[IN_SIGHT] = Ink.LIT


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
        uint8 (rows, cols): 0 dark, 1 seen, 2 in sight; without fog all 1.
    """
    if scene.light is None:
        return np.ones((area.rows, area.cols), np.uint8)
    light: NDArray[np.uint8] = cut(scene.light, scene, area)
    return light


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
    low, high = scene.distances_shown
    distance = scene.field[area.slices(scene.row_offset)].astype(np.int64)
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
        side: VISITED for the cells themselves, N or W for the passage on that side.

    Returns:
        uint8 (rows, cols): FLOOR, TRAIL, HEAD, BACKTRACK, PATH or SHARED. A passage is TRAIL only
        if both its cells are on the route.
    """
    marks = np.zeros((area.rows, area.cols), np.uint8)
    row, col, rows, cols = area
    walked = None
    if scene.tracks is not None:
        tracks = scene.tracks[area.slices(scene.row_offset)]
        walked = (tracks & side) != 0
        on_route = walked & ((tracks & ON_ROUTE) != 0)
        if side == N:
            beyond = cut(scene.tracks, scene, Area(row - 1, col, rows, cols)) & ON_ROUTE
            if rows and row == scene.row_offset:  # what is gone counts as on the route
                beyond[0] = ON_ROUTE
            on_route &= beyond != 0
        elif side == W:
            beyond = cut(scene.tracks, scene, Area(row, col - 1, rows, cols)) & ON_ROUTE
            on_route &= beyond != 0
        marks[walked] = Ink.BACKTRACK
        marks[on_route] = Ink.TRAIL
    if scene.path is not None:
        path = (scene.path[area.slices(scene.row_offset)] & side) != 0
        marks[path] = Ink.PATH
        if walked is not None:
            marks[path & walked] = Ink.SHARED
    for at in range(rows):
        for head in scene.head_in(row + at, side):
            if 0 <= head - col < cols and marks[at, head - col] == Ink.TRAIL:
                marks[at, head - col] = Ink.HEAD
    return marks


def area_walk(scene: Scene, area: Area) -> NDArray[np.intp]:
    """Return how the walk goes through an area inside the grid.

    Returns:
        intp (rows, cols): 1 to 15 the sides through which the route goes, 16 times those of walks
        that went back, ``WALKED`` for a cell that was entered, ``ROUTE`` for one on the route.
    """
    row, col, rows, cols = area
    walk = np.zeros((rows, cols), np.intp)
    if scene.tracks is None or not scene.tracks[area.slices(scene.row_offset)].any():
        return walk
    wider = cut(scene.tracks, scene, Area(row - 1, col - 1, rows + 2, cols + 2))
    own, route = wider[1:-1, 1:-1], wider & ON_ROUTE
    beside = (  # the sides on which the route goes on
        route[:-2, 1:-1] >> 5 | route[1:-1, 2:] >> 4 | route[2:, 1:-1] >> 3 | route[1:-1, :-2] >> 2
    )
    sides, on_route = own & (N | E | S | W), route[1:-1, 1:-1] > 0
    routed = np.where(on_route, sides & beside, 0)
    walk += routed
    walk += (sides & ~routed).astype(np.intp) << 4
    walk[own & VISITED > 0] += WALKED
    walk[on_route] += ROUTE
    return walk


def marks_in(scene: Scene) -> set[Ink]:
    """Return the inks of walk and path in the cells of a scene, A and B left out."""
    rows, cols = scene.shape
    found: set[Ink] = set()
    for row in range(scene.row_offset, rows):  # a layer of a huge maze is never copied as a whole
        marks = area_marks(scene, Area(row, 0, 1, cols), VISITED)
        for end in scene.ends.get(row, ()):
            marks[0, end.cell[1]] = Ink.FLOOR
        found.update(Ink(int(ink)) for ink in np.unique(marks))
    if Ink.HEAD in found:
        found.add(Ink.TRAIL)
    return found - {Ink.FLOOR, Ink.HEAD}
