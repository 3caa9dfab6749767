"""Write files whole or not at all, and read NumPy arrays without pickles.

Importing this must stay cheap: ``mazegame --help`` is written through it.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_PREFIX: Final = ".mazegame-"
_SUFFIX: Final = ".part"

_STALE_SECONDS: Final = 3600.0
"""Age, in seconds, from which an unfinished file counts as abandoned."""


@contextlib.contextmanager
def replacing(
    target: Path, rights: int | None = None, *, lasting: bool = True
) -> Iterator[IO[bytes]]:
    """Open a new file for bytes beside the target; rename it if the block succeeds.

    If the block fails, the target stays as it was. What a killed process left there is removed. If
    the target is a link, the file behind it is meant. ``rights`` are its mode, by default that of
    any new file; a ``lasting`` one is on the disk at the end, whatever happens to the machine.
    """
    import tempfile
    from pathlib import Path

    target = Path(os.path.realpath(target))
    # A short name: the target's may already have 255 bytes, the longest possible.
    try:
        descriptor, name = tempfile.mkstemp(prefix=_PREFIX, suffix=_SUFFIX, dir=target.parent)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if hasattr(os, "fchmod"):
                mask = os.umask(0o077)
                os.umask(mask)
                os.fchmod(descriptor, 0o666 & ~mask if rights is None else rights)
            if lasting:
                os.fsync(descriptor)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    sweep(target.parent)


def sweep(folder: Path, age: float = _STALE_SECONDS) -> None:
    """Remove unfinished files of this user that nobody has written to for some seconds."""
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if status.st_uid == user and time.time() - status.st_mtime >= age:
                path.unlink()


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays without objects into a file; errors as for ``replacing``."""
    import numpy as np

    with replacing(path) as file:
        np.savez(file, **arrays)


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read what ``write_arrays`` wrote; raise ValueError if a file is no such file."""
    import zipfile

    import numpy as np

    try:
        # Opened here: NumPy leaves a file open that it cannot read.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (ValueError, EOFError, KeyError, AttributeError, TypeError, zipfile.BadZipFile) as error:
        raise ValueError(str(error)) from None
