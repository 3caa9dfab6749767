"""``save``, ``load``, ``to_bytes`` and ``from_bytes``: write and read levels in any format."""

from __future__ import annotations

from collections.abc import Iterator
from io import TextIOBase
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, Unpack, cast

from numpy.typing import ArrayLike

from mazegame.engine import Level, Maze
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.support.validation import short_repr
from mazegame.formats.errors import with_python_names
from mazegame.formats.files import finish, naming_file, parse_file, read, required_ends
from mazegame.formats.parsed import ParsedMaze, Start, plain_cells
from mazegame.formats.picture import Layers, Picture
from mazegame.formats.registry import (
    FORMATS,
    TEXT_TITLES,
    Format,
    format_of,
    readable_formats,
    writable_formats,
)
from mazegame.formats.source import Limits, Source
from mazegame.formats.writing import save_pieces

if TYPE_CHECKING:
    from mazegame.engine.graphs import LatticeLevel, LatticeMaze
else:  # names for typing.get_type_hints; few programs need these classes
    LatticeLevel = LatticeMaze = Any


def save(
    level: Level | Maze | LatticeLevel | LatticeMaze,
    file: str | PathLike[str] | BinaryIO,
    form: str = "",
    **layers: Unpack[Layers],
) -> None:
    """Write a level to a file, completely or not at all.

    Complexity: time in proportion to the cells; memory for a band of rows, but for ``svg`` and
    ``pdf``.

    Args:
        level: A level, or a maze alone; of square cells, or on a lattice, which svg, png, unicode
            and ascii draw.
        file: Its path; an old one is replaced. Or a stream that is open for writing bytes, such
            as ``open(name, "wb")`` or ``io.BytesIO()``, which gets the bytes as they come.
        form: The name of the format; if empty, the file name's suffix decides.
        layers: The arguments of ``Picture.of``, such as ``path=True``.

    Raises:
        TypeError: If there is no such layer, or an argument is of another kind.
        ValueError: If there is no such format, or it does not support a layer.
        OSError: If the file cannot be written.

    Examples:
        >>> import tempfile
        >>> from mazegame.engine import Level
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save(Level.of("wilson:4x2:a"), f"{folder}/maze.png", path=True)
        ...     load(f"{folder}/maze.png").dist_min
        6
    """
    name = _name_of(file)
    ending = name.rpartition(".")[2].lower()
    if not form and ending in FORMATS and ending not in writable_formats():
        raise ValueError(
            f"the format {ending} is only read: {', '.join(writable_formats())} are written"
        )
    found = format_of(name) if not form else _written(form)
    if found is None:
        there = f"there are {', '.join(writable_formats())}"
        if not name:
            raise ValueError(f"a stream has no name whose ending says the format: {there}")
        raise ValueError(f"the ending of {name[-60:]!r} names no format: {there}")
    pieces = _pieces(level, found, layers)
    if isinstance(file, str | PathLike):
        save_pieces(file, pieces)
    else:
        for piece in pieces:
            file.write(piece)


def load(
    file: str | PathLike[str] | BinaryIO,
    form: str = "",
    *,
    start: ArrayLike | None = "",
    goals: ArrayLike | None = "",
    max_cells: int | None = None,
    cell: int | None = None,
    wall: int | None = None,
    shade: str | None = None,
    floor: str = "",
) -> Level:
    """Read a level from a file.

    A maze without B, or without a path to it, is read too: ``Level.has_path`` is False. One without
    A takes ``start``; ``load_maze`` reads its maze alone.

    Complexity: time and memory in proportion to the file's size, in pictures to the pixels.

    It takes the path of a file, or a stream that is open for reading bytes, and all else as
    ``from_bytes`` does.

    Raises:
        FileError: If the file cannot be read as a maze: a ValueError, and an OSError as well if it
            cannot be opened (a FileNotFoundError if it is missing).

    Examples:
        >>> import tempfile
        >>> from mazegame.engine import Level
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save(Level.of("wilson:4x2:a"), f"{folder}/maze.txt")
        ...     load(f"{folder}/maze.txt")
        <Level maze.txt 4x2, distMin 6>
    """
    a, bs = cast("Start", plain_cells(start)), plain_cells(goals)
    with with_python_names():
        limits = Limits(
            max_cells, LEVEL_BYTES_PER_CELL, required_ends(a, bs), cell, wall, _shade(shade), floor
        )
        found, name = _parsed(file, form, limits)
        return finish(found, name, start=a, goals=bs)


def load_maze(
    file: str | PathLike[str] | BinaryIO,
    form: str = "",
    *,
    max_cells: int | None = None,
    cell: int | None = None,
    wall: int | None = None,
    shade: str | None = None,
    floor: str = "",
) -> Maze:
    """Read the maze alone from a file, which needs no A and no B; the rest is as in ``load``.

    Complexity: time and memory in proportion to the file's size, in pictures to the pixels.

    Examples:
        >>> import tempfile
        >>> from mazegame.engine import generate
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save(generate("wilson:4x2:a"), f"{folder}/maze.txt")
        ...     load_maze(f"{folder}/maze.txt")
        <Maze 4x2, 7 passages>
    """
    with with_python_names():
        limits = Limits(max_cells, LEVEL_BYTES_PER_CELL, "", cell, wall, _shade(shade), floor)
        found, name = _parsed(file, form, limits)
        return found.maze if found.start is None else finish(found, name).maze


