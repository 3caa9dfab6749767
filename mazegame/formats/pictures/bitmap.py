"""``Bitmap``: pixels that are wall or ground; ``Metadata``: the metadata in a picture's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.pictures.raster import Measures
from mazegame.formats.text.rows import metadata_in

BAND_PIXELS: Final = 1 << 20
"""About how many pixels a band has; they fit the processor's cache."""

SAMPLED_PIXELS: Final = 1 << 21
"""Most pixels that are sampled for the thickness and the positions of walls."""

_SIZE: Final = re.compile(r"size=([1-9]\d{0,8})x([1-9]\d{0,8})")

_PIXELS: Final = re.compile(r"pixels=([1-9]\d{0,8})\+([1-9]\d{0,8})")

_TITLE: Final = re.compile(r"title=([1-9]\d{0,3})")

_INK: Final = re.compile(r"(?:wall|rock)=#([0-9a-f]{6})")


@dataclass
class Metadata:
    """The metadata of a maze in a picture's text. It is unverified."""

    game_id: str = ""
    ends: str = ""
    size: tuple[int, int] | None = None
    """Columns and rows of cells."""
    pixels: tuple[int, int] | None = None
    """Pixels from a cell to the next, and across a wall."""
    title: int = 0
    """Rows of pixels of the title above the maze."""
    inks: set[bytes] = field(default_factory=set)
    """The colours of walls and of rock: red, green, blue."""

    @classmethod
    def of(cls, words: Iterable[str]) -> Metadata:
        """Parse words: a game ID, ``ends=``, ``size=COLSxROWS``, ``pixels=CELL+WALL`` and so on."""
        found = cls()
        for word in words:
            game_id, ends = metadata_in(word.encode())
            found.game_id = found.game_id or game_id
            found.ends = found.ends or ends
            if match := _SIZE.fullmatch(word):
                found.size = int(match[1]), int(match[2])
            if match := _PIXELS.fullmatch(word):
                found.pixels = int(match[1]), int(match[2])
            if match := _TITLE.fullmatch(word):
                found.title = int(match[1])
            if match := _INK.fullmatch(word):
                found.inks.add(bytes.fromhex(match[1]))
        return found


def metadata_of(measures: Measures, ends: str, game_id: str) -> list[str]:
    """Return the words for a picture's text; ``Metadata.of`` parses them."""
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

    def sample(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return randomly chosen rows and columns: bool (n, width) and (m, height).

        A picture of up to ``SAMPLED_PIXELS`` gives all of them.
        """
        if self.width * self.height <= SAMPLED_PIXELS:
            rows = self.rows(0, self.height)
            return rows, np.ascontiguousarray(rows.T)
        dice = np.random.default_rng(0)  # at equal distances they could all be walls
        ys, xs = (
            np.sort(dice.choice(side, min(side, max(1, SAMPLED_PIXELS // other)), replace=False))
            for side, other in ((self.height, self.width), (self.width, self.height))
        )
        packed = self.bits[self.top + ys]
        some = np.unpackbits(packed, axis=1, count=self.left + self.width)[:, self.left :]
        return some.view(np.bool_), np.stack([self.column(x) for x in xs.tolist()])

    def bands(self) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        """Yield (first row, band) for bands of all rows."""
        high = max(BAND_PIXELS // self.width, 1)
        for top in range(0, self.height, high):
            yield top, self.rows(top, min(top + high, self.height))

    def shares(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the share of wall in each row of pixels, and in each column."""
        rows, columns = np.zeros(self.height), np.zeros(self.width)
        for top, band in self.bands():
            columns += band.sum(axis=0)
            rows[top : top + len(band)] = band.sum(axis=1)
        return rows / self.width, columns / self.height

    def crop(self, top: int, left: int, bottom: int, right: int) -> Bitmap:
        """Return a part; ``bottom`` and ``right`` are exclusive."""
        return Bitmap(self.bits, right - left, bottom - top, self.top + top, self.left + left)

    def without_margin(self) -> Bitmap | None:
        """Return the smallest part that contains all wall; None if there is no wall."""
        rows, columns = self.shares()
        if not rows.any():
            return None
        ys, xs = np.flatnonzero(rows), np.flatnonzero(columns)
        return self.crop(int(ys[0]), int(xs[0]), int(ys[-1]) + 1, int(xs[-1]) + 1)
