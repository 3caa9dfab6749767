"""File locks: the system releases them when the process ends, however it ends."""

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
    """The byte that is locked, far behind the end: on Windows nobody else can read locked bytes."""

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

        On a file system without locks it always succeeds.
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
    """Lock a file while the block runs, and create it if necessary; yield whether it was free."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield try_lock(handle)
    finally:
        os.close(handle)
