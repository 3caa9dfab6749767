"""Draw swatches: small samples of mazes in a few characters, which show their texture.

A character is a corner of four cells with the walls that meet there, so a cell takes one character.
A swatch shows the inside of a maze, since the boundary would fill most of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.names import POSTS

if TYPE_CHECKING:
    import numpy.typing as npt

_EAST: Final = 2
"""The bit of an open east side, as in the engine's grids."""

_SOUTH: Final = 4
"""The bit of an open south side."""

_GLYPHS: Final = POSTS["rounded"]


def swatch_cells(width: int, height: int) -> tuple[int, int]:
    """Return the (cols, rows) of the maze for a swatch of width x height characters."""
    return width + 1, height + 1


def swatch(passages: npt.NDArray[np.uint8], width: int, height: int) -> list[str]:
    """Return the lines of a swatch, of passages (rows, cols) of ``swatch_cells`` or more."""
    grid = np.asarray(passages)[: height + 1, : width + 1]
    beside = (grid[:, :-1] & _EAST) == 0  # the wall east of a cell, seen from the corner below it
    below = (grid[:-1, :] & _SOUTH) == 0
    corners = beside[:-1] * 1 + below[:, 1:] * 2 + beside[1:] * 4 + below[:, :-1] * 8
    return ["".join(_GLYPHS[corner] for corner in line) for line in corners.tolist()]
