"""Where the walls of a face have its second ink, and how much of it.

A share is a number of ``SHARES``: 0 is the first ink alone, ``SHARES`` the second. It depends on
the place in the grid and on A, never on walls or the path, so that it shows nothing of the maze.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import LIT_SHARES, SHARES, WALL_SHARES, Ink

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from mazegame.drawing.areas import Area, Walls
    from mazegame.drawing.faces import Face
    from mazegame.drawing.scene import Scene

    Numbers = NDArray[np.intp]
    Rule = Callable[[Numbers, Numbers, int, int, tuple[int, int]], NDArray[np.generic]]

PATCH: Final = 4
"""Cells along the side of a patch."""

RING: Final = 3
"""Cells across a ring."""

BRICK: Final = 2
"""Cells along a brick; every other course is shifted by half of one."""

GROWTH_START: Final = 0.22
"""The distance from A up to which walls are as at A, in shares of width and height."""

GROWTH_LENGTH: Final = 0.5
"""The distance over which they change from there on, in shares of width and height."""


def _quarters(row: Numbers, col: Numbers, rows: int, cols: int, _: object) -> NDArray[np.bool_]:
    south, east = np.minimum(row, rows - 1) * 2 // rows, np.minimum(col, cols - 1) * 2 // cols
    return np.asarray(south != east)


def _patches(row: Numbers, col: Numbers, rows: int, cols: int, _: object) -> NDArray[np.bool_]:
    row, col = np.minimum(row, rows - 1), np.minimum(col, cols - 1)
    return np.asarray((row // PATCH + col // PATCH) % 2 == 1)


def _rings(row: Numbers, col: Numbers, rows: int, cols: int, _: object) -> NDArray[np.bool_]:
    row, col = np.minimum(row, rows - 1), np.minimum(col, cols - 1)
    inside = np.minimum(np.minimum(row, rows - 1 - row), np.minimum(col, cols - 1 - col))
    return np.asarray(inside // RING % 2 == 0)


def _growth(
    row: Numbers, col: Numbers, rows: int, cols: int, start: tuple[int, int]
) -> NDArray[np.float64]:
    away = np.hypot((row - start[0]) / rows, (col - start[1]) / cols)
    return np.clip((away - GROWTH_START) / GROWTH_LENGTH, 0.0, 1.0)


RULES: Final[dict[str, Rule]] = {
    "bond": lambda row, col, *_: (col + row % 2) // BRICK % 2 == 1,
    "quarters": _quarters,
    "patches": _patches,
    "rings": _rings,
    "down": lambda row, col, rows, *_: row / rows + 0 * col,
    "across": lambda row, col, _, cols, __: 0 * row + col / cols,
    "growth": _growth,
}
"""The shares from 0 to 1 of walls above and left of cells (row (rows, 1), col (1, cols)) by the
name of their rule. "way" is missing: by it all walls across have the second ink, and no others."""

WALL_INKS: Final = np.array(
    [[Ink.ROCK, wall, lit, Ink.HEAD] for wall, lit in zip(WALL_SHARES, LIT_SHARES, strict=True)],
    np.uint8,
)
"""The ink of a wall by its share and the light on it; in the dark only the frame is drawn."""

FIRST_INK: Final = WALL_INKS[0]
"""The ink of a wall of one ink, by the light on it."""


class WallShares(NamedTuple):
    """The shares of the walls of an area, and of the cells above it and on its left."""

    posts: NDArray[np.uint8]
    """(rows, cols): of the posts in the upper left corner of each cell."""
    above: NDArray[np.uint8]
    """(rows, cols + 1): as ``Walls.above``."""
    left: NDArray[np.uint8]
    """(rows + 1, cols): as ``Walls.left``."""


def wall_shares(face: Face, scene: Scene, area: Area, walls: Walls) -> WallShares | None:
    """Return the shares of the walls of an area; None where all have the first ink."""
    if face.second == "none":
        return None
    if face.second == "way":
        above = np.full(walls.above.shape, SHARES, np.uint8)
        left = np.zeros(walls.left.shape, np.uint8)
    else:
        row = np.arange(area.row - 1, area.row + area.rows)[:, np.newaxis]
        col = np.arange(area.col - 1, area.col + area.cols)[np.newaxis]
        found = RULES[face.second](row, col, *scene.shape, scene.start)
        shares = np.rint(np.clip(np.asarray(found, np.float64), 0, 1) * SHARES).astype(np.uint8)
        if face.second == "bond":  # a post belongs to its course
            return WallShares(shares[1:, 1:], shares[1:], shares[:, 1:])
        above, left = shares[1:], shares[:, 1:]
    # A post has the ink of the wall below it, else above, else on the right, else on the left.
    posts = np.where(walls.above[:, 1:], above[:, 1:], above[:, :-1])
    posts = np.where(walls.left[:-1], left[:-1], posts)
    posts = np.where(walls.left[1:], left[1:], posts)
    return WallShares(posts, above, left)


def second_weight(
    face: Face, scene: Scene, area: Area, shares: WallShares | None
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which walls have the second weight: as ``WallShares.above`` and ``left``."""
    if shares is None:  # a frame: the boundary
        rows, cols = scene.shape
        row, col = (
            np.arange(area.row, area.row + area.rows),
            np.arange(area.col, area.col + area.cols),
        )
        above = np.zeros((area.rows, area.cols + 1), np.bool_)
        left = np.zeros((area.rows + 1, area.cols), np.bool_)
        above[(row == 0) | (row == rows)] = True
        left[:, (col == 0) | (col == cols)] = True
        return above, left
    if face.walls == "taper":
        return shares.above < SHARES / 2, shares.left < SHARES / 2
    return shares.above == SHARES, shares.left == SHARES
