"""The format ``npz``: arrays of NumPy in one file, for ``numpy.load``; no pickles.

docs/file-formats.md lists them. Reading requires only ``passages``.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from mazegame.formats.data.npy import file_of, header_of, read_array
from mazegame.formats.errors import FormatError, refusing_damage
from mazegame.formats.parsed import MAX_GOALS, ParsedMaze, check_ends, maze_of
from mazegame.formats.picture import Picture, bands
from mazegame.formats.source import DEFLATE_RATIO, Limits, Source

_MOST_MEMBERS: Final = 1000
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every member, so that the same maze gives the same bytes."""


def write(picture: Picture) -> Iterator[bytes]:
    """Write a picture; yields the file in pieces."""
    pieces = _Pieces()
    maze = picture.maze
    arrays: dict[str, NDArray[Any]] = {}
    if picture.start is not None:
        arrays["start"] = np.array(picture.start, np.int64)
        arrays["goals"] = np.array(picture.goals, np.int64).reshape(-1, 2)
    if picture.dist_min is not None:
        arrays["dist_min"] = np.array(picture.dist_min, np.int64)
    arrays |= {"game_id": np.array(picture.game_id), "name": np.array(picture.name)}
    for name, cells in (("path", picture.path), ("walk", picture.walk)):
        if cells is not None:
            arrays[name] = cells.astype(np.int64)
    if picture.heat and picture.field is not None:
        arrays["distances"] = np.ascontiguousarray(picture.field)
    with zipfile.ZipFile(cast("Any", pieces), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        with file.open(_member("passages"), "w", force_zip64=True) as member:
            member.write(header_of((maze.rows, maze.cols), "|u1"))
            for top, end in bands(maze.rows, maze.cols):
                member.write(np.ascontiguousarray(maze.passages[top:end]).tobytes())
                yield pieces.take()
        for name, array in arrays.items():
            with file.open(_member(name), "w", force_zip64=True) as member:
                member.write(file_of(array))
            yield pieces.take()
    yield pieces.take()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


class _Pieces:
    """A write-only stream in memory; ``take`` returns and removes what was written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing."""

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def read(source: Source) -> ParsedMaze:
    """Read such a file."""
    data = source.read_nonblank()
    with refusing_damage("an NPZ file"), zipfile.ZipFile(io.BytesIO(data)) as file:
        return _read(file, len(data), source.limits)


def _read(file: zipfile.ZipFile, size: int, limits: Limits) -> ParsedMaze:
    members = {member.filename: member for member in file.infolist()}
    if len(members) > _MOST_MEMBERS:
        raise FormatError(f"it holds {len(members):,} files: an NPZ file of a maze holds a few")
    if "passages.npy" not in members:
        raise FormatError('it is no NPZ file of a maze: it holds no array "passages"')

    def array(name: str, kinds: str, most: int | Limits) -> NDArray[Any] | None:
        info = members.get(f"{name}.npy")
        if info is None:
            return None
        # zipfile unpacks other kinds as a whole, however large they turn out to be.
        if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise FormatError(f'"{name}" is packed in a way that NumPy does not pack')
        with file.open(info) as member:
            held = min(info.compress_size, size) * DEFLATE_RATIO
            found = read_array(member, f'"{name}"', kinds, most, held)
            if member.read(1):
                raise FormatError(f'there is more behind the array "{name}"')
            return found

    start = array("start", "iu", 2)
    goals = array("goals", "iu", 2 * MAX_GOALS)
    dist_min = array("dist_min", "iu", 1)
    for name, given, shape in (("start", start, (2,)), ("dist_min", dist_min, ())):
        if given is not None and given.shape != shape:
            raise FormatError(f'"{name}" has the shape {given.shape}, not {shape}')
    if goals is not None and (goals.ndim != 2 or goals.shape[1] != 2):
        raise FormatError(f'"goals" has the shape {goals.shape}, not (n, 2)')
    a = None if start is None else cast("tuple[int, int]", tuple(start.tolist()))
    bs = () if goals is None else tuple((row, col) for row, col in goals.tolist())
    check_ends(a, bs, limits.needs)
    maze = maze_of(cast("NDArray[Any]", array("passages", "iub", limits)), '"passages" is')
    game_id, name = (_text(array(key, "U", 1)) for key in ("game_id", "name"))
    length = None if dist_min is None else int(dist_min)
    return ParsedMaze(maze, a, bs, game_id, length, name)


def _text(given: NDArray[Any] | None) -> str:
    return "" if given is None or given.size != 1 else str(given.reshape(-1)[0])
