"""Read a level from a path or standard input; every error becomes one sentence."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from mazegame.engine import UnreachableError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.recipes.recipe import shorten
from mazegame.formats.detection import detect, image_kind
from mazegame.formats.errors import FormatError, refusing_exhaustion, why_unreadable
from mazegame.formats.registry import FORMATS
from mazegame.formats.source import STDIN, Limits, Source, opened, utf8

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level
    from mazegame.formats.parsed import Goals, ParsedMaze, Start

PIXEL_FORMS = ("png", "image", "pbm")
"""The formats whose cells are found in pixels."""

FLOOR_FORMS = ("grid", "thick", "numbers", "npy")
"""The formats in which characters or numbers are floor."""


class FileError(ValueError):
    """A file that cannot be read as a maze; the message names it and says why."""


class UnreadableError(FileError, OSError):
    """A file that cannot be opened or read: it is missing, a directory, or not permitted."""


class MissingFileError(UnreadableError, FileNotFoundError):
    """There is no such file."""


def load_level(
    path: str | PathLike[str],
    form: str = "",
    *,
    start: Start = "",
    goals: Goals = "",
    max_cells: int | None = None,
    cell: int | None = None,
    wall: int | None = None,
    shade: str | None = None,
    floor: str = "",
    needs_path: bool = False,
) -> Level:
    """Read a level from a file, named after it; the path ``-`` is standard input.

    With ``needs_path`` a path must lead from A to B, as for playing. The other arguments are as in
    ``api.from_bytes``.

    Raises:
        FileError: If the file is missing, not readable, too large, or holds no maze of this format.
            It is an OSError as well if it cannot be opened or read. The message is one sentence.
        UnreachableError: If no path leads from A to B, and one is needed.
    """
    needs = required_ends(start, goals, needs_path=needs_path)
    limits = Limits(max_cells, LEVEL_BYTES_PER_CELL, needs, cell, wall, shade, floor)
    found = parse_file(path, form, limits)
    return finish(found, path, start=start, goals=goals, needs_path=needs_path)


def required_ends(start: Start, goals: Goals, *, needs_path: bool = False) -> str:
    """Return the ends that the file must have: a part of "AB". Arguments as of ``load_level``."""
    return "A" * (not start) + "B" * (needs_path and not goals)


def parse_file(
    path: str | PathLike[str], form: str = "", limits: Limits | None = None
) -> ParsedMaze:
    """Read a file's maze without making a level; arguments and errors as in ``load_level``."""
    with naming_file(path), opened(path, limits) as source:
        return read(source, form)


def finish(
    found: ParsedMaze,
    path: str | PathLike[str],
    *,
    start: Start = "",
    goals: Goals = "",
    needs_path: bool = False,
) -> Level:
    """Make a level of the result of ``parse_file``; arguments and errors as in ``load_level``."""
    with naming_file(path):
        if needs_path:
            found.ends(start, goals)  # whose error says how to name B
        level = found.level(name_of(path), start, goals)
        if needs_path:
            level.require_path()
        return level


def name_of(path: str | PathLike[str]) -> str:
    """Return the name for the maze in a file: the file name in printable characters."""
    return "standard input" if str(path) == STDIN else shorten(Path(path).name, quote=False)


@contextlib.contextmanager
def naming_file(path: str | PathLike[str]) -> Iterator[None]:
    """Turn every error within this block into a FileError of one sentence that names the file."""
    shown = "standard input" if str(path) == STDIN else shorten(str(path))
    try:
        yield
    except UnreachableError as error:
        raise UnreachableError(f"{shown}: {error}") from None
    except UnicodeDecodeError:
        raise FileError(f"{shown}: it is not text") from None
    except FileNotFoundError as error:
        raise MissingFileError(f"{shown}: {why_unreadable(error)}") from None
    except OSError as error:
        raise UnreadableError(f"{shown}: {why_unreadable(error)}") from None
    except ValueError as error:
        raise FileError(f"{shown}: {why_unreadable(error)}") from None


def read(source: Source, form: str = "") -> ParsedMaze:
    """Read a maze; arguments as in ``load_level``, errors without the file's name."""
    with refusing_exhaustion():
        source = source.as_utf8()
        name = form or detect(source.head())
        if source.limits.sets_picture_options and name not in PIXEL_FORMS:
            raise FormatError(f"it is {name}: a cell has pixels in {', '.join(PIXEL_FORMS)} only")
        if source.limits.floor and name not in FLOOR_FORMS:
            raise FormatError(f"it is {name}: --floor is for {', '.join(FLOOR_FORMS)} only")
        found = FORMATS[name].load().read(source)
    if source.limits.max_cells is not None:
        source.limits.check(found.maze.rows * found.maze.cols)
    return found


def load_mask(path: str | PathLike[str], size: tuple[int, int] | None = None) -> NDArray[np.bool_]:
    """Read a mask from a text file (see ``text/mask_text.py``) or from a picture.

    A picture is scaled to ``size``, (columns, rows) of cells; with None each pixel is a cell.
    Errors as in ``load_level``.
    """
    from mazegame.formats.text.mask_text import read_mask

    with naming_file(path), opened(path) as source:
        data = source.all(64 << 20)  # 8,000 by 8,000 cells
        if image_kind(data[:16]):
            from mazegame.formats.pictures import image

            return image.read_mask(data, source.limits, size)
        data = utf8(data)
        zero = data.find(b"\0")
        if zero >= 0:
            line = data.count(b"\n", 0, zero) + 1
            raise ValueError(f"it is not text: line {line} holds a zero byte")
        return read_mask(data.decode("utf-8"))
