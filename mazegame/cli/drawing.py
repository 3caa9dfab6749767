"""Levels as text for standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.cli.output import printable
from mazegame.formats.registry import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Level

DEFAULT_FORMAT: Final = "unicode"
"""What is drawn when no format is named."""


def draw(level: Level, name: str, *, path: bool = False) -> Iterator[str]:
    """Draw a level, in ASCII where standard output lacks box-drawing characters.

    Args:
        level: The level.
        name: The name of a format.
        path: Whether its shortest path is drawn.
    """
    if name == "unicode":
        from mazegame.formats.plain import UNICODE

        glyphs = UNICODE.posts + UNICODE.path
        name = "unicode" if printable(glyphs) == glyphs else "ascii"
    return FORMATS[name].writer(level, path=path)
