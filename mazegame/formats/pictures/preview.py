"""Check a large picture before all of its pixels are decompressed.

Repetitive data decompress to a thousand times their size. The walls of a maze differ from row to
row, so its first rows of pixels must differ soon.

A PNG of some hundred kilobytes can hold a very regular maze of 500 million cells. If this program
wrote it in black and white, decompressing it once, some rows at a time, shows whether its boundary
has two gaps for A and B.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.formats.parsed import check_ends
from mazegame.formats.pictures.finding import BYTES_PER_CELL, LACKS
from mazegame.formats.pictures.raster import Measures
from mazegame.formats.text.lattice import boundary_gaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from PIL import Image

    from mazegame.formats.pictures.bitmap import Metadata
    from mazegame.formats.source import Limits

LARGE_PIXELS: Final = 1 << 26
"""Most pixels of a picture that is unpacked without a look at its beginning."""

LARGE_BYTES: Final = 1 << 26
"""Most bytes of unpacked rows of such a picture."""

FEWEST_ROWS: Final = 5
"""Fewest different rows of pixels among the first ones of a maze: stripes have two, a serpentine
four."""

FEWEST_OWN_ROWS: Final = 2
"""The same where the file's text names a size that fits: such a maze may be very regular."""

_SAME: Final = 4
"""If the means of all squares of 8x8 pixels differ by less in each channel, there is no wall."""

_PIECE: Final = 1 << 20
"""About how many bytes are unpacked at a time."""

_LONGEST_ROW: Final = 1 << 20
"""Most bytes of a row that may be spread over several pieces."""

_PLAIN: Final = 0
"""PNG's filter ``None``: a row holds its own bytes."""

_UP: Final = 2
"""PNG's filter ``Up``: a row holds the difference from the row above."""


def _size(data: bytes) -> tuple[int, int]:
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def first_rows(data: bytes) -> bytes:
    """Return a PNG with the first rows, at most half, of a PNG that is not interlaced."""
    width, height = _size(data)
    rows = max(1, min(height // 2, (1 << 25) // width))
    head = data[12:20] + rows.to_bytes(4, "big") + data[24:29]
    return data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]


def rows_differ(bands: Iterable[Image.Image], fewest: int) -> bool:
    """Return whether there are ``fewest`` different rows of pixels."""
    seen: set[bytes] = set()
    for band in bands:
        seen.update(row.tobytes() for row in np.asarray(band))
        if len(seen) >= fewest:
            return True
    return False


def is_blank(picture: Image.Image) -> bool:
    """Return whether a JPEG has no dark and light areas, decoded at an eighth of its size.

    The picture must just have been opened.
    """
    picture.draft("", (picture.width // 8, picture.height // 8))
    ranges = picture.getextrema()
    pairs = ranges if isinstance(ranges[0], tuple) else (ranges,)
    return all(highest - lowest < _SAME for lowest, highest in pairs)


def check_metadata(data: bytes, metadata: Metadata, limits: Limits) -> None:
    """Raise FormatError if the maze in a PNG's metadata lacks A or B, or exceeds ``limits``."""
    if metadata.size is None or metadata.pixels is None:
        return
    (cols, rows), (cell, wall) = metadata.size, metadata.pixels
    measures = Measures(cols, rows, cell, wall)
    width, height = _size(data)
    if wall >= cell or (measures.width, measures.height) != (width, height):
        return
    # While the cells are found, memory holds the dark pixels and the light ones, as bits.
    size = rows * cols * BYTES_PER_CELL + 2 * (width * height // 8)
    limits.require(f"a maze of {cols}x{rows}", rows * cols, size)
    is_plain = data[24:29] == bytes([1, 0, 0, 0, 0])  # a bit a pixel, grey, rows in order
    if metadata.ends or not limits.needs or not is_plain:
        return
    sides = _sides(data, width, height)
    if sides is None or any(side[0] or side[-1] for side in sides):
        return
    middle = wall + measures.room // 2
    start, goals = boundary_gaps(*(~side[middle::cell] for side in sides))
    check_ends(start, goals, limits.needs, LACKS)


def _sides(data: bytes, width: int, height: int) -> list[NDArray[np.bool_]] | None:
    """Return the outermost pixels, True for light: top, bottom, left and right.

    None if rows have filters that this program does not write, are very long, or are missing.
    """
    long = (width + 7) // 8
    if long > _LONGEST_ROW:
        return None
    byte, bit = divmod(width - 1, 8)
    above, below = np.zeros((2, long), np.uint8)
    columns: list[NDArray[np.uint8]] = []
    try:
        for rows in _rows(data, long + 1, height):
            plain, values = rows[:, 0] == _PLAIN, rows[:, 1:]
            if not (plain | (rows[:, 0] == _UP)).all():
                return None
            above = above if columns else values[0]
            columns.append(_unfiltered(plain, values[:, [0, byte]], below[[0, byte]]))
            since = np.flatnonzero(plain)[-1:]
            line = values[since[0] :] if since.size else np.vstack([below, values])
            below = line.sum(axis=0, dtype=np.uint8)
    except zlib.error:
        return None
    if sum(map(len, columns)) < height:
        return None
    left, right = np.concatenate(columns).T
    edges = [np.unpackbits(edge, count=width).view(np.bool_) for edge in (above, below)]
    return [*edges, left >> 7 != 0, right >> (7 - bit) & 1 != 0]


def _unfiltered(
    plain: NDArray[np.bool_], values: NDArray[np.uint8], before: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Undo the filters of rows for some columns of bytes; ``plain`` are the rows without filter."""
    sums = np.cumsum(np.vstack([before, values]), axis=0, dtype=np.uint8)
    last = np.maximum.accumulate(np.where(plain, np.arange(1, len(plain) + 1), 0))
    base: NDArray[np.uint8] = np.vstack([np.zeros_like(before), sums[:-1]])
    return sums[1:] - base[last]  # less the sum before the last plain row


def _rows(data: bytes, long: int, height: int) -> Iterator[NDArray[np.uint8]]:
    """Yield the rows of a PNG, each with its filter byte: uint8 (rows, long), several at a time."""
    unpacker, rest, left = zlib.decompressobj(), b"", height
    for packed in _packed(data):
        tail, is_full = packed, True
        while (tail or is_full) and left:
            piece = unpacker.decompress(tail, _PIECE)
            tail, is_full = unpacker.unconsumed_tail, len(piece) == _PIECE
            unpacked = rest + piece
            whole = min(len(unpacked) // long, left)
            rest = unpacked[whole * long :]
            left -= whole
            if whole:
                yield np.frombuffer(unpacked, np.uint8, whole * long).reshape(whole, long)


def _packed(data: bytes) -> Iterator[bytes]:
    """Yield the compressed pixels of a PNG, chunk by chunk."""
    at = 8  # behind the signature
    while at + 12 <= len(data):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if name == b"IDAT":
            yield data[at + 8 : at + 8 + size]
        at += 12 + size
