"""Masks: mazes inside a set of cells. All other cells are solid rock.

A recipe names a shape (``heart``) or a word (``letters.HELLO``), which fills the recipe's size. An
array, an image or a text file can be a mask too, but no game ID can hold it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.measures.distance import flood_maze
from mazegame.engine.model.maze import Maze
from mazegame.engine.support import memory
from mazegame.engine.support.progress import ProgressToken
from mazegame.engine.support.validation import as_numeric_array

NO_MASK: Final = "none"
"""The value of the option ``mask`` without a mask."""

LETTERS_PREFIX: Final = "letters."
"""Prefix of a mask that is a word."""

MIN_SIDE: Final = 7
"""Smallest size of a shape, in columns and rows."""

_WORD: Final = re.compile(r"[A-Z0-9]{1,16}")

_BAND_PIXELS: Final = 1 << 20
"""Number of pixels that are converted to brightness at a time."""

_DRAWN: Final = """
    A 0E11111F111111  B 1E11111E11111E  C 0E11101010110E  D 1E11111111111E
    E 1F10101E10101F  F 1F10101E101010  G 0E11101711110F  H 1111111F111111
    I 0E04040404040E  J 0702020202120C  K 11121418141211  L 1010101010101F
    M 111B1515111111  N 11191513111111  O 0E11111111110E  P 1E11111E101010
    Q 0E11111115120D  R 1E11111E141211  S 0F10100E01011E  T 1F040404040404
    U 1111111111110E  V 11111111110A04  W 11111115151B11  X 11110A040A1111
    Y 11110A04040404  Z 1F01020408101F  0 0E11131519110E  1 040C040404040E
    2 0E11010608101F  3 0E11010601110E  4 02060A121F0202  5 1F101E0101110E
    6 0608101E11110E  7 1F010204080808  8 0E11110E11110E  9 0E11110F01020C
""".split()
_GLYPHS: Final = dict(zip(_DRAWN[::2], map(bytes.fromhex, _DRAWN[1::2]), strict=True))
"""Each glyph is seven rows of five cells, the bits of two hexadecimal digits."""

_Numbers: TypeAlias = NDArray[np.float64]


def _heart(x: _Numbers, y: _Numbers) -> NDArray[np.bool_]:
    # The curve (x^2 + y^2 - 1)^3 = x^2 y^3, which reaches from -1.14 to 1.14 and from -1 to 1.24.
    x, y = x * 1.14, 0.12 - y * 1.12
    circle = x * x + y * y - 1
    return np.asarray(circle * circle * circle <= x * x * y * y * y)


SHAPES: Final[dict[str, Callable[[_Numbers, _Numbers], NDArray[np.bool_]]]] = {
    "circle": lambda x, y: np.asarray(x * x + y * y <= 1),
    "diamond": lambda x, y: np.asarray(np.abs(x) + np.abs(y) <= 1),
    "ring": lambda x, y: np.asarray((x * x + y * y <= 1) & (x * x + y * y >= 0.2)),
    "heart": _heart,
}
"""Every shape by name: a function that returns which points are inside. Points are in the square
from (-1, -1) to (1, 1), y downwards."""


def canonical_mask(text: str) -> str:
    """Return the canonical spelling of a mask's name; raise ValueError with the masks that fit."""
    if text == NO_MASK or text in SHAPES:
        return text
    word = text.removeprefix(LETTERS_PREFIX).upper()
    if text.startswith(LETTERS_PREFIX) and _WORD.fullmatch(word):
        return LETTERS_PREFIX + word
    raise ValueError(
        f"{NO_MASK}, {', '.join(SHAPES)} or {LETTERS_PREFIX}WORD "
        "with 1 to 16 letters A to Z and digits"
    )


def min_size(text: str) -> tuple[int, int]:
    """Return the smallest size (cols, rows) of a mask."""
    if text.startswith(LETTERS_PREFIX):
        return 6 * len(text.removeprefix(LETTERS_PREFIX)) - 1, 8
    return MIN_SIDE, MIN_SIDE


def named_mask(text: str, cols: int, rows: int) -> NDArray[np.bool_]:
    """Return the mask of a name, bool (rows, cols); the size must be at least its ``min_size``."""
    if text.startswith(LETTERS_PREFIX):
        return _enlarge(_draw_word(text.removeprefix(LETTERS_PREFIX)), cols, rows)
    # The middles of the cells. No root and no sine: the result is the same on every machine.
    x = (2 * np.arange(cols)[None, :] + 1 - cols) / (cols - 1)
    y = (2 * np.arange(rows)[:, None] + 1 - rows) / (rows - 1)
    return SHAPES[text](x, y)


