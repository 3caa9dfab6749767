"""What every drawing asks about a stretch of one row of cells: its walls, its rock, its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.scene import IN_SIGHT, ON_ROUTE, VISITED
from mazegame.engine import Direction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.scene import Scene

N, E, S, W = (direction.value for direction in Direction)


def row_sides(
    scene: Scene, row: int, first: int, count: int
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The open sides and the rock of a stretch of cells.

    Args:
        scene: What is drawn.
        row: The row; one above or below the maze is all rock.
        first: The first column; -1 is the rim, which is rock.
        count: How many cells; what lies beyond the right rim is rock.

    Returns:
        uint8 (count,) open sides, and bool (count,) solid rock. A and B are never rock, not
        even in a maze of a single cell.
    """
    sides = np.zeros(count, np.uint8)
    known = scene.level.maze.grid[row + 1, first + 1 : first + 1 + count]
    sides[: len(known)] = known
    solid = sides == 0
    for col, _, _ in scene.ends.get(row, ()):
        if first <= col < first + count:
            solid[col - first] = False
    return sides, solid


def row_light(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """The light on a stretch of cells.

    Args:
        scene: What is drawn.
        row: The row; one above or below the maze is dark.
        first: The first column; -1 is the rim, which is dark.
        count: How many cells; what lies beyond the right rim is dark.

    Returns:
        uint8 (count,): 0 dark, 1 seen, 2 in sight; without fog all 1.
    """
    if scene.light is None:
        return np.ones(count, np.uint8)
    light = np.zeros(count, np.uint8)
    rows, cols = scene.shape
    if 0 <= row < rows:
        start, end = max(first, 0), min(first + count, cols)
        light[start - first : end - first] = scene.light[row, start:end]
    return light


def wall_ink(light: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The inks of walls by the light on them: uint8 of the same shape."""
    return np.where(light == IN_SIGHT, Ink.LIT, Ink.WALL).astype(np.uint8)


def row_heat(scene: Scene, row: int, first: int, count: int) -> NDArray[np.uint8]:
    """The bands of distance of a stretch of cells, all inside the maze.

    Returns:
        uint8 (count,): the inks from BAND on, FLOOR for rock and what cannot reach B.
    """
    distance = scene.level.field[row, first : first + count].astype(np.int64)
    band = np.minimum(distance * BANDS // scene.farthest, BANDS - 1)
    return np.where(distance < 0, Ink.FLOOR, Ink.BAND + band).astype(np.uint8)


def row_marks(scene: Scene, row: int, first: int, count: int, side: int) -> NDArray[np.uint8]:
    """The inks of trail and path on a stretch of cells or on one of their sides.

    Args:
        scene: What is drawn.
        row: A row of the maze.
        first: The first column, at least 0.
        count: How many cells, all inside the maze.
        side: VISITED for the cells themselves, N or W for the passage on that side.

    Returns:
        uint8 (count,): FLOOR, TRAIL, BACKTRACK, PATH or SHARED. A passage is TRAIL only if both
        its cells are on the route.
    """
    marks = np.zeros(count, np.uint8)
    part = slice(first, first + count)
    walked = None
    if scene.tracks is not None:
        tracks = scene.tracks[row, part]
        walked = (tracks & side) != 0
        on_route = walked & ((tracks & ON_ROUTE) != 0)
        if side == N and row > 0:
            on_route &= (scene.tracks[row - 1, part] & ON_ROUTE) != 0
        elif side == W:
            left = scene.tracks[row, max(first - 1, 0) : max(first + count - 1, 0)]
            beside = np.zeros(count, np.bool_)
            beside[count - len(left) :] = (left & ON_ROUTE) != 0
            on_route &= beside
        marks[walked] = Ink.BACKTRACK
        marks[on_route] = Ink.TRAIL
    if scene.path is not None:
        path = (scene.path[row, part] & side) != 0
        marks[path] = Ink.PATH
        if walked is not None:
            marks[path & walked] = Ink.SHARED
    return marks


def marks_in(scene: Scene) -> set[Ink]:
    """The inks of trail and path that are on the cells of a scene, A and B left out."""
    rows, cols = scene.shape
    found: set[Ink] = set()
    for row in range(rows):
        marks = row_marks(scene, row, 0, cols, VISITED)
        for col, _, _ in scene.ends.get(row, ()):
            marks[col] = Ink.FLOOR
        found.update(Ink(int(ink)) for ink in np.unique(marks))
    return found - {Ink.FLOOR}
