"""The format ``unicode``: box-drawing characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.formats import line_drawings, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.found import Found
    from mazegame.formats.picture import Picture
    from mazegame.formats.source import Source


def write(picture: Picture) -> Iterator[bytes]:
    """Draw a picture; yields whole lines."""
    return plain.write(picture, plain.UNICODE)


def read(source: Source) -> Found:
    """Read a drawing; see ``line_drawings``."""
    return line_drawings.read_boxes(source)
