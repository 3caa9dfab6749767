"""The format ``micromouse``: posts ``o``, walls ``---`` and ``|``, S and G."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.formats import line_drawings, plain
from mazegame.formats.plain import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.found import Found
    from mazegame.formats.picture import Picture
    from mazegame.formats.source import Source

MICROMOUSE: Final = Style(
    posts="o" * 16, across="-", vertical="|", path=".", marks=".*x", a="S", b="G", pocket="f"
)
"""The characters of the collection micromouseonline/mazefiles."""


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines."""
    return plain.write(picture, MICROMOUSE)


def read(source: Source) -> Found:
    """Read a drawing; see ``line_drawings``."""
    return line_drawings.read_micromouse(source)
