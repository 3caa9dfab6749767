"""Levels as text and back, for tests."""

import re

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


def draw_unicode(level, path=False, style=plain.UNICODE):
    """Draw with box-drawing characters, without a line above that names A and B."""
    text = b"".join(plain.write(Picture.of(level, path=path), style)).decode()
    return re.sub(r"\Aends=.*\n", "", text)


def draw_ascii(level, path=False):
    """Draw with +, - and |."""
    return draw_unicode(level, path, plain.ASCII)
