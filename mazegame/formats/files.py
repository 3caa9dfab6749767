"""Maze files: from a path, or standard input, to a level.

What lives here: reading the bytes, and turning whatever goes wrong into one sentence. What does
not: what the bytes mean (the module of each format).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mazegame.engine import UnreachableError, memory
from mazegame.engine.recipe import shorten
from mazegame.formats.block_grid import read_grid

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Level

MAX_FILE_BYTES: Final = 256 << 20
"""The largest file that is read, in bytes: 256 MiB, a grid of 16,000 by 16,000 characters."""

STDIN: Final = "-"
"""The path that means standard input."""


class FileProblem(ValueError):  # noqa: N818  reads as what happened
    """A file that cannot be read as a maze; the message names it and says why."""


def load_level(path: str | PathLike[str]) -> Level:
    """Read a level from a file with a block grid.

    Args:
        path: The file; ``-`` is standard input.

    Returns:
        The level; its name is the file's name without the folder, as it can be printed.

    Raises:
        FileProblem: The file is missing, a directory, not readable, larger than 256 MiB, not
            text or no block grid. Always one sentence, here and below.
        UnreachableError: It holds a maze in which no path leads from A to B.
    """
    shown = "standard input" if str(path) == STDIN else shorten(str(path))
    name = "standard input" if str(path) == STDIN else shorten(Path(path).name, quote=False)
    try:
        return read_grid(_read(path), name)
    except FileNotFoundError:
        problem = "there is no such file"
    except IsADirectoryError:
        problem = "it is a directory, not a file"
    except PermissionError:
        problem = "there is no permission to read it"
    except OSError as error:
        problem = f"it cannot be read: {error.strerror or error}"
    except UnreachableError as error:
        raise UnreachableError(f"{shown}: {error}") from None
    except ValueError as error:
        problem = str(error)
    raise FileProblem(f"{shown}: {problem}")


def load_mask(path: str | PathLike[str]) -> NDArray[np.bool_]:
    """Read a mask from a text file: see ``engine/masks.py``.

    Raises:
        FileProblem: The file cannot be read, or holds no mask. Always one sentence.
    """
    from mazegame.engine.masks import read_mask

    shown = "standard input" if str(path) == STDIN else shorten(str(path))
    try:
        return read_mask(_read(path).decode("utf-8-sig"))
    except OSError as error:
        raise FileProblem(f"{shown}: it cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise FileProblem(f"{shown}: it is not text") from None
    except ValueError as error:
        raise FileProblem(f"{shown}: {error}") from None


def _read(path: str | PathLike[str]) -> bytes:
    """Read a file, one byte more than allowed at most: a device may have no end."""
    if str(path) != STDIN:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    elif sys.stdin is None:
        raise OSError("it is closed")
    else:
        data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise ValueError(
            f"it is larger than {memory.format_size(MAX_FILE_BYTES)}, the most that is read"
        )
    return data
