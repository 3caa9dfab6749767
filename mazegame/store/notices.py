"""``Notices``: reports each file error once, as one line, so that the game continues."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from mazegame.formats.errors import reason_of
from mazegame.store.places import READ_ONLY, NoHomeError, Places, places


class Notices:
    """Passes each distinct line to ``show`` once; ``where`` has the paths of the files.

    Without ``where`` the paths are the user's own.
    """

    def __init__(self, show: Callable[[str], None], where: Places | None = None) -> None:
        self._show = show
        self._where = where
        self._reported: set[str] = set()

    @property
    def places(self) -> Places:
        """The paths of all files; NoHomeError if there is no home folder."""
        if self._where is None:
            self._where = places()
        return self._where

    def report(self, line: str) -> None:
        """Report an error, once."""
        if line not in self._reported:
            self._reported.add(line)
            self._show(line)

    @contextlib.contextmanager
    def reporting(self, consequence: str) -> Iterator[None]:
        """Report any file error within this block in one line."""
        try:
            yield
        except NoHomeError as error:
            self.report(f"{error}; nothing is kept")
        except OSError as error:
            if error.errno in READ_ONLY and not self.can_write():
                self.report_read_only()
                return
            where = f" {error.filename}" if error.filename else ""
            self.report(f"cannot write{where}: {reason_of(error)}; {consequence}")

    def can_write(self) -> bool:
        """Return whether the data folder, or the folder to create it in, is writable."""
        import tempfile

        home = self.places.data
        try:
            folder = next((there for there in (home, *home.parents) if there.is_dir()), home)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            return error.errno not in READ_ONLY
        return True

    def report_read_only(self) -> None:
        """Report that the data folder is read-only."""
        self.report(f"{self.places.data} can only be read: what is played now is not kept")