def _draw_word(word: str) -> NDArray[np.bool_]:
    """Return the cells of a word: letters of five by seven cells on a line that connects them."""
    cells = np.zeros((8, 6 * len(word) - 1), np.bool_)
    for at, letter in enumerate(word):
        for row, bits in enumerate(_GLYPHS[letter]):
            cells[row, 6 * at : 6 * at + 5] = [bits >> 4 - col & 1 for col in range(5)]
    # Connect strokes that touch at a corner only: no passage leads through a corner.
    for row in range(6):
        for col in range(cells.shape[1] - 1):
            square = cells[row : row + 2, col : col + 2]
            if square[0, 0] == square[1, 1] != square[0, 1] == square[1, 0]:
                square[0, :] = True
    cells[7] = True
    return cells


def _enlarge(cells: NDArray[np.bool_], cols: int, rows: int) -> NDArray[np.bool_]:
    """Return a drawing enlarged by integer factors to fit a size, and centred."""
    down, right = rows // cells.shape[0], cols // cells.shape[1]
    large = cells.repeat(down, axis=0).repeat(right, axis=1)
    high, wide = rows - large.shape[0], cols - large.shape[1]
    return np.pad(large, ((high // 2, high - high // 2), (wide // 2, wide - wide // 2)))


def check_mask(mask: object, cols: int, rows: int) -> NDArray[np.bool_]:
    """Validate a custom mask, and return it as bool (rows, cols).

    It is an image of any size, as for ``image_mask``, or values of shape (rows, cols); those that
    are not 0 are inside. ValueError if the values are no numbers, for other shapes, for fewer than
    two cells inside, and for several pieces.
    """
    if is_image(mask):
        mask = image_mask(mask, (cols, rows))
    inside: NDArray[np.bool_] = as_numeric_array(mask, "the mask") != 0
    if inside.shape != (rows, cols):
        raise ValueError(
            f"the mask must have the shape (rows, cols) = {(rows, cols)}, not {inside.shape}"
        )
    count = int(np.count_nonzero(inside))
    if count < 2:
        raise ValueError(
            f"the mask has {count} cell{'s' if count != 1 else ''} inside: "
            "there is no room for A and B"
        )
    first = divmod(int(inside.argmax()), cols)
    cut_off = inside & (flood_maze(Maze.from_floor(inside), [first], ProgressToken()) < 0)
    if cut_off.any():
        row, col = divmod(int(cut_off.argmax()), cols)
        raise ValueError(
            f"the mask is in several pieces: no way within it leads from its first cell to "
            f"row {row + 1}, column {col + 1}"
        )
    return inside


class MaskImage(Protocol):
    """An image of Pillow."""

    def convert(self, mode: str) -> Any:
        """Return the image in another mode."""


def is_image(value: object) -> TypeGuard[MaskImage]:
    """Return whether a value is an image of Pillow, which need not be installed."""
    return callable(getattr(value, "convert", None)) and hasattr(value, "getbands")


def image_mask(image: MaskImage, size: tuple[int, int] | None = None) -> NDArray[np.bool_]:
    """Return an image as a mask, bool (rows, cols); dark and transparent pixels are outside.

    It is scaled to ``size``, (columns, rows) of cells; without it each pixel is a cell. ValueError
    for float pixels, and for an image that does not fit into memory.
    """
    from PIL import Image

    picture: Any = image
    width, height = picture.size
    if not width * height:
        raise ValueError("the mask is an image without pixels")
    memory.require(2 * width * height, f"a mask of {width}x{height} pixels")
    if picture.mode == "F":
        raise ValueError("the mask is a picture in fractions, which is not read")
    high = max(1, _BAND_PIXELS // width)
    boxes = [(0, top, width, min(top + high, height)) for top in range(0, height, high)]
    bands = [on_ground(picture.crop(box), "black").convert("L") for box in boxes]
    brightness = np.concatenate([np.asarray(band) for band in bands])
    if size is not None:
        memory.require(3 * size[0] * size[1], f"a mask of {size[0]}x{size[1]}")
        brightness = np.asarray(Image.fromarray(brightness).resize(size, Image.Resampling.BOX))
    return brightness >= 128


def on_ground(image: Any, colour: str) -> Any:
    """Return an image on a background of a colour, without transparency, in mode L or RGB."""
    from PIL import Image

    if image.mode.startswith("I"):  # 16 bits
        return Image.fromarray((np.clip(np.asarray(image), 0, 65535) >> 8).astype(np.uint8))
    if image.has_transparency_data:
        colours = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", colours.size, colour), colours)
    return image if image.mode == "L" else image.convert("RGB")
