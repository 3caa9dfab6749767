"""Draw titles in pixels, in the font that comes with Pillow.

The font has ASCII and a few quotation marks. A title with any other character is refused, since the
font would show a box in its place.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support.validation import short_repr

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

SMALLEST: Final = 12.0
"""Smallest size of the font in pixels; smaller letters run together."""

LARGEST: Final = 48.0
"""Largest size of the font in pixels."""

_CELL_SHARE: Final = 0.9
"""Size of the font, as a share of the distance from a cell to the next."""

_MISSING: Final = "\U000f0000"
"""A character that no font has; missing characters look the same."""


def title_pixels(text: str, cell: float, room: int, most: int | None) -> NDArray[np.uint8]:
    """Draw a title: uint8 (height, width), 0 for ground to 255 for ink, with its margins.

    Its font is as large as fits a maze of ``room`` pixels across, and never too small to read.
    So a long title may be wider than ``room``.

    Args:
        text: The title, without control characters.
        cell: Pixels from a cell of the maze to the next.
        room: Width of the maze in pixels.
        most: Most pixels across the picture; None for no limit.

    Raises:
        ValueError: If the font lacks a character, or the title is wider than ``most``.
    """
    from PIL import Image, ImageDraw

    largest = min(max(_CELL_SHARE * cell, SMALLEST), LARGEST)
    font = _font(largest)
    _check_characters(text, font)
    margin = math.ceil(SMALLEST / 4)
    fits = largest * (room - 2 * margin) / max(font.getlength(text), 1)
    font = _font(max(min(largest, fits), SMALLEST))
    width = math.ceil(font.getlength(text)) + 2 * margin
    if most is not None and width > max(most, room):
        raise ValueError(
            f"the title {short_repr(text)} takes {width} pixels across, and the picture may have "
            f"{most}: a shorter title or a wider picture fits"
        )
    ascent, descent = font.getmetrics()
    image = Image.new("L", (max(width, room), ascent + descent + 2 * margin))
    ImageDraw.Draw(image).text((margin, margin + ascent), text, 255, font, anchor="ls")
    return np.asarray(image)


def _font(size: float) -> FreeTypeFont:
    from PIL import ImageFont

    return cast("FreeTypeFont", ImageFont.load_default(size))  # with a size it returns this class


def _check_characters(text: str, font: FreeTypeFont) -> None:
    missing = bytes(font.getmask(_MISSING))
    for char in text:
        if bytes(font.getmask(char)) == missing:
            raise ValueError(
                f"the title {short_repr(text)} has {char!r}, which PNG titles cannot show: "
                "svg shows every character"
            )
