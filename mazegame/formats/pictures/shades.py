"""Find dark pixels in uneven light by a local threshold.

Light from one side can make walls on the bright side as light as ground on the dark side. So each
pixel is compared with the middle of the darkest and the lightest pixel around it.
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
"""Radii of the area around a pixel, in pixels: larger than a cell, smaller than the shades."""

_CONTRAST: Final = 24
"""Least difference between the darkest and the lightest pixel around a wall."""

_MOST_PIXELS: Final = 1 << 25
"""Most pixels of a picture that is read with a local threshold."""

_LONGEST: Final = 20_000
"""Longest side of such a picture, in pixels."""

_COMMON: Final = 0.002
"""Least share of the pixels with one brightness, for it to be common."""

_MANY: Final = 20
"""Most common brightnesses of a picture in even light."""


def has_shades(brightness: NDArray[np.uint8]) -> bool:
    """Return whether many brightnesses are common, as in uneven light."""
    counts = np.bincount(brightness.ravel(), minlength=256)
    return bool((counts >= _COMMON * brightness.size).sum() > _MANY)


def fits_local_threshold(size: tuple[int, int], file_bytes: int) -> bool:
    """Return whether a picture is small enough for a local threshold, and its file large enough."""
    most = min(_MOST_PIXELS, 1000 * file_bytes)
    return max(size) <= _LONGEST and size[0] * size[1] <= most


def dark_pixels(values: NDArray[np.uint8], radius: int) -> Bitmap:
    """Return the pixels that are darker than the middle of the extremes around them.

    ``values`` are their brightnesses, uint8 (height, width).
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
    """Return the extreme in the square around each pixel; ``around`` has margins of a radius."""
    side = 2 * radius + 1
    for _ in range(2):
        covered = 1
        while covered < side:
            step = min(covered, side - covered)
            around = pick(around[:-step], around[step:])
            covered += step
        around = around.T
    return around
