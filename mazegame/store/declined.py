"""Declined: the runs that the player declined to resume, so that the game asks only once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.store.places import read_file, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAX_FILE_BYTES: Final = 1 << 16
"""Most bytes read of the file."""


def read_declined(path: Path) -> frozenset[str]:
    """Read the names of the declined runs; none if the file cannot be read."""
    try:
        return frozenset(read_file(path, MAX_FILE_BYTES).decode("utf-8", "replace").split())
    except OSError:
        return frozenset()


def write_declined(path: Path, uids: Iterable[str]) -> None:
    """Write the names of the declined runs, one a line.

    Raises:
        OSError: If they cannot be written.
    """
    write_whole(path, "".join(f"{uid}\n" for uid in sorted(uids)))
