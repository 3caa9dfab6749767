"""Lock: a file that one process holds, until it lets go of it or dies, however it dies."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """Windows locks bytes, and nobody else can read them: one far behind the end."""

    def try_lock(handle: int) -> bool:
        """Take the lock of an open file; return whether it was free."""
        position = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        else:
            return True
        finally:
            os.lseek(handle, position, os.SEEK_SET)

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Take the lock of an open file; return whether it was free.

        Where the file system knows no locks, every lock is free.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


@contextlib.contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold the lock of a file while the block runs, if it is free; the file is made for it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield try_lock(handle)
    finally:
        os.close(handle)
