"""The format ``npy``: ``Maze.passages`` as an array file of NumPy, uint8 (rows, cols).

It does not store A and B. After reading they are the upper left and the lower right corner, unless
the caller names them. Array files are not trusted: pickles are refused, and no more data are read
than the header announces.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.errors import FormatError
from mazegame.formats.parsed import LACKS, ParsedMaze, maze_of
from mazegame.formats.picture import Picture, Rows
from mazegame.formats.source import Limits, Readable, Source
from mazegame.formats.text.block_grid import parse_floor

_MAGIC: Final = b"\x93NUMPY"
_MAX_HEADER: Final = 10_000
_MAX_ITEM: Final = 4096
_HEADER: Final = re.compile(
    rb"\{'descr': '([<>|=]?[biufU][0-9]{0,5})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:[0-9]{1,12}(?:, ?|(?=\))))*)\),? ?\}\s*"
)
"""Matches a header as NumPy writes it: a Python expression, which is not evaluated here."""

_PIECE: Final = 1 << 20

_ROCK_BYTES: Final = 1 << 26
"""Bytes of rock with which an array may begin, however few cells follow."""

_BYTES_PER_OPEN: Final = 64
"""After ``_ROCK_BYTES``, most bytes per byte that is not zero."""

_BYTES_PER_CELL: Final = 5
"""Peak memory of converting an array to a maze, in bytes per cell, without the array."""


def write(picture: Picture) -> Iterator[bytes]:
    """Write a maze."""
    return write_rows(picture.as_rows())


def write_rows(rows: Rows) -> Iterator[bytes]:
    """Write a maze that comes row by row."""
    yield header_of((rows.rows, rows.cols), "|u1")
    for band in rows.bands:
        yield np.ascontiguousarray(band, np.uint8).tobytes()


def read(source: Source) -> ParsedMaze:
    """Read an array of passages."""
    if not source.head():
        raise FormatError("it is empty")
    passages = read_array(source, "the array", "iub", source.limits)
    if source.read(1):
        raise FormatError("there is more behind the array")
    if (
        passages.ndim == 2
        and passages.size
        and (source.limits.floor or passages.dtype.kind == "b" or _is_grid(passages))
    ):
        return _of_grid(passages, source.limits)
    maze = maze_of(passages, "the array is")
    return ParsedMaze(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))


def _is_grid(array: NDArray[Any]) -> bool:
    """Return whether an array is a grid of 0 and 1; passages also have 4 or 8."""
    return bool(array.max() == 1 and array.min() == 0)


def _of_grid(array: NDArray[Any], limits: Limits) -> ParsedMaze:
    """Read a grid of 0 and 1; 1 is wall unless ``limits.floor`` contains it."""
    found = parse_floor(array == (1 if "1" in limits.floor else 0), limits)
    if found.start is None and not found.goals:
        corners = (0, 0), (found.maze.rows - 1, found.maze.cols - 1)
        if all(found.maze.passages[corner] for corner in corners):
            return replace(found, start=corners[0], goals=corners[1:])
    return replace(found, lacks=LACKS)


def header_of(shape: tuple[int, ...], dtype: str) -> bytes:
    """Return the header of an array in C order."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"descr": dtype, "fortran_order": False, "shape": shape}
    )
    return stream.getvalue()


def file_of(array: NDArray[Any]) -> bytes:
    """Return the file of a small array."""
    stream = io.BytesIO()
    np.lib.format.write_array(stream, array, allow_pickle=False)
    return stream.getvalue()


def read_array(
    stream: Readable, what: str, kinds: str, most: int | Limits, held: float = math.inf
) -> NDArray[Any]:
    """Read an array after checking its header.

    Args:
        stream: The stream.
        what: Its name in messages.
        kinds: The allowed values of ``dtype.kind``.
        most: The most elements; or the caller's limits, if they are the cells of a maze.
        held: The most bytes that the content of the file can hold.
    """
    magic = _exactly(stream, 8, what)
    if not magic.startswith(_MAGIC) or magic[6] not in {1, 2, 3} or magic[7]:
        raise FormatError(f"{what} is no array of NumPy of the versions 1.0 to 3.0")
    size = int.from_bytes(_exactly(stream, 2 if magic[6] == 1 else 4, what), "little")
    if size > _MAX_HEADER:
        raise FormatError(f"{what} has a header of {size:,} bytes: {_MAX_HEADER:,} are read")
    match = _HEADER.fullmatch(_exactly(stream, size, what))
    if match is None:
        raise FormatError(f"the header of {what} is damaged, or of an array that is not read")
    try:
        dtype = np.dtype(match[1].decode("ascii"))
    except TypeError:
        raise FormatError(f"{what} holds {match[1].decode('ascii')}, which is not read") from None
    fortran = match[2] == b"True"
    shape = tuple(int(side) for side in match[3].split(b",") if side.strip())
    if dtype.kind not in kinds or dtype.itemsize > _MAX_ITEM:
        raise FormatError(f"{what} holds {str(dtype)[:40]}, which is not read")
    count, opened = math.prod(shape), 0
    if not isinstance(most, int):
        size = count * (dtype.itemsize + _BYTES_PER_CELL)
        most.require(f"{what} of {count:,} elements", count, size, held // dtype.itemsize)
    elif count > most or max(shape, default=0) > most:
        raise FormatError(f"{what} has {count:,} elements: at most {most:,} are read")
    data = bytearray()
    for piece in _pieces(stream, count * dtype.itemsize, what):
        data += piece
        opened += len(piece) - piece.count(0)
        if not isinstance(most, int) and len(data) > max(_ROCK_BYTES, _BYTES_PER_OPEN * opened):
            most.check_content(f"{what} of {count:,} elements", count, 0)
    flat = np.frombuffer(data, dtype)
    return flat.reshape(shape[::-1]).T if fortran else flat.reshape(shape)


def _exactly(stream: Readable, size: int, what: str) -> bytes:
    return b"".join(_pieces(stream, size, what))


def _pieces(stream: Readable, size: int, what: str) -> Iterator[bytes]:
    """Yield exactly ``size`` bytes in parts."""
    while size:
        piece = stream.read(min(size, _PIECE))
        if not piece:
            raise FormatError(f"{what} is cut off: {size:,} bytes are missing")
        yield piece
        size -= len(piece)
