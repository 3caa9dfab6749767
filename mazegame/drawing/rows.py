"""What every drawing asks about a stretch of one row of cells: its walls, its rock, its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.ribbon import ROUTE, WALKED
from mazegame.engine import Direction
from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.layers import IN_SIGHT, ON_ROUTE, VISITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene

N, E, S, W = (direction.value for direction in Direction)

_OPEN_SIDES: Final = np.arange(256, dtype=np.uint8) & (N | E | S | W)
"""The open sides that a byte of a grid stands for: none in a cell that is not carved yet."""
_OPEN_SIDES[UNVISITED:] = 0


def row_sides(
    scene: Scene, row: int, first: int, count: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the open sides and the rock of a stretch of cells.

    Args:
        scene: What is drawn.
        row: The row; one that is not in the grid is all rock.
        first: The first column; -1 is left of the maze, which is rock.
        count: How many cells; what lies right of the maze is rock.

    Returns:
        uint8 (count,) open sides, and bool (count,) solid rock. A and B are never rock, not
        even in a maze of a single cell.
    """
    sides = np.zeros(count, np.uint8)
    at = row - scene.row_offset
    if 0 <= at < len(scene.grid):
        start = max(first, 0)
        known = _OPEN_SIDES[scene.grid[at, start : first + count]]
        sides[start - first : start - first + len(known)] = known
    solid = sides == 0
    for end in scene.ends.get(row, ()):
        if first <= end.cell[1] < first + count:
            solid[end.cell[1] - first] = False
    return sides, solid