def _parsed(
    file: str | PathLike[str] | BinaryIO, form: str, limits: Limits
) -> tuple[ParsedMaze, str | PathLike[str]]:
    """Read a file or a stream; return the maze found in it, and its name for messages."""
    form = _read(form)
    if isinstance(file, str | PathLike):
        return parse_file(file, form, limits), file
    name = _name_of(file) or "the stream"
    with naming_file(name):
        return read(Source(file, None, limits), form), name


def _name_of(file: object) -> str:
    """Return a path as text, or the name of a stream; "" if it has none."""
    if isinstance(file, Level | Maze):
        raise TypeError("the level comes first and then the file: save(level, 'maze.svg')")
    if isinstance(file, str | PathLike):
        return str(file)
    if not (hasattr(file, "read") or hasattr(file, "write")):
        raise TypeError(f"a file is a path or an open stream, not {short_repr(file)}")
    if isinstance(file, TextIOBase):
        raise TypeError("the stream is open for text: open it for bytes, open(name, 'wb')")
    name = getattr(file, "name", "")
    return name if isinstance(name, str) else ""


def to_bytes(
    level: Level | Maze | LatticeLevel | LatticeMaze, form: str, **layers: Unpack[Layers]
) -> bytes:
    r"""Write a level in a format; arguments and errors as in ``save``.

    Complexity: time in proportion to the cells, and memory to the result.

    Examples:
        >>> from mazegame.engine import Level
        >>> to_bytes(Level.of("wilson:4x2:a"), "png")[:4]
        b'\x89PNG'
    """
    return b"".join(_pieces(level, _written(form), layers))


def from_bytes(
    data: bytes,
    form: str = "",
    *,
    start: ArrayLike | None = "",
    goals: ArrayLike | None = "",
    max_cells: int | None = None,
    cell: int | None = None,
    wall: int | None = None,
    shade: str | None = None,
    floor: str = "",
) -> Level:
    r"""Read a level from bytes.

    Complexity: time and memory in proportion to the data, in pictures to the pixels.

    Args:
        data: The contents of a file.
        form: The name of its format; if empty, detected from the data.
        start: Replaces the data's A: ``(0, 0)``, an array or ``r0c0``.
        goals: Replaces its B, one cell or several: ``[(9, 9), (9, 0)]`` or ``r9c9+r9c0``.
        max_cells: Most cells of the maze; None for a usual limit, and for no more than the data's
            content can hold: a picture that is said to be huge needs pixels for it.
        cell: In a picture, the pixels from a cell to the next; found out if None.
        wall: The same across a wall; 0 if each square of ``cell`` pixels is a cell.
        shade: Whether its walls are ``dark`` or ``light``; found out if None.
        floor: In a text or an array, the characters that are floor, such as ``"1"``.

    Raises:
        FormatError: If it is not a maze of this format, or names no A.
        NotEnoughMemoryError: If it would not fit.

    Examples:
        >>> from_bytes(b"A.X\nX..\nX.B")
        <Level 3x3, distMin 4>
    """
    a, bs = cast("Start", plain_cells(start)), plain_cells(goals)
    with with_python_names():
        limits = Limits(
            max_cells, LEVEL_BYTES_PER_CELL, required_ends(a, bs), cell, wall, _shade(shade), floor
        )
        found = read(Source.of(data, limits), _read(form))
        return found.level("", a, bs)


def _shade(name: str | None) -> str | None:
    if name not in {None, "dark", "light"}:
        raise ValueError(f"shade {name!r} is neither dark nor light")
    return name


def _pieces(
    level: Level | Maze | LatticeLevel | LatticeMaze, form: Format, layers: Layers
) -> Iterator[bytes]:
    for name in sorted(layers.keys() - Layers.__annotations__.keys()):
        known = ", ".join(Layers.__annotations__)
        raise TypeError(f"there is no layer {name[:40]!r}: {known} are taken")
    if isinstance(layers.get("title"), str) and form.name not in TEXT_TITLES:
        others = ", ".join(TEXT_TITLES)
        raise ValueError(f"a title of your own is written in {others}, not in {form.name}")
    if not isinstance(level, Level | Maze):
        from mazegame.engine.graphs import LatticeLevel, LatticeMaze
        from mazegame.formats.lattice_picture import LatticePicture, check_layers, write

        if isinstance(level, LatticeLevel | LatticeMaze):  # anything else is refused below
            check_layers(form.name, layers)
            return write(LatticePicture.of(level, **layers), form.name)
    asked = {name for name, value in layers.items() if value is not None and value is not False}
    for name in sorted(asked - form.takes):
        others = ", ".join(writable_formats(name))
        raise ValueError(f"the format {form.name} takes no {name}: {others or 'none does'}")
    return form.load().write(Picture.of(level, **layers))


def _written(name: str) -> Format:
    if FORMATS.get(name) is None or name not in writable_formats():
        raise ValueError(
            f"no format {name[:40]!r} is written: there are {', '.join(writable_formats())}"
        )
    return FORMATS[name]


def _read(name: str) -> str:
    if name and (FORMATS.get(name) is None or name not in readable_formats()):
        raise ValueError(
            f"no format {name[:40]!r} is read: there are {', '.join(readable_formats())}"
        )
    return name
