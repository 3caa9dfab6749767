"""A scene as pixels: one ink for each cell, passage, wall and post."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import Ink
from mazegame.drawing.areas import (
    Area,
    N,
    W,
    area_ground,
    area_ground_between,
    area_marks,
    area_sides,
)
from mazegame.engine.layers import SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.drawing import Scene

GAP: Final = 2
"""Pixels between two scenes side by side."""


def ink_grid(scene: Scene) -> NDArray[np.uint8]:
    """Return the inks of a scene: uint8 (2 * rows + 1, 2 * cols + 1).

    Cells are at odd rows and columns, posts at even ones.
    """
    rows, cols = scene.shape
    pixels = np.full((2 * rows + 1, 2 * cols + 1), Ink.WALL, np.uint8)
    area = Area(0, 0, rows, cols)
    sides, rock = area_sides(scene, area)
    ground = area_ground(scene, area)
    cells, passages, above = pixels[1::2, 1::2], pixels[1::2, 0:-1:2], pixels[0:-1:2, 1::2]
    cells[:] = np.where(ground, ground, np.where(rock, Ink.ROCK, Ink.FLOOR))
    passages[sides & W != 0] = Ink.FLOOR
    above[sides & N != 0] = Ink.FLOOR
    for part, side in ((cells, SIDES), (passages, W), (above, N)):
        if side != SIDES:
            between = area_ground_between(scene, area, side)
            np.copyto(part, between, where=between != Ink.FLOOR)
        marks = area_marks(scene, area, side)
        if side == N:
            marks[0] = Ink.FLOOR
        np.copyto(part, marks, where=marks != Ink.FLOOR)
    solid = np.pad(rock, 1, constant_values=True)
    _fill_rock(pixels, solid)
    for ends in scene.ends.values():
        for end in ends:
            pixels[2 * end.cell[0] + 1, 2 * end.cell[1] + 1] = end.ink
    for walker in scene.walkers:
        if walker.cell is not None:
            pixels[2 * walker.cell[0] + 1, 2 * walker.cell[1] + 1] = walker.ink
    return pixels


def _fill_rock(pixels: NDArray[np.uint8], solid: NDArray[np.bool_]) -> None:
    """Turn walls and posts between rock cells only into rock, in place."""
    inside = pixels[1:-1, 1:-1]
    vertical = solid[1:-1, 1:-2] & solid[1:-1, 2:-1]
    level = solid[1:-2, 1:-1] & solid[2:-1, 1:-1]
    posts = level[:, :-1] & level[:, 1:]
    for part, rock in ((inside[::2, 1::2], vertical), (inside[1::2, ::2], level)):
        part[rock & (part == Ink.WALL)] = Ink.ROCK
    inside[1::2, 1::2][posts] = Ink.ROCK


def side_by_side(grids: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return ink grids side by side, with floor between them and below the shorter ones."""
    height = max(len(grid) for grid in grids)
    parts: list[NDArray[np.uint8]] = []
    for number, grid in enumerate(grids):
        if number:
            parts.append(np.zeros((height, GAP), np.uint8))
        below = np.zeros((height - len(grid), grid.shape[1]), np.uint8)
        parts.append(np.concatenate((grid, below)))
    return np.concatenate(parts, axis=1)


def widths(grids: Sequence[NDArray[np.uint8]], thin: int, thick: int) -> NDArray[np.intp]:
    """Return the width in pixels of each column of ink grids side by side.

    Args:
        grids: The grids.
        thin: The width of walls.
        thick: The width of cells.
    """
    parts: list[NDArray[np.intp]] = []
    for number, grid in enumerate(grids):
        if number:
            parts.append(np.full(GAP, thick, np.intp))
        parts.append(np.where(np.arange(grid.shape[1]) % 2, thick, thin).astype(np.intp))
    return np.concatenate(parts)


def heights(rows: int, thin: int, thick: int) -> NDArray[np.intp]:
    """Return the height in pixels of each row of an ink grid."""
    return np.where(np.arange(rows) % 2, thick, thin).astype(np.intp)