def row_light(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """Return the light on a stretch of cells.

    Args:
        scene: What is drawn.
        row: The row; one that is not in the grid is dark.
        first: The first column; -1 is left of the maze, which is dark.
        count: How many cells; what lies right of the maze is dark.

    Returns:
        uint8 (count,): 0 dark, 1 seen, 2 in sight; without fog all 1.
    """
    if scene.light is None:
        return np.ones(count, np.uint8)
    light = np.zeros(count, np.uint8)
    at = row - scene.row_offset
    if 0 <= at < len(scene.light):
        start = max(first, 0)
        known = scene.light[at, start : first + count]
        light[start - first : start - first + len(known)] = known
    return light


def wall_ink(light: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the inks of walls by the light on them: uint8 of the same shape."""
    return np.where(light == IN_SIGHT, Ink.LIT, Ink.WALL).astype(np.uint8)


def row_heat(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """Return the bands of distance of a stretch of cells, all inside the grid.

    Returns:
        uint8 (count,): the inks from BAND on, FLOOR for what has no distance.
    """
    if scene.field is None:
        return np.zeros(count, np.uint8)
    low, high = scene.distances_shown
    distance = scene.field[row - scene.row_offset, first : first + count].astype(np.int64)
    band = np.clip((distance - low) * BANDS // (high - low + 1), 0, BANDS - 1)
    return np.where(distance < 0, Ink.FLOOR, Ink.BAND + band).astype(np.uint8)


def row_ground(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """Return the inks that fill a stretch of cells, all inside the grid: paint, and heat below it.

    Returns:
        uint8 (count,): FLOOR for what is not filled.
    """
    ground = row_heat(scene, row, first, count) if scene.heat else np.zeros(count, np.uint8)
    if scene.paint is not None:
        paint = scene.paint[row - scene.row_offset, first : first + count]
        ground = np.where(paint, paint, ground)
    return ground


def row_ground_between(
    scene: Scene, row: int, first: int, count: int, side: int
) -> NDArray[np.uint8]:
    """Return the inks that fill the passages on the northern or western side of a stretch of cells.

    Where an arrow leads from a filled cell to another, it counts as a passage.

    Args:
        scene: What is drawn.
        row: A row of the grid, not its first one if the side is N.
        first: The first column.
        count: How many cells, all inside the grid.
        side: N or W.

    Returns:
        uint8 (count,): the ink of the cell, FLOOR where a wall stands or the cell beyond is bare.
    """
    if count <= 0:
        return np.zeros(0, np.uint8)
    own, arrows = _filled(scene, row, first, count)
    if side == N:
        beyond, arrows_back = _filled(scene, row - 1, first, count)
    else:
        beyond, arrows_back = _filled(scene, row, first - 1, count)
    sides, _ = row_sides(scene, row, first, count)
    back = S if side == N else E
    joined = (sides & side != 0) | (arrows == side) | (arrows_back == back)
    return np.where(joined & (beyond != 0), own, Ink.FLOOR).astype(np.uint8)


def _filled(
    scene: Scene, row: int, first: int, count: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The inks that fill a stretch of cells, and the sides to which arrows lead in them.

    The stretch may begin one cell left of the grid.
    """
    ground = np.zeros(count, np.uint8)
    arrows = np.zeros(count, np.uint8)
    start = max(first, 0)
    skipped = start - first
    ground[skipped:] = row_ground(scene, row, start, count - skipped)
    if scene.signs is not None:
        signs = scene.signs[row - scene.row_offset, start : first + count]
        painted = (ground[skipped:] >= Ink.CURRENT) & (signs < ord(" "))
        arrows[skipped:] = np.where(painted, signs, 0)
    return ground, arrows


def row_signs(
    scene: Scene, row: int, first: int, ground: NDArray[np.uint8], glyphs: Glyphs
) -> NDArray[np.uint32]:
    """Return the characters that stand in a stretch of filled cells.

    Args:
        scene: What is drawn.
        row: The row.
        first: The first column.
        ground: The inks that fill the cells.
        glyphs: The characters to draw with.

    Returns:
        uint32 (count,): code points; those of bare cells mean nothing.
    """
    signs = glyphs.signs[ground]
    if scene.signs is not None:
        own = scene.signs[row - scene.row_offset, first : first + len(ground)]
        own = np.where(ground >= Ink.CURRENT, own, 0)
        for direction, arrow in glyphs.arrows.items():
            signs[own == direction] = arrow
        signs = np.where(own >= ord(" "), own, signs)
    return signs


def row_marks(scene: Scene, row: int, first: int, count: int, side: int) -> NDArray[np.uint8]:
    """Return the inks of walk and path on a stretch of cells or on one of their sides.

    Args:
        scene: What is drawn.
        row: A row of the grid.
        first: The first column, at least 0.
        count: How many cells, all inside the grid.
        side: VISITED for the cells themselves, N or W for the passage on that side.

    Returns:
        uint8 (count,): FLOOR, TRAIL, HEAD, BACKTRACK, PATH or SHARED. A passage is TRAIL only if
        both its cells are on the route.
    """
    marks = np.zeros(count, np.uint8)
    at, part = row - scene.row_offset, slice(first, first + count)
    walked = None
    if scene.tracks is not None:
        tracks = scene.tracks[at, part]
        walked = (tracks & side) != 0
        on_route = walked & ((tracks & ON_ROUTE) != 0)
        if side == N and at > 0:
            on_route &= (scene.tracks[at - 1, part] & ON_ROUTE) != 0
        elif side == W:
            left = scene.tracks[at, max(first - 1, 0) : max(first + count - 1, 0)]
            beside = np.zeros(count, np.bool_)
            beside[count - len(left) :] = (left & ON_ROUTE) != 0
            on_route &= beside
        marks[walked] = Ink.BACKTRACK
        marks[on_route] = Ink.TRAIL
    if scene.path is not None:
        path = (scene.path[at, part] & side) != 0
        marks[path] = Ink.PATH
        if walked is not None:
            marks[path & walked] = Ink.SHARED
    for col in scene.head_in(row, side):
        if 0 <= col - first < count and marks[col - first] == Ink.TRAIL:
            marks[col - first] = Ink.HEAD
    return marks


def row_walk(scene: Scene, row: int, first: int, count: int) -> NDArray[np.intp]:
    """Return how the walk goes through a stretch of cells.

    Args:
        scene: What is drawn; it has tracks.
        row: A row of the grid.
        first: The first column, at least 0.
        count: How many cells, all inside the grid, at least 1.

    Returns:
        intp (count,): 1 to 15 the sides through which the route goes, 16 times those of walks that
        went back, ``WALKED`` for a cell that was entered, ``ROUTE`` for one on the route.
    """
    tracks, at = scene.tracks, row - scene.row_offset
    if tracks is None:
        return np.zeros(count, np.intp)
    own = tracks[at, first : first + count].astype(np.intp)
    beside = np.zeros(count, np.intp)  # the sides on which the route goes on
    if at > 0:
        beside |= (tracks[at - 1, first : first + count] & ON_ROUTE) >> 5
    if at + 1 < len(tracks):
        beside |= (tracks[at + 1, first : first + count] & ON_ROUTE) >> 3
    left = tracks[at, max(first - 1, 0) : first + count - 1]
    beside[count - len(left) :] |= (left & ON_ROUTE) >> 2
    right = tracks[at, first + 1 : first + count + 1]
    beside[: len(right)] |= (right & ON_ROUTE) >> 4
    sides, on_route = own & (N | E | S | W), own & ON_ROUTE
    routed = np.where(on_route, sides & beside, 0)
    walk: NDArray[np.intp] = routed | (sides & ~routed) << 4
    return walk | np.where(own & VISITED, WALKED, 0) | np.where(on_route, ROUTE, 0)


def marks_in(scene: Scene) -> set[Ink]:
    """Return the inks of walk and path in the cells of a scene, A and B left out."""
    rows, cols = scene.shape
    found: set[Ink] = set()
    for row in range(scene.row_offset, rows):
        marks = row_marks(scene, row, 0, cols, VISITED)
        for end in scene.ends.get(row, ()):
            marks[end.cell[1]] = Ink.FLOOR
        found.update(Ink(int(ink)) for ink in np.unique(marks))
    if Ink.HEAD in found:
        found.add(Ink.TRAIL)
    return found - {Ink.FLOOR, Ink.HEAD}
