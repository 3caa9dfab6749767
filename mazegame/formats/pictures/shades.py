"""Shaded pictures: whether one brightness parts walls from ground, and walls by their surroundings.

What lives here: from brightness to bits. What does not: decoding pictures (``image.py``), finding
cells (``finding.py``).

Light that falls from one side makes walls on the bright side as light as ground on the dark side.
Then many pixels are about as bright as what should part the two, and so are the pixels beside them:
at a sharp or a soft edge they differ. Where no one brightness is clear, each pixel is compared with
the darkest and the lightest one around it. A division that is not clear is never read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support import memory
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap

SHADED: Final = (
    "its walls and its ground are shaded, and neither one brightness nor one that follows the "
    "shades parts them into a maze: name its pixels with --from-cell and --from-wall, or make it "
    "black and white first"
)

_NEAR: Final = 10
"""A pixel is unclear if it is nearer to what parts walls and ground than contrast by this."""

_FLAT: Final = 16
"""Its neighbours differ by no more than contrast by this."""

_MOST_UNCLEAR: Final = 0.01
"""Largest share of unclear pixels."""

_TAIL: Final = 0.01
"""Share of the darkest and of the lightest pixels that do not count for the contrast."""

_RADII: Final = (128, 64, 32, 16, 8, 4)
"""How far the surroundings of a pixel reach: more than a cell, less than shades."""

_MOST_PIXELS: Final = 1 << 25
_LONGEST: Final = 20_000
"""Most pixels of a picture whose shades are followed, and its longest side."""


def is_clear(counts: NDArray[np.int64], grey: int, bands: Iterable[NDArray[np.uint8]]) -> bool:
    """Return whether a brightness, from which a pixel is light, parts a picture's pixels clearly.

    ``counts``, int64 (256,), says how many have each brightness. ``bands``, the pixels, are looked
    at only if many are about as bright as that.
    """
    below, total = np.cumsum(counts), int(counts.sum())
    darkest, lightest = np.searchsorted(below, [_TAIL * total, (1 - _TAIL) * total])
    contrast = max(int(lightest - darkest), 1)
    near = contrast // _NEAR + 1
    most = _MOST_UNCLEAR * total
    if counts[max(grey - near, 0) : grey + near].sum() <= most:
        return True
    return bool(sum(np.count_nonzero(_unclear(band, grey, contrast)) for band in bands) <= most)


def _unclear(values: NDArray[np.uint8], grey: Any, contrast: Any) -> NDArray[np.bool_]:
    """Return which pixels are about as bright as a grey, and flat: no edge runs through them."""
    signed = values.astype(np.int16)
    contrast = np.broadcast_to(np.asarray(contrast, np.int16), signed.shape)
    unclear: NDArray[np.bool_] = np.abs(signed - grey) * np.int16(_NEAR) < contrast
    across, down = np.abs(np.diff(signed, axis=1)), np.abs(np.diff(signed, axis=0))
    unclear[:, :-1] &= across * np.int16(_FLAT) <= contrast[:, :-1]
    unclear[:-1] &= down * np.int16(_FLAT) <= contrast[:-1]
    return unclear


def are_followed(size: tuple[int, int], file_bytes: int) -> bool:
    """Return whether a picture is small enough to follow its shades, and its file may hold any."""
    most = min(_MOST_PIXELS, 1000 * file_bytes)
    return max(size) <= _LONGEST and size[0] * size[1] <= most


def divisions(values: NDArray[np.uint8], cell: int | None) -> Iterator[Bitmap]:
    """Yield what may be the walls of a shaded picture: pixels that are dark in their surroundings.

    ``values`` is their brightness, uint8 (height, width); ``cell`` as in ``Limits``.
    """
    height, width = values.shape
    for radius in (min(cell, _RADII[0]),) if cell else _RADII:
        if 2 * radius < min(height, width):
            walls = _divided(values, radius)
            if walls is not None:
                yield walls


def _divided(values: NDArray[np.uint8], radius: int) -> Bitmap | None:
    """Return the pixels that are darker than the middle of the extremes around them.

    None if that is not clear for some pixels among the walls; what lies around them is paper. Walls
    and ground next to each other differ by 24 at least.
    """
    height, width = values.shape
    high = max(1, BAND_PIXELS // width)
    size = (high + 2 * radius) * (width + 2 * radius) * 12 + values.size // 4  # as measured
    memory.require(size, f"the shades of a picture of {width}x{height} pixels")
    walls, unclear = [], []
    for top in range(0, height, high):
        end = min(top + high, height)
        first, last = max(top - radius, 0), min(end + radius, height)
        beyond = (radius - (top - first), radius - (last - end))
        around = np.pad(values[first:last], (beyond, (radius, radius)), mode="edge")
        darkest = _extreme(around, radius, np.minimum).astype(np.int16)
        lightest = _extreme(around, radius, np.maximum).astype(np.int16)
        band, contrast = values[top:end], lightest - darkest
        grey = (lightest + darkest) // 2
        doubt = _unclear(band, grey, contrast) | (contrast < 24)
        walls.append(np.packbits((band < grey) & ~doubt, axis=1))
        unclear.append(np.packbits(doubt, axis=1))
    found = Bitmap(np.concatenate(walls), width, height)
    box = found.without_margin()
    if box is None:
        return None
    doubts = Bitmap(np.concatenate(unclear), box.width, box.height, box.top, box.left)
    count = sum(np.count_nonzero(band) for _, band in doubts.bands())
    return found if count <= _MOST_UNCLEAR * box.width * box.height else None


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
