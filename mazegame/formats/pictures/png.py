"""Write the format ``png``: pixels in two colours, or in as many as the layers need.

It is written in bands of rows, so that memory does not grow with the height; Pillow would hold all
pixels. ``image.py`` explains the text in the file.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.drawing.palette import parse_rgb
from mazegame.formats.picture import Picture, Rows
from mazegame.formats.pictures import image
from mazegame.formats.pictures.bitmap import metadata_of
from mazegame.formats.pictures.colours import colours_of
from mazegame.formats.pictures.lettering import title_pixels
from mazegame.formats.pictures.raster import (
    STREAM_CELL,
    Measures,
    Pixel,
    Strip,
    marks_ends,
    measure,
    strips,
    strips_of,
)

LEVEL: Final = 1
"""Compression level of zlib: 6 makes files a tenth smaller and takes six times as long."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_KEYWORD: Final = b"mazegame"
_LONGEST: Final = (1 << 31) - 1
_GRAY: Final = 0
"""PNG's colour type for shades of gray."""

_INDEXED: Final = 3
"""PNG's colour type for a palette."""

_SHADES: Final = (0, 0.25, 0.5, 0.75, 1)
"""The shares of ink in the pixels of a title, for smooth edges of letters."""

read = partial(image.read, kinds=("PNG",))


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields the file in pieces."""
    measures = _measured(picture.maze.cols, picture.maze.rows, picture.cell, picture.wall)
    title = _title(picture, measures)
    layers = picture.path is not None or picture.walk is not None or picture.heat
    ends = picture.start is not None and marks_ends(measures)
    mono = not (layers or ends or picture.theme or title)
    palette = _palette(picture, layers=layers, ends=ends, title=title is not None)
    words = metadata_of(measures, picture.ends, picture.game_id)
    drawn = strips_of(picture, measures, mono=mono)
    size = measures.width, measures.height
    if title is not None:
        high, wide = title.lines.shape
        words.append(f"title={high}")
        size = wide, measures.height + high
        drawn = _titled(title, drawn)
    return _file(size, None if mono else palette, words, drawn)


def write_rows(rows: Rows) -> Iterator[bytes]:
    """Draw a maze row by row, two pixels a cell, black and white."""
    measures = _measured(rows.cols, rows.rows, STREAM_CELL, None)
    words = metadata_of(measures, rows.ends, rows.game_id)
    return _file((measures.width, measures.height), None, words, strips(rows, measures))


def _measured(cols: int, rows: int, cell: int | None, wall: int | None) -> Measures:
    measures = measure(cols, rows, cell, wall)
    if max(measures.width, measures.height) > _LONGEST:
        raise ValueError(f"a PNG of {measures.width}x{measures.height} pixels is not possible")
    return measures


def _title(picture: Picture, measures: Measures) -> Strip | None:
    """Return the lines of the title, at least as wide as the maze; None without a title."""
    if not (picture.title and picture.caption):
        return None
    inked = title_pixels(picture.caption, measures.cell, measures.width, picture.width)
    shades = inked.astype(np.int64) * len(_SHADES) // 256
    lines = np.where(shades > 0, Pixel.TITLE - 1 + shades, Pixel.GROUND).astype(np.uint8)
    return Strip(lines, (1,) * len(lines))


def _titled(title: Strip, drawn: Iterable[Strip]) -> Iterator[Strip]:
    """Yield the title and the maze below it, padded with ground to the width of the title."""
    yield title
    for strip in drawn:
        beside = title.lines.shape[1] - strip.lines.shape[1]
        yield Strip(np.pad(strip.lines, ((0, 0), (0, beside))), strip.heights)  # 0 is ground


def _palette(picture: Picture, *, layers: bool, ends: bool, title: bool) -> dict[int, str]:
    """Return the colour of each part that the picture may have."""
    colours = colours_of(picture.theme)
    palette: dict[int, str] = {
        Pixel.GROUND: colours.ground, Pixel.WALL: colours.wall, Pixel.ROCK: colours.rock,
    }  # fmt: skip
    if layers:
        palette |= {Pixel.PATH: colours.path, Pixel.WALK: colours.walk, Pixel.BOTH: colours.both}
    if ends:
        palette |= {
            Pixel.START: colours.start, Pixel.GOAL: colours.goal, Pixel.ON_END: colours.on_end,
        }  # fmt: skip
    if picture.heat:
        palette |= {Pixel.HEAT + band: colour for band, colour in enumerate(colours.heat())}
    if title:
        palette |= {
            Pixel.TITLE + number: _blended(colours.ground, colours.wall, share)
            for number, share in enumerate(_SHADES[1:])
        }
    return palette


def _blended(ground: str, ink: str, share: float) -> str:
    """Return a mixture of two colours with a share of the second."""
    pairs = zip(parse_rgb(ground), parse_rgb(ink), strict=True)
    return "#" + bytes(round(one + (other - one) * share) for one, other in pairs).hex()


def _file(
    size: tuple[int, int], palette: dict[int, str] | None, words: list[str], drawn: Iterable[Strip]
) -> Iterator[bytes]:
    """Yield the chunks of a file; without a palette it is black and white."""
    depth, kind, index = 1, _GRAY, None
    if palette is not None:
        index = np.zeros(Pixel.TITLE + len(_SHADES), np.uint8)
        index[[*palette]] = range(len(palette))
        depth = next(bits for bits in (2, 4, 8) if len(palette) <= 1 << bits)
        kind = _INDEXED
        words = [*words, f"wall={palette[Pixel.WALL]}", f"rock={palette[Pixel.ROCK]}"]
    yield _SIGNATURE
    head = struct.pack(">IIBBBBB", *size, depth, kind, 0, 0, 0)
    yield chunk(b"IHDR", head)
    if palette is not None:
        yield chunk(b"PLTE", b"".join(bytes(parse_rgb(colour)) for colour in palette.values()))
    yield chunk(b"iTXt", _KEYWORD + b"\0\0\0\0\0" + " ".join(words).encode())
    packer = zlib.compressobj(LEVEL)
    for strip in drawn:
        for block in _blocks(strip, depth, index):
            packed = packer.compress(block)
            if packed:
                yield chunk(b"IDAT", packed)
    yield chunk(b"IDAT", packer.flush())
    yield chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG, with its length and its checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _blocks(strip: Strip, depth: int, index: NDArray[np.uint8] | None) -> Iterator[bytes]:
    """Yield the bytes of some rows of pixels, each after the number of its filter.

    A row that equals the one above it is written as zeros, which compress to almost nothing.
    """
    if index is None:
        packed = np.packbits(strip.lines ^ 1, axis=1)
    else:
        packed = _packed(index[strip.lines], depth)
    lines = np.zeros((len(packed), packed.shape[1] + 1), np.uint8)
    lines[:, 1:] = packed
    if max(strip.heights) == 1:
        yield lines.tobytes()
        return
    same = b"\2" + bytes(packed.shape[1])
    for number, line in enumerate(lines):
        yield line.tobytes() + same * (strip.heights[number % len(strip.heights)] - 1)


def _packed(pixels: NDArray[np.uint8], depth: int) -> NDArray[np.uint8]:
    """Pack several pixels into a byte, the first into its highest bits."""
    per_byte = 8 // depth
    padded = np.pad(pixels, ((0, 0), (0, -pixels.shape[1] % per_byte)))
    packed = np.zeros((len(pixels), padded.shape[1] // per_byte), np.uint8)
    for place in range(per_byte):
        packed |= padded[:, place::per_byte] << (8 - depth * (place + 1))
    return packed
