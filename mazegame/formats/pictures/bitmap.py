"""Bitmaps: pixels that are wall or ground, and what a picture's text claims.

What lives here: the values, and their words. What does not: finding a maze in one (``finding.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support import memory
from mazegame.formats.pictures.raster import Measures
from mazegame.formats.text.rows import beside

BAND_PIXELS: Final = 1 << 20
"""Pixels of a band, about; they fit the processor's cache."""

_SIZE: Final = re.compile(r"size=([1-9]\d{0,8})x([1-9]\d{0,8})")

_PIXELS: Final = re.compile(r"pixels=([1-9]\d{0,8})\+([1-9]\d{0,8})")

_INK: Final = re.compile(r"(?:wall|rock)=#([0-9a-f]{6})")


@dataclass
class Claims:
    """The size, ends, game ID and colours that a picture's text names."""

    game_id: str = ""
    ends: str = ""
    size: tuple[int, int] | None = None
    """Columns and rows of cells."""
    pixels: tuple[int, int] | None = None
    """Pixels from a cell to the next, and across a wall."""
    inks: set[bytes] = field(default_factory=set)
    """The colours of walls and of rock: red, green, blue."""

    @classmethod
    def of(cls, words: Iterable[str]) -> Claims:
        """Read a game ID, ``ends=``, ``size=COLSxROWS``, ``pixels=CELL+WALL``, ``wall=#rrggbb``."""
        found = cls()
        for word in words:
            game_id, ends = beside(word.encode())
            found.game_id = found.game_id or game_id
            found.ends = found.ends or ends
            if match := _SIZE.fullmatch(word):
                found.size = int(match[1]), int(match[2])
            if match := _PIXELS.fullmatch(word):
                found.pixels = int(match[1]), int(match[2])
            if match := _INK.fullmatch(word):
                found.inks.add(bytes.fromhex(match[1]))
        return found


def claims_of(measures: Measures, ends: str, game_id: str) -> list[str]:
    """Return the words for a picture's text, the inverse of ``Claims.of``."""
    words = [f"size={measures.cols}x{measures.rows}", f"pixels={measures.cell}+{measures.wall}"]
    if ends:
        words.append(f"ends={ends}")
    return [*words, game_id] if game_id else words


@dataclass(frozen=True, eq=False)
class Bitmap:
    """Pixels that are wall or ground: a rectangle of a picture."""

    bits: NDArray[np.uint8]
    """uint8 (rows, bytes): the pixels of the whole picture, packed, 1 for wall."""
    width: int
    height: int
    top: int = 0
    left: int = 0

    def rows(self, top: int, end: int) -> NDArray[np.bool_]:
        """Return some rows of pixels: bool (end - top, width), True for wall."""
        packed = self.bits[self.top + top : self.top + end]
        pixels = np.unpackbits(packed, axis=1, count=self.left + self.width)
        return pixels[:, self.left :].view(np.bool_)

    def column(self, col: int) -> NDArray[np.bool_]:
        """Return a column of pixels: bool (height,)."""
        byte, bit = divmod(self.left + col, 8)
        packed = self.bits[self.top : self.top + self.height, byte]
        return (packed >> np.uint8(7 - bit) & 1).view(np.bool_)

    def sides(self) -> list[NDArray[np.bool_]]:
        """Return the outermost rows and columns of pixels, in one dimension each."""
        rows = [self.rows(y, y + 1)[0] for y in (0, self.height - 1)]
        return [*rows, self.column(0), self.column(self.width - 1)]

    def bands(self) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield all rows in bands, each with its first row."""
        high = max(BAND_PIXELS // self.width, 1)
        for top in range(0, self.height, high):
            yield top, self.rows(top, min(top + high, self.height))

    def without_margin(self) -> Bitmap | None:
        """Return it without rows and columns without wall at its sides; None if it has no wall."""
        columns = np.zeros(self.width, np.bool_)
        filled = np.zeros(self.height, np.bool_)
        for top, band in self.bands():
            columns |= band.any(axis=0)
            filled[top : top + len(band)] = band.any(axis=1)
        if not filled.any():
            return None
        ys, xs = np.flatnonzero(filled), np.flatnonzero(columns)
        top, left = int(ys[0]), int(xs[0])
        height, width = int(ys[-1]) + 1 - top, int(xs[-1]) + 1 - left
        return Bitmap(self.bits, width, height, self.top + top, self.left + left)

    def framed(self, down: tuple[int, int], across: tuple[int, int]) -> Bitmap:
        """Return it with some pixels of wall above and below it, left and right of it."""
        width, height = self.width + sum(across), self.height + sum(down)
        memory.require(width * height // 8, f"a picture of {width}x{height} pixels")
        bits = np.full((height, -(-width // 8)), 255, np.uint8)
        for top, band in self.bands():
            begin = down[0] + top
            lines = np.pad(band, ((0, 0), across), constant_values=True)
            bits[begin : begin + len(band)] = np.packbits(lines, axis=1)
        return Bitmap(bits, width, height)
