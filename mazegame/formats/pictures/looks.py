"""Cheap looks at a large picture, before all of its pixels are unpacked.

Deflated data unpack to a thousand times their size, if they repeat. A maze has other walls in each
row of its cells, so among the first rows of pixels there are soon some that differ.

What lives here: what a part of a picture says about the whole. What does not: reading it
(``image.py``), and the boundary of a picture of this program (``outline.py``).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

LARGE_PIXELS: Final = 1 << 26
"""Most pixels of a picture that is read without a look."""

LARGE_BYTES: Final = 1 << 26
"""Most bytes of its unpacked rows."""

FEWEST_ROWS: Final = 5
"""Fewest different rows of pixels among the first ones; corridors have two, a serpentine four."""

FEWEST_OWN_ROWS: Final = 2
"""The same where a text names a size that fits: a maze of this program may be as regular."""

_SHARE: Final = 2
"""The first rows are this part of a picture, or as many as fit the limit below."""

_LOOKED_AT: Final = 1 << 25
"""Most pixels of the first rows."""

_SAME: Final = 4
"""Squares of 8x8 pixels that differ by less in each channel hold no wall."""


def first_rows(data: bytes) -> bytes:
    """Return the PNG of the first rows of one that is not interlaced."""
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    rows = max(1, min(height // _SHARE, _LOOKED_AT // width))
    head = data[12:20] + rows.to_bytes(4, "big") + data[24:29]
    return data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]


def have_rows(bands: Iterable[Image.Image], fewest: int) -> bool:
    """Return whether a number of rows of pixels differ."""
    seen: set[bytes] = set()
    last = b""
    for band in bands:
        for row in np.asarray(band):
            pixels = row.tobytes()
            if pixels != last:
                seen.add(pixels)
                if len(seen) >= fewest:
                    return True
            last = pixels
    return False


def is_even(picture: Image.Image) -> bool:
    """Return whether a JPEG, just opened, has no dark and light areas, by an eighth of its size."""
    picture.draft("", (picture.width // 8, picture.height // 8))
    ranges = picture.getextrema()
    pairs = ranges if isinstance(ranges[0], tuple) else (ranges,)
    return all(highest - lowest < _SAME for lowest, highest in pairs)
