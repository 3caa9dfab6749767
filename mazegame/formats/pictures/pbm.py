"""The format ``pbm``: a bitmap, a bit for each pixel, 1 for wall (Netpbm's P4).

Comments name the size, the ends and the game ID, so that reading restores them:

    P4
    # size=40x20
    # pixels=2+1
    # ends=r0c0-r19c39
    # wilson:40x20:kite-7
    81 41
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import ParsedMaze
from mazegame.formats.picture import Picture, Rows
from mazegame.formats.pictures import image
from mazegame.formats.pictures.bitmap import Metadata, metadata_of
from mazegame.formats.pictures.finding import Finder, candidates_of_bits, parsed_picture
from mazegame.formats.pictures.raster import (
    STREAM_CELL,
    Measures,
    Strip,
    measure,
    repeated,
    strips,
    strips_of,
)
from mazegame.formats.source import Source

_HEAD_BYTES: Final = 1 << 16

_GAP: Final = rb"(?:\s++|#[^\n]*+\n)++"
_HEAD: Final = re.compile(rb"P([14])" + _GAP + rb"(\d{1,9})" + _GAP + rb"(\d{1,9})\s")
_COMMENT: Final = re.compile(rb"#\s*(\S+)")


def write(picture: Picture) -> Iterator[bytes]:
    """Draw the walls of a picture."""
    measures = measure(picture.maze.cols, picture.maze.rows, picture.cell, picture.wall)
    metadata = metadata_of(measures, picture.ends, picture.game_id)
    yield from _file(measures, metadata, strips_of(picture, measures, mono=True))


def write_rows(rows: Rows) -> Iterator[bytes]:
    """Draw a maze row by row, two pixels a cell."""
    measures = measure(rows.cols, rows.rows, STREAM_CELL)
    metadata = metadata_of(measures, rows.ends, rows.game_id)
    yield from _file(measures, metadata, strips(rows, measures))


def _file(measures: Measures, metadata: list[str], drawn: Iterable[Strip]) -> Iterator[bytes]:
    comments = "".join(f"# {word}\n" for word in metadata)
    yield f"P4\n{comments}{measures.width} {measures.height}\n".encode()
    for strip in drawn:
        bits = np.packbits(strip.lines, axis=1)
        yield np.repeat(bits, repeated(strip.heights, len(bits)), axis=0).tobytes()


def read(source: Source) -> ParsedMaze:
    """Read a bitmap of a maze, raw (P4); or plain (P1), which Pillow reads."""
    data = source.read_nonblank()
    head = _HEAD.match(data[:_HEAD_BYTES])
    if head is None:
        raise FormatError(
            "line 1: it is no PBM bitmap: read are P4 and P1, with its width and height"
        )
    if head[1] == b"1":
        return image.read(Source.of(data, source.limits))
    width, height = int(head[2]), int(head[3])
    if not width or not height:
        raise FormatError(f"a bitmap of {width}x{height} pixels is not read")
    source.limits.require_pixels(width, height)
    across = -(-width // 8)
    if len(data) - head.end() < across * height:
        raise FormatError(
            f"it is cut off: {width}x{height} pixels take {across * height:,} bytes, and "
            f"{len(data) - head.end():,} are there"
        )
    bits = np.frombuffer(data, np.uint8, across * height, head.end()).reshape(height, across)
    words = [match.decode("utf-8", "replace") for match in _COMMENT.findall(data[: head.end()])]
    metadata = Metadata() if source.limits.sets_pixel_sizes else Metadata.of(words)
    candidates = candidates_of_bits(bits, width, source.limits.shade)
    reading = Finder(metadata, source.limits).find(candidates)
    return parsed_picture(reading, metadata, reading.ends)
