"""A maze in a file of NumPy's, without pickles.

What lives here: writing and reading the passages. What does not: text forms of mazes, which are for
people and other programs (``mazegame/formats``), and files of many mazes (``batches/files.py``).
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.validation import short_repr

if TYPE_CHECKING:
    from numpy.typing import NDArray


def write_passages(path: str | os.PathLike[str], passages: NDArray[np.uint8]) -> None:
    """Write passages, whole or not at all.

    Raises:
        OSError: If the file cannot be written.
    """
    file = Path(path)
    half = file.with_name(f".{file.name}.{os.urandom(4).hex()}.half")
    try:
        with half.open("wb") as stream:
            np.savez(stream, passages=passages)
        half.replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            half.unlink()
        raise


def read_passages(path: str | os.PathLike[str]) -> NDArray[np.uint8]:
    """Read passages; whether they are a maze is not checked.

    Raises:
        OSError: If the file cannot be read.
        ValueError: If it is no such file.
    """
    import zipfile

    file = Path(path)
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            passages: NDArray[np.uint8] = archive["passages"]
    except (ValueError, EOFError, KeyError, AttributeError, TypeError, zipfile.BadZipFile) as error:
        raise ValueError(
            f"{short_repr(file.name)} holds no maze ({short_repr(str(error))})"
        ) from None
    return passages
