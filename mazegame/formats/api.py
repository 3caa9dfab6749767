"""The functions of this package, which write and read levels by the name of a format.

It imports nothing heavy before one is called, since ``mazegame --help`` imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazegame.formats.registry import FORMATS, Format, format_of, read_forms, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from numpy.typing import ArrayLike

    from mazegame.engine import Level, Maze


def save(level: Level | Maze, file: str | PathLike[str], form: str = "", **layers: Any) -> None:
    """Write a level to a file, completely or not at all.

    Complexity: time in proportion to the cells; memory for a band of rows, but for ``svg`` and
    ``pdf``.

    Args:
        level: A level, or a maze alone.
        file: Its path; an old one is replaced.
        form: The name of the format; if empty, the file name's suffix decides.
        layers: The arguments of ``Picture.of``, such as ``path=True``.

    Raises:
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
    from mazegame.formats.writing import save_pieces

    found = format_of(str(file)) if not form else _written(form)
    if found is None:
        raise ValueError(
            f"the ending of {str(file)[-60:]!r} names no format: there are {', '.join(written())}"
        )
    save_pieces(file, _pieces(level, found, layers))


def load(file: str | PathLike[str], form: str = "", *, start: str = "", goals: str = "") -> Level:
    """Read a level from a file; arguments and errors as ``files.load_level``.

    Complexity: time and memory in proportion to the file's size, in pictures to the pixels.

    Examples:
        >>> import tempfile
        >>> from mazegame.engine import Level
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save(Level.of("wilson:4x2:a"), f"{folder}/maze.txt")
        ...     load(f"{folder}/maze.txt")
        <Level maze.txt 4x2, distMin 6>
    """
    from mazegame.formats.files import load_level

    return load_level(file, _read(form), start=start, goals=goals)


def to_bytes(level: Level | Maze, form: str, **layers: Any) -> bytes:
    r"""Write a level in a format; arguments and errors as in ``save``.

    Complexity: time in proportion to the cells, and memory to the result.

    Examples:
        >>> from mazegame.engine import Level
        >>> to_bytes(Level.of("wilson:4x2:a"), "png")[:4]
        b'\x89PNG'
    """
    return b"".join(_pieces(level, _written(form), layers))


def from_bytes(data: bytes, form: str = "", *, start: str = "", goals: str = "") -> Level:
    r"""Read a level from bytes.

    Complexity: time and memory in proportion to the data, in pictures to the pixels.

    Args:
        data: The contents of a file.
        form: The name of its format; if empty, detected from the data.
        start: Replaces the data's A, for example ``r0c0``.
        goals: Replaces its B, one or several: ``r9c9+r9c0``.

    Raises:
        FormatError: If it is not a maze of this format.
        UnreachableError: If no path leads from A to B.

    Examples:
        >>> from_bytes(b"A.X\nX..\nX.B")
        <Level 3x3, distMin 4>
    """
    from mazegame.formats.files import read
    from mazegame.formats.source import Source

    return read(Source.of(data), _read(form)).level("", start, goals)


def plot(
    level: Level | Maze,
    ax: Any = None,
    *,
    path: bool | ArrayLike = False,
    heat: bool = False,
    walk: ArrayLike | None = None,
    doors: bool = False,
    theme: str = "",
) -> Any:
    """Draw a maze into axes of matplotlib; see ``plotting.plot``.

    Complexity: time and memory in proportion to the cells.

    Examples:
        >>> from mazegame.engine import Level
        >>> ax = plot(Level.of("wilson:8x5:kite-7"), path=True)
    """
    from mazegame.formats import plotting

    return plotting.plot(level, ax, path=path, heat=heat, walk=walk, doors=doors, theme=theme)


def _pieces(level: Level | Maze, form: Format, layers: dict[str, Any]) -> Iterator[bytes]:
    from mazegame.formats.picture import Picture

    asked = {name for name, value in layers.items() if value is not None and value is not False}
    for name in sorted(asked - form.takes):
        others = ", ".join(written(name))
        raise ValueError(f"the format {form.name} takes no {name}: {others or 'none does'}")
    return form.load().write(Picture.of(level, **layers))


def _written(name: str) -> Format:
    if name not in written():
        raise ValueError(f"no format {name[:40]!r} is written: there are {', '.join(written())}")
    return FORMATS[name]


def _read(name: str) -> str:
    if name and name not in read_forms():
        raise ValueError(f"no format {name[:40]!r} is read: there are {', '.join(read_forms())}")
    return name
