"""The format ``png``: pixels in two colours, or in as many as the layers need.

A text in the file (the chunk ``iTXt`` with the keyword ``mazegame``) names the size, the ends, the
game ID and the colour of the walls, so that reading restores the maze exactly. In pictures of other
programs dark pixels are walls, or else light ones.

What lives here: chunks, rows of pixels and their filters. What does not: drawing pixels
(``raster.py``), finding cells in pixels (``bitmap.py``).
"""

from __future__ import annotations

import contextlib
import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.engine import memory
from mazegame.engine.jit import Buffer, kernel, u64
from mazegame.formats.bitmap import Bitmap, Claims, claims_of, find_maze
from mazegame.formats.colours import colours_of, rgb
from mazegame.formats.errors import FormatError
from mazegame.formats.picture import HEAT_BANDS
from mazegame.formats.raster import Measures, Part, marks_ends, measure, strips, strips_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from mazegame.formats.found import Found
    from mazegame.formats.picture import Picture, Rows
    from mazegame.formats.raster import Strip
    from mazegame.formats.source import Source

STREAM_CELL: Final = 2
"""Pixels from a cell to the next in a maze written row by row."""

LEVEL: Final = 1
"""Compression level of zlib: 6 makes files a tenth smaller and takes six times as long."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_KEYWORD: Final = b"mazegame"
_LONGEST: Final = (1 << 31) - 1
_MOST_PIXELS: Final = 1 << 35
_MOST_WORDS: Final = 1 << 20
_GRAY, _RGB, _INDEXED, _GRAY_ALPHA, _RGBA = 0, 2, 3, 4, 6
_CHANNELS: Final = {_GRAY: 1, _RGB: 3, _INDEXED: 1, _GRAY_ALPHA: 2, _RGBA: 4}
_DEPTHS: Final = {_GRAY: (1, 2, 4, 8, 16), _INDEXED: (1, 2, 4, 8)}
_BAND_BYTES: Final = 1 << 20
_INK: Final = re.compile(r"(wall|rock)=#([0-9a-f]{6})")


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields the file in pieces.

    Raises:
        ValueError: If there are no such colours, a cell has no room for its walls, or a side is
            longer than a PNG can be.
    """
    measures = _measured(picture.maze.cols, picture.maze.rows, picture.cell, picture.wall)
    layers = picture.path is not None or picture.walk is not None or picture.heat
    ends = picture.start is not None and marks_ends(measures)
    mono = not (layers or ends or picture.theme)
    palette = _palette(picture, layers=layers, ends=ends)
    words = claims_of(measures, picture.ends, picture.game_id)
    drawn = strips_of(picture, measures, mono=mono)
    return _file(measures, None if mono else palette, words, drawn)


def write_rows(rows: Rows) -> Iterator[bytes]:
    """Draw a maze row by row, two pixels a cell, black and white."""
    measures = _measured(rows.cols, rows.rows, STREAM_CELL, None)
    words = claims_of(measures, rows.ends, rows.game_id)
    return _file(measures, None, words, strips(rows, measures))


def _measured(cols: int, rows: int, cell: int | None, wall: int | None) -> Measures:
    measures = measure(cols, rows, cell, wall)
    if max(measures.width, measures.height) > _LONGEST:
        raise ValueError(f"a PNG of {measures.width}x{measures.height} pixels is not possible")
    return measures


def _palette(picture: Picture, *, layers: bool, ends: bool) -> dict[int, str]:
    """Return the colour of each part that the picture may have."""
    colours = colours_of(picture.theme)
    palette: dict[int, str] = {
        Part.GROUND: colours.ground, Part.WALL: colours.wall, Part.ROCK: colours.rock,
    }  # fmt: skip
    if layers:
        palette |= {Part.PATH: colours.path, Part.WALK: colours.walk, Part.BOTH: colours.both}
    if ends:
        palette |= {
            Part.START: colours.start, Part.GOAL: colours.goal, Part.ON_END: colours.on_end,
        }  # fmt: skip
    if picture.heat:
        palette |= {Part.HEAT + band: colour for band, colour in enumerate(colours.heat())}
    return palette


