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
"""Pictures with more pixels are checked by their first rows before they are decompressed."""

LARGE_BYTES: Final = 1 << 26
"""Pictures with more bytes of decompressed rows are checked by their first rows as well."""

FEWEST_ROWS: Final = 5
"""Fewest different rows of pixels among the first ones of a maze: stripes have two, a serpentine
four."""

FEWEST_OWN_ROWS: Final = 2
"""Fewest different first rows if the metadata declare the maze's size: it may be very regular."""

_JPEG_BLOCK: Final = 8
"""Pixels along the side of a block of a JPEG, of which the mean is cheap to decode."""

_BLANK_CONTRAST: Final = 4
"""Spread of the means of blocks, per channel, below which a picture counts as blank."""

_PREVIEW_PIXELS: Final = 1 << 25
"""Most pixels of the first rows of a picture."""

_IHDR: Final = slice(12, 29)
"""The name and the data of a PNG's first chunk: width, height, depth, colour, rows in order."""

_IHDR_END: Final = 33
"""The end of a PNG's first chunk, with its checksum."""

_PIECE: Final = 1 << 20
"""About how many bytes are unpacked at a time."""

_LONGEST_ROW: Final = 1 << 20
"""Most bytes of a row that may be spread over several pieces."""

_FILTER_NONE: Final = 0
"""PNG's filter ``None``: a row holds its own bytes."""

_FILTER_UP: Final = 2
"""PNG's filter ``Up``: a row holds the difference from the row above."""


def _png_size(data: bytes) -> tuple[int, int]:
    """Return the width and the height of a PNG."""
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def first_rows(data: bytes) -> bytes:
    """Return a PNG with the first rows, at most half, of a PNG that is not interlaced."""
    width, height = _png_size(data)
    rows = max(1, min(height // 2, _PREVIEW_PIXELS // width))
    before = data[: _IHDR.start]
    ihdr = data[_IHDR.start : 20] + rows.to_bytes(4, "big") + data[24 : _IHDR.stop]
    return before + ihdr + zlib.crc32(ihdr).to_bytes(4, "big") + data[_IHDR_END:]


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
    picture.draft("", (picture.width // _JPEG_BLOCK, picture.height // _JPEG_BLOCK))
    ranges = picture.getextrema()
    pairs = ranges if isinstance(ranges[0], tuple) else (ranges,)
    return all(highest - lowest < _BLANK_CONTRAST for lowest, highest in pairs)


def check_metadata(data: bytes, metadata: Metadata, limits: Limits) -> None:
    """Raise FormatError if the maze in a PNG's metadata lacks A or B, or exceeds ``limits``."""
    if metadata.size is None or metadata.pixels is None:
        return
    (cols, rows), (cell, wall) = metadata.size, metadata.pixels
    measures = Measures(cols, rows, cell, wall)
    width, height = _png_size(data)
    if wall >= cell or (measures.width, measures.height) != (width, height):
        return
    # While the cells are found, memory holds the dark pixels and the light ones, as bits.
    size = rows * cols * BYTES_PER_CELL + 2 * (width * height // 8)
    limits.require(f"a maze of {cols}x{rows}", rows * cols, size)
    is_one_bit_grey = data[24 : _IHDR.stop] == bytes([1, 0, 0, 0, 0])  # and its rows are in order
    if metadata.ends or not limits.needs or not is_one_bit_grey:
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
    row_bytes = (width + 7) // 8
    if row_bytes > _LONGEST_ROW:
        return None
    byte, bit = divmod(width - 1, 8)
    top_row, last_row = np.zeros((2, row_bytes), np.uint8)
    columns: list[NDArray[np.uint8]] = []
    try:
        for rows in _rows(data, row_bytes + 1, height):
            is_unfiltered, values = rows[:, 0] == _FILTER_NONE, rows[:, 1:]
            if not (is_unfiltered | (rows[:, 0] == _FILTER_UP)).all():
                return None
            top_row = top_row if columns else values[0]
            edges_before = last_row[[0, byte]]
            columns.append(_unfiltered(is_unfiltered, values[:, [0, byte]], edges_before))
            last_row = _unfiltered_last_row(is_unfiltered, values, last_row)
    except zlib.error:
        return None
    if sum(map(len, columns)) < height:
        return None
    left, right = np.concatenate(columns).T
    edges = [np.unpackbits(edge, count=width).view(np.bool_) for edge in (top_row, last_row)]
    return [*edges, left >> 7 != 0, right >> (7 - bit) & 1 != 0]


def _unfiltered_last_row(
    is_unfiltered: NDArray[np.bool_], values: NDArray[np.uint8], before: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Undo the filters of the last of some rows; ``before`` is the row above the first."""
    last_unfiltered = np.flatnonzero(is_unfiltered)[-1:]
    summed = values[last_unfiltered[0] :] if last_unfiltered.size else np.vstack([before, values])
    return np.asarray(summed.sum(axis=0, dtype=np.uint8))


def _unfiltered(
    is_unfiltered: NDArray[np.bool_], values: NDArray[np.uint8], before: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Undo the filters of rows for some columns of bytes; ``is_unfiltered`` are those without."""
    sums = np.cumsum(np.vstack([before, values]), axis=0, dtype=np.uint8)
    last = np.maximum.accumulate(np.where(is_unfiltered, np.arange(1, len(is_unfiltered) + 1), 0))
    base: NDArray[np.uint8] = np.vstack([np.zeros_like(before), sums[:-1]])
    return sums[1:] - base[last]  # less the sum before the last row without filter


def _rows(data: bytes, row_bytes: int, height: int) -> Iterator[NDArray[np.uint8]]:
    """Yield the rows of a PNG, each with its filter byte: uint8 (n, row_bytes), by parts."""
    decompressor, carry, rows_left = zlib.decompressobj(), b"", height
    for packed in _packed(data):
        tail, is_full = packed, True
        while (tail or is_full) and rows_left:
            piece = decompressor.decompress(tail, _PIECE)
            tail, is_full = decompressor.unconsumed_tail, len(piece) == _PIECE
            unpacked = carry + piece
            whole = min(len(unpacked) // row_bytes, rows_left)
            carry = unpacked[whole * row_bytes :]
            rows_left -= whole
            if whole:
                yield np.frombuffer(unpacked, np.uint8, whole * row_bytes).reshape(whole, row_bytes)


def _packed(data: bytes) -> Iterator[bytes]:
    """Yield the compressed pixels of a PNG, chunk by chunk."""
    at = 8  # behind the signature
    while at + 12 <= len(data):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if name == b"IDAT":
            yield data[at + 8 : at + 8 + size]
        at += 12 + size
