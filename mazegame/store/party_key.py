"""``PartyKey``: the key with which a game that was killed returns to its place in a party.

A game writes its key into a file of its own while it is in a party, and holds the file's lock. So
an unlocked file belongs to a game that was killed, and two games of one player never take each
other's place.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, BinaryIO, Final

from mazegame.store.lock import try_lock
from mazegame.store.places import make_folder, open_regular
from mazegame.store.records import new_uid

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX: Final = ".key"
"""The file name suffix."""

OLD_SECONDS: Final = 86_400.0
"""Age, in seconds, from which the file of a killed game is deleted."""


class PartyKey:
    """The key of one game in one party; without access to the disk it does nothing."""

    def __init__(self, folder: Path, url: str) -> None:
        self.key = ""
        """The key of a killed game that was in the party at this address; empty for none."""
        self._path, self._url = folder / f"{new_uid()}{SUFFIX}", url
        self._file: BinaryIO | None = None
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if self._file is None:
                self._look_at(path)

    def _look_at(self, path: Path) -> None:
        """Take over the file if a killed game left it for this address; delete an old one."""
        with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
            file = opened.enter_context(open_regular(path, writing=True))
            if not try_lock(file.fileno()):
                return
            url, _, key = file.read(1 << 12).decode("ascii", "replace").partition("\n")
            if url == self._url and key.strip():
                self.key, self._path, self._file = key.strip(), path, file
                opened.pop_all()
            elif time.time() - path.stat().st_mtime > OLD_SECONDS:
                path.unlink()

    def keep(self, key: str) -> None:
        """Write the key; only the user may read it."""
        with contextlib.suppress(OSError, ValueError):
            if self._file is None:
                make_folder(self._path.parent)
                self._path.touch(0o600)
                self._file = open_regular(self._path, writing=True)
                try_lock(self._file.fileno())
            self._file.seek(0)
            self._file.truncate()
            self._file.write(f"{self._url}\n{key}\n".encode("ascii"))
            self._file.flush()

    def forget(self) -> None:
        """Delete the file, because the game has left the party."""
        if self._file is not None:
            with contextlib.suppress(OSError):  # what a full disk has not taken
                self._file.close()  # first: Windows deletes no open file
            with contextlib.suppress(OSError):
                self._path.unlink()
