"""Levels as text and back, for tests."""

from __future__ import annotations

from mazegame.formats import to_bytes
from mazegame.formats.files import read
from mazegame.formats.picture import Picture
from mazegame.formats.source import Source
from mazegame.formats.text import plain


def read_grid(text, name=""):
    """Read a block grid."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return read(Source.of(data), "grid").level(name)


def write_grid(level):
    """Write a block grid."""
    return to_bytes(level, "grid").decode("ascii")


def draw_unicode(level, path=False):
    """Draw with box-drawing characters."""
    return "".join(plain.draw(Picture.of(level, path=path), plain.UNICODE))


def draw_ascii(level, path=False):
    """Draw with +, - and |."""
    return "".join(plain.draw(Picture.of(level, path=path), plain.ASCII))
