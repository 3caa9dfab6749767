"""Masks from images of Pillow: which pixels are inside, and scaling them to cells.

What lives here: the one meaning of a picture as a mask, in Python and of ``--mask FILE``. What does
not: reading files (``formats/``), and other masks (``masks.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol, TypeGuard

import numpy as np

from mazegame.engine.support import memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BAND_PIXELS: Final = 1 << 20
"""Pixels that are turned into brightness at a time."""


class MaskImage(Protocol):
    """An image of Pillow."""

    def convert(self, mode: str) -> Any:
        """Return it in another mode."""


def is_image(value: object) -> TypeGuard[MaskImage]:
    """Return whether a value is an image of Pillow, which need not be installed."""
    return callable(getattr(value, "convert", None)) and hasattr(value, "getbands")


def image_mask(image: MaskImage, size: tuple[int, int] | None = None) -> NDArray[np.bool_]:
    """Read an image as a mask: dark and transparent pixels are outside.

    Args:
        image: An image of Pillow.
        size: Columns and rows of cells that it is scaled to; None for a cell a pixel.

    Returns:
        bool (rows, cols): the cells inside.

    Raises:
        ValueError: If its pixels are fractions.
        NotEnoughMemoryError: If it does not fit into memory.
    """
    from PIL import Image

    picture: Any = image
    width, height = picture.size
    if not width * height:
        raise ValueError("the mask is an image without pixels")
    memory.require(2 * width * height, f"a mask of {width}x{height} pixels")
    high = max(1, _BAND_PIXELS // width)
    brightness = np.concatenate(
        [
            _brightness(picture.crop((0, top, width, min(top + high, height))))
            for top in range(0, height, high)
        ]
    )
    if size is not None:
        memory.require(3 * size[0] * size[1], f"a mask of {size[0]}x{size[1]}")
        scaled = Image.fromarray(brightness).resize(size, Image.Resampling.BOX)
        brightness = np.asarray(scaled)
    return brightness >= 128


def _brightness(band: Any) -> NDArray[np.uint8]:
    """Return the brightness of each pixel of a part of an image, on black: uint8 (rows, cols)."""
    from PIL import Image

    if band.mode == "F":
        raise ValueError("the mask is a picture in fractions, which is not read")
    if band.mode.startswith("I"):  # 16 bits
        return np.asarray(np.clip(np.asarray(band), 0, 65535) >> 8, np.uint8)
    if band.has_transparency_data:
        colours = band.convert("RGBA")
        band = Image.alpha_composite(Image.new("RGBA", colours.size, "black"), colours)
    grey = band if band.mode == "L" else band.convert("RGB").convert("L")
    return np.asarray(grey)
