"""The format ``unicode``: box-drawing characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.formats.plain import UNICODE, bands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Level


def write(level: Level, *, path: bool = False) -> Iterator[str]:
    """Draw a level, with its shortest path if ``path``; yields whole lines."""
    return bands(level, UNICODE, level.cells_of_path() if path else None)
