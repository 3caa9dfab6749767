"""Uneven light: which pixels are dark in their surroundings.

Light that falls from one side makes walls on the bright side as light as ground on the dark side.
Then each pixel is compared with the middle of the darkest and the lightest one around it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support import memory
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap

SHADED: Final = (
    "its walls and its ground are shaded, and neither one colour nor one that follows the shades "
    "parts them into a maze: name its pixels with --from-cell and --from-wall, or make it black "
    "and white first"
)

RADII: Final = (64, 16, 5)
"""How far the surroundings of a pixel reach, in pixels: more than a cell, less than shades."""

_CONTRAST: Final = 24
"""Least difference of the darkest and the lightest pixel around a wall."""

_MOST_PIXELS: Final = 1 << 25
_LONGEST: Final = 20_000
"""Most pixels of a picture whose shades are followed, and its longest side."""

_COMMON: Final = 0.002
"""Share of the pixels that a brightness has that counts."""

_MANY: Final = 20
"""More such brightnesses are shades."""


def has_shades(brightness: NDArray[np.uint8]) -> bool:
    """Return whether some pixels are of many brightnesses."""
    counts = np.bincount(brightness.ravel(), minlength=256)
    return bool((counts >= _COMMON * brightness.size).sum() > _MANY)


def are_followed(size: tuple[int, int], file_bytes: int) -> bool:
    """Return whether a picture is small enough to follow its shades, and its file may hold any."""
    most = min(_MOST_PIXELS, 1000 * file_bytes)
    return max(size) <= _LONGEST and size[0] * size[1] <= most


def dark_pixels(values: NDArray[np.uint8], radius: int) -> Bitmap:
    """Return the pixels that are darker than the middle of the extremes around them.

    ``values`` is their brightness, uint8 (height, width). They are compared in bands of rows.
    """
    height, width = values.shape
    high = max(1, BAND_PIXELS // width)
    size = (high + 2 * radius) * (width + 2 * radius) * 12 + values.size // 8  # as measured
    memory.require(size, f"the shades of a picture of {width}x{height} pixels")
    walls = []
    for top in range(0, height, high):
        end = min(top + high, height)
        first, last = max(top - radius, 0), min(end + radius, height)
        beyond = (radius - (top - first), radius - (last - end))
        around = np.pad(values[first:last], (beyond, (radius, radius)), mode="edge")
        darkest = _extreme(around, radius, np.minimum).astype(np.int16)
        lightest = _extreme(around, radius, np.maximum).astype(np.int16)
        is_dark = values[top:end] < (darkest + lightest) // 2
        walls.append(np.packbits(is_dark & (lightest - darkest >= _CONTRAST), axis=1))
    return Bitmap(np.concatenate(walls), width, height)


def _extreme(around: NDArray[np.uint8], radius: int, pick: np.ufunc) -> NDArray[np.uint8]:
    """Return the extreme of each pixel's square; the edges are as wide as its radius."""
    side = 2 * radius + 1
    for _ in range(2):
        covered = 1
        while covered < side:
            step = min(covered, side - covered)
            around = pick(around[:-step], around[step:])
            covered += step
        around = around.T
    return around