def _file(
    measures: Measures, palette: dict[int, str] | None, words: list[str], drawn: Iterable[Strip]
) -> Iterator[bytes]:
    """Yield the chunks of a file; without a palette black is wall and white is ground."""
    depth, kind = 1, _GRAY
    if palette is not None:
        depth = next(bits for bits in (2, 4, 8) if len(palette) <= 1 << bits)
        kind = _INDEXED
        words = [*words, f"wall={palette[Part.WALL]}", f"rock={palette[Part.ROCK]}"]
    yield _SIGNATURE
    head = struct.pack(">IIBBBBB", measures.width, measures.height, depth, kind, 0, 0, 0)
    yield _chunk(b"IHDR", head)
    if palette is not None:
        yield _chunk(b"PLTE", bytes(value for colour in palette.values() for value in rgb(colour)))
    yield _chunk(b"iTXt", _KEYWORD + b"\0\0\0\0\0" + " ".join(words).encode())
    index = np.zeros(Part.HEAT + HEAT_BANDS, np.uint8)
    index[list(palette or ())] = np.arange(len(palette or ()))
    packer = zlib.compressobj(LEVEL)
    for strip in drawn:
        for block in _blocks(strip, depth, None if palette is None else index):
            packed = packer.compress(block)
            if packed:
                yield _chunk(b"IDAT", packed)
    yield _chunk(b"IDAT", packer.flush())
    yield _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
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
    if per_byte == 1:
        return pixels
    padded = np.zeros((len(pixels), -(-pixels.shape[1] // per_byte) * per_byte), np.uint8)
    padded[:, : pixels.shape[1]] = pixels
    packed = np.zeros((len(pixels), padded.shape[1] // per_byte), np.uint8)
    for place in range(per_byte):
        packed |= padded[:, place::per_byte] << (8 - depth * (place + 1))
    return packed


class _Chunk(NamedTuple):
    name: bytes
    data: bytes


@dataclass
class _Head:
    """The contents of the header chunk."""

    width: int
    height: int
    depth: int
    kind: int

    @property
    def pixel_bytes(self) -> int:
        """Bytes from a channel to the same one of the next pixel, the reach of filters."""
        return max(1, self.depth * _CHANNELS[self.kind] // 8)

    @property
    def line_bytes(self) -> int:
        """Bytes of a row of pixels, without the filter's number."""
        return -(-self.width * self.depth * _CHANNELS[self.kind] // 8)


def read(source: Source) -> Found:
    """Read a picture of a maze.

    Raises:
        FormatError: If it is not a PNG, is damaged, or shows no maze.
        NotEnoughMemoryError: If it would not fit.
    """
    data = source.all()
    if not data:
        raise FormatError("it is empty")
    if not data.startswith(_SIGNATURE):
        raise FormatError("it is no PNG")
    chunks = _chunks(data)
    first = next(chunks, None)
    if first is None or first.name != b"IHDR" or len(first.data) != 13:
        raise FormatError("it is a damaged PNG: it does not begin with its size")
    head = _head(first.data)
    palette, words = b"", ""
    for chunk in chunks:
        if chunk.name == b"PLTE":
            palette = chunk.data
        elif chunk.name == b"iTXt" and chunk.data.startswith(_KEYWORD + b"\0\0\0\0\0"):
            words = chunk.data[len(_KEYWORD) + 5 :][:_MOST_WORDS].decode("utf-8", "replace")
        elif chunk.name == b"IDAT":
            break
    else:
        raise FormatError("it is a damaged PNG: it has no pixels")
    if head.kind == _INDEXED and not palette:
        raise FormatError("it is a damaged PNG: it has no palette")
    claims = Claims.of(words.split())
    inks = dict(_INK.findall(words))
    lines = _lines(head, _pixel_data([chunk], chunks))
    if inks and head.kind == _INDEXED:
        walls = _walls_by_colour(head, palette, lines, set(inks.values()))
        return find_maze(Bitmap.of_bits(walls, head.width), claims)
    dark, light = _walls_by_brightness(head, palette, lines)
    try:
        return find_maze(Bitmap.of_bits(dark, head.width), claims)
    except FormatError as error:
        with contextlib.suppress(FormatError):
            return find_maze(Bitmap.of_bits(light, head.width), claims, exactly=True)
        raise error from None


def _head(data: bytes) -> _Head:
    width, height, depth, kind, packing, filtering, interlaced = struct.unpack(">IIBBBBB", data)
    if not (0 < width <= _LONGEST and 0 < height <= _LONGEST) or width * height > _MOST_PIXELS:
        raise FormatError(f"a picture of {width}x{height} pixels is not read")
    if kind not in _CHANNELS or depth not in _DEPTHS.get(kind, (8, 16)) or packing or filtering:
        raise FormatError("it is a damaged PNG: there is no such kind of pixels")
    if interlaced:
        raise FormatError("it is an interlaced PNG, which is not read: save it without interlacing")
    memory.require(width * height / 2, f"a picture of {width}x{height} pixels")
    return _Head(width, height, depth, kind)


def _chunks(data: bytes) -> Iterator[_Chunk]:
    """Check the chunks' checksums, and yield the chunks."""
    begin = len(_SIGNATURE)
    while begin + 8 <= len(data):
        size, name = struct.unpack_from(">I4s", data, begin)
        end = begin + 8 + size
        if end + 4 > len(data):
            raise FormatError("it is a damaged PNG: it is cut off")
        if zlib.crc32(data[begin + 4 : end]) != struct.unpack_from(">I", data, end)[0]:
            raise FormatError(
                f"it is a damaged PNG: the checksum of the chunk at byte {begin:,} is wrong"
            )
        yield _Chunk(name, data[begin + 8 : end])
        if name == b"IEND":
            return
        begin = end + 4


def _pixel_data(first: list[_Chunk], chunks: Iterator[_Chunk]) -> Iterator[bytes]:
    for chunk in first:
        yield chunk.data
    for chunk in chunks:
        if chunk.name == b"IDAT":
            yield chunk.data


def _lines(head: _Head, packed: Iterator[bytes]) -> Iterator[NDArray[np.uint8]]:
    """Unpack rows of pixels: uint8 (n, line_bytes), at most the announced number in all."""
    stride = head.line_bytes + 1
    high = max(1, _BAND_BYTES // stride)
    unpacker = zlib.decompressobj()
    before = np.zeros(head.line_bytes, np.uint8)
    done, ready = 0, bytearray()
    waiting = b""
    while done < head.height:
        wanted = min(high, head.height - done) * stride
        while len(ready) < wanted:
            if not waiting:
                waiting = next(packed, b"")
                if not waiting:
                    raise FormatError(
                        f"it is a damaged PNG: {head.height - done:,} rows of pixels are missing"
                    )
            try:
                ready += unpacker.decompress(waiting, wanted - len(ready))
            except zlib.error:
                raise FormatError("it is a damaged PNG: its pixels cannot be unpacked") from None
            waiting = unpacker.unconsumed_tail
        rows = np.frombuffer(bytes(ready), np.uint8).reshape(-1, stride)
        ready.clear()
        lines = rows[:, 1:].copy()
        _unfilter(lines, rows[:, 0], before, head.pixel_bytes)
        before = lines[-1]
        done += len(lines)
        yield lines


def _unfilter(
    lines: NDArray[np.uint8], filters: NDArray[np.uint8], before: NDArray[np.uint8], back: int
) -> None:
    """Undo the filter of each row, in place."""
    if filters.max(initial=0) > 4:
        raise FormatError("it is a damaged PNG: there is no such filter")
    if not filters.any():
        return
    for row, kind in enumerate(filters.tolist()):
        line, above = lines[row], lines[row - 1] if row else before
        if kind == 1:
            for channel in range(back):
                np.cumsum(line[channel::back], dtype=np.uint8, out=line[channel::back])
        elif kind == 2:
            line += above
        elif kind:
            whole, upper = np.ascontiguousarray(line), np.ascontiguousarray(above)
            _undo_prediction(whole, upper, back, line.size, kind)
            line[:] = whole


@kernel
def _undo_prediction(line: Buffer, above: Buffer, back: int, size: int, kind: int) -> None:
    """Undo the filters that predict a byte from its left and upper neighbours.

    Args:
        line: uint8, a row of bytes; changed in place.
        above: uint8, the row above.
        back: Bytes to the left neighbour, which is of the same channel.
        size: The number of bytes.
        kind: 3 predicts the average of both; 4 (Paeth) the neighbour that is nearest to left plus
            upper minus upper left.
    """
    for at in range(size):
        left, corner = u64(0), u64(0)
        if at >= back:
            left, corner = u64(line[at - back]), u64(above[at - back])
        up = u64(above[at])
        if kind == u64(3):
            line[at] = u64(line[at]) + ((left + up) >> u64(1)) & u64(255)
        else:
            far_left = up - corner if up >= corner else corner - up
            far_up = left - corner if left >= corner else corner - left
            both, twice = left + up, corner + corner
            far_corner = both - twice if both >= twice else twice - both
            best = left
            if far_left > far_up or far_left > far_corner:
                best = up if far_up <= far_corner else corner
            line[at] = u64(line[at]) + best & u64(255)


def _values(head: _Head, lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the channels of pixels: uint8 (n, width, channels), or palette indexes unchanged."""
    if head.depth == 16:
        lines = lines[:, ::2]
    elif head.depth < 8:
        per_byte = 8 // head.depth
        values = np.empty((len(lines), lines.shape[1] * per_byte), np.uint8)
        for place in range(per_byte):
            values[:, place::per_byte] = lines >> (8 - head.depth * (place + 1))
        values &= (1 << head.depth) - 1
        if head.kind == _GRAY:
            values *= 255 // ((1 << head.depth) - 1)
        lines = values[:, : head.width]
    return lines.reshape(len(lines), head.width, _CHANNELS[head.kind])


def _walls_by_colour(
    head: _Head, palette: bytes, lines: Iterator[NDArray[np.uint8]], colours: set[str]
) -> NDArray[np.uint8]:
    """Return the pixels that have one of some colours: packed bits, uint8 (height, bytes)."""
    wall = np.zeros(256, np.bool_)
    for number in range(len(palette) // 3):
        wall[number] = palette[3 * number : 3 * number + 3].hex() in colours
    return np.concatenate(
        [np.packbits(wall[_values(head, part)[:, :, 0]], axis=1) for part in lines]
    )


def _walls_by_brightness(
    head: _Head, palette: bytes, lines: Iterator[NDArray[np.uint8]]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the pixels that are dark, and those that are light, in every channel.

    A coloured path is neither. Both are packed bits, uint8 (height, bytes).
    """
    dark, light = [], []
    table = np.zeros((256, 3), np.uint8)
    entries = np.frombuffer(palette[: len(palette) // 3 * 3][:768], np.uint8).reshape(-1, 3)
    table[: len(entries)] = entries
    for part in lines:
        values = _values(head, part)
        if head.kind == _INDEXED:
            values = table[values[:, :, 0]]
        elif head.kind in {_GRAY_ALPHA, _RGBA}:  # on white paper
            alpha = values[:, :, -1:].astype(np.uint16)
            values = ((values[:, :, :-1] * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
        dark.append(np.packbits(values.max(axis=2) < 128, axis=1))
        light.append(np.packbits(values.min(axis=2) >= 128, axis=1))
    return np.concatenate(dark), np.concatenate(light)
